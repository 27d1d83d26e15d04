//! Columns that are alike made one, and rows: a smaller program with the same answer.
//!
//! Columns and rows are sorted into classes until each row of a class has the same sum of entries
//! over every class of columns, and each column over every class of rows (an equitable partition;
//! colour refinement finds the coarsest one). Of the optima of a program one is constant on each
//! class, since the average of an optimum over classes is an optimum too (Grohe, Kersting, Mladenov
//! & Selman 2014). So one column for each class is enough, and one row.

use std::collections::HashMap;
use std::hash::Hash;

use super::basis::Basis;
use super::outcome::{Optimum, Outcome, SolvedProblem};
use super::problem::{Bounds, Column, LinearProgram};
use super::solve::solve;
use super::verify::verify;
use super::{Control, Stopped};
use bluff_exact::Rational;

/// A program whose columns and rows are classes of those of another.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_lp::{Bounds, LinearProgram};
///
/// // Rock, paper, scissors: three columns alike, and three rows.
/// let mut problem = LinearProgram::new();
/// let at_least_0 = || Bounds::at_least(Rational::ZERO);
/// let weights = [0; 3].map(|_| problem.add_column(Rational::ZERO, at_least_0()));
/// let v = problem.add_column(Rational::ONE, Bounds::free());
/// problem.add_row(Bounds::exactly(Rational::ONE), weights.map(|w| (w, Rational::ONE)));
/// for pay in [[0, -1, 1], [1, 0, -1], [-1, 1, 0]] {
///     let row = weights.iter().zip(pay).map(|(w, pay)| (*w, Rational::from(-pay)));
///     problem.add_row(at_least_0(), row.chain([(v, Rational::ONE)]));
/// }
/// let merged = problem.merged().expect("columns alike");
/// assert_eq!((merged.problem().column_count(), merged.problem().row_count()), (2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct MergedProgram {
    problem: LinearProgram,
    /// The class of each column of the whole program.
    column_class: Vec<usize>,
    /// The class of each row.
    row_class: Vec<usize>,
    /// Number of rows in each class.
    row_counts: Vec<u64>,
}

impl LinearProgram {
    /// The program of classes of columns and rows that are alike; `None` if they are hardly fewer.
    ///
    /// Cost: some sorting of the entries for each round of refinement, which ends when it sees that
    /// less than a fifth would merge.
    pub fn merged(&self) -> Option<MergedProgram> {
        let of_columns =
            self.columns().map(|column| (self.cost(column), self.column_bounds(column)));
        let mut columns = classes(of_columns.map(|(cost, bounds)| (cost, side(bounds))));
        let mut rows = classes(self.rows().map(|row| side(self.row_bounds(row))));
        let by_row = self.matrix();
        let by_column = by_row.transposed(self.column_count());
        loop {
            if 5 * (columns.1 + rows.1) > 4 * (self.column_count() + self.row_count()) {
                return None;
            }
            let of_row = |row| (rows.0[row], class_sums(by_row.list(row), &columns.0));
            let finer_rows = classes((0..rows.0.len()).map(of_row));
            let of_column =
                |column| (columns.0[column], class_sums(by_column.list(column), &finer_rows.0));
            let finer_columns = classes((0..columns.0.len()).map(of_column));
            let done = finer_rows.1 == rows.1 && finer_columns.1 == columns.1;
            (rows, columns) = (finer_rows, finer_columns);
            if done {
                return Some(self.quotient(columns, rows));
            }
        }
    }

    /// The program of these classes of columns and of rows, each with its number of classes.
    fn quotient(&self, columns: Classes, rows: Classes) -> MergedProgram {
        let mut problem = Self::new();
        let column_counts = counts(&columns);
        for (first, count) in firsts(&columns).into_iter().zip(&column_counts) {
            let column = Column(first);
            let cost = self.cost(column) * Rational::from(*count);
            problem.add_column(cost, self.column_bounds(column).clone());
        }
        for first in firsts(&rows) {
            let entries = class_sums(self.matrix().list(first), &columns.0);
            let entries = entries.into_iter().map(|(class, entry)| (Column(class), entry));
            problem.add_row(self.row_bounds(super::Row(first)).clone(), entries);
        }
        let row_counts = counts(&rows);
        MergedProgram { problem, column_class: columns.0, row_class: rows.0, row_counts }
    }
}

