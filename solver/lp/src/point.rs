//! The point a basis stands for, and its prices.

use std::cmp::Ordering;

use super::basis::VariableStatus;
use super::entering_variable::Freedom;
use super::factors::{Factors, Vector};
use super::number::SimplexNumber;
use super::simplex::Simplex;
use bluff_exact::control::Snapshot;

impl<T: SimplexNumber> Simplex<'_, T> {
    /// Factorises the basis, repairing it if it is singular, and computes everything from it.
    pub(super) fn refresh(&mut self) {
        let (factors, chosen) = Factors::new(self.model, &self.head);
        self.factors = factors;
        for &variable in &self.head {
            self.status[variable] = VariableStatus::AtLower;
        }
        let logical = |row| self.model.column_count + row;
        self.head =
            chosen.iter().enumerate().map(|(row, basic)| basic.unwrap_or(logical(row))).collect();
        for &variable in &self.head {
            self.status[variable] = VariableStatus::Basic;
        }
        for variable in 0..self.status.len() {
            self.settle(variable);
        }
        self.compute_values();
        if !T::EXACT && !self.phase_one {
            self.allow_drift();
        }
        self.broken_count = 0;
        for position in 0..self.head.len() {
            self.broken[position] = self.side(position);
            self.broken_count += usize::from(self.broken[position] != Ordering::Equal);
        }
        self.compute_costs();
        self.fresh = true;
    }

    /// Lets `entering` take the place of the logical of a row, which goes to rest. Only straight
    /// after a factorisation, which puts every logical in its own row; nothing else is brought up
    /// to date.
    pub(super) fn replace_logical(&mut self, row: usize, entering: usize, rests: VariableStatus) {
        self.status[self.head[row]] = rests;
        self.status[entering] = VariableStatus::Basic;
        self.head[row] = entering;
    }

    /// Puts a variable that is not basic on a bound it has.
    pub(super) fn settle(&mut self, variable: usize) {
        let (lower, upper) = (&self.lower[variable], &self.upper[variable]);
        let status = match (self.status[variable], lower, upper) {
            (VariableStatus::Basic, ..) => VariableStatus::Basic,
            (VariableStatus::AtUpper, _, Some(_)) | (_, None, Some(_)) => VariableStatus::AtUpper,
            (_, Some(_), _) => VariableStatus::AtLower,
            (_, None, None) => VariableStatus::Free,
        };
        self.status[variable] = status;
        self.costs.freedom[variable] = Freedom::new(status, self.fixed[variable]);
        if status != VariableStatus::Basic {
            let bound = if status == VariableStatus::AtUpper { upper } else { lower };
            self.value[variable] = bound.clone().unwrap_or(T::ZERO);
        }
    }

    /// The basic variables' values, from the others'.
    fn compute_values(&mut self) {
        self.work.clear();
        for variable in 0..self.status.len() {
            let value = &self.value[variable];
            if self.status[variable] != VariableStatus::Basic && !value.is_zero() {
                for (row, entry) in self.model.by_variable.list(variable) {
                    self.work.number[row].sub_product(entry, value);
                }
            }
        }
        self.factors.forward(&mut self.work);
        for (position, &variable) in self.head.iter().enumerate() {
            self.value[variable] = self.work.number[position].clone();
        }
        self.work.clear();
    }

    /// Finds the phase, and the reduced costs in it.
    pub(super) fn compute_costs(&mut self) {
        self.phase_one = self.broken_count > 0;
        self.price_costs();
    }

    /// The reduced costs in the present phase.
    pub(super) fn price_costs(&mut self) {
        self.load_costs();
        self.factors.backward(&mut self.work);
        if T::EXACT {
            self.dual.clone_from(&self.work.number);
        }
        let phase_one = self.phase_one;
        let model = self.model;
        let cost = |variable: usize| {
            if phase_one { T::ZERO } else { model.cost[variable].clone() }
        };
        self.costs.compute(model, cost, &self.work);
        self.work.clear();
    }

    fn load_costs(&mut self) {
        self.work.clear();
        for (position, &variable) in self.head.iter().enumerate() {
            let cost = if self.phase_one {
                self.slope(self.broken[position])
            } else {
                self.model.cost[variable].clone()
            };
            if !cost.is_zero() {
                self.work.number[position] = cost;
                self.work.support.push(position);
            }
        }
    }

    /// The dual values of the present phase.
    pub(super) fn dual_values(&mut self) -> Vec<T> {
        if !self.fresh {
            self.compute_costs();
        }
        std::mem::take(&mut self.dual)
    }

    /// The point and the dual values of the present basis, in doubles and in the units of the
    /// problem.
    ///
    /// Nothing that decides the way of the method is touched.
    pub(super) fn sketch(&self) -> Snapshot {
        let mut primal: Vec<f64> =
            self.value[..self.model.column_count].iter().map(double).collect();
        let mut dual: Vec<f64> = self.prices().iter().map(double).collect();
        if let Some((rows, columns)) = &self.model.units {
            primal.iter_mut().zip(columns).for_each(|(value, unit)| *value *= unit);
            dual.iter_mut().zip(rows).for_each(|(price, unit)| *price *= unit);
        }
        Snapshot { primal, dual }
    }

    /// The dual values of the present basis for the costs of the problem.
    pub(super) fn prices(&self) -> Vec<T> {
        let mut prices = Vector::new(self.model.row_count);
        for (position, &variable) in self.head.iter().enumerate() {
            prices.number[position] = self.model.cost[variable].clone();
        }
        self.factors.solve_backward(&mut prices);
        prices.number
    }

    /// The slope of the cost of a variable's infeasibility in phase 1.
    pub(super) fn slope(&self, side: Ordering) -> T {
        match side {
            Ordering::Less => self.urgency.negated(),
            Ordering::Equal => T::ZERO,
            Ordering::Greater => self.urgency.clone(),
        }
    }

    /// Solves `B z = a` for the column of a variable, into `self.column`.
    pub(super) fn solve_column(&mut self, variable: usize) {
        self.column.clear();
        for (row, entry) in self.model.by_variable.list(variable) {
            self.column.number[row] = entry.clone();
        }
        self.factors.forward(&mut self.column);
    }

    /// Change of the basic variables per unit of the variable solved for: (variable, change).
    pub(super) fn response(&self) -> impl Iterator<Item = (usize, T)> + '_ {
        self.column
            .support
            .iter()
            .map(|place| (self.head[*place], self.column.number[*place].negated()))
    }

    /// Bound that the basic variable at `position` breaks: less than its lower, greater than its
    /// upper, or none.
    pub(super) fn side(&self, position: usize) -> Ordering {
        let variable = self.head[position];
        let (lower, upper) = (self.lower[variable].as_ref(), self.upper[variable].as_ref());
        let value = &self.value[variable];
        if lower.is_some_and(|lower| value.minus(lower).is_clearly_negative()) {
            Ordering::Less
        } else if upper.is_some_and(|upper| value.minus(upper).is_clearly_positive()) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }
}

/// A number as a double, roughly.
pub(super) fn double<T: SimplexNumber>(number: &T) -> f64 {
    if number.is_positive() { number.magnitude() } else { -number.magnitude() }
}
