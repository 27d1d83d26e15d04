//! A basis near a point: the way from any good guess to the simplex method.

use std::cmp::Ordering;

use super::basis::{Basis, VariableStatus};
use super::compressed::Compressed;
use super::lu::Lu;
use super::model::Model;
use super::number::Field;
use super::problem::LinearProgram;
use super::ratio_test::{self, Breakpoint};
use super::simplex::Simplex;
use super::{Control, Stopped};
use bluff_exact::control::Snapshot;

/// Distance from a bound, and reduced cost, that count as none; relative to the numbers beside.
const NEAR: f64 = 1e-7;

/// A point with more than one part in so many to push is no start: where values shrink from row to
/// row, the pushes end at a basis that doubles cannot tell from an optimal one.
const MANY: usize = 10;

impl Basis {
    /// A basis of a problem near a point and its dual values, such as another method found them;
    /// both may be rough. From here [`solve`](super::solve()) has a short way if they are good.
    ///
    /// The columns and row sums that lie between their bounds are basic as far as they are
    /// independent, then those at a bound that have no price, then the rest. What lies between its
    /// bounds and is not basic is pushed to a bound, its own or that of a basic variable that
    /// leaves. `None` if there is much to push: then the point is far from any vertex. Cost: one
    /// factorisation, one solution of it for each variable at a bound without a price, and a pivot
    /// for each push.
    ///
    /// # Errors
    /// [`Stopped`] if `control` was cancelled.
    ///
    /// ```
    /// use bluff_exact::{Rational, control::Snapshot};
    /// use bluff_lp::{Basis, Bounds, Control, LinearProgram, solve};
    ///
    /// let mut problem = LinearProgram::new();
    /// let at_least_0 = || Bounds::at_least(Rational::ZERO);
    /// let [x, y] = [-1, -1].map(|cost| problem.add_column(Rational::from(cost), at_least_0()));
    /// let four = || Bounds::at_most(Rational::from(4));
    /// problem.add_row(four(), [(x, Rational::from(3)), (y, Rational::ONE)]);
    /// problem.add_row(four(), [(x, Rational::ONE), (y, Rational::from(3))]);
    /// let guess = Snapshot { primal: vec![0.98, 1.01], dual: vec![-0.24, -0.26] };
    /// let start = Basis::near(&problem, &guess, &Control::new())?;
    /// assert_eq!(solve(&problem, start.as_ref(), &Control::new())?.work.float_pivots, 0);
    /// # Ok::<(), bluff_lp::Stopped>(())
    /// ```
    pub fn near(
        problem: &LinearProgram,
        point: &Snapshot,
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        Self::from_point(problem, point, Some(MANY), control)
    }

    /// [`Self::near`] however much there is to push, for programs in whose points rounding matters
    /// little.
    ///
    /// # Errors
    /// [`Stopped`] if `control` was cancelled.
    pub fn pushed(
        problem: &LinearProgram,
        point: &Snapshot,
        control: &Control,
    ) -> Result<Self, Stopped> {
        Ok(Self::from_point(problem, point, None, control)?.unwrap_or_default())
    }

    /// `None` if more than one part in `many` is to be pushed.
    fn from_point(
        problem: &LinearProgram,
        point: &Snapshot,
        many: Option<usize>,
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let model = Model::<f64>::new(problem);
        let places = Places::of(&model, point);
        let mut simplex = Simplex::new(&model, control, places.status(&model));
        let dependent = simplex.left_between(&places);
        if many.is_some_and(|many| dependent.len() * many > places.between.len()) {
            return Ok(None);
        }
        simplex.push_to_bounds(&places, dependent)?;
        Ok(Some(model.basis(&simplex.status)))
    }
}

/// Place of every variable at a point, and its price there.
struct Places {
    /// By variable.
    value: Vec<f64>,
    /// By variable: the bound it rests at if it is not basic.
    rests: Vec<VariableStatus>,
    /// Variables that should be basic.
    between: Vec<usize>,
    /// Variables that may be basic.
    unpriced: Vec<usize>,
}

impl Places {
    fn of(model: &Model<f64>, point: &Snapshot) -> Self {
        let doubles = |doubles: &[f64], count: usize| {
            let finite =
                doubles.iter().map(|double| if double.is_finite() { *double } else { 0.0 });
            finite.chain(std::iter::repeat(0.0)).take(count).collect::<Vec<f64>>()
        };
        let mut value = doubles(&point.primal, model.column_count);
        let price = doubles(&point.dual, model.row_count);
        for row in 0..model.row_count {
            value.push(model.by_row.list(row).map(|(column, entry)| entry * value[column]).sum());
        }
        let mut places =
            Self { value, rests: Vec::new(), between: Vec::new(), unpriced: Vec::new() };
        for variable in 0..model.variable_count() {
            let (mut reduced, mut size) = (model.cost[variable], model.cost[variable].abs());
            for (row, entry) in model.by_variable.list(variable) {
                reduced -= entry * price[row];
                size = size.max((entry * price[row]).abs());
            }
            places.put(model, variable, reduced / (1.0 + size));
        }
        places
    }

