//! Bounds moved by tiny amounts, so that the guide does not stall where many bounds meet.

use std::cmp::Ordering;

use super::basis::VariableStatus;
use super::number::SimplexNumber;
use super::simplex::Simplex;

/// The least relative shift.
const SHIFT: f64 = 5e-7;

/// Error that rounding may add up to between two factorisations, relative to the bound broken.
const DRIFT: f64 = 1e-5;

/// After this many the guide leaves the rest to rationals.
pub(super) const MOST_PERTURBATIONS: u32 = 8;

impl<T: SimplexNumber> Simplex<'_, T> {
    /// Widens the bounds of each basic variable that is not fixed by a different tiny amount: the
    /// point stays where it is, and feasible if it was. Only for numbers that are not exact.
    pub(super) fn perturb(&mut self) {
        let mut seed = 0x9E37_79B9_7F4A_7C15 ^ u64::from(self.perturbations);
        for variable in 0..self.fixed.len() {
            let widened = T::IS_LONG || self.status[variable] == VariableStatus::Basic;
            if self.fixed[variable] || !widened {
                continue;
            }
            if let Some(lower) = &mut self.lower[variable] {
                *lower = lower.minus(&lower.shift(SHIFT * next(&mut seed)));
            }
            if let Some(upper) = &mut self.upper[variable] {
                *upper = upper.plus(&upper.shift(SHIFT * next(&mut seed)));
            }
        }
        self.perturbed = true;
        self.perturbations += 1;
        self.idle_pivots = 0;
        self.refresh();
    }

    /// Moves the bounds that feasible variables have come to break by rounding alone, so that the
    /// guide need not go back to phase 1 for them.
    pub(super) fn allow_drift(&mut self) {
        for position in 0..self.head.len() {
            let variable = self.head[position];
            let value = &self.value[variable];
            let bound = match self.side(position) {
                Ordering::Less => &mut self.lower[variable],
                Ordering::Greater => &mut self.upper[variable],
                Ordering::Equal => continue,
            };
            if let Some(bound) =
                bound.as_mut().filter(|bound| value.minus(bound).size() < bound.shift(DRIFT))
            {
                *bound = value.clone();
                self.perturbed = true;
            }
        }
    }

    /// Takes the true bounds again.
    pub(super) fn restore_bounds(&mut self) {
        self.perturbations += 1;
        self.phase_one = true;
        self.lower.clone_from(&self.model.lower);
        self.upper.clone_from(&self.model.upper);
        self.perturbed = false;
        self.idle_pivots = 0;
        self.refresh();
    }
}

/// The next number from 1 to 2 of a fixed sequence (xorshift).
fn next(seed: &mut u64) -> f64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    1.0 + (*seed >> 11) as f64 / (1u64 << 53) as f64
}
