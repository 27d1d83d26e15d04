//! Continuous games: published numbers, closed forms met from two sides, digits that are certain.

use bluff_tests::ratio;
use proptest::prelude::*;
use rational_bluff::compare::{CompareError, DeckComparison, compare};
use rational_bluff::continuous::{
    Bets, Callers, ContinuousError, Digits, Grid, MAX_CALLERS, OneStreet, Real, Size, Unlimited,
};
use rational_bluff::exact::{Interval, Rational};
use rational_bluff::solve::Control;

fn digits(count: usize) -> Digits {
    Digits::new(count).unwrap()
}

fn sizes() -> impl Strategy<Value = Vec<Rational>> {
    prop::collection::btree_set((1..60_i64, 1..9_i64), 1..8).prop_map(|pairs| {
        let mut sizes: Vec<Rational> =
            pairs.into_iter().map(|(over, under)| Rational::ratio(over, under)).collect();
        sizes.sort();
        sizes.dedup();
        sizes
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, ..ProptestConfig::default()
    })]

    /// The value by the cubes of gaps, and by balance: bluffs made are the bluffs that the value
    /// bets ask for.
    #[test]
    fn the_value_both_ways(sizes in sizes()) {
        let game = OneStreet::new(sizes.clone()).unwrap();
        let u = Rational::ONE - &game.value;
        let two = Rational::from(2);
        let asked = |size: &Size| &size.value_mass / &u * (&size.bet / &(&size.bet + &two));
        prop_assert_eq!(&game.value / &u, game.sizes.iter().map(asked).sum::<Rational>());
        let bluffs: Rational = game.sizes.iter().map(|size| size.bluff_mass.clone()).sum();
        prop_assert_eq!(&bluffs, &game.value);
        let last = game.sizes.last().unwrap();
        prop_assert_eq!(&last.value_from + &last.value_mass, Rational::ONE);
        for pair in game.sizes.windows(2) {
            prop_assert_eq!(&pair[0].value_from + &pair[0].value_mass, pair[1].value_from.clone());
        }
        for size in &game.sizes {
            // II is indifferent at her threshold: (s + 2) bluffs = s value bets.
            prop_assert_eq!((&size.bet + &two) * &size.bluff_mass, &size.bet * &size.value_mass);
            prop_assert!(size.value_mass.is_positive());
            prop_assert!(game.value < size.call_from && size.call_from < size.value_from);
        }
        // b and 4/b are worth the same, for sets of bets too (Spears 2026).
        let mirrored = OneStreet::new(sizes.iter().map(|size| Rational::from(4) / size)).unwrap();
        prop_assert_eq!(mirrored.value, game.value);
    }
}

#[test]
fn von_neumann_and_newman_in_fractions() {
    for (b, value) in [("1", "1/10"), ("2", "1/9"), ("4", "1/10"), ("1/2", "2/27")] {
        let b = ratio(b);
        let game = OneStreet::new([b.clone()]).unwrap();
        let (one, four) = (Rational::ONE, Rational::from(4));
        let under = (&b + &one) * (&b + &four);
        let bet = (b.pow(2) + &four * &b + Rational::from(2)) / &under;
        let call = &b * (&b + Rational::from(3)) / &under;
        assert_eq!(game.cuts().unwrap(), [ratio(value), bet, call]);
    }
    for (b, value) in [(1, "1/10"), (2, "5/41"), (3, "67/517"), (4, "23/173"), (5, "3431/25481")] {
        let game = OneStreet::new((0..=b).map(Rational::from)).unwrap();
        assert_eq!(game.value, ratio(value), "b = {b}");
    }
}