impl MergedProgram {
    /// The program of the classes.
    pub fn problem(&self) -> &LinearProgram {
        &self.problem
    }

    /// The optimum of the whole program in which columns of a class have one value, and rows one
    /// dual value. Its basis is one to start from; the point need not be a vertex.
    pub fn lift(&self, optimum: &Optimum) -> Optimum {
        let of_classes = |numbers: &[Rational], class: &[usize]| -> Vec<Rational> {
            class.iter().map(|class| numbers[*class].clone()).collect()
        };
        let shares: Vec<Rational> = optimum
            .dual
            .iter()
            .zip(&self.row_counts)
            .map(|(price, count)| price / Rational::from(*count))
            .collect();
        let columns = self.column_class.iter().map(|class| optimum.basis.columns[*class]);
        let rows = self.row_class.iter().map(|class| optimum.basis.rows[*class]);
        Optimum {
            primal: of_classes(&optimum.primal, &self.column_class),
            dual: of_classes(&shares, &self.row_class),
            objective: optimum.objective.clone(),
            basis: Basis { columns: columns.collect(), rows: rows.collect() },
        }
    }
}

/// [`solve`] by way of the [merged](LinearProgram::merged) program where there is one. An optimum
/// need not be a vertex then; [`verify`] has accepted it for the whole program.
///
/// # Errors
/// [`Stopped`] if `control` was cancelled.
pub fn solve_merged(problem: &LinearProgram, control: &Control) -> Result<SolvedProblem, Stopped> {
    control.check()?;
    let Some(merged) = problem.merged() else {
        return solve(problem, None, control);
    };
    let solved = solve(merged.problem(), None, control)?;
    if let Outcome::Optimal(optimum) = &solved.outcome {
        let outcome = Outcome::Optimal(merged.lift(optimum));
        if verify(problem, &outcome).is_ok() {
            return Ok(SolvedProblem { outcome, work: solved.work });
        }
    }
    solve(problem, None, control)
}

/// A class for each of a list, and the number of classes.
type Classes = (Vec<usize>, usize);

/// Classes of equal keys, numbered as they first appear.
fn classes<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> Classes {
    let mut known = HashMap::new();
    let mut class = |key| {
        let next = known.len();
        *known.entry(key).or_insert(next)
    };
    let classes = keys.map(&mut class).collect();
    (classes, known.len())
}

fn counts((class, count): &Classes) -> Vec<u64> {
    let mut counts = vec![0; *count];
    class.iter().for_each(|class| counts[*class] += 1);
    counts
}

/// The first member of each class.
fn firsts((class, count): &Classes) -> Vec<usize> {
    let mut firsts = vec![0; *count];
    class.iter().enumerate().rev().for_each(|(at, class)| firsts[*class] = at);
    firsts
}

fn side(bounds: &Bounds) -> [&Option<Rational>; 2] {
    [&bounds.lower, &bounds.upper]
}

/// The sums of entries by the class of their place, those that are not 0, by class.
fn class_sums<'a>(
    entries: impl Iterator<Item = (usize, &'a Rational)>,
    class: &[usize],
) -> Vec<(usize, Rational)> {
    let mut list: Vec<(usize, &Rational)> =
        entries.map(|(place, entry)| (class[place], entry)).collect();
    list.sort_by_key(|(class, _)| *class);
    let of_class = list.chunk_by(|one, next| one.0 == next.0);
    let sums =
        of_class.map(|same| (same[0].0, same.iter().map(|(_, entry)| (*entry).clone()).sum()));
    sums.filter(|(_, sum): &(usize, Rational)| !sum.is_zero()).collect()
}
