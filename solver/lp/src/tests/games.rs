//! Programs of the shape the engine is for, with published values.

use super::super::{Bounds, Column, Control, LinearProgram, solve};
use super::{Rational, answer, said};

/// Player II's program in von Neumann's poker, or Newman's if there are several bets: columns are
/// prefix sums of calling probabilities for each bet, then what each card of player I gains.
pub(super) fn prefix_program(n: i64, bets: &[i64]) -> LinearProgram {
    let size = n as usize;
    let mut problem = LinearProgram::new();
    let mut columns = |cost: i64, bounds: &dyn Fn(i64) -> Bounds| -> Vec<Column> {
        (1..=n).map(|card| problem.add_column(Rational::from(cost), bounds(card))).collect()
    };
    let calls: Vec<Vec<Column>> = bets.iter().map(|_| columns(0, &|_| Bounds::free())).collect();
    let gains = columns(1, &|card| Bounds::at_least(Rational::from(2 * card - n - 1)));
    for (called, bet) in calls.iter().zip(bets) {
        for card in 0..size {
            let before = card.checked_sub(1).map(|before| (called[before], Rational::from(-1)));
            let step = Bounds::between(Rational::ZERO, Rational::ONE);
            problem.add_row(step, [(called[card], Rational::ONE)].into_iter().chain(before));
        }
        for card in 0..size {
            let before = card.checked_sub(1).map(|before| (called[before], Rational::from(-bet)));
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
    for (n, b, expected) in
        [(3, 2, "0"), (4, 2, "1"), (7, 2, "4"), (9, 2, "8"), (26, 2, "72"), (28, 4, "226/3")]
    {
        assert_eq!(answer(&prefix_program(n, &[b])), expected, "n = {n}, b = {b}");
    }
}

#[test]
fn value_of_newman_poker() {
    assert_eq!(answer(&prefix_program(14, &[1, 2, 3, 4, 5])), "169/7");
    // 5/41 of 41 · 40
    assert_eq!(answer(&prefix_program(41, &[1, 2])), "200");
}

/// The program of the player who picks the columns of a game: the least `v` that no row of `pay`
/// beats.
pub(super) fn matrix_program(pay: &[Vec<i64>]) -> LinearProgram {
    let mut problem = LinearProgram::new();
    let share = |problem: &mut LinearProgram| {
        problem.add_column(Rational::ZERO, Bounds::at_least(Rational::ZERO))
    };
    let shares: Vec<Column> = pay[0].iter().map(|_| share(&mut problem)).collect();
    let value = problem.add_column(Rational::ONE, Bounds::free());
    problem.add_row(
        Bounds::exactly(Rational::ONE),
        shares.iter().map(|share| (*share, Rational::ONE)),
    );
    for row in pay {
        let entries = row.iter().zip(&shares).map(|(pay, share)| (*share, Rational::from(-pay)));
        problem.add_row(Bounds::at_least(Rational::ZERO), entries.chain([(value, Rational::ONE)]));
    }
    problem
}

/// Dense enough to be lifted. The two players' values are opposite.
#[test]
fn both_sides_of_a_random_game_agree() {
    let size = 40;
    let mut seed = 12345_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % 19) as i64 - 9
    };
    let pay: Vec<Vec<i64>> = (0..size).map(|_| (0..size).map(|_| next()).collect()).collect();
    let other = (0..size)
        .map(|row| (0..size).map(|column| -pay[column][row]).collect())
        .collect::<Vec<_>>();
    let value = |pay: &[Vec<i64>]| {
        let solved = solve(&matrix_program(pay), None, &Control::new()).unwrap();
        assert_eq!(solved.work.exact_pivots, 0);
        assert!(solved.work.bits > 64);
        super::number(&said(&solved.outcome))
    };
    assert_eq!(value(&pay), -value(&other));
}
