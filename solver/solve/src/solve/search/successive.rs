//! Successive linear programs.

use crate::engine::lp::{Basis, Control, Stopped};
use crate::program::{Complementarity, Linearised};

/// The total gain at which there is nothing left to gain, and the least promise worth a step.
const ARRIVED: (f64, f64) = (1e-13, 1e-14);
/// The first distance that a step may go, and the least.
const TRUST: (f64, f64) = (0.1, 1e-8);
/// The most steps.
const STEPS: usize = 25;
/// Corrections of second order that a step which disappoints may take.
const CORRECTIONS: usize = 3;

/// End of a start in doubles.
#[derive(Clone, Debug)]
pub(super) struct PointReached {
    /// Behavior strategies, by view, card and action.
    pub(super) point: Vec<f64>,
    /// Total gain of all players by best responses, in antes per hand.
    pub(super) gain: f64,
}

/// The point that successive linear programs reach from another.
///
/// A step is taken if the true total gain falls; where it falls by less than was promised, the
/// program is solved again with what it had neglected, and then the distance shrinks. Source:
/// Fletcher & Sainz de la Maza (1989). Errors: [`Stopped`]. Cost: some linear programs in doubles.
pub(super) fn descended(
    fast: &Complementarity<'_>,
    point: Vec<f64>,
    control: &Control,
) -> Result<PointReached, Stopped> {
    let reached = |point: Vec<f64>| PointReached { gain: fast.total_gain(&point), point };
    let mut at = reached(point);
    let (mut trust, mut basis) = (TRUST.0, None);
    for _ in 0..STEPS {
        if at.gain < ARRIVED.0 || trust < TRUST.1 || control.should_end() {
            break;
        }
        let linear = Linearised::at(fast, &at.point);
        let Some((first, promised)) = step(&linear, trust, None, &mut basis, control)? else {
            trust /= 4.0;
            continue;
        };
        let mut best = reached(first);
        for _ in 0..CORRECTIONS {
            if best.gain <= at.gain - 0.7 * promised || promised < ARRIVED.1 {
                break;
            }
            let neglected = linear.neglected(&best.point);
            let again = step(&linear, trust, Some(&neglected), &mut basis, control)?;
            let Some(corrected) = again.map(|(point, _)| reached(point)) else { break };
            if corrected.gain >= best.gain {
                break;
            }
            best = corrected;
        }
        let fell = at.gain - best.gain;
        if fell >= 0.1 * promised && fell > 0.0 {
            at = best;
            if fell >= 0.7 * promised {
                trust = (2.0 * trust).min(1.0);
            }
        } else if promised < ARRIVED.1 {
            break;
        } else {
            trust /= 4.0;
        }
    }
    Ok(at)
}

/// One step, and how much the total gain falls if all is linear; `None` if doubles find none.
fn step(
    linear: &Linearised<'_>,
    trust: f64,
    neglected: Option<&[f64]>,
    basis: &mut Option<Basis>,
    control: &Control,
) -> Result<Option<(Vec<f64>, f64)>, Stopped> {
    let found = linear.program(trust, neglected).minimum(basis.as_ref(), control)?;
    let stepped = found.as_ref().map(|found| linear.stepped(&found.point.primal));
    *basis = found.map(|found| found.basis);
    Ok(stepped)
}
