//! Which variable enters the basis.

use super::basis::Status;
use super::number::Number;
use super::reduced_costs::ReducedCosts;

/// Devex reference weights: how much a unit step of each variable moves, roughly, measured in the basis they were
/// last reset at. They only order the candidates, so doubles serve for every kind of number.
pub(super) struct Devex {
    weight: Vec<f64>,
}

/// Weights beyond this say nothing any more.
const WORN_OUT: f64 = 1e12;

impl Devex {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            weight: vec![1.0; variables],
        }
    }

    /// The weights after a pivot that `entering` enters and `leaving` leaves, from the row of the pivot.
    pub(super) fn update<T: Number>(
        &mut self,
        costs: &ReducedCosts<T>,
        entering: usize,
        leaving: usize,
    ) {
        let pivot = costs.row[entering].magnitude();
        let reference = self.weight[entering] / (pivot * pivot);
        if reference > WORN_OUT {
            self.weight.fill(1.0);
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

/// Whether moving the variable off its bound lowers the cost, and if so whether it goes up.
#[inline]
pub(super) fn improves<T: Number>(status: Status, reduced_cost: &T) -> Option<bool> {
    match status {
        Status::Basic => None,
        Status::AtLower => reduced_cost.is_clearly_negative().then_some(true),
        Status::AtUpper => reduced_cost.is_clearly_positive().then_some(false),
        Status::Free if reduced_cost.is_clearly_positive() => Some(false),
        Status::Free => reduced_cost.is_clearly_negative().then_some(true),
    }
}

/// The entering variable and whether it goes up: the steepest by devex, or with `bland` the first.
///
/// `None` proves the basis optimal. `fixed` variables cannot move and never enter.
pub(super) fn choose<T: Number>(
    status: &[Status],
    fixed: &[bool],
    costs: &ReducedCosts<T>,
    devex: &Devex,
    bland: bool,
) -> Option<(usize, bool)> {
    let mut best = None;
    let mut greatest = 0.0;
    for (variable, (status, cost)) in status.iter().zip(&costs.of).enumerate() {
        if cost.is_zero() {
            continue;
        }
        let Some(up) = improves(*status, cost) else {
            continue;
        };
        if fixed[variable] {
            continue;
        }
        if bland {
            return Some((variable, up));
        }
        let size = cost.magnitude();
        let score = size * size / devex.weight[variable];
        if score > greatest {
            greatest = score;
            best = Some((variable, up));
        }
    }
    best
}
