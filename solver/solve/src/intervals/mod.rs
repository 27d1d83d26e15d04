//! Intervals around the values of spots: discounted regret minimisation in floats, until the judge
//! finds the bounds close enough.
//!
//! Only the judge's whole numbers decide. Floats propose: each look rounds the average strategies
//! to whole parts and has them judged.
//!
//! ```
//! use rational_bluff::exact::Rational;
//! use rational_bluff::intervals::{Approach, approach};
//! use rational_bluff::spot::{Spot, SpotTree};
//! let spot = Spot::read(
//!     r#"{ "format": 2, "name": "river", "players": 2, "deck": "hold'em", "board": "Ks9d6h3c2s",
//!          "ranges": { "I": "AA,76s", "II": "KK-JJ" },
//!          "betting": { "pot": "10", "stacks": "10", "river": { "bets": ["a"] } } }"#,
//! )?;
//! let tree = SpotTree::new(&spot)?;
//! let within = Rational::ratio(1, 1000);
//! let Approach { bounds, .. } = approach(&tree, None, &within, &mut |_, _| {}, &mut |_| false)?;
//! assert!(bounds.of_pot <= within);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod average;
mod rounds;
mod saved;

use bluff_exact::Rational;
use bluff_poker::spot::{PlanRefusal, SpotBounds, SpotTree, judge};

pub use average::AveragePlan;
pub use rounds::DiscountedRounds;
pub use saved::SavedRounds;

/// Rounds before the first look.
const FIRST_LOOK: u32 = 10;
/// The multiple of the rounds of the best look after which more are in vain.
const PATIENCE: u32 = 16;
/// Numbers of parts that are tried, from the coarsest up: a byte holds the first.
const PARTS: [u32; 3] = [255, 1 << 12, 1 << 15];

/// The end of an approach: rounds, and what the average of their strategies proves.
pub struct Approach<'a> {
    /// The rounds, whose average is the plan.
    pub rounds: DiscountedRounds<'a>,
    /// Parts of a row of the plan.
    pub parts: u32,
    /// The bounds that the judge found.
    pub bounds: SpotBounds,
}

/// The memory of the looks at some rounds.
#[derive(Clone, Copy, Debug)]
struct Looks {
    /// The place of the parts among [`PARTS`].
    fineness: usize,
    /// Rounds at the next look.
    next: u32,
    /// Rounds and exploitability at the last look.
    before: Option<(f64, f64)>,
    /// Rounds and exploitability at the last look that won something.
    best: (u32, f64),
    /// The least exploitability at all looks.
    least: f64,
}

impl Default for Looks {
    /// No looks yet.
    fn default() -> Self {
        let best = (0, f64::INFINITY);
        Self { fineness: 0, next: FIRST_LOOK, before: None, best, least: f64::INFINITY }
    }
}

impl Approach<'_> {
    /// The state before the last look, from which another approach goes on.
    pub fn saved(self) -> SavedRounds {
        self.rounds.into_state()
    }

    /// The plan that was judged.
    pub fn plan(&self) -> AveragePlan<'_> {
        self.rounds.average(self.parts)
    }
}

/// Plays rounds, on from those that were put down if there are any, until the judged exploitability
/// is at most this part of the pot, until told to stop, or until 16 times the rounds win nothing
/// more: numbers of 32 bits have an end. `look` sees rounds and bounds at each judgement. `stop` is
/// asked between two rounds, and sees what another approach can go on from. Rounds of a tree of
/// another size are left alone.
///
/// Errors: those of [`judge`]. Cost: a look costs about a round; there is one each 5 to 30 % more
/// rounds, where the last two looks expect the end, and fewer while the end is far.
pub fn approach<'a>(
    tree: &'a SpotTree,
    saved: Option<SavedRounds>,
    within: &Rational,
    look: &mut dyn FnMut(u32, &SpotBounds),
    stop: &mut dyn FnMut(&SavedRounds) -> bool,
) -> Result<Approach<'a>, PlanRefusal> {
    let saved = saved.filter(|saved| saved.fits(tree));
    let mut rounds =
        DiscountedRounds::of_state(tree, saved.unwrap_or_else(|| SavedRounds::new(tree)));
    let goal = within.to_f64();
    loop {
        let stopped = stop(rounds.state());
        let Looks { mut fineness, next, before, mut best, mut least } = rounds.state().looks;
        if rounds.count() < next && !stopped {
            rounds.play();
            continue;
        }
        let judged = |fineness: usize| judge(tree, &rounds.average(PARTS[fineness]));
        let mut bounds = judged(fineness)?;
        // Near the goal, or where more rounds win little, finer parts may be what is missing.
        let gap = bounds.of_pot.to_f64();
        let is_near = gap < 2.0 * goal || before.is_some_and(|(_, wider)| gap > 0.9 * wider);
        while fineness + 1 < PARTS.len() && bounds.of_pot > *within && is_near {
            let finer = judged(fineness + 1)?;
            let better = finer.of_pot.to_f64() < 0.95 * bounds.of_pot.to_f64();
            fineness += usize::from(better);
            if !better {
                break;
            }
            bounds = finer;
        }
        look(rounds.count(), &bounds);
        let now = (f64::from(rounds.count()), bounds.of_pot.to_f64());
        least = least.min(now.1);
        if now.1 < 0.95 * best.1 {
            best = (rounds.count(), now.1);
        }
        let is_in_vain = rounds.count() / PATIENCE > best.0;
        if stopped || bounds.of_pot <= *within || is_in_vain {
            return Ok(Approach { rounds, parts: PARTS[fineness], bounds });
        }
        let next = rounds.count() + more_rounds(before, now, goal);
        rounds.remember(Looks { fineness, next, before: Some(now), best, least });
    }
}

/// Rounds until the next look, from rounds and exploitability at the last two.
fn more_rounds(before: Option<(f64, f64)>, now: (f64, f64), goal: f64) -> u32 {
    let (count, gap) = now;
    let expected = before.and_then(|(earlier, wider): (f64, f64)| {
        let power = (wider / gap).ln() / (count / earlier).ln();
        let factor = (gap / goal).powf(1.0 / power);
        (power > 0.0 && factor.is_finite()).then_some(count * (factor - 1.0) * 1.02)
    });
    // Looks are rare while the goal is far.
    let most = (expected.unwrap_or_default() / 4.0).clamp(count * 0.3, count);
    expected.unwrap_or(most).clamp(count * 0.05, most).ceil() as u32
}
