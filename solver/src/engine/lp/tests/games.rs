//! Programs of the shape the engine is for, with published values.

use super::super::{Bounds, Column, Problem};
use super::{Rational, answer};

/// Player II's program in von Neumann's poker, or Newman's if there are several bets: columns are prefix sums of
/// calling probabilities for each bet, then what each card of player I gains.
fn prefix_program(n: i64, bets: &[i64]) -> Problem {
    let size = n as usize;
    let mut problem = Problem::new();
    let mut columns = |cost: i64, bounds: &dyn Fn(i64) -> Bounds| -> Vec<Column> {
        (1..=n)
            .map(|card| problem.add_column(Rational::from(cost), bounds(card)))
            .collect()
    };
    let calls: Vec<Vec<Column>> = bets
        .iter()
        .map(|_| columns(0, &|_| Bounds::free()))
        .collect();
    let gains = columns(1, &|card| {
        Bounds::at_least(Rational::from(2 * card - n - 1))
    });
    for (called, bet) in calls.iter().zip(bets) {
        for card in 0..size {
            let before = card
                .checked_sub(1)
                .map(|before| (called[before], Rational::from(-1)));
            let step = Bounds::between(Rational::ZERO, Rational::ONE);
            problem.add_row(
                step,
                [(called[card], Rational::ONE)].into_iter().chain(before),
            );
        }
        for card in 0..size {
            let before = card
                .checked_sub(1)
                .map(|before| (called[before], Rational::from(-bet)));
            let entries = [
                (gains[card], Rational::ONE),
                (called[size - 1], Rational::from(bet + 2)),
                (called[card], Rational::from(-bet - 2)),
            ];
            problem.add_row(
                Bounds::at_least(Rational::from(n - 1)),
                entries.into_iter().chain(before),
            );
        }
    }
    problem
}

#[test]
fn values_of_von_neumann_poker() {
    // (n, b, the value times n (n − 1))
    for (n, b, expected) in [
        (3, 2, "0"),
        (4, 2, "1"),
        (7, 2, "4"),
        (9, 2, "8"),
        (26, 2, "72"),
        (28, 4, "226/3"),
    ] {
        assert_eq!(
            answer(&prefix_program(n, &[b])),
            expected,
            "n = {n}, b = {b}"
        );
    }
}

#[test]
fn value_of_newman_poker() {
    assert_eq!(answer(&prefix_program(14, &[1, 2, 3, 4, 5])), "169/7");
    // 5/41 of 41 · 40
    assert_eq!(answer(&prefix_program(41, &[1, 2])), "200");
}