#[test]
fn all_multiples_of_a_step() {
    let whole = Grid::new(Rational::ONE, digits(30)).unwrap();
    assert_eq!(whole.formula().unwrap(), "(4π² − 39)/(4π² − 36)");
    assert!(whole.value.decimal(14).starts_with("0.13753886357926"));
    // The trigamma function and π, far apart, say the same to every digit.
    for step in ["1", "4", "2", "1/2", "4/3", "2/5", "1/10"] {
        let grid = Grid::new(ratio(step), digits(1_000)).unwrap();
        let by_pi = grid.by_pi(3_500).unwrap().decimal(1_000).unwrap();
        assert_eq!(grid.value.decimal(1_000), by_pi, "step {step}");
    }
    // Finite sets fill the grid from below, and finer grids fill all real bets.
    let mut before = Rational::ZERO;
    for largest in [1, 5, 20, 80] {
        let finite = OneStreet::new((1..=largest).map(Rational::from)).unwrap().value;
        assert!(before < finite && finite < low(&whole.value), "{largest}");
        before = finite;
    }
    let mut coarser = Rational::ZERO;
    for step in ["1000", "7", "1", "1/3", "1/100", "1/1000000000"] {
        let grid = Grid::new(ratio(step), Digits::default()).unwrap();
        assert!(coarser < low(&grid.value) && low(&grid.value) < Unlimited::value(), "step {step}");
        coarser = low(&grid.value);
    }
    let refused = Grid::new(Rational::ZERO, digits(1)).unwrap_err().to_string();
    assert_eq!(refused, "step 0, expected a step above 0");
}

fn low(value: &Real) -> Rational {
    match value {
        Real::Exact(number) => number.clone(),
        Real::Within(interval) => interval.low(),
    }
}

#[test]
fn every_real_bet() {
    let s = Rational::ZERO;
    assert_eq!(Unlimited::value_hand(&s), ratio("4/7"));
    assert_eq!(Unlimited::bluff_hand(&s), Unlimited::value());
    assert_eq!(Unlimited::call_from(&s), ratio("1/7"));
    // A fine set of bets up to a large one plays nearly so.
    let fine = OneStreet::new((1..=800).map(|m| Rational::ratio(m, 40))).unwrap();
    let three = fine.sizes.iter().find(|size| size.bet == 3.into()).unwrap();
    assert!((&three.call_from - &Unlimited::call_from(&3.into())).abs() < ratio("0.01"));
    assert!((&three.value_from - &Unlimited::value_hand(&3.into())).abs() < ratio("0.01"));
}

#[test]
fn three_players_as_published_and_further() {
    let game = Callers::new(2, 2.into(), Digits::default()).unwrap();
    assert_eq!(game.bluff_below.decimal(20), "0.13705819432836892413…");
    assert_eq!(game.bet_from.decimal(20), "0.82942224979539070745…");
    assert_eq!(game.call_from.decimal(20), "0.64130411598517887862…");
    assert_eq!(game.value.decimal(20), "0.12255707471486868673…");
    let values = ["0.111111…", "0.122557…", "0.121694…", "0.119376…", "0.116846…"];
    for (callers, value) in (1..).zip(values) {
        let found = Callers::new(callers, 2.into(), digits(6)).unwrap().value;
        assert_eq!(found.decimal(6), value, "{callers} callers");
    }
}

/// Literature 4.3, any number k of callers: (k + 1)A^k = (k + 1 + b)C^k − b; A((2b + k + 1)C^(k−1)
/// − b) = b(1 − B); (k + 1)B^k − kCB^(k−1) = 1; the value is kA^(k+1) + b(B − C)(1 − B^k).
#[test]
fn the_equations_of_any_number_of_callers() {
    let within = |number: &Real| match number {
        Real::Within(interval) => interval.clone(),
        Real::Exact(_) => panic!("an enclosure was expected"),
    };
    for k in 2..=MAX_CALLERS {
        for b in ["1/1000", "1/3", "1", "2", "7", "1000"].map(ratio) {
            let game = Callers::new(k, b.clone(), digits(60)).unwrap();
            let [bluff, bet, call, value] =
                &[&game.bluff_below, &game.bet_from, &game.call_from, &game.value].map(within);
            assert!(bluff.compare(call).unwrap().is_lt() && call.compare(bet).unwrap().is_lt());
            let (bits, more) = (call.bits(), Rational::from(k + 1));
            let of = |number: &Rational| Interval::of(number, bits);
            let one = of(&Rational::ONE);
            let differences = [
                &(&bluff.pow(k).times(&more) + &of(&b)) - &call.pow(k).times(&(&more + &b)),
                &(bluff * &(&call.pow(k - 1).times(&(&b + &b + &more)) - &of(&b)))
                    - &(&one - bet).times(&b),
                &(&bet.pow(k).times(&more) - &(call * &bet.pow(k - 1)).times(&Rational::from(k)))
                    - &one,
                &(&bluff.pow(k + 1).times(&Rational::from(k))
                    + &(&(bet - call) * &(&one - &bet.pow(k))).times(&b))
                    - value,
            ];
            for difference in differences {
                let narrow = difference.width() < ratio("1/1000000000000");
                assert!(narrow && difference.contains(&Rational::ZERO), "{k}, {b}");
            }
        }
    }
}

