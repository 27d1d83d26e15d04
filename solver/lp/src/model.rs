//! A problem in the form the simplex runs on.

use super::basis::{Basis, VariableStatus};
use super::compressed::Compressed;
use super::number::SimplexNumber;
use super::outcome::Optimum;
use super::problem::LinearProgram;
use bluff_exact::Rational;

/// The problem in one kind of number: `A x − s = 0`, the logical `s` of a row having the row's
/// bounds and no cost.
///
/// Shape: variables are the columns, then one logical per row.
pub(super) struct Model<T> {
    pub(super) row_count: usize,
    pub(super) column_count: usize,
    /// The entries of each variable, logicals included.
    pub(super) by_variable: Compressed<T>,
    /// The entries of each row, logicals left out.
    pub(super) by_row: Compressed<T>,
    pub(super) cost: Vec<T>,
    pub(super) lower: Vec<Option<T>>,
    pub(super) upper: Vec<Option<T>>,
    /// The units that rows and then columns are measured in; none while that is 1 for all.
    pub(super) units: Option<(Vec<f64>, Vec<f64>)>,
}

impl<T: SimplexNumber> Model<T> {
    pub(super) fn new(problem: &LinearProgram) -> Self {
        let cost = problem.columns().map(|column| T::from_rational(problem.cost(column))).collect();
        let bounds = || {
            let columns = problem.columns().map(|column| problem.column_bounds(column));
            columns.chain(problem.rows().map(|row| problem.row_bounds(row)))
        };
        let lower = bounds().map(|bounds| bounds.lower.as_ref().map(T::from_rational)).collect();
        let upper = bounds().map(|bounds| bounds.upper.as_ref().map(T::from_rational)).collect();
        Self::of_rows(problem.matrix().map(T::from_rational), cost, [lower, upper])
    }

    /// The problem of these rows, from the cost of each column and the bounds of each variable.
    pub(super) fn of_rows(
        by_row: Compressed<T>,
        mut cost: Vec<T>,
        [lower, upper]: [Vec<Option<T>>; 2],
    ) -> Self {
        let (row_count, column_count) = (by_row.list_count(), cost.len());
        let mut by_variable = by_row.transposed(column_count);
        for row in 0..row_count {
            by_variable.push_list([(row, T::ONE.negated())]);
        }
        cost.resize(column_count + row_count, T::ZERO);
        Self { row_count, column_count, by_variable, by_row, cost, lower, upper, units: None }
    }

    pub(super) fn variable_count(&self) -> usize {
        self.row_count + self.column_count
    }

    /// One status per variable: those of `start` as far as they go, the logicals basic where they
    /// do not.
    pub(super) fn statuses(&self, start: Option<&Basis>) -> Vec<VariableStatus> {
        let Basis { columns: mut status, rows } = start.cloned().unwrap_or_default();
        status.resize(self.column_count, VariableStatus::AtLower);
        status.extend(rows.into_iter().take(self.row_count));
        status.resize(self.variable_count(), VariableStatus::Basic);
        status
    }

    /// The basis of these statuses.
    pub(super) fn basis(&self, status: &[VariableStatus]) -> Basis {
        let (columns, rows) = status.split_at(self.column_count);
        Basis { columns: columns.to_vec(), rows: rows.to_vec() }
    }
}

impl Model<Rational> {
    /// The optimum at a point with these dual values, in the basis of these statuses.
    pub(super) fn optimum(
        &self,
        primal: Vec<Rational>,
        dual: Vec<Rational>,
        status: &[VariableStatus],
    ) -> Optimum {
        let worth = self.cost.iter().zip(&primal).filter(|(cost, _)| !cost.is_zero());
        let objective = worth.map(|(cost, value)| cost * value).sum();
        Optimum { primal, dual, objective, basis: self.basis(status) }
    }
}
