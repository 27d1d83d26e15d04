//! Three and more players in threshold form: found for every deck, certified, and the paper's where
//! the paper is exact.

use bluff_tests::{ratio, solution, value};
use rational_bluff::exact::Rational;
use rational_bluff::game::{callers, parse_label, three_player, von_neumann};
use rational_bluff::solve::{Control, Method, solve_all_from};

#[test]
fn every_deck_has_one() {
    for n in 3..=40 {
        for b in 1..=7 {
            let game = three_player(n, Rational::from(b)).unwrap();
            let solution = solution(&game, Method::Auto);
            let total: Rational = solution.values.iter().cloned().sum();
            assert!(total.is_zero() && solution.values[1] == solution.values[2]);
        }
    }
}

#[test]
fn all_equilibria_found_are_distinct() {
    for n in 3..=12 {
        for b in ["1/2", "1", "2", "5"] {
            let game = three_player(n, ratio(b)).unwrap();
            let all = solve_all_from(&game, Method::Auto, None, &Control::new()).unwrap().solutions;
            assert!(!all.is_empty(), "{}", game.label());
            let differs = |at: usize| all[..at].iter().all(|one| one.profile != all[at].profile);
            assert!((0..all.len()).all(differs), "{}", game.label());
        }
    }
}

/// Nobody bets when the bet is high, or a card of I is indifferent and bets surely.
#[test]
fn equilibria_at_the_edges_of_the_form_are_listed() {
    let counts = [
        ("n3-b20-p3", 3),
        ("n7-b1-p4", 5),
        ("n8-b1_2-p3", 4),
        ("n14-b1-p3", 2),
        ("n18-b1_2-p4", 2),
        ("n23-b2-p4", 2),
    ];
    for (label, count) in counts {
        let game = parse_label(&format!("callers/{label}")).unwrap();
        let all =
            solve_all_from(&game, Method::Threshold, None, &Control::new()).unwrap().solutions;
        let nobody_bets = all.iter().any(|one| one.profile.at(0)[1].is_zero());
        assert_eq!((all.len(), nobody_bets), (count, label.contains("b20")), "{label}");
    }
}

/// Values tend to the continuous game's, 0.12255707471486868673… at b = 2, about as fast as 1/n.
#[test]
fn large_decks() {
    let continuous = 0.122_557_074_714_868_7;
    for (n, digits) in [
        (1_000, "0.12238476716"),
        (1_000_000, "0.12255693126"),
        (1_000_000_000_000_000_000, "0.1225570747"),
    ] {
        let game = three_player(n, Rational::from(2)).unwrap();
        let value = value(&game, Method::Threshold);
        assert!(value.decimal(20).starts_with(digits), "n = {n}: {}", value.decimal(20));
        assert!(n > 1_000_000 || (value.to_f64() - continuous).abs() * (n as f64) < 1.0);
    }
}

/// One caller is von Neumann's game, two the three-player game.
#[test]
fn few_callers_are_games_known_before() {
    for n in 3..=30 {
        for b in [1, 2, 5] {
            let b = Rational::from(b);
            let known = [von_neumann(n, b.clone()), three_player(n, b.clone())];
            for (players, known) in (2..).zip(known) {
                let callers = callers(n, b.clone(), players).unwrap();
                let [one, other] = [callers, known.unwrap()].map(|game| value(&game, Method::Auto));
                assert_eq!(one, other, "{players} players, n = {n}, b = {b}");
            }
        }
    }
}

/// At b = 2 by players 2 to 6 the continuous values are 0.111111, 0.122557, 0.121694, 0.119376,
/// 0.116846 (literature 4.3).
#[test]
fn any_number_of_callers() {
    let continuous = [0.111_111, 0.122_557, 0.121_694, 0.119_376, 0.116_846];
    for (players, continuous) in (2..).zip(continuous) {
        let game = callers(1_000_000, Rational::from(2), players).unwrap();
        let value = value(&game, Method::Auto).to_f64();
        assert!((value - continuous).abs() < 2e-6, "{players} players: {value}");
    }
    for players in 2..=10 {
        for n in [players as u64, 12, 40, 1_000] {
            let game = callers(n, Rational::from(2), players).unwrap();
            solution(&game, Method::Auto);
        }
    }
}