    fn put(&mut self, model: &Model<f64>, variable: usize, reduced: f64) {
        let value = self.value[variable];
        let bounds = (model.lower[variable], model.upper[variable]);
        let (rests, distance) = match bounds {
            (None, None) => (VariableStatus::Free, f64::INFINITY),
            (Some(lower), None) => (VariableStatus::AtLower, value - lower),
            (None, Some(upper)) => (VariableStatus::AtUpper, upper - value),
            (Some(lower), Some(upper)) => {
                let (above, below) = (value - lower, upper - value);
                match above.partial_cmp(&below) {
                    Some(Ordering::Greater) => (VariableStatus::AtUpper, below),
                    _ => (VariableStatus::AtLower, above),
                }
            }
        };
        self.rests.push(rests);
        let distance = distance / (1.0 + value.abs());
        // Of a rough point, what is the larger of the two is taken for real.
        if distance > NEAR && distance >= reduced.abs() {
            self.between.push(variable);
        } else if reduced.abs() <= NEAR && bounds.0 != bounds.1 {
            self.unpriced.push(variable);
        }
    }

    /// The statuses with as many variables basic as are independent, in order of preference.
    fn status(&self, model: &Model<f64>) -> Vec<VariableStatus> {
        let mut status = self.rests.clone();
        let mut make_basic = |variable: usize| status[variable] = VariableStatus::Basic;
        let (lu, chosen) = Lu::factorise(&model.by_variable, model.row_count, &self.between);
        chosen.iter().flatten().for_each(|variable| make_basic(*variable));
        // What the others add to the span shows in the rows without a pivot.
        let mut rows_left = Vec::new();
        let mut number = vec![None; model.row_count];
        for row in (0..model.row_count).filter(|row| chosen[*row].is_none()) {
            number[row] = Some(rows_left.len());
            rows_left.push(row);
        }
        let mut added = Compressed::default();
        let mut work = vec![0.0; model.row_count];
        for &variable in &self.unpriced {
            for (row, entry) in model.by_variable.list(variable) {
                work[row] = *entry;
            }
            lu.forward(&mut work);
            let kept = |row: &usize| work[*row].can_pivot();
            let list: Vec<(usize, f64)> = rows_left
                .iter()
                .enumerate()
                .filter(|(_, row)| kept(row))
                .map(|(at, row)| (at, work[*row]))
                .collect();
            added.push_list(list);
            work.fill(0.0);
        }
        let all: Vec<usize> = (0..self.unpriced.len()).collect();
        let (_, completing) = Lu::factorise(&added, rows_left.len(), &all);
        for (at, slot) in completing.into_iter().enumerate() {
            make_basic(slot.map_or(model.column_count + rows_left[at], |slot| self.unpriced[slot]));
        }
        status
    }
}

impl Simplex<'_, f64> {
    /// The variables between their bounds that are not basic.
    fn left_between(&self, places: &Places) -> Vec<usize> {
        let left = |variable: &usize| self.status[*variable] != VariableStatus::Basic;
        places.between.iter().copied().filter(left).collect()
    }

    /// Takes these variables to a bound, one by one.
    fn push_to_bounds(&mut self, places: &Places, waiting: Vec<usize>) -> Result<(), Stopped> {
        // Until its turn a variable is held where it is.
        for &variable in &waiting {
            self.lower[variable] = Some(places.value[variable]);
            self.status[variable] = VariableStatus::AtLower;
        }
        self.refresh();
        for variable in waiting {
            self.control.check()?;
            if self.factors.are_stale() {
                self.refresh();
            }
            self.lower[variable] = self.model.lower[variable];
            self.push(variable, places.rests[variable]);
        }
        Ok(())
    }

    /// Takes one variable towards the bound where it would rest; if a basic variable reaches its
    /// bound first, that one leaves.
    fn push(&mut self, variable: usize, rests: VariableStatus) {
        let target = match rests {
            VariableStatus::AtUpper => self.upper[variable],
            _ => self.lower[variable],
        };
        let way = target.unwrap_or(0.0) - self.value[variable];
        let up = way > 0.0;
        self.solve_column(variable);
        self.breakpoints.clear();
        for &position in &self.column.support {
            let entry = self.column.number[position];
            let (basic, rises) = (self.head[position], (entry > 0.0) != up);
            let bound = if rises { self.upper[basic] } else { self.lower[basic] };
            if let Some(bound) = bound.filter(|_| entry.can_pivot()) {
                let gap = (self.value[basic] - bound).abs();
                let rate = entry.abs();
                self.breakpoints.push(Breakpoint { position, upper: rises, gap, rate });
            }
        }
        let leaving = ratio_test::harris(&self.breakpoints);
        if let Some(leaving) = leaving.filter(|leaving| leaving.step() < way.abs()) {
            let step = leaving.step();
            if self.pivot(variable, up, &leaving, &step) {
                return;
            }
        }
        self.advance(variable, up, &way.abs());
        self.status[variable] = rests;
        self.settle(variable);
    }
}
