//! The simplex method, once for all kinds of number.

use std::cmp::Ordering;

use super::basis::VariableStatus;
use super::entering_variable::{self, Devex};
use super::factors::{Factors, Vector};
use super::model::Model;
use super::number::SimplexNumber;
use super::perturbation::MOST_PERTURBATIONS;
use super::point::double;
use super::ratio_test::{self, Breakpoint};
use super::reduced_costs::ReducedCosts;
use super::{Control, Stopped};

/// After this many pivots in a row without progress, rationals turn to Bland's rule and doubles to
/// perturbation.
const PATIENCE: u32 = 60;

/// Relative error that may be rounding in a basis that is optimal.
const NEAR: f64 = 1e-4;

/// The state of a primal simplex method for bounded variables: a basis, the point it stands for,
/// and its prices.
///
/// While basic variables break their bounds, the cost is the sum of infeasibilities (composite
/// phase 1, from any basis); then it is the cost of the problem.
pub(super) struct Simplex<'a, T> {
    pub(super) model: &'a Model<T>,
    pub(super) control: &'a Control,
    pub(super) lower: Vec<Option<T>>,
    pub(super) upper: Vec<Option<T>>,
    pub(super) fixed: Vec<bool>,
    pub(super) status: Vec<VariableStatus>,
    /// The basic variable at each position.
    pub(super) head: Vec<usize>,
    /// The value of every variable.
    pub(super) value: Vec<T>,
    pub(super) factors: Factors<T>,
    /// By position: which bound the basic variable breaks.
    pub(super) broken: Vec<Ordering>,
    pub(super) broken_count: usize,
    /// True if the reduced costs are those of the sum of infeasibilities.
    pub(super) phase_one: bool,
    pub(super) costs: ReducedCosts<T>,
    /// The dual values the reduced costs were last computed from; only kept in rationals.
    pub(super) dual: Vec<T>,
    pub(super) devex: Devex,
    /// The entering variable's column, solved forward.
    pub(super) column: Vector<T>,
    pub(super) work: Vector<T>,
    pub(super) breakpoints: Vec<Breakpoint<T>>,
    /// True if values and reduced costs come straight from a factorisation.
    pub(super) fresh: bool,
    pub(super) perturbed: bool,
    pub(super) perturbations: u32,
    pub(super) idle_pivots: u32,
    pub(super) pivots: u64,
    /// After this many pivots doubles give up.
    pub(super) most_pivots: u64,
    /// Cost of a unit of infeasibility in phase 1.
    pub(super) urgency: T,
    /// True if the point may be shown: it is one of the problem, not of its errors.
    pub(super) shows: bool,
}

/// End of a run of the simplex method. In rationals each is a proof.
pub(super) enum SimplexEnd {
    Optimal,
    /// The sum of infeasibilities is least, and above 0.
    Infeasible,
    /// This variable may go up (or down) for ever.
    Unbounded {
        entering: usize,
        up: bool,
    },
    /// Doubles cannot go on from here.
    GaveUp,
}

impl<'a, T: SimplexNumber> Simplex<'a, T> {
    /// Starts from the given statuses, repaired where they do not form a basis.
    pub(super) fn new(
        model: &'a Model<T>,
        control: &'a Control,
        status: Vec<VariableStatus>,
    ) -> Self {
        let variables = model.variable_count();
        let fixed = model.lower.iter().zip(&model.upper);
        let basic: Vec<usize> =
            (0..variables).filter(|variable| status[*variable] == VariableStatus::Basic).collect();
        let mut simplex = Self {
            lower: model.lower.clone(),
            upper: model.upper.clone(),
            fixed: fixed.map(|(lower, upper)| lower.is_some() && lower == upper).collect(),
            factors: Factors::new(model, &[]).0,
            head: basic,
            value: vec![T::ZERO; variables],
            broken: vec![Ordering::Equal; model.row_count],
            broken_count: 0,
            phase_one: true,
            costs: ReducedCosts::new(variables),
            dual: Vec::new(),
            devex: Devex::new(model),
            column: Vector::new(model.row_count),
            work: Vector::new(model.row_count),
            breakpoints: Vec::new(),
            fresh: false,
            perturbed: false,
            perturbations: 0,
            idle_pivots: 0,
            pivots: 0,
            most_pivots: 10 * (variables as u64 + 50) / if T::IS_LONG { 16 } else { 1 },
            urgency: T::ONE,
            shows: true,
            model,
            control,
            status,
        };
        simplex.refresh();
        simplex
    }

    /// True if solving for the basis takes many more steps than it has rows.
    pub(super) fn is_dense(&self) -> bool {
        self.factors.entry_count() > 8 * self.model.row_count
    }

