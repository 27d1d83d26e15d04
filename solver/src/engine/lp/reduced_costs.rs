//! Reduced costs, and the pivot row that keeps them up to date.

use super::basis::Status;
use super::factors::Vector;
use super::model::Model;
use super::number::Number;

/// The reduced cost of every variable, `d = c − yᵀ[A, −I]`; 0 for basic ones.
pub(super) struct ReducedCosts<T> {
    pub(super) of: Vec<T>,
    /// The last row computed: one entry per variable.
    pub(super) row: Vec<T>,
    /// Variables with an entry in `row`; may name places that cancelled to 0.
    pub(super) support: Vec<usize>,
    marked: Vec<bool>,
}

impl<T: Number> ReducedCosts<T> {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            of: vec![T::ZERO; variables],
            row: vec![T::ZERO; variables],
            support: Vec::new(),
            marked: vec![false; variables],
        }
    }

    /// Computes all from the dual values `y` and the costs.
    pub(super) fn compute(
        &mut self,
        model: &Model<T>,
        status: &[Status],
        cost: impl Fn(usize) -> T,
        y: &Vector<T>,
    ) {
        self.price(model, status, y);
        for (variable, reduced) in self.of.iter_mut().enumerate() {
            *reduced = match status[variable] {
                Status::Basic => T::ZERO,
                _ if self.row[variable].is_zero() => cost(variable),
                _ => cost(variable).minus(&self.row[variable]),
            };
        }
    }

    /// Computes `row = yᵀ[A, −I]` for the variables that are not basic.
    pub(super) fn price(&mut self, model: &Model<T>, status: &[Status], y: &Vector<T>) {
        for variable in self.support.drain(..) {
            self.row[variable] = T::ZERO;
            self.marked[variable] = false;
        }
        for &row in &y.support {
            let weight = &y.number[row];
            for (variable, entry) in model.by_row.list(row) {
                if status[variable] == Status::Basic {
                    continue;
                }
                if !self.marked[variable] {
                    self.marked[variable] = true;
                    self.support.push(variable);
                }
                self.row[variable].add_product(weight, entry);
            }
            let logical = model.column_count + row;
            if status[logical] != Status::Basic {
                self.marked[logical] = true;
                self.support.push(logical);
                self.row[logical] = weight.negated();
            }
        }
    }

    /// Subtracts `factor` times the row computed last.
    pub(super) fn subtract_row(&mut self, factor: &T) {
        for &variable in &self.support {
            if !self.row[variable].is_negligible() {
                self.of[variable].sub_product(factor, &self.row[variable]);
            }
        }
    }
}
