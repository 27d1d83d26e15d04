//! The cards of hold'em: hands of two, boards, ranges as players write them, and who wins.
//!
//! ```
//! use bluff_poker::cards::{OpenCards, HandRange, HoleCards, Strength};
//! let board: OpenCards = "Ks9d6h3c2s".parse()?;
//! let [aces, nines]: [HoleCards; 2] = ["AhAd".parse()?, "9h9c".parse()?];
//! let strength = |hand: HoleCards| Strength::of(hand.cards() | board.cards());
//! assert!(strength(nines) > strength(aces));
//! let range: HandRange = "99-66,A2s+,76s:1/2".parse()?;
//! assert_eq!(range.hands().count(), 4 * 6 + 12 * 4 + 4);
//! # Ok::<(), bluff_poker::cards::CardError>(())
//! ```

mod card;
mod class;
mod equity;
mod error;
mod hand;
mod made;
mod open_cards;
mod preflop;
mod range;
mod strength;
mod suits;
mod sums;

pub use card::{Card, CardSet, RANKS, SUITS};
pub use class::{CLASSES, HandClass};
pub use equity::Equity;
pub(crate) use equity::{all_boards, no_deal, none_left, strength_on};
pub use error::CardError;
pub use hand::{HANDS, HoleCards};
pub use made::MadeHand;
pub use open_cards::OpenCards;
pub use preflop::PreflopDeals;
pub use range::{HandRange, MAX_RANGE_BYTES, MAX_WEIGHT_BYTES};
pub use strength::Strength;
pub(crate) use suits::{SuitExchange, suit_exchanges};
pub use sums::{SumsByCard, SweepNumber};
