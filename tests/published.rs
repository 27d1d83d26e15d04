//! Every number printed in the paper, and every correction to it, from `data/published/`.

mod misprints;

use std::f64::consts::PI;

use bluff_tests::{by_card, judged, solution, value};
use rational_bluff::continuous::OneStreet;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Player, one_street, parse_label, von_neumann};
use rational_bluff::pure::{PureEquilibrium, cut_equilibria, pure_equilibria, sets_profile};
use rational_bluff::solve::{Method, newman_saturation, pure_solution};
use rational_bluff::strategy::{Evaluation, Profile};
use serde::Deserialize;

#[derive(Deserialize)]
struct Published {
    pure: Vec<Pure>,
    counts: Vec<Counts>,
    values: Vec<Value>,
    strategies: Vec<Strategies>,
    three_players: Vec<ThreePlayers>,
    corrections: Vec<Correction>,
    smaller: Vec<Correction>,
}

#[derive(Deserialize)]
struct Pure {
    place: String,
    n: String,
    b: Rational,
    value: Option<Rational>,
    count: usize,
    equilibria: Vec<Sets>,
}

#[derive(Deserialize)]
struct Sets {
    bets: Vec<u64>,
    calls: Vec<u64>,
}

#[derive(Deserialize)]
struct Counts {
    b: Rational,
    from: u64,
    counts: Vec<usize>,
}

#[derive(Deserialize)]
struct Value {
    place: String,
    label: String,
    value: Rational,
    cuts: bool,
}

#[derive(Deserialize)]
struct Strategies {
    place: String,
    label: String,
    value: Rational,
    bet: Vec<Rational>,
    call: Vec<Rational>,
}

#[derive(Deserialize)]
struct ThreePlayers {
    place: String,
    label: String,
    values: Vec<Rational>,
    printed: Option<Rational>,
    bet: Vec<Rational>,
    call: Vec<Rational>,
}

#[derive(Deserialize)]
struct Correction {
    id: String,
    printed: String,
    correction: String,
    #[serde(default)]
    decimals: Vec<Decimals>,
}

#[derive(Deserialize)]
struct Decimals {
    n: String,
    value: String,
}

fn published() -> Published {
    serde_json::from_str(include_str!("../data/published/finite-deck-poker.json"))
        .expect("published data")
}

fn correction(id: &str) -> Correction {
    published()
        .corrections
        .into_iter()
        .find(|correction| correction.id == id)
        .expect("a correction of this name")
}

fn all_pure(n: u64, b: &Rational) -> Vec<PureEquilibrium> {
    let mut found = Vec::new();
    pure_equilibria(n, b, |equilibrium| {
        found.push(equilibrium);
        true
    })
    .expect("a list");
    found
}

#[test]
fn pure_equilibria_of_the_paper() {
    for case in published().pure {
        let n = case.n.parse().unwrap();
        let found = all_pure(n, &case.b);
        assert_eq!(found.len(), case.count, "{}", case.place);
        for Sets { bets, calls } in case.equilibria {
            assert!(found.contains(&PureEquilibrium { bets, calls }), "{}", case.place);
        }
        let game = von_neumann(n, case.b).unwrap();
        for sets in found {
            let solution = pure_solution(&game, &sets).unwrap();
            assert_eq!(Some(&solution.values[0]), case.value.as_ref(), "{}: {sets:?}", case.place);
        }
    }
    for case in published().counts {
        for (n, count) in (case.from..).zip(case.counts) {
            assert_eq!(all_pure(n, &case.b).len(), count, "n = {n}, b = {}", case.b);
        }
    }
}

/// Every pair of sets that is certified is listed, and no other: by trying all 4^n of them.
#[test]
fn the_list_of_pure_equilibria_is_complete() {
    for n in 2..=5_u64 {
        for b in ["1/2", "1", "2", "3"] {
            let b: Rational = b.parse().unwrap();
            let game = von_neumann(n, b.clone()).unwrap();
            let found = all_pure(n, &b);
            let mut certified = 0;
            let set =
                |bits: u64| (1..=n).filter(|card| bits >> (card - 1) & 1 == 1).collect::<Vec<_>>();
            for pair in 0..1_u64 << (2 * n) {
                let sets = PureEquilibrium { bets: set(pair >> n), calls: set(pair) };
                if pure_solution(&game, &sets).is_ok() {
                    certified += 1;
                    assert!(found.contains(&sets), "{}: {sets:?}", game.label());
                }
            }
            assert_eq!(certified, found.len(), "{}", game.label());
        }
    }
}

#[test]
fn equilibria_in_cuts_are_the_pure_ones_of_that_form() {
    for n in 2..=14 {
        for b in 1..=3 {
            let b = Rational::from(b);
            let in_cuts = |sets: &&PureEquilibrium| {
                let checks: Vec<u64> = (1..=n).filter(|card| !sets.bets.contains(card)).collect();
                checks.len() > 1
                    && checks.windows(2).all(|pair| pair[1] == pair[0] + 1)
                    && !sets.calls.is_empty()
                    && sets.calls.windows(2).all(|pair| pair[1] == pair[0] + 1)
                    && sets.calls.last() == Some(&n)
            };
            let all = all_pure(n, &b);
            let mut expected: Vec<&PureEquilibrium> = all.iter().filter(in_cuts).collect();
            expected.sort();
            let found = cut_equilibria(n, &b)
                .unwrap()
                .into_iter()
                .map(|cut| cut.sets(n))
                .collect::<Vec<_>>();
            assert!(found.iter().eq(expected), "n = {n}, b = {b}");
        }
    }
}

