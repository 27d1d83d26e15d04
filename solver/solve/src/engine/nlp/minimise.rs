//! Minimising from a start, in doubles.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Executor, Gradient};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use nalgebra::DVector;

use super::parametrisation::{point, pulled_back};
use crate::engine::lp::{Control, Stopped};

/// The steps that one start may take.
const STEPS: u64 = 300;
/// Number of past steps that the method remembers.
const MEMORY: usize = 20;
/// Violation at which a start has arrived, to guess from: no proof rests on it.
const ARRIVED: f64 = 1e-20;

/// A measure of how much the conditions of a problem are violated at a point of a product of
/// simplices.
pub trait Violations: Sync {
    /// The number of coordinates of each simplex, in order.
    fn simplices(&self) -> &[usize];

    /// Amount of violation, 0 exactly where nothing is violated; adds the derivatives by the
    /// coordinates to `gradient`, which comes filled with zeros.
    fn evaluate(&self, point: &[f64], gradient: &mut [f64]) -> f64;
}

/// Minimises violations from a point on; the best point seen, coordinate by coordinate.
///
/// L-BFGS on square roots of the coordinates. It may end where the violation is above 0: that
/// proves nothing.
///
/// Errors: [`Stopped`] if `control` was cancelled. Cost: at most some thousand evaluations.
///
/// ```
/// use rational_bluff::engine::{lp::Control, nlp::{Violations, descend}};
/// /// Two coordinates that are to be as 1 to 2.
/// struct Twice([usize; 1]);
/// impl Violations for Twice {
///     fn simplices(&self) -> &[usize] {
///         &self.0
///     }
///     fn evaluate(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
///         let off = 2.0 * point[0] - point[1];
///         gradient[0] += 2.0 * off;
///         gradient[1] -= off;
///         0.5 * off * off
///     }
/// }
/// let minimum = descend(&Twice([2]), &[0.9, 0.1], &Control::new())?;
/// assert!((minimum[0] - 1.0 / 3.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn descend(
    violations: &impl Violations,
    start: &[f64],
    control: &Control,
) -> Result<Vec<f64>, Stopped> {
    // No root is 0, so that every direction is open.
    let roots: Vec<f64> = start.iter().map(|coordinate| coordinate.max(1e-6).sqrt()).collect();
    let descent = Descent { violations, control, seen: RefCell::default() };
    descent.look(&DVector::from_vec(roots.clone())).map_err(|_| Stopped)?;
    let mut from = roots;
    // A line search that fails ends a run, and so does a memory of steps taken in another
    // landscape: begin afresh there.
    for _ in 0..2 {
        let method = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY);
        let method =
            method.with_tolerance_grad(0.0).and_then(|method| method.with_tolerance_cost(0.0));
        if let Ok(method) = method {
            let start = DVector::from_vec(from.clone());
            let run = Executor::new(&descent, method)
                .configure(|state| state.param(start).max_iters(STEPS).target_cost(ARRIVED))
                .timer(false)
                .run();
            // Whatever it says, the best point seen counts.
            drop(run);
        }
        control.check()?;
        let seen = descent.seen.borrow();
        if seen.best_value <= ARRIVED {
            break;
        }
        from.clone_from(&seen.best);
    }
    let seen = descent.seen.into_inner();
    Ok(point(violations.simplices(), &seen.best))
}

/// The problem as the minimiser sees it: no constraints, and it may be stopped.
struct Descent<'a, V> {
    violations: &'a V,
    control: &'a Control,
    seen: RefCell<SeenPoints>,
}

/// The last point looked at, and the best.
#[derive(Default)]
struct SeenPoints {
    roots: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    best: Vec<f64>,
    best_value: f64,
}

impl<V: Violations> Descent<'_, V> {
    fn look(&self, roots: &DVector<f64>) -> Result<(f64, DVector<f64>), Error> {
        self.control.check().map_err(Error::new)?;
        let mut seen = self.seen.borrow_mut();
        if seen.roots.as_slice() != roots.as_slice() {
            let simplices = self.violations.simplices();
            let point = point(simplices, roots.as_slice());
            let mut gradient = vec![0.0; point.len()];
            seen.value = self.violations.evaluate(&point, &mut gradient);
            seen.gradient = pulled_back(simplices, roots.as_slice(), &point, &gradient);
            seen.roots = roots.as_slice().to_vec();
            if seen.best.is_empty() || seen.value < seen.best_value {
                seen.best = seen.roots.clone();
                seen.best_value = seen.value;
            }
        }
        Ok((seen.value, DVector::from_vec(seen.gradient.clone())))
    }
}

impl<V: Violations> CostFunction for &Descent<'_, V> {
    type Param = DVector<f64>;
    type Output = f64;

    fn cost(&self, roots: &DVector<f64>) -> Result<f64, Error> {
        Ok(self.look(roots)?.0)
    }
}

impl<V: Violations> Gradient for &Descent<'_, V> {
    type Param = DVector<f64>;
    type Gradient = DVector<f64>;

    fn gradient(&self, roots: &DVector<f64>) -> Result<DVector<f64>, Error> {
        Ok(self.look(roots)?.1)
    }
}
