//! Which variable enters the basis.

use super::basis::VariableStatus;
use super::model::Model;
use super::number::SimplexNumber;
use super::reduced_costs::ReducedCosts;

/// Devex reference weights: how much a unit step of each variable moves, roughly, measured in the
/// basis they were last reset at. They only order the candidates, so doubles serve for every kind
/// of number.
pub(super) struct Devex {
    weight: Vec<f64>,
    /// Weights at the start, and after they say nothing any more.
    initial: Vec<f64>,
}

/// Weights beyond this say nothing any more.
const WORN_OUT: f64 = 1e12;

impl Devex {
    /// Starts from the lengths of the columns, so that the unit a column is measured in does not
    /// matter.
    pub(super) fn new<T: SimplexNumber>(model: &Model<T>) -> Self {
        let square = |entry: &T| entry.magnitude() * entry.magnitude();
        let size = |variable| {
            1.0 + model.by_variable.list(variable).map(|(_, entry)| square(entry)).sum::<f64>()
        };
        let initial: Vec<f64> = (0..model.variable_count()).map(size).collect();
        Self { weight: initial.clone(), initial }
    }

    /// The weights after a pivot that `entering` enters and `leaving` leaves, from the row of the
    /// pivot.
    pub(super) fn update<T: SimplexNumber>(
        &mut self,
        costs: &ReducedCosts<T>,
        entering: usize,
        leaving: usize,
    ) {
        let pivot = costs.row[entering].magnitude();
        let reference = self.weight[entering] / (pivot * pivot);
        if reference > WORN_OUT {
            self.weight.clone_from(&self.initial);
            return;
        }
        for &variable in &costs.support {
            let entry = &costs.row[variable];
            if !entry.is_zero() {
                let size = entry.magnitude();
                self.weight[variable] = self.weight[variable].max(size * size * reference);
            }
        }
        self.weight[leaving] = reference.max(1.0);
    }
}

/// Direction in which a variable may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i8)]
pub(super) enum Freedom {
    /// Down, from its upper bound.
    Down = 1,
    /// Not at all: basic, or fixed.
    Held = 0,
    /// Up, from its lower bound.
    Up = -1,
    /// Both ways.
    Both = 2,
}

impl Freedom {
    pub(super) fn new(status: VariableStatus, fixed: bool) -> Self {
        match status {
            VariableStatus::Basic => Self::Held,
            _ if fixed => Self::Held,
            VariableStatus::AtLower => Self::Up,
            VariableStatus::AtUpper => Self::Down,
            VariableStatus::Free => Self::Both,
        }
    }
}

/// The entering variable and whether it goes up: the steepest by devex, or with `bland` the first.
///
/// `None` proves the basis optimal.
pub(super) fn choose<T: SimplexNumber>(
    costs: &mut ReducedCosts<T>,
    devex: &Devex,
    bland: bool,
) -> Option<(usize, bool)> {
    let mut best: Option<usize> = None;
    let mut greatest = 0.0;
    let ReducedCosts { of, freedom, candidates, listed, .. } = costs;
    candidates.retain(|&variable| {
        let gain = of[variable].gain(freedom[variable]);
        if gain <= 0.0 {
            listed[variable] = false;
            return false;
        }
        let weight = devex.weight[variable];
        let better = if bland {
            best.is_none_or(|best| variable < best)
        } else {
            gain * gain > greatest * weight
        };
        if better {
            greatest = gain * gain / weight;
            best = Some(variable);
        }
        true
    });
    best.map(|variable| (variable, !of[variable].is_positive()))
}
