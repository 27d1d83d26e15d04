//! Formulas for all decks beside certified solves, and the laws that docs/ALL_DECKS.md proves.

use std::cell::Cell;

use bluff_tests::random::Random;
use bluff_tests::{ratio, value};
use rational_bluff::certificate::{OneStreetProof, ProofGap};
use rational_bluff::exact::Rational;
use rational_bluff::formula::{Formula, FormulaError, Menu, SaturatedDeck};
use rational_bluff::game::one_street;
use rational_bluff::solve::{Control, Method, newman_saturation};

/// The bets that a text lists.
fn bets(text: &str) -> Vec<Rational> {
    text.split(' ').map(ratio).collect()
}

fn formula(text: &str) -> Formula {
    let menu = Menu::new(bets(text)).expect("bets");
    Formula::new(menu, &Control::new()).expect("a formula")
}

/// One to five bets with small numerators and denominators.
fn random_bets(random: &mut Random) -> Vec<Rational> {
    let count = 1 + random.below(5);
    let mut bets: Vec<Rational> = (0..count)
        .map(|_| Rational::ratio(1 + random.below(30) as i64, 1 + random.below(6) as i64))
        .collect();
    bets.sort();
    bets.dedup();
    bets
}

fn solved(n: u64, bets: &[Rational], method: Method) -> Rational {
    value(&one_street(n, bets.iter().cloned()).expect("a game"), method)
}

#[test]
fn closed_forms_are_the_certified_values_of_all_decks_up_to_60() {
    let mut random = Random::new(22);
    for _ in 0..300 {
        let bets = random_bets(&mut random);
        let menu = Menu::new(bets.clone()).unwrap();
        for n in 2..=60 {
            let expected = solved(n, &bets, Method::Threshold);
            assert_eq!(menu.value(n), Ok(expected), "{n} cards, {bets:?}");
        }
    }
}

#[test]
fn closed_forms_are_the_certified_values_of_huge_decks() {
    let mut random = Random::new(23);
    for _ in 0..300 {
        let bets = random_bets(&mut random);
        let digits = 2 + random.below(17) as u32;
        let n = 2 + random.below(10_u64.pow(digits));
        let expected = solved(n, &bets, Method::Threshold);
        assert_eq!(Menu::new(bets.clone()).unwrap().value(n), Ok(expected), "{n} cards, {bets:?}");
    }
}

#[test]
fn closed_forms_are_the_optima_of_linear_programs() {
    let mut random = Random::new(24);
    for _ in 0..20 {
        let (n, bets) = (2 + random.below(9), random_bets(&mut random));
        let expected = solved(n, &bets, Method::Lp);
        assert_eq!(Menu::new(bets.clone()).unwrap().value(n), Ok(expected), "{n} cards, {bets:?}");
    }
}

/// Constants of ALL_DECKS, worked out by hand and by another program: bets, limit, constants of
/// the first residues. The rest are `c(r) = c(1 − r)`.
const CONSTANTS: [(&str, &str, u64, &str); 5] = [
    ("1", "1/10", 10, "0 0 1/5 4/15 1/5 1/3"),
    ("2", "1/9", 9, "0 0 2/9 2/3 1/3 2/9 1/3 2/3 2/9"),
    ("4", "1/10", 20, "0 0 1/5 3/5 6/5 2/3 1/3 1/5 4/15 8/15 1"),
    ("3", "3/28", 28, "0 0 3/14 9/14 24/35 12/35 3/14 3/10 3/5 5/7 31/70 13/70 1/7 11/35 7/10"),
    (
        "1/2",
        "2/27",
        27,
        "0 0 4/27 13/90 17/90 38/135 2/9 14/45 67/270 7/30 4/15 4/27 8/45 1/18 -1/54",
    ),
];

#[test]
fn constants_are_the_known_ones() {
    for (bets, limit, period, constants) in CONSTANTS {
        let formula = formula(bets);
        assert_eq!((formula.menu().limit(), formula.period()), (&ratio(limit), period), "{bets}");
        for (n, constant) in (0..).zip(constants.split(' ')) {
            assert_eq!(formula.constant(n), &ratio(constant), "{bets}, {n}");
        }
    }
    let greatest = "1 1/3|2 2/3|3 5/7|4 6/5|5 11/9|6 12/7|8 20/9|10 30/11";
    for case in greatest.split('|') {
        let (bet, constant) = case.split_once(' ').unwrap();
        assert_eq!(formula(bet).extremes()[1].0, ratio(constant), "{bet}");
    }
    assert_eq!(formula("1 2").extremes()[1].0, ratio("19/41"));
    assert_eq!(formula("1 2 3").extremes()[1].0, ratio("371/517"));
}

