//! Three and more players in threshold form: found for every deck, certified, and the paper's where
//! the paper is exact.

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{callers, parse_label, three_player, von_neumann};
use rational_bluff::solve::{Control, Method, solve, solve_all};
use rational_bluff::strategy::Profile;
use serde::Deserialize;

#[derive(Deserialize)]
struct Published {
    three_players: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    label: String,
    values: Vec<Rational>,
    bet: Vec<Rational>,
    call: Vec<Rational>,
}

#[test]
fn every_deck_has_one() {
    for n in 3..=40 {
        for b in 1..=7 {
            let game = three_player(n, Rational::from(b)).unwrap();
            let solved = solve(&game, Method::Auto, &Control::new())
                .unwrap_or_else(|error| panic!("{error}"));
            let total: Rational = solved.solution.values.iter().cloned().sum();
            assert!(total.is_zero() && solved.solution.values[1] == solved.solution.values[2]);
        }
    }
}

#[test]
fn the_papers_profiles_are_the_first_found() {
    let published: Published =
        serde_json::from_str(include_str!("../data/published/finite-deck-poker.json"))
            .expect("published data");
    for case in published.three_players {
        let game = parse_label(&case.label).unwrap();
        let by_card = |probabilities: &[Rational]| {
            let taken = Piecewise::steps((1..).zip(probabilities.iter().cloned()));
            vec![taken.subtracted_from(&Rational::ONE), taken]
        };
        let printed =
            Profile::new(&game, vec![by_card(&case.bet), by_card(&case.call), by_card(&case.call)])
                .unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        assert_eq!(solved.solution.profile, printed, "{}", case.label);
        assert_eq!(solved.solution.values, case.values, "{}", case.label);
    }
}

#[test]
fn all_equilibria_found_are_distinct() {
    for n in 3..=12 {
        for b in ["1/2", "1", "2", "5"] {
            let game = three_player(n, b.parse().unwrap()).unwrap();
            let all = solve_all(&game, Method::Auto, &Control::new()).unwrap().solutions;
            assert!(!all.is_empty(), "{}", game.label());
            for (at, one) in all.iter().enumerate() {
                assert!(
                    all[..at].iter().all(|other| other.profile != one.profile),
                    "{}",
                    game.label()
                );
            }
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
        let all = solve_all(
            &parse_label(&format!("callers/{label}")).unwrap(),
            Method::Threshold,
            &Control::new(),
        )
        .unwrap()
        .solutions;
        assert_eq!(all.len(), count, "{label}");
        assert_eq!(
            all.iter().any(|one| one.profile.at(0)[1].is_zero()),
            label.contains("b20"),
            "{label}"
        );
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
        let value =
            solve(&game, Method::Threshold, &Control::new()).unwrap().solution.values[0].clone();
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
            let value = |game| {
                solve(&game, Method::Auto, &Control::new()).unwrap().solution.values[0].clone()
            };
            let one = value(callers(n, b.clone(), 2).unwrap());
            assert_eq!(one, value(von_neumann(n, b.clone()).unwrap()), "n = {n}, b = {b}");
            let two = value(callers(n, b.clone(), 3).unwrap());
            assert_eq!(two, value(three_player(n, b.clone()).unwrap()), "n = {n}, b = {b}");
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
        let value =
            solve(&game, Method::Auto, &Control::new()).unwrap().solution.values[0].to_f64();
        assert!((value - continuous).abs() < 2e-6, "{players} players: {value}");
    }
    for players in 2..=10 {
        for n in [players as u64, 12, 40, 1_000] {
            let game = callers(n, Rational::from(2), players).unwrap();
            assert!(solve(&game, Method::Auto, &Control::new()).is_ok(), "{}", game.label());
        }
    }
}
