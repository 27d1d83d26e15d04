//! Pure equilibria of von Neumann's game: all of them, with no assumption on what is plausible.
//!
//! `structure` says what they are, `lattice_count` counts them, `enumeration` lists them, and
//! `every_deck` has their number for all decks at once. `cuts` tries cuts directly and knows
//! nothing of the structure.

mod cuts;
mod every_deck;
mod sets;
mod structure;

pub use cuts::{CutForm, MAX_CUT_DECK, cut_equilibria};
pub use every_deck::{MAX_COUNTED_BET, MAX_COUNTED_DECK, PureClass, PureCounts};
pub use sets::{PureEquilibrium, PureError, profile_sets, sets_profile};
pub use structure::{MAX_DECK, count_pure_equilibria, pure_equilibria};
