//! Equilibria by the threshold structure: any deck size, by runs of cards.
//!
//! A solver of this room proposes strategies in closed form; [`crate::certificate::check`] judges
//! them like any others.

mod callers;
mod one_street;

use crate::game::{Game, TreeShape};
use crate::strategy::{Profile, ProfileError};

pub use one_street::saturation;

/// Why there is no threshold form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ThresholdError {
    /// The threshold form is known for some games only.
    #[error(
        "method threshold solves von-neumann, newman, one-street, three-player and callers with \
         one copy of each card, not {given}; method lp solves any two-player game"
    )]
    OtherGame { given: String },
    /// Newman's game with every bet that might pay has too many sizes.
    #[error("n = {n}: more than {limit} bet sizes may pay, expected a deck with fewer for -b max")]
    TooManySizes { n: u64, limit: usize },
    /// The construction made something that is no strategy; the text says where.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}

/// Number of cards around the crossing that are tried as the callers' threshold. For three players
/// and decks up to 14 trying every card finds no more, which the tests of `callers` show; it is not
/// proved.
const REACH: u64 = 3;

/// True if a game has a threshold form that this room knows: any deck size, by runs of cards.
pub fn applies(game: &Game) -> bool {
    game.copies() == 1 && game.family().is_some_and(|family| family.shape != TreeShape::Other)
}

/// Candidates in threshold form, in a fixed order, each worked out when it is asked for; the
/// certificate decides.
pub type Candidates<'a> = Box<dyn Iterator<Item = Result<Profile, ThresholdError>> + 'a>;

/// The candidates of a game: one for a one-street game.
///
/// Errors: [`ThresholdError::OtherGame`].
pub fn candidates(game: &Game) -> Result<Candidates<'_>, ThresholdError> {
    if !applies(game) {
        return Err(ThresholdError::OtherGame { given: game.label() });
    }
    if game.is_one_street() {
        Ok(Box::new(std::iter::once_with(|| one_street::one_street(game))))
    } else {
        Ok(Box::new(callers::callers_alike(game, REACH)?))
    }
}
