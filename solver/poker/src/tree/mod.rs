//! Games of any shape: what a file says, and nothing of poker. Those of two players with a constant
//! sum are solved; all others are judged.
//!
//! [`TreeGame`] is such a game with its sequences; [`TreeProfile`] has the strategies, by
//! information set; [`best_reply`] is what the judge compares
//! ([`check_tree`](crate::certificate::check_tree)). No walk recurs: depth does not matter.

mod error;
mod file;
mod game;
mod reply;

pub use error::TreeError;
pub use file::TreeFile;
pub use game::{TreeGame, TreeLock, TreePayment, TreeSet};
pub use reply::{TreeProfile, best_reply, expected_payoffs};
