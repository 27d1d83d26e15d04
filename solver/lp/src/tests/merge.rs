//! Programs whose columns and rows are alike.

use super::super::{Bounds, Column, Control, LinearProgram, Outcome, solve, solve_merged, verify};
use super::games::matrix_program;
use super::listing::Dice;
use super::{Rational, said};

/// A problem with each column and each row of a small one several times, in a mixed order.
fn copies(dice: &mut Dice) -> LinearProgram {
    let small = dice.problem();
    let mut problem = LinearProgram::new();
    let copy = |count: usize, dice: &mut Dice| -> Vec<usize> {
        let mut list: Vec<usize> = (0..count * 3).map(|at| at % count.max(1)).collect();
        for at in (1..list.len()).rev() {
            list.swap(at, dice.roll(at as i64 + 1) as usize);
        }
        list
    };
    let columns = copy(small.column_count(), dice);
    let rows = copy(small.row_count(), dice);
    let all: Vec<Column> = small.columns().collect();
    for column in &columns {
        problem.add_column(
            small.cost(all[*column]).clone(),
            small.column_bounds(all[*column]).clone(),
        );
    }
    let whole: Vec<Column> = problem.columns().collect();
    let small_rows: Vec<_> = small.rows().collect();
    for row in rows {
        let row = small_rows[row];
        let entry = |column: usize| {
            let mut entries = small.entries(row);
            entries.find(|(at, _)| *at == all[column]).map_or(Rational::ZERO, |(_, e)| e.clone())
        };
        let entries: Vec<_> = whole.iter().zip(&columns).map(|(at, c)| (*at, entry(*c))).collect();
        problem.add_row(small.row_bounds(row).clone(), entries);
    }
    problem
}

#[test]
fn copies_merge_and_the_answer_stays() {
    let mut dice = Dice(0x1234_5678_9ABC_DEF1);
    let (control, mut merged) = (Control::new(), 0);
    for round in 0..300 {
        let problem = copies(&mut dice);
        let whole = solve(&problem, None, &control).unwrap().outcome;
        let quotient = problem.merged();
        if let Some(quotient) = &quotient {
            assert!(quotient.problem().column_count() * 3 <= problem.column_count(), "{round}");
            assert!(quotient.problem().row_count() * 3 <= problem.row_count(), "{round}");
        }
        let outcome = solve_merged(&problem, &control).unwrap().outcome;
        assert_eq!(verify(&problem, &outcome), Ok(()), "problem {round}");
        assert_eq!(said(&outcome), said(&whole), "problem {round}");
        merged += u32::from(quotient.is_some() && matches!(outcome, Outcome::Optimal(_)));
    }
    assert!(merged > 50, "{merged}");
}

/// The game on a circle: no column and no row differs from another, though no two are equal.
#[test]
fn a_game_on_a_circle_has_one_class() {
    let size = 60_usize;
    let pay: Vec<Vec<i64>> = (0..size)
        .map(|i| (0..size).map(|j| ((i + size - j) % size * 7 % 11) as i64 - 5).collect())
        .collect();
    let problem = matrix_program(&pay);
    let merged = problem.merged().unwrap();
    assert_eq!((merged.problem().column_count(), merged.problem().row_count()), (2, 2));
    let solved = solve_merged(&problem, &Control::new()).unwrap();
    assert_eq!(
        said(&solved.outcome),
        said(&solve(&problem, None, &Control::new()).unwrap().outcome)
    );
    let Outcome::Optimal(best) = solved.outcome else { panic!("a game has a value") };
    assert_eq!(best.primal[..size], vec![Rational::ratio(1, size as i64); size]);
    let again = solve(&problem, Some(&best.basis), &Control::new()).unwrap();
    assert_eq!(said(&again.outcome), best.objective.to_string());
}

/// Equal sums are enough, but of both rows and columns: here the rows are alike only by sums over
/// columns that differ.
#[test]
fn columns_that_differ_stay_apart() {
    let at_least_0 = ("1", "0..");
    let problem = super::problem(
        &[at_least_0, at_least_0, at_least_0, ("2", "0..")],
        &[("3..", "2 1 0 1"), ("3..", "1 2 0 1"), ("3..", "3 0 0 1"), ("1..", "0 0 1 0")],
    );
    assert!(problem.merged().is_none());
    let mut uneven = LinearProgram::new();
    let columns: Vec<Column> =
        (0..9).map(|at| uneven.add_column(Rational::from(at), Bounds::free())).collect();
    uneven.add_row(Bounds::free(), columns.iter().map(|column| (*column, Rational::ONE)));
    assert!(uneven.merged().is_none());
}

#[test]
fn a_cancelled_solve_stops() {
    let control = Control::new();
    control.cancel();
    assert!(solve_merged(&matrix_program(&[vec![0, 1], vec![1, 0]]), &control).is_err());
}
