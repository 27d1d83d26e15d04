//! Refinement: what inexact numbers left wrong, enlarged and solved in them again.
//!
//! From a point `x` and prices `y`, exact but rough, the program in the changes `x' = P (x* − x)`
//! and `y' = D (y* − y)` has the same matrix, the bounds `P (bound − x)` and the costs
//! `D (cost − yᵀA)`. With powers of two `P` and `D` that take the worst errors to about 1, the
//! tolerances of a round are those errors times 10⁻⁹, or 10⁻¹⁸ in numbers of twice the length.
//!
//! Source: Gleixner, Steffy & Wolter, *Iterative refinement for linear programming* (INFORMS
//! Journal on Computing 28, 2016).

use super::basis::VariableStatus;
use super::model::Model;
use super::number::SimplexNumber;
use super::problem::LinearProgram;
use super::simplex::{Simplex, SimplexEnd};
use super::{Control, Stopped};
use bluff_exact::Rational;

/// Most bits by which an error in doubles is enlarged further in one round.
const MOST_BITS: i32 = 40;

/// Rounds in a row without an error halved, after which the numbers are of no use.
const IDLE: u32 = 4;

/// Most rounds: errors that twenty rounds leave are no matter of more digits.
const MOST_ROUNDS: u32 = 20;

/// Factor by which a unit of infeasibility costs more after each round that finds no way out: a
/// way out may gain less than the tolerance.
const URGENCY: f64 = (1 << 7) as f64;

/// Cost of a unit of infeasibility from which an end without a feasible point is believed.
const MOST_URGENT: f64 = (1 << 28) as f64;

/// Enlarged bounds and costs beyond this, which is 2^200, say only that they are far.
const FAR: f64 = 1.606_938_044_258_990_3e60;

/// A point and prices that each round takes nearer to an optimum.
pub(super) struct IterativeRefinement<'a, T> {
    problem: &'a LinearProgram,
    exact: &'a Model<Rational>,
    control: &'a Control,
    /// The program of the round, its matrix in even units.
    model: Model<T>,
    /// Size of a unit of each variable.
    unit: Vec<f64>,
    /// By variable: the point, then the sums of its rows.
    values: Vec<Rational>,
    /// By variable: the reduced costs, then the prices of the rows.
    costs: Vec<Rational>,
    /// Binary logarithm of what the errors of the point, and of the prices, are multiplied by.
    pub(super) bits: [i32; 2],
    pub(super) status: Vec<VariableStatus>,
    /// True if the basis has many more entries than rows.
    pub(super) is_dense: bool,
    pub(super) pivots: u64,
    pub(super) rounds: u32,
    /// The least product of both errors so far, and the rounds since.
    least: f64,
    idle: u32,
    urgency: f64,
}

/// End of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundEnd {
    /// The basis did not change at this size of errors: it is time to try it exactly.
    Stands,
    /// The basis changed, or is not to be believed yet.
    Moved,
    /// These numbers are of no more use.
    Spent,
}

impl<'a, T: SimplexNumber> IterativeRefinement<'a, T> {
    pub(super) fn new(
        problem: &'a LinearProgram,
        exact: &'a Model<Rational>,
        control: &'a Control,
        status: Vec<VariableStatus>,
    ) -> Self {
        let mut model = Model::<T>::new(problem);
        model.even();
        let (rows, columns) = model.units.clone().unwrap_or_default();
        let unit = columns.into_iter().chain(rows.into_iter().map(|row| 1.0 / row)).collect();
        let largest = |sizes: &mut dyn Iterator<Item = f64>| {
            let largest = sizes.fold(0.0_f64, f64::max);
            if largest > 0.0 { -(largest.log2().floor() as i32) } else { 0 }
        };
        let bounds = &mut model
            .lower
            .iter()
            .chain(&model.upper)
            .flatten()
            .filter(|bound| !bound.is_zero())
            .map(T::magnitude);
        Self {
            bits: [
                largest(bounds),
                largest(&mut model.cost.iter().filter(|cost| !cost.is_zero()).map(T::magnitude)),
            ],
            values: vec![Rational::ZERO; model.variable_count()],
            costs: exact.cost.clone(),
            problem,
            exact,
            control,
            model,
            unit,
            status,
            is_dense: false,
            pivots: 0,
            rounds: 0,
            least: f64::INFINITY,
            idle: 0,
            urgency: 1.0,
        }
    }