#[test]
fn values_of_the_paper_by_every_method() {
    for case in published().values {
        let game = parse_label(&case.label).unwrap();
        for method in [Method::Threshold, Method::Lp] {
            assert_eq!(value(&game, method), case.value, "{} by {method}", case.place);
        }
        if game.n() <= 7 {
            assert_eq!(value(&game, Method::NormalForm), case.value, "{}", case.place);
        }
        // Correction: the paper prints values at n = 22, 23, 24 among the pure equilibria in cuts;
        // there is none.
        if game.n() > 20 {
            let cuts = cut_equilibria(game.n(), &Rational::from(2)).unwrap();
            assert_eq!(!cuts.is_empty(), case.cuts, "{} {}", case.place, case.label);
            for cut in cuts {
                let profile = sets_profile(&game, &cut.sets(game.n())).unwrap();
                assert_eq!(Evaluation::new(&game, &profile).payoff(Player::I), case.value);
            }
        }
    }
}

#[test]
fn strategies_of_the_paper() {
    for case in published().strategies {
        let game = parse_label(&case.label).unwrap();
        let printed = Profile::new(&game, vec![by_card(&case.bet), by_card(&case.call)]).unwrap();
        let solution = solution(&game, Method::Auto);
        assert_eq!(
            (&solution.values[0], &solution.profile),
            (&case.value, &printed),
            "{}",
            case.place
        );
    }
}

/// They are the first found, too.
#[test]
fn three_player_profiles_of_the_paper() {
    for case in published().three_players {
        let game = parse_label(&case.label).unwrap();
        let views = vec![by_card(&case.bet), by_card(&case.call), by_card(&case.call)];
        let verdict = |values| judged(&game, Some(values), views.clone());
        let printed = verdict(case.values.clone()).unwrap();
        let found = solution(&game, Method::Auto);
        assert_eq!(
            (&found.profile, &found.values),
            (&printed.profile, &case.values),
            "{}",
            case.place
        );
        if let Some(printed) = case.printed {
            let half = &printed / &Rational::from(-2);
            let refusal = verdict(vec![printed, half.clone(), half]).map(|_| ()).unwrap_err();
            assert!(refusal.to_string().contains(&case.values[0].to_string()), "{refusal}");
        }
    }
}

/// Correction: decks that 9 does not divide may have the full value in cuts too.
#[test]
fn the_full_value_where_nine_does_not_divide() {
    correction("multiples-of-9");
    let b = Rational::from(2);
    for n in [10, 19] {
        let cuts = cut_equilibria(n, &b).unwrap();
        let game = von_neumann(n, b.clone()).unwrap();
        let solution = pure_solution(&game, &cuts[0].sets(n)).unwrap();
        assert_eq!(solution.values[0], Rational::ratio(1, 9), "n = {n}");
    }
}

/// Correction: with whole bets Newman's game does not tend to 1/7, and comes near (4π² − 39)/(4π² −
/// 36).
#[test]
fn the_limit_with_whole_bets() {
    let limit = (4.0 * PI * PI - 39.0) / (4.0 * PI * PI - 36.0);
    let mut last = f64::INFINITY;
    for case in correction("integer-bet-limit").decimals {
        let saturation = newman_saturation(case.n.parse().unwrap()).unwrap();
        let digits = saturation.value().decimal(20);
        assert!(digits.starts_with(&case.value), "n = {}: {digits}", case.n);
        let distance = (saturation.value().to_f64() - limit).abs();
        assert!(distance < last / 50.0 && *saturation.value() < Rational::ratio(1, 7));
        last = distance;
    }
    assert!(last < 2e-8, "{last}");
}

/// Correction: the value of the continuous three-player game
/// (docs/games/three-player.md#large-decks) has its maximum at a bet near 2.0723785763952822; the
/// value printed for it is the one at 2.07.
#[test]
fn the_best_bet_against_two_callers() {
    correction("best-bet");
    let value = |b: f64| {
        let cut_b = |c: f64| (c + (c * c + 3.0).sqrt()) / 3.0;
        let cut_a = |c: f64| (((b + 3.0) * c * c - b) / 3.0).max(0.0).sqrt();
        let gap = |c: f64| cut_a(c) * ((2.0 * b + 3.0) * c - b) - b * (1.0 - cut_b(c));
        let (mut low, mut high) = (b / (2.0 * b + 3.0), 1.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if gap(middle) < 0.0 { low = middle } else { high = middle }
        }
        let (a, b_cut) = (cut_a(low), cut_b(low));
        2.0 * a.powi(3) + b * (b_cut - low) * (1.0 - b_cut * b_cut)
    };
    assert!((value(2.0) - 0.122_557_074_714_868_7).abs() < 1e-13);
    assert!((value(2.07) - 0.122_590_664_136_184).abs() < 1e-13);
    let best = 2.072_378_576_395_282;
    assert!((value(best) - 0.122_590_699_260_656_3).abs() < 1e-13);
    for away in [1e-3, 1e-2, 1e-1] {
        assert!(value(best) > value(best - away) && value(best) > value(best + away));
    }
}

/// The value cuts and the mass of all bluffs count, not the bluffs of each size.
#[test]
fn menus_whose_closed_form_a_deck_meets() {
    for (menu, n, equal) in [
        (["1", "10"].as_slice(), 41, true),
        (&["1/2", "2", "3"], 23, true),
        (&["2", "10"], 41, false),
    ] {
        let sizes = || menu.iter().map(|size| size.parse().unwrap());
        let deck = value(&one_street(n, sizes()).unwrap(), Method::Auto);
        assert_eq!(deck == OneStreet::new(sizes()).unwrap().value, equal, "{menu:?} n = {n}");
    }
}