#[test]
fn formulas_hold_to_their_laws() {
    let mut random = Random::new(25);
    let mut seen = 0;
    while seen < 60 {
        let bets = random_bets(&mut random);
        let menu = Menu::new(bets.clone()).unwrap();
        let formula = match Formula::new(menu, &Control::new()) {
            Ok(formula) if formula.period() <= 400 => formula,
            _ => continue,
        };
        seen += 1;
        let (period, limit) = (formula.period(), formula.menu().limit());
        assert!([0, 1].iter().all(|n| formula.constant(*n).is_zero()), "{bets:?}: not exact");
        let largest = bets.last().unwrap();
        let [least, greatest] = formula.extremes().map(|(constant, _)| constant);
        assert!(least >= -limit / Rational::from(4), "{bets:?}: worth too much");
        let bound = (Rational::ONE + largest - limit) / Rational::from(4);
        assert!(greatest <= bound, "{bets:?}: worth too little");
        for r in 0..period {
            assert_eq!(formula.constant(r), formula.constant(period + 1 - r % period), "{r}");
            let n = r + 2 * period * (1 + random.below(10_u64.pow(15) / period));
            let expected = formula.menu().value(n);
            assert_eq!(Ok(formula.value(n)), expected, "{n} cards, {bets:?}");
        }
    }
}

#[test]
fn a_damaged_proof_proves_nothing() {
    let (mut random, verdicts) = (Random::new(26), Cell::new([0, 0]));
    for _ in 0..200 {
        let (n, bets) = (2 + random.below(1000), random_bets(&mut random));
        let proof = Menu::new(bets.clone()).unwrap().proof(n);
        let off = Rational::ratio(1, 2 + random.below(50) as i64);
        let damage = |change: &dyn Fn(&mut OneStreetProof)| {
            let mut damaged = proof.clone();
            change(&mut damaged);
            let verdict = damaged.check();
            // What is still a proof proves the true value of its game.
            let game = (damaged.n, damaged.bets.clone());
            let [refused, still] = verdicts.get();
            verdicts.set(match &verdict {
                Ok(_) => [refused, still + 1],
                Err(_) => [refused + 1, still],
            });
            if let Ok(claimed) = &verdict {
                assert_eq!(Menu::new(game.1).unwrap().value(game.0), Ok(claimed.clone()));
            }
            verdict
        };
        for index in 0..bets.len() {
            let _ = damage(&|proof| proof.masses[index] += &off);
            let _ = damage(&|proof| proof.masses[index] -= &off);
            let _ = damage(&|proof| proof.bets[index] += &off);
        }
        let _ = damage(&|proof| proof.eta += &off);
        let _ = damage(&|proof| proof.eta -= &off);
        let _ = damage(&|proof| proof.n += 1);
        let far = Rational::from(n + 1);
        assert!(matches!(damage(&|proof| proof.eta = -&far), Err(ProofGap::Eta { .. })));
        assert!(matches!(damage(&|proof| proof.masses[0] = far.clone()), Err(ProofGap::Masses)));
        assert!(matches!(damage(&|proof| proof.bets.reverse()), Ok(_) | Err(ProofGap::Bets)));
        assert!(matches!(damage(&|proof| proof.n = 1), Err(ProofGap::Deck { n: 1 })));
    }
    // Some optima are no points, so a small step may lead from one proof to another.
    let [refused, still] = verdicts.into_inner();
    assert!(refused > 5 * still, "{refused} refused, {still} are proofs still");
}

#[test]
fn a_period_that_is_too_long_is_named() {
    let menu = Menu::new((1..=12).map(Rational::from)).unwrap();
    let refused = Formula::new(menu, &Control::new()).unwrap_err();
    let words = refused.to_string();
    assert!(matches!(refused, FormulaError::Period { .. }), "{words}");
    assert!(words.starts_with("the period is 3762632261, expected at most 20000"), "{words}");
}

#[test]
fn decks_with_all_whole_bets_are_worth_what_is_certified() {
    for n in (2..=120).chain([200, 333, 1_000, 4_096, 1_000_000]) {
        let deck = SaturatedDeck::new(n, &Control::new()).unwrap().unwrap();
        let solved = newman_saturation(n).unwrap();
        assert_eq!((deck.saturation, &deck.value), (solved.bet(), solved.value()), "n = {n}");
    }
}
