//! The cards of hold'em: hands of two, boards, and ranges as players write them.

mod board;
mod card;
mod class;
mod error;
mod hand;
mod range;

pub use board::Board;
pub use card::{Card, CardSet, RANKS, SUITS};
pub use class::{CLASSES, HandClass};
pub use error::CardError;
pub use hand::{HANDS, HoleCards};
pub use range::{HandRange, MAX_RANGE_BYTES, MAX_WEIGHT_BYTES};