#[test]
fn fewer_digits_are_the_first_of_more() {
    for callers in [2, 5, MAX_CALLERS] {
        let many = Callers::new(callers, ratio("5/3"), digits(1_000)).unwrap();
        let few = Callers::new(callers, ratio("5/3"), digits(1)).unwrap();
        for (long, short) in [(&many.value, &few.value), (&many.bluff_below, &few.bluff_below)] {
            let (long, short) = (long.decimal(1_000), short.decimal(1));
            assert_eq!(long.chars().count(), 2 + 1_000 + 1);
            assert!(long.starts_with(short.trim_end_matches('…')), "{short} {long}");
        }
    }
}

#[test]
fn the_best_bet() {
    let one = Callers::best_bet(1, Digits::default()).unwrap();
    assert_eq!((one.b.exact().unwrap(), one.value.exact().unwrap()), (&2.into(), &ratio("1/9")));
    let expected = [
        (2, "2.07237857639528", "0.1225906992606563"),
        (3, "2.3432842", "0.1223089028"),
        (4, "2.7060475", "0.1214929789"),
        (5, "3.0836419", "0.1210206116"),
    ];
    for (callers, bet, value) in expected {
        let best = Callers::best_bet(callers, digits(18)).unwrap();
        // Printed rounded to their last digit.
        let rounded = |text: &str| &ratio("1/2") / &Rational::from(10).pow(text.len() - 2);
        for (found, printed) in [(&best.b, bet), (&best.value, value)] {
            assert!(
                (low(found) - ratio(printed)).abs() <= rounded(printed),
                "{callers}: {printed}"
            );
        }
    }
}

#[test]
fn what_is_asked_must_be_allowed() {
    let words = |error: ContinuousError| error.to_string();
    assert_eq!(
        words(Digits::new(0).unwrap_err()),
        "digits = 0, expected a whole number from 1 to 1000"
    );
    assert_eq!(
        words("1000000".parse::<Digits>().unwrap_err()),
        "digits = 1000000, expected a whole number from 1 to 1000"
    );
    assert!("-3".parse::<Digits>().is_err() && "".parse::<Digits>().is_err());
    let callers =
        |callers, b: &str| words(Callers::new(callers, ratio(b), Digits::default()).unwrap_err());
    assert_eq!(callers(0, "2"), "1 player, expected a whole number from 2 to 10");
    assert_eq!(callers(10, "2"), "11 players, expected a whole number from 2 to 10");
    assert_eq!(callers(2, "0"), "b = 0, expected b > 0");
    let long = format!("1/{}", "7".repeat(200));
    assert!(callers(2, &long).contains("expected at most 512 bits"));
    let many = OneStreet::new((1..=1_001).map(Rational::from)).unwrap_err();
    assert!(words(many).contains("at most 1000"));
    assert!(words(OneStreet::new([]).unwrap_err()).contains("at least one"));
    for (callers, b) in
        [(2, format!("1/{}", "7".repeat(150))), (9, "7".repeat(150)), (9, "1/1000".to_owned())]
    {
        let solved = Callers::new(callers, ratio(&b), Digits::default());
        assert!(solved.is_ok(), "{callers} callers, b = {b}");
    }
}

