//! Push or fold against what is known of it: the value at ten big blinds, and facts of charts that
//! others computed in floating point.

use rational_bluff::certificate::{Certificate, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, push_fold};
use rational_bluff::solve::{Control, Method, solve};

fn solved(stack: &str) -> Solution {
    let game = push_fold(stack.parse().unwrap(), Rational::ZERO).unwrap();
    Solution::clone(&solve(&game, Method::Auto, &Control::new()).unwrap().solution)
}

/// The probability with which a hand pushes (view 0), or calls a push (view 1).
fn taken(solution: &Solution, view: usize, hand: &str) -> Rational {
    let named = |at: &u64| solution.game.hand_name(*at) == hand;
    let at = (1..=169).find(named).expect("a hand");
    solution.profile.at(view)[1].at(at)
}

/// The hands that neither always push or call nor never.
fn mixed(game: &Game, solution: &Solution, view: usize) -> Vec<String> {
    let hands = (1..=169).filter(|at| {
        let taken = solution.profile.at(view)[1].at(*at);
        taken.is_positive() && taken < Rational::ONE
    });
    hands.map(|at| game.hand_name(at)).collect()
}

#[test]
fn ten_big_blinds() {
    let solution = solved("10");
    assert_eq!(solution.values[0].decimal(12), "-0.045370752592…");
    let mixed = [0, 1].map(|view| mixed(&solution.game, &solution, view));
    assert_eq!(mixed, [["43s"], ["Q6s"]]);
    assert!(matches!(solution.certificate, Certificate::ZeroSum { .. }));
}

#[test]
fn facts_of_a_chart() {
    for (stack, view, hand, least, most) in [
        ("5.05", 0, "63s", 0, 0),
        ("5.15", 0, "63s", 1, 1),
        ("7.05", 0, "63s", 1, 1),
        ("7.15", 0, "63s", 1, 1),
        ("2.25", 0, "63s", 1, 1),
        ("2.35", 0, "63s", 1, 1),
        ("7.65", 0, "63s", 0, 0),
        ("5.6", 1, "Q2o", 1, 1),
        ("7.75", 0, "T3s", 0, 0),
    ] {
        let taken = taken(&solved(stack), view, hand);
        let [least, most] = [least, most].map(Rational::from);
        assert!((&least..=&most).contains(&&taken), "{hand} at {stack}: {taken}");
    }
    for (stack, view, hand) in [("7.65", 0, "T3s"), ("5.65", 1, "Q2o")] {
        let taken = taken(&solved(stack), view, hand);
        assert!(taken.is_positive() && taken < Rational::ONE, "{hand} at {stack}: {taken}");
    }
}

#[test]
fn an_ante_widens_the_pushes() {
    let game = push_fold(Rational::from(10), Rational::ratio(1, 8)).unwrap();
    let with = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
    let without = solved("10");
    let pushes = |solution: &Solution| solution.profile.at(0)[1].total();
    assert_eq!(with.values[0].decimal(12), "-0.049738479360…");
    assert!(pushes(&with) > pushes(&without));
}

#[test]
fn the_shortest_and_the_longest_stack() {
    // With one big blind the big blind has nothing left to call with, and every hand is shown.
    let one = solved("1");
    assert_eq!(one.values[0], Rational::ZERO);
    assert!((1..=169).all(|hand| one.profile.at(0)[1].at(hand).is_one()));
    let deep = solved("25");
    assert!(deep.values[0].is_negative());
    for hand in ["AA", "AKs", "77"] {
        assert_eq!(taken(&deep, 0, hand), Rational::ONE, "{hand}");
    }
}
