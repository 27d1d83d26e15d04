//! Gaussian elimination: in doubles to say which rows and columns carry the rank, in rationals to
//! solve.

use crate::engine::lp::Control;
use crate::exact::Rational;

/// Below this share of the largest entry a pivot is taken for 0, to guess a rank.
const NEGLIGIBLE: f64 = 1e-7;

/// Rows and columns of a guessed basis, in the order in which full pivoting takes them.
pub(super) fn rank(mut rows: Vec<Vec<f64>>, columns: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut row_order, mut column_order) = (Vec::new(), Vec::new());
    let largest = rows.iter().flatten().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    loop {
        let mut best: Option<(usize, usize, f64)> = None;
        for (row, entries) in rows.iter().enumerate().filter(|(row, _)| !row_order.contains(row)) {
            for column in (0..columns).filter(|column| !column_order.contains(column)) {
                let size = entries[column].abs();
                if size > best.map_or(NEGLIGIBLE * largest, |(_, _, size)| size) {
                    best = Some((row, column, size));
                }
            }
        }
        let Some((row, column, _)) = best else { return (row_order, column_order) };
        let pivot = rows[row].clone();
        for (_, entries) in
            rows.iter_mut().enumerate().filter(|(at, _)| *at != row && !row_order.contains(at))
        {
            let factor = entries[column] / pivot[column];
            for (entry, pivot) in entries.iter_mut().zip(&pivot) {
                *entry -= factor * pivot;
            }
            entries[column] = 0.0;
        }
        row_order.push(row);
        column_order.push(column);
    }
}

/// The solution of a square system, rows with the right side last; `None` if it is singular, or
/// once cancelled.
pub(super) fn solve(mut rows: Vec<Vec<Rational>>, control: &Control) -> Option<Vec<Rational>> {
    let size = rows.len();
    for column in 0..size {
        if control.cancelled() {
            return None;
        }
        let candidates = (column..size).filter(|row| !rows[*row][column].is_zero());
        let pivot = candidates.min_by_key(|row| rows[*row][column].bits())?;
        rows.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = &above[column];
        for row in below.iter_mut().filter(|row| !row[column].is_zero()) {
            let factor = &row[column] / &pivot[column];
            for at in column..=size {
                if !pivot[at].is_zero() {
                    row[at] = &row[at] - &(&factor * &pivot[at]);
                }
            }
        }
    }
    let mut solution = vec![Rational::ZERO; size];
    for row in (0..size).rev() {
        let known: Rational = (row + 1..size).map(|at| &rows[row][at] * &solution[at]).sum();
        solution[row] = (&rows[row][size] - &known) / &rows[row][row];
    }
    Some(solution)
}