    /// Solves the enlarged errors, and takes their solution to point and prices.
    pub(super) fn round(&mut self) -> Result<RoundEnd, Stopped> {
        self.enlarge();
        self.rounds += 1;
        let mut simplex = Simplex::new(&self.model, self.control, self.status.clone());
        simplex.shows = false;
        if self.rounds > 1 {
            simplex.most_pivots /= 5;
        }
        if self.urgency > 1.0 {
            simplex.urgency = T::ONE.scaled(self.urgency);
            simplex.compute_costs();
        }
        if self.rounds == 1 {
            simplex.mend_rows();
        }
        // Prices are rough once costs that were enlarged are basic: the next round sees to them.
        let end = if self.rounds > 1 && simplex.mend_bounds()? {
            SimplexEnd::Optimal
        } else {
            simplex.run()?
        };
        let (pivots, gave_up) = (simplex.pivots, matches!(end, SimplexEnd::GaveUp));
        self.pivots += pivots;
        if gave_up && self.rounds == 1 {
            // A start that defeats the numbers is not believed.
            self.status = self.model.statuses(None);
            return Ok(RoundEnd::Moved);
        }
        self.is_dense = simplex.is_dense();
        let (value, prices, status) = (simplex.value.clone(), simplex.prices(), simplex.status);
        self.status = status;
        self.correct(&value, &prices);
        let solved = self.review();
        if self.idle > IDLE
            || self.rounds > MOST_ROUNDS
            || gave_up && pivots > self.model.variable_count() as u64
        {
            return Ok(RoundEnd::Spent);
        }
        if solved || pivots == 0 && matches!(end, SimplexEnd::Optimal) {
            return Ok(RoundEnd::Stands);
        }
        if pivots > 0 || gave_up {
            return Ok(RoundEnd::Moved);
        }
        self.urgency *= URGENCY;
        Ok(match self.urgency {
            URGENCY => RoundEnd::Moved,
            ..=MOST_URGENT => RoundEnd::Stands,
            _ => RoundEnd::Spent,
        })
    }

    /// Writes the program of the next round: what bounds and costs still lack, enlarged.
    fn enlarge(&mut self) {
        let [primal, dual] = self.bits.map(power_of_two);
        let far = |number: T| match number.magnitude() > FAR {
            true if number.is_positive() => T::ONE.scaled(FAR),
            true => T::ONE.scaled(-FAR),
            false => number,
        };
        for (variable, unit) in self.unit.iter().enumerate() {
            let gap = |bound: &Option<Rational>| {
                let bound = bound.as_ref()?;
                let gap = T::from_rational(&((bound - &self.values[variable]) * &primal));
                Some(far(gap.scaled(1.0 / unit)))
            };
            self.model.lower[variable] = gap(&self.exact.lower[variable]);
            self.model.upper[variable] = gap(&self.exact.upper[variable]);
            let cost = T::from_rational(&(&self.costs[variable] * &dual));
            self.model.cost[variable] = far(cost.scaled(*unit));
        }
    }

    /// Adds the solution of a round to point and prices; what rests at a bound is exactly there,
    /// and a row that does not is worth exactly nothing.
    fn correct(&mut self, value: &[T], prices: &[T]) {
        let [primal, dual] = self.bits.map(|bits| power_of_two(-bits));
        let columns = self.model.column_count;
        for (column, value) in value[..columns].iter().enumerate() {
            let bound = match self.status[column] {
                VariableStatus::AtLower => self.exact.lower[column].clone(),
                VariableStatus::AtUpper => self.exact.upper[column].clone(),
                VariableStatus::Basic | VariableStatus::Free => None,
            };
            let further = || value.scaled(self.unit[column]).to_rational() * &primal;
            self.values[column] = bound.unwrap_or_else(|| &self.values[column] + &further());
        }
        for (row, price) in (columns..).zip(prices) {
            if self.status[row] == VariableStatus::Basic {
                self.costs[row] = Rational::ZERO;
            } else {
                self.costs[row] += &(price.scaled(1.0 / self.unit[row]).to_rational() * &dual);
            }
        }
        let sums = self.problem.activities(&self.values[..columns]);
        self.values.splice(columns.., sums);
        let reduced = self.problem.reduced_costs(&self.costs[columns..]);
        self.costs.splice(..columns, reduced);
    }

    /// Finds how far the errors of the next round are to be enlarged; true if there are none.
    fn review(&mut self) -> bool {
        let errors = self.errors();
        for (bits, error) in self.bits.iter_mut().zip(errors) {
            let wanted = if error > 0.0 { -(error.log2().ceil() as i32) } else { i32::MAX };
            *bits = wanted.min(*bits + if T::IS_LONG { 2 * MOST_BITS } else { MOST_BITS });
        }
        let product = errors.map(|error| error.max(1e-300)).iter().product::<f64>();
        self.idle = if product < self.least / 2.0 { 0 } else { self.idle + 1 };
        self.least = self.least.min(product);
        errors == [0.0, 0.0]
    }

    /// The worst errors of the point and of the prices, in even units.
    fn errors(&self) -> [f64; 2] {
        let [mut primal, mut dual] = [0.0_f64; 2];
        for (variable, unit) in self.unit.iter().enumerate() {
            let (lower, upper) = (&self.exact.lower[variable], &self.exact.upper[variable]);
            let beyond = |bound: &Option<Rational>| {
                bound.as_ref().map_or(0.0, |bound| (&self.values[variable] - bound).to_f64() / unit)
            };
            let price = self.costs[variable].to_f64() * unit;
            let fixed = lower.is_some() && lower == upper;
            let (off, wrong) = match self.status[variable] {
                VariableStatus::Basic => (beyond(upper).max(-beyond(lower)), price.abs()),
                VariableStatus::Free => (0.0, price.abs()),
                VariableStatus::AtLower => (beyond(lower).abs(), if fixed { 0.0 } else { -price }),
                VariableStatus::AtUpper => (beyond(upper).abs(), if fixed { 0.0 } else { price }),
            };
            (primal, dual) = (primal.max(off), dual.max(wrong));
        }
        [primal, dual]
    }
}

/// 2 to this power.
fn power_of_two(bits: i32) -> Rational {
    let power = Rational::from(2).pow(bits.unsigned_abs() as usize);
    if bits < 0 { Rational::ONE / power } else { power }
}