    /// True if no variable gains by moving. Straight after a factorisation; in rationals this is a
    /// proof: of an optimum, or of infeasibility while bounds are broken.
    pub(super) fn nothing_gains(&mut self) -> bool {
        entering_variable::choose(&mut self.costs, &self.devex, false).is_none()
    }

    /// True if rounding may be all that keeps the basis from an optimum: bounds are broken, and
    /// reduced costs are wrong, by little. Straight after a factorisation.
    pub(super) fn is_near_optimum(&mut self) -> bool {
        if self.head.iter().any(|variable| self.miss(*variable) > NEAR) {
            return false;
        }
        let broken = self.broken_count > 0;
        if broken {
            self.phase_one = false;
            self.price_costs();
        }
        let gains = |variable: usize| {
            let cost = self.model.cost[variable].magnitude();
            self.costs.of[variable].gain(self.costs.freedom[variable]) > NEAR * (1.0 + cost)
        };
        let near = !(0..self.value.len()).any(gains);
        if broken {
            self.costs.forget_candidates();
            self.compute_costs();
        }
        near
    }

    /// Distance of a variable beyond a bound, relative to its value; at most 0 within its bounds.
    fn miss(&self, variable: usize) -> f64 {
        let value = &self.value[variable];
        let beyond = |bound: &Option<T>, sign: f64| {
            bound.as_ref().map_or(0.0, |bound| sign * double(&value.minus(bound)))
        };
        let miss = beyond(&self.upper[variable], 1.0).max(beyond(&self.lower[variable], -1.0));
        miss / (1.0 + value.magnitude())
    }

    /// Pivots until the end.
    pub(super) fn run(&mut self) -> Result<SimplexEnd, Stopped> {
        loop {
            let control = self.control;
            control.check()?;
            if self.shows {
                control.publish_snapshot(|| self.sketch());
            }
            if !T::EXACT && (self.pivots > self.most_pivots || !self.is_sane()) {
                return Ok(SimplexEnd::GaveUp);
            }
            if self.factors.are_stale() {
                self.refresh();
            }
            let bland = T::EXACT && self.idle_pivots > PATIENCE;
            let choice = entering_variable::choose(&mut self.costs, &self.devex, bland);
            let Some((entering, up)) = choice else {
                if self.perturbed {
                    if self.perturbations > MOST_PERTURBATIONS {
                        return Ok(SimplexEnd::GaveUp);
                    }
                    self.restore_bounds();
                    self.mend_bounds()?;
                } else if !self.fresh {
                    self.refresh();
                } else if self.broken_count > 0 {
                    return Ok(SimplexEnd::Infeasible);
                } else {
                    return Ok(SimplexEnd::Optimal);
                }
                continue;
            };
            self.solve_column(entering);
            let leaving = self.ratio_test(entering, up, bland);
            let flip = self.flip_distance(entering);
            let Some(leaving) = leaving else {
                if let Some(distance) = flip {
                    self.flip(entering, up, &distance);
                } else if !self.fresh {
                    self.refresh();
                } else if self.broken_count > 0 {
                    // Impossible in rationals, where a sum of infeasibilities cannot fall below 0.
                    return Ok(SimplexEnd::GaveUp);
                } else {
                    return Ok(SimplexEnd::Unbounded { entering, up });
                }
                continue;
            };
            let step = leaving.step();
            if let Some(distance) = flip.filter(|distance| *distance <= step) {
                self.flip(entering, up, &distance);
                continue;
            }
            self.idle_pivots = if step.is_clearly_positive() { 0 } else { self.idle_pivots + 1 };
            if !self.pivot(entering, up, &leaving, &step) {
                if self.fresh {
                    return Ok(SimplexEnd::GaveUp);
                }
                self.refresh();
            }
            if !T::EXACT
                && self.idle_pivots > PATIENCE
                && !self.perturbed
                && self.perturbations < MOST_PERTURBATIONS
            {
                self.perturb();
            }
        }
    }

    fn is_sane(&self) -> bool {
        !self.pivots.is_multiple_of(64) || self.costs.of.iter().all(|cost| cost.magnitude() < 1e99)
    }

    fn flip_distance(&self, variable: usize) -> Option<T> {
        let (lower, upper) = (self.lower[variable].as_ref()?, self.upper[variable].as_ref()?);
        Some(upper.minus(lower))
    }

