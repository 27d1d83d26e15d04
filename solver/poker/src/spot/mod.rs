//! Spots of hold'em from the flop on: two plans, and the interval around the value that they prove.
//!
//! A [`Spot`] has a board of three to five cards, two ranges, a pot and the sizes of each street.
//! Its [`SpotTree`] deals every card to come. A plan gives each hand a row of whole parts at each
//! view. The judge ([`judge()`]) passes whole tokens along the parts and works out both best
//! responses in whole numbers, so that lower and upper bound are exact fractions.
//!
//! ```
//! use bluff_exact::Rational;
//! use bluff_poker::spot::{ReferencePlan, Spot, SpotTree, judge};
//! let spot = Spot::read(
//!     r#"{ "format": 2, "name": "turn", "players": 2, "deck": "hold'em", "board": "QsJh2h8c",
//!          "ranges": { "I": "AhKh,QdQc", "II": "AhQd,6h5h" },
//!          "betting": { "pot": "10", "stacks": "0", "turn": {}, "river": {} } }"#,
//! )?;
//! let tree = SpotTree::new(&spot)?;
//! let bounds = judge(&tree, &ReferencePlan::Passive)?;
//! // Nothing is left to bet: the value is the equity, less the half of the pot that was paid.
//! assert_eq!(bounds.lower, bounds.upper);
//! assert!(bounds.lower > Rational::ZERO);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boards;
mod dealt;
mod document;
mod dump;
mod file;
mod judge;
mod kernel;
mod lines;
mod lock;
mod losses;
mod node;
mod pasted;
mod plan;
mod reference;
mod shares;
mod strategy;
mod suits;
mod tree;
mod walk;

pub use dealt::DealtDecision;
pub use document::{
    BOUNDS, CheckedBounds, SpotDocumentError, bounds_document, plan_of_document, read_plan,
};
pub use file::{MAX_WHOLE_WEIGHT, Spot};
pub use judge::{PlanRefusal, PlanSource, SpotBounds, judge};
pub use lines::SpotChips;
pub use lock::{LockedRow, SpotLock, SpotLockError};
pub use losses::{PlanLosses, SpotLoss};
pub use node::{NodeHand, SpotNode, SpotStep};
pub use pasted::{pasted, pasted_parts};
pub(crate) use plan::plan_of_text;
pub use plan::{PlanFileError, StoredPlan, plan_as_text, spot_hash, write_plan};
pub use reference::ReferencePlan;
pub use shares::first_shares;
pub use strategy::{SpotAudit, StrategyError, audit};
pub use tree::{PlaceKind, SpotTree};

#[cfg(test)]
mod tests;
