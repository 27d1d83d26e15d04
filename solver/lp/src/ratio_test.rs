//! The ratio test: how far the entering variable may go, and which variable leaves.

use std::cmp::Ordering;

use super::number::SimplexNumber;

/// A basic variable that would reach one of its bounds.
#[derive(Clone)]
pub(super) struct Breakpoint<T> {
    pub(super) position: usize,
    /// The bound reached: the upper or the lower one.
    pub(super) upper: bool,
    /// Distance of the variable from it.
    pub(super) gap: T,
    /// Speed towards it, above 0.
    pub(super) rate: T,
}

impl<T: SimplexNumber> Breakpoint<T> {
    /// The step at which it is reached; never negative.
    pub(super) fn step(&self) -> T {
        if self.gap.is_positive() { self.gap.over(&self.rate) } else { T::ZERO }
    }

    /// The step at which the bound is passed by the tolerance.
    fn relaxed_step(&self) -> T {
        if T::EXACT { self.step() } else { self.gap.plus(&T::TOLERANCE).over(&self.rate) }
    }
}

fn ascending<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// Bland's rule: the first breakpoint; of several, that of the variable named first.
pub(super) fn first<T: SimplexNumber>(
    breakpoints: &[Breakpoint<T>],
    variable_at: &[usize],
) -> Option<Breakpoint<T>> {
    let mut best: Option<(T, &Breakpoint<T>)> = None;
    for point in breakpoints {
        let step = point.step();
        let better = best.as_ref().is_none_or(|(least, kept)| match ascending(&step, least) {
            Ordering::Less => true,
            Ordering::Equal => variable_at[point.position] < variable_at[kept.position],
            Ordering::Greater => false,
        });
        if better {
            best = Some((step, point));
        }
    }
    best.map(|(_, point)| point.clone())
}

/// The test of a feasible basis, after Harris: of the breakpoints before any bound is passed by
/// more than the tolerance, that with the greatest rate. With tolerance 0 this is the textbook
/// test.
pub(super) fn harris<T: SimplexNumber>(breakpoints: &[Breakpoint<T>]) -> Option<Breakpoint<T>> {
    let mut limit: Option<T> = None;
    for point in breakpoints {
        let step = point.relaxed_step();
        if limit.as_ref().is_none_or(|limit| step < *limit) {
            limit = Some(step);
        }
    }
    let limit = limit?;
    let mut best: Option<&Breakpoint<T>> = None;
    for point in breakpoints {
        if best.is_none_or(|best| point.rate > best.rate) && point.step() <= limit {
            best = Some(point);
        }
    }
    best.cloned()
}

/// The test while bounds are still broken: goes on past breakpoints as long as the sum of
/// infeasibilities, whose slope starts at `−slope`, keeps falling; each breakpoint flattens it by
/// its rate.
pub(super) fn long_step<T: SimplexNumber>(
    breakpoints: &mut [Breakpoint<T>],
    slope: &T,
) -> Option<Breakpoint<T>> {
    let mut points: Vec<(T, usize)> =
        breakpoints.iter().enumerate().map(|(place, point)| (point.step(), place)).collect();
    let mut slope = slope.clone();
    let (mut sorted, mut wanted) = (0, 16);
    let mut last = None;
    while sorted < points.len() && last.is_none() {
        // Only the nearest few matter, so only they are sorted.
        let rest = &mut points[sorted..];
        let take = wanted.min(rest.len());
        let order = |a: &(T, usize), b: &(T, usize)| ascending(&a.0, &b.0).then(a.1.cmp(&b.1));
        if take < rest.len() {
            rest.select_nth_unstable_by(take - 1, order);
        }
        rest[..take].sort_unstable_by(order);
        for (offset, (_, place)) in rest[..take].iter().enumerate() {
            slope = slope.minus(&breakpoints[*place].rate);
            if !slope.is_positive() {
                last = Some(sorted + offset);
                break;
            }
        }
        sorted += take;
        wanted *= 4;
    }
    let last = last.or_else(|| points.len().checked_sub(1))?;
    // In rationals the last one it is; in doubles the last with a rate worth dividing by.
    let mut largest = T::ZERO;
    for (_, place) in &points[..=last] {
        if breakpoints[*place].rate > largest {
            largest = breakpoints[*place].rate.clone();
        }
    }
    let chosen = points[..=last].iter().rev().map(|(_, place)| &breakpoints[*place]);
    chosen.into_iter().find(|point| point.rate.can_pivot_beside(&largest)).cloned()
}