    fn ratio_test(&mut self, entering: usize, up: bool, bland: bool) -> Option<Breakpoint<T>> {
        self.breakpoints.clear();
        for &position in &self.column.support {
            let entry = &self.column.number[position];
            if !entry.can_pivot() {
                continue;
            }
            let rises = entry.is_positive() != up;
            let rate = entry.size();
            let variable = self.head[position];
            let value = &self.value[variable];
            // A variable beyond one bound and moving away from both meets neither.
            let (meets_lower, meets_upper) = match (self.broken[position], rises) {
                (Ordering::Less, false) | (Ordering::Greater, true) => (false, false),
                (Ordering::Equal, true) => (false, true),
                (Ordering::Equal, false) => (true, false),
                _ => (true, true),
            };
            let bounds = [(meets_lower, &self.lower, false), (meets_upper, &self.upper, true)];
            for (_, bounds, upper) in bounds.into_iter().filter(|(meets, ..)| *meets) {
                let Some(bound) = &bounds[variable] else { continue };
                let gap = if rises { bound.minus(value) } else { value.minus(bound) };
                self.breakpoints.push(Breakpoint { position, upper, gap, rate: rate.clone() });
            }
        }
        if bland {
            ratio_test::first(&self.breakpoints, &self.head)
        } else if self.broken_count > 0 {
            let slope = self.costs.of[entering].size().over(&self.urgency);
            ratio_test::long_step(&mut self.breakpoints, &slope)
        } else {
            ratio_test::harris(&self.breakpoints)
        }
    }

    /// Moves the entering variable by `step`, and the basic ones with it.
    pub(super) fn advance(&mut self, entering: usize, up: bool, step: &T) {
        if step.is_zero() {
            return;
        }
        let change = if up { step.clone() } else { step.negated() };
        for &position in &self.column.support {
            self.value[self.head[position]].sub_product(&change, &self.column.number[position]);
        }
        self.value[entering] = self.value[entering].plus(&change);
    }

    /// Moves a variable from one of its bounds to the other.
    fn flip(&mut self, entering: usize, up: bool, distance: &T) {
        self.count_pivot();
        self.idle_pivots = 0;
        self.advance(entering, up, distance);
        self.status[entering] = if up { VariableStatus::AtUpper } else { VariableStatus::AtLower };
        self.settle(entering);
        self.fresh = false;
        if self.phase_one {
            self.review_broken();
        }
    }

    /// Exchanges the entering and the leaving variable. `false`: rounding has made the pivot
    /// worthless.
    pub(super) fn pivot(
        &mut self,
        entering: usize,
        up: bool,
        leaving: &Breakpoint<T>,
        step: &T,
    ) -> bool {
        let position = leaving.position;
        let variable = self.head[position];
        self.price_row(position);
        let pivot = self.column.number[position].clone();
        if !pivot.agrees_with(&self.costs.row[entering]) {
            return false;
        }
        self.count_pivot();
        self.advance(entering, up, step);
        let factor = self.costs.of[entering].over(&pivot);
        self.costs.subtract_row(&factor);
        self.devex.update(&self.costs, entering, variable);
        // A variable that breaks a bound loses its cost of phase 1 as it leaves.
        let lost = self.slope(self.broken[position]);
        let reduced_cost = factor.plus(&lost).negated();
        self.broken_count -= usize::from(self.broken[position] != Ordering::Equal);
        self.broken[position] = Ordering::Equal;
        self.factors.replace(position, &self.column);
        self.head[position] = entering;
        self.status[entering] = VariableStatus::Basic;
        self.settle(entering);
        self.status[variable] =
            if leaving.upper { VariableStatus::AtUpper } else { VariableStatus::AtLower };
        self.settle(variable);
        self.costs.set(variable, reduced_cost);
        self.costs.set(entering, T::ZERO);
        self.fresh = false;
        if self.phase_one {
            self.review_broken();
        }
        true
    }

    /// Computes the row of the basic variable at a position, for the variables that may move.
    pub(super) fn price_row(&mut self, position: usize) {
        self.work.clear();
        self.work.number[position] = T::ONE;
        self.factors.backward(&mut self.work);
        self.costs.price(self.model, &self.work);
        self.work.clear();
    }

    /// Finds the bounds mended by the last step, and takes their costs of phase 1 off the reduced
    /// costs.
    fn review_broken(&mut self) {
        self.find_broken();
        if self.broken_count == 0 {
            self.compute_costs();
        } else if !self.work.support.is_empty() {
            self.factors.backward(&mut self.work);
            self.costs.price(self.model, &self.work);
            self.costs.subtract_row(&T::ONE);
        }
        self.work.clear();
    }

    /// Finds what the last step broke and mended, and into `work` the change of its cost.
    pub(super) fn find_broken(&mut self) {
        self.work.clear();
        for place in 0..self.column.support.len() {
            let position = self.column.support[place];
            let side = self.side(position);
            let before = self.broken[position];
            if side != before {
                self.broken_count += usize::from(side != Ordering::Equal);
                self.broken_count -= usize::from(before != Ordering::Equal);
                self.broken[position] = side;
                self.work.number[position] = self.slope(side).minus(&self.slope(before));
                self.work.support.push(position);
            }
        }
    }

    fn count_pivot(&mut self) {
        self.pivots += 1;
        self.control.count_pivot();
    }
}
