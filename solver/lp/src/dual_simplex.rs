//! The dual simplex method, for a basis whose prices hold while its point breaks bounds.

use std::cmp::Ordering;

use super::Stopped;
use super::entering_variable::Freedom;
use super::number::SimplexNumber;
use super::ratio_test::{self, Breakpoint};
use super::simplex::Simplex;

/// Most pivots: what is left then, the primal method mends.
const MOST_PIVOTS: u64 = 2000;

impl<T: SimplexNumber> Simplex<'_, T> {
    /// Takes broken variables to their bounds, the worst first, and leaves no reduced cost with a
    /// wrong sign where none was; true if that mended all. Straight after a factorisation.
    pub(super) fn mend_bounds(&mut self) -> Result<bool, Stopped> {
        if self.broken_count == 0 {
            return Ok(false);
        }
        self.price_for_dual();
        let last = self.pivots + MOST_PIVOTS;
        let mut prices_hold = self.nothing_gains();
        while prices_hold && self.pivots < last {
            self.control.check()?;
            if self.factors.are_stale() {
                self.phase_one = true;
                self.refresh();
                self.price_for_dual();
            }
            let Some(leaving) = self.worst_broken() else { break };
            let Some(entering) = self.dual_ratio_test(&leaving) else { break };
            self.solve_column(entering);
            let entry = &self.column.number[leaving.position];
            let up = entry.is_positive() == leaving.upper;
            let step = leaving.gap.over(&entry.size());
            self.broken[leaving.position] = Ordering::Equal;
            self.broken_count -= 1;
            prices_hold = self.pivot(entering, up, &leaving, &step);
            self.find_broken();
            self.work.clear();
        }
        self.phase_one = true;
        self.refresh();
        Ok(self.broken_count == 0)
    }

    /// The reduced costs of the problem, whatever is broken.
    fn price_for_dual(&mut self) {
        self.phase_one = false;
        self.costs.forget_candidates();
        self.price_costs();
    }

    /// The basic variable farthest beyond a bound; its gap is that distance.
    fn worst_broken(&self) -> Option<Breakpoint<T>> {
        let mut worst: Option<Breakpoint<T>> = None;
        for position in (0..self.head.len()).filter(|at| self.broken[*at] != Ordering::Equal) {
            let upper = self.broken[position] == Ordering::Greater;
            let variable = self.head[position];
            let bound = if upper { &self.upper[variable] } else { &self.lower[variable] };
            let Some(bound) = bound else { continue };
            let gap = self.value[variable].minus(bound).size();
            if worst.as_ref().is_none_or(|worst| gap > worst.gap) {
                worst = Some(Breakpoint { position, upper, gap, rate: T::ONE });
            }
        }
        worst
    }

    /// The variable whose reduced cost falls to 0 first as `leaving` leaves.
    fn dual_ratio_test(&mut self, leaving: &Breakpoint<T>) -> Option<usize> {
        self.price_row(leaving.position);
        self.breakpoints.clear();
        for &position in &self.costs.support {
            let entry = &self.costs.row[position];
            let falls = match self.costs.freedom[position] {
                Freedom::Up => entry.is_positive() == leaving.upper,
                Freedom::Down => entry.is_positive() != leaving.upper,
                Freedom::Both => true,
                Freedom::Held => false,
            };
            if falls && entry.can_pivot() {
                let cost = &self.costs.of[position];
                let wrong = cost.gain(self.costs.freedom[position]) > 0.0;
                let gap = if wrong { T::ZERO } else { cost.size() };
                let rate = entry.size();
                self.breakpoints.push(Breakpoint { position, upper: false, gap, rate });
            }
        }
        ratio_test::harris(&self.breakpoints).map(|point| point.position)
    }
}
