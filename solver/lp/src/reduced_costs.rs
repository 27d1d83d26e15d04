//! Reduced costs, and the pivot row that keeps them up to date.

use super::entering_variable::Freedom;
use super::factors::Vector;
use super::model::Model;
use super::number::SimplexNumber;

/// The reduced costs `d = c − yᵀ[A, −I]` of all variables that may move; the others are left at
/// anything.
pub(super) struct ReducedCosts<T> {
    pub(super) of: Vec<T>,
    pub(super) freedom: Vec<Freedom>,
    /// The last row computed: one entry per variable.
    pub(super) row: Vec<T>,
    /// Variables with an entry in `row`; may name places that cancelled to 0.
    pub(super) support: Vec<usize>,
    marked: Vec<bool>,
    /// Every variable that gains by moving, and some that no longer do.
    pub(super) candidates: Vec<usize>,
    pub(super) listed: Vec<bool>,
}

impl<T: SimplexNumber> ReducedCosts<T> {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            of: vec![T::ZERO; variables],
            freedom: vec![Freedom::Held; variables],
            row: vec![T::ZERO; variables],
            support: Vec::new(),
            marked: vec![false; variables],
            candidates: Vec::new(),
            listed: vec![false; variables],
        }
    }

    /// Computes all from the dual values `y` and the costs.
    pub(super) fn compute(&mut self, model: &Model<T>, cost: impl Fn(usize) -> T, y: &Vector<T>) {
        self.price(model, y);
        for variable in 0..self.of.len() {
            let reduced = match self.freedom[variable] {
                Freedom::Held => T::ZERO,
                _ if self.row[variable].is_zero() => cost(variable),
                _ => cost(variable).minus(&self.row[variable]),
            };
            self.set(variable, reduced);
        }
    }

    /// Forgets who gains by moving: the next computation lists them in order.
    pub(super) fn forget_candidates(&mut self) {
        self.candidates.drain(..).for_each(|variable| self.listed[variable] = false);
    }

    /// Sets one reduced cost.
    pub(super) fn set(&mut self, variable: usize, reduced_cost: T) {
        self.of[variable] = reduced_cost;
        self.consider(variable);
    }

    #[inline]
    fn consider(&mut self, variable: usize) {
        if !self.listed[variable] && self.of[variable].gain(self.freedom[variable]) > 0.0 {
            self.listed[variable] = true;
            self.candidates.push(variable);
        }
    }

    /// Computes `row = yᵀ[A, −I]` for the variables that may move.
    pub(super) fn price(&mut self, model: &Model<T>, y: &Vector<T>) {
        for variable in self.support.drain(..) {
            self.row[variable] = T::ZERO;
            self.marked[variable] = false;
        }
        for &row in &y.support {
            let weight = &y.number[row];
            for (variable, entry) in model.by_row.list(row) {
                if self.freedom[variable] == Freedom::Held {
                    continue;
                }
                if !self.marked[variable] {
                    self.marked[variable] = true;
                    self.support.push(variable);
                }
                self.row[variable].add_product(weight, entry);
            }
            let logical = model.column_count + row;
            if self.freedom[logical] != Freedom::Held {
                self.marked[logical] = true;
                self.support.push(logical);
                self.row[logical] = weight.negated();
            }
        }
    }

    /// Subtracts `factor` times the row computed last.
    pub(super) fn subtract_row(&mut self, factor: &T) {
        for place in 0..self.support.len() {
            let variable = self.support[place];
            if !self.row[variable].is_negligible() {
                self.of[variable].sub_product(factor, &self.row[variable]);
                self.consider(variable);
            }
        }
    }
}