fn decks(name: &str, bets: &str, from: u64, to: u64) -> Vec<DeckComparison> {
    let bets: Bets = bets.parse().unwrap();
    compare(name, &bets, from..=to, digits(20), &Control::new()).unwrap().decks
}

/// Proved at the multiples of the cuts' common denominator (docs/FINDINGS.md), observed one card
/// later, and nowhere else.
#[test]
fn decks_that_equal_the_continuous_value() {
    let games = [
        ("von-neumann", "b1", 10, 130),
        ("von-neumann", "b2", 9, 130),
        ("von-neumann", "b3", 28, 130),
        ("von-neumann", "b4", 20, 130),
        ("von-neumann", "b5", 54, 170),
        ("von-neumann", "b3_2", 55, 170),
        ("one-street", "s1-2", 41, 130),
        // Literature 4.2.
        ("one-street", "s1-3", 86, 260),
        ("newman", "b3", 517, 1_040),
    ];
    for (name, bets, period, last) in games {
        for deck in decks(name, bets, 2, last) {
            let difference = deck.difference.exact().unwrap();
            assert_eq!(difference.is_zero(), deck.n % period <= 1, "{name} {bets} n = {}", deck.n);
            // With b = 3/2 the deck of 28 is worth more.
            assert!(!difference.is_positive() || bets == "b3_2", "{name} {bets} n = {}", deck.n);
            if deck.n % period == 0 && bets.starts_with('b') && name == "von-neumann" {
                let b = ratio(&bets[1..].replace('_', "/"));
                let cuts = OneStreet::new([b]).unwrap().cuts();
                assert_eq!(deck.cuts, cuts, "{name} {bets} n = {}", deck.n);
            }
        }
    }
}

/// Finite values stay within K/n of the continuous one: observed on these decks, with K as it was
/// found.
#[test]
fn large_decks_approach_the_continuous_game() {
    let games = [
        ("von-neumann", "b2", 2, 400, "1/3"),
        ("newman", "b5", 2, 300, "0.28"),
        ("newman", "bmax", 2, 120, "0.28"),
        ("three-player", "b2", 3, 120, "0.5"),
    ];
    for (name, bets, from, to, bound) in games {
        for deck in decks(name, bets, from, to) {
            let scaled = match &deck.scaled {
                Real::Exact(number) => number.abs(),
                Real::Within(interval) => interval.low().abs().max(interval.high().abs()),
            };
            assert!(scaled <= ratio(bound), "{name} {bets} n = {}: {scaled}", deck.n);
        }
    }
    let [million] = decks("von-neumann", "b2", 1_000_000_007, 1_000_000_007).try_into().unwrap();
    assert!(million.difference.exact().unwrap().abs() < ratio("1/1000000000"));
    // The value of KTZ24's program FastMNE(65, 2), corrected.
    let [printed] = decks("three-player", "b2", 65, 65).try_into().unwrap();
    assert_eq!(printed.value, ratio("402733/3357900"));
    assert_eq!(printed.difference.decimal(9), "-0.002621102…");
}

#[test]
fn comparisons_that_cannot_be_made() {
    let refused = |bets: Bets, from, to| {
        compare("newman", &bets, from..=to, Digits::default(), &Control::new()).unwrap_err()
    };
    let backwards = refused(Bets::Whole, 9, 8);
    assert_eq!(backwards, CompareError::Backwards { from: 9, to: 8 });
    assert_eq!(refused(Bets::Whole, 2, 10_002), CompareError::TooManyDecks { given: 10_001 });
    assert!(refused(Bets::All, 2, 9).to_string().contains("“all” are for continuous games only"));
    let control = Control::new();
    control.cancel();
    let stopped = compare("newman", &Bets::Whole, 2..=3, Digits::default(), &control);
    assert_eq!(stopped.unwrap_err(), CompareError::Stopped);
}
