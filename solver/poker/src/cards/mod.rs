//! The cards of hold'em: hands of two, their classes, and boards.

mod board;
mod card;
mod class;
mod error;
mod hand;

pub use board::Board;
pub use card::{Card, CardSet, RANKS, SUITS};
pub use class::{CLASSES, HandClass};
pub use error::CardError;
pub use hand::{HANDS, HoleCards};
