use bluff_exact::germ::{Germ, Onset};
use bluff_exact::{Polynomial, Rational};

use super::*;
use crate::certificate::check;
use crate::game::von_neumann;

fn line(slope: i64, constant: i64) -> WholeLine {
    WholeLine { slope, constant }
}

/// Runs of a view with two actions, from the probability of the second.
fn runs(ends: &[(WholeLine, Rational)]) -> Vec<ClassRun> {
    let germ = |number: Rational| Germ::from(number);
    let run = |(to, second): &(WholeLine, Rational)| ClassRun {
        to: *to,
        actions: vec![germ(Rational::ONE - second), germ(second.clone())],
    };
    ends.iter().map(run).collect()
}

/// Von Neumann's game with bet 2 and 9m + 5 cards, made by hand.
fn five_of_nine() -> FamilyClass {
    let (zero, one, half) = (Rational::ZERO, Rational::ONE, Rational::ratio(1, 2));
    let deck = line(9, 5);
    let first = [(line(1, 0), one.clone()), (line(1, 1), half), (line(7, 4), zero.clone())];
    let first = [&first[..], &[(deck, one.clone())]].concat();
    let second = [(line(5, 3), zero), (deck, one)];
    let strategies = vec![runs(&first), runs(&second)];
    let game = von_neumann(2, Rational::from(2)).unwrap();
    FamilyClass::of_strategies(&game, deck, strategies).unwrap()
}

fn gap(class: &FamilyClass, from: u64) -> Option<ClassGap> {
    let game = von_neumann(2, Rational::from(2)).unwrap();
    check_class(&game, line(9, 5), class, &mut Onset::claimed(from)).err()
}

#[test]
fn a_class_made_by_hand_is_proved_for_every_deck() {
    let class = five_of_nine();
    assert_eq!((class.from, gap(&class, 0)), (0, None));
    // 1/9 − (2/9)/((9m + 5)(9m + 4)).
    let pairs = Polynomial::new([20, 81, 81].map(Rational::from).to_vec());
    let constant = Polynomial::constant(Rational::ratio(2, 9));
    let over = pairs.scaled(&Rational::ratio(1, 9)).minus(&constant);
    assert_eq!(Some(class.value.clone()), Germ::new(over, pairs));
    let mut onset = Onset::least();
    let game = von_neumann(2, Rational::from(2)).unwrap();
    check_class(&game, line(9, 5), &class, &mut onset).unwrap();
    assert_eq!(onset.from(), 0);
    assert!(onset.comparisons() > 10);
}

#[test]
fn decks_of_a_class_pass_the_ordinary_judge() {
    let class = five_of_nine();
    let value = class.value.clone();
    let formula = QuadraticFormula {
        n2: Rational::ratio(1, 9),
        n1: Rational::ratio(-1, 9),
        constants: vec![Rational::ratio(-2, 9)],
        exceptions: Vec::new(),
    };
    let game = von_neumann(2, Rational::from(2)).unwrap();
    // The other classes stand for themselves only: no deck of theirs is asked for.
    let classes = vec![class; 9];
    let claim = FamilyClaim { game, formula, classes, decks: Vec::new() };
    for m in [0, 1, 2, 50, 1_000_000_007] {
        let (game, candidate) = claim.deck_of(9 * m + 5).unwrap();
        let solution = check(&game, candidate).unwrap();
        assert_eq!(Some(solution.values[0].clone()), value.at(m), "m = {m}");
    }
}

#[test]
fn damages_of_a_class_are_refused() {
    let class = five_of_nine();
    let mut damaged: Vec<FamilyClass> = Vec::new();
    let mut damage = |change: &dyn Fn(&mut FamilyClass)| {
        let mut other = class.clone();
        change(&mut other);
        damaged.push(other);
    };
    for view in 0..2 {
        for run in 0..class.strategies[view].len() {
            for (slope, constant) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                damage(&|class| {
                    let to = &mut class.strategies[view][run].to;
                    (to.slope, to.constant) = (to.slope + slope, to.constant + constant);
                });
            }
            damage(&|class| class.strategies[view][run].actions.swap(0, 1));
            damage(&|class| class.strategies[view][run].actions[0] = Rational::ratio(2, 3).into());
        }
        damage(&|class| class.replies[view][0].action = 1 - class.replies[view][0].action);
        damage(&|class| {
            class.replies[view].pop();
        });
    }
    damage(&|class| class.value = Rational::ratio(1, 9).into());
    // The strategy with 1/2 swapped is the same.
    let accepted = damaged.iter().filter(|class| gap(class, 0).is_none()).count();
    assert_eq!(accepted, 1);
}
