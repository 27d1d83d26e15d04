//! Games in the formats of the field: the whole tree and the reduced normal form, for Gambit to
//! read, and back.
//!
//! [`Extensive`] is a game as Gambit's `.efg` has it: chance deals the cards, and every information
//! set has a name. It comes from a [`Game`](crate::game::Game) or from the text of anybody's file.
//! [`Strategic`] is its reduced normal form, `.nfg`. Every number is an exact fraction. The linear
//! program is written elsewhere (`solve::program_text`): it needs no tree.

mod deal;
mod efg;
mod error;
mod extensive;
mod nfg;
mod reader;
mod strategic;

pub use error::ExchangeError;
pub(crate) use extensive::TreeChildren;
pub use extensive::{ChanceMove, Extensive, InformationSet, Mover, TreeNode, TreeOutcome};
pub use reader::MAX_BYTES;
pub use strategic::{MAX_CELLS, Strategic};

/// The most nodes of a tree, dealt out.
pub const MAX_TREE: usize = 100_000;
