use bluff_exact::germ::{Germ, Onset};
use bluff_exact::{Polynomial, Rational};

use super::*;
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

/// Von Neumann's game with bet 2 and 9m + 5 cards, made by hand; `n(n − 1)` times its value.
fn five_of_nine() -> (FamilyClass, Germ) {
    let (zero, one, half) = (Rational::ZERO, Rational::ONE, Rational::ratio(1, 2));
    let deck = line(9, 5);
    let first = [(line(1, 0), one.clone()), (line(1, 1), half), (line(7, 4), zero.clone())];
    let first = [&first[..], &[(deck, one.clone())]].concat();
    let second = [(line(5, 3), zero), (deck, one)];
    let strategies = vec![runs(&first), runs(&second)];
    let game = von_neumann(2, Rational::from(2)).unwrap();
    FamilyClass::of_strategies(&game, deck, strategies).unwrap()
}

fn formula() -> QuadraticFormula {
    QuadraticFormula {
        n2: Rational::ratio(1, 9),
        n1: Rational::ratio(-1, 9),
        constants: vec![Rational::ratio(-2, 9)],
        exceptions: Vec::new(),
    }
}

fn gap(strategies: &ClassStrategies, formula: &QuadraticFormula) -> Option<ClassGap> {
    let (game, deck) = (von_neumann(2, Rational::from(2)).unwrap(), line(9, 5));
    let worth = formula.of_class(deck);
    check_class(&game, deck, strategies, &worth, &mut Onset::claimed(0)).err()
}

#[test]
fn a_class_made_by_hand_is_proved_for_every_deck() {
    let (class, worth) = five_of_nine();
    assert_eq!((class.from, gap(&class.strategies, &formula())), (0, None));
    // 1/9 n(n − 1) − 2/9 with n = 9m + 5.
    let sum = Polynomial::new([2, 9, 9].map(Rational::from).to_vec());
    assert_eq!(Some(worth), Germ::new(sum.clone(), Polynomial::constant(Rational::ONE)));
    let (game, mut onset) = (von_neumann(2, Rational::from(2)).unwrap(), Onset::least());
    check_class(&game, line(9, 5), &class.strategies, &sum, &mut onset).unwrap();
    assert_eq!(onset.from(), 0);
    assert!(onset.comparisons() > 10);
}

#[test]
fn damages_of_a_class_are_refused() {
    let strategies = five_of_nine().0.strategies;
    let mut damaged: Vec<ClassStrategies> = Vec::new();
    let mut damage = |change: &dyn Fn(&mut ClassStrategies)| {
        let mut other = strategies.clone();
        change(&mut other);
        damaged.push(other);
    };
    for view in 0..2 {
        for run in 0..strategies[view].len() {
            for (slope, constant) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                damage(&|strategies| {
                    let to = &mut strategies[view][run].to;
                    (to.slope, to.constant) = (to.slope + slope, to.constant + constant);
                });
            }
            damage(&|strategies| strategies[view][run].actions.swap(0, 1));
            damage(&|strategies| {
                strategies[view][run].actions[0] = Rational::ratio(2, 3).into();
            });
        }
        damage(&|strategies| drop(strategies[view].pop()));
    }
    // The strategy with 1/2 swapped is the same.
    let accepted = damaged.iter().filter(|other| gap(other, &formula()).is_none()).count();
    assert_eq!(accepted, 1);
    let wrong = QuadraticFormula { constants: vec![Rational::ratio(-1, 9)], ..formula() };
    let words = "the best reply of player I is not worth what the formula says";
    assert_eq!(gap(&strategies, &wrong).unwrap().to_string(), words);
}
