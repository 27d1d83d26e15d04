//! Decks: what the players may be dealt, how often, and who wins a showdown.
//!
//! A strategy is a function of the player's hand, whatever the deck: hands are numbered `1..=n`
//! once. Of a deck of ranks a hand is a card, and the cards are those numbers. All other decks
//! answer two questions for a [`Kernel`]: in how many ways the other player comes here, and in how
//! many of these she is beaten.

mod board;
mod cards;
mod kernel;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use bluff_exact::Rational;

use crate::cards::{CLASSES, PreflopDeals};

pub use board::Board;
pub(super) use cards::not_in_deck;
pub use cards::{CardKind, Cards, DealtHand, ShowdownRule};
pub use kernel::Kernel;
pub(crate) use kernel::ReachNumber;

/// Deck of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deck {
    /// Cards `1..=n`, each a hand, of which the highest wins.
    Ranks {
        /// Number of copies of each card.
        copies: u64,
    },
    /// Cards `1..=n` for each player alike, whatever the other holds; equal cards share the pot.
    Independent(u64),
    /// Hands of one or two cards, and a board.
    Cards(Arc<Cards>),
    /// The classes of starting hands of hold'em, which are compared by a table.
    Table(Arc<PreflopDeals>),
}

impl Deck {
    /// True of cards `1..=n` that the highest wins; false of hands and of tables.
    ///
    /// ```
    /// use bluff_poker::game::parse_label;
    /// assert!(parse_label("kuhn/n3-b1")?.deck().is_ranks());
    /// assert!(!parse_label("leduc")?.deck().is_ranks());
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn is_ranks(&self) -> bool {
        matches!(self, Self::Ranks { .. })
    }

    /// True of cards that are numbers, dealt from one deck or independently.
    pub fn is_numbered(&self) -> bool {
        matches!(self, Self::Ranks { .. } | Self::Independent(_))
    }

    /// Number of copies of each card; 1 unless the deck is one of ranks.
    pub fn copies(&self) -> u64 {
        if let Self::Ranks { copies } = self { *copies } else { 1 }
    }

    /// Number of hands of a deck other than one of ranks.
    pub(super) fn hands(&self) -> Option<u64> {
        match self {
            Self::Ranks { .. } => None,
            Self::Independent(n) => Some(*n),
            Self::Cards(cards) => Some(cards.hands().len() as u64),
            Self::Table(_) => Some(CLASSES as u64),
        }
    }

    /// Number of ways to deal both players a hand, where all hands count alike; `None` of ranks.
    pub(super) fn all_deals(&self) -> Option<Rational> {
        match self {
            Self::Ranks { .. } => None,
            Self::Independent(n) => Some(Rational::from(*n) * Rational::from(*n)),
            Self::Cards(cards) => Some(cards.all_deals().clone()),
            Self::Table(_) => Some(PreflopDeals::ALL.into()),
        }
    }

    /// Board before the first card is dealt in the tree.
    pub(super) fn first_board(&self) -> Board {
        if let Self::Cards(cards) = self { cards.first_board() } else { Board::none() }
    }
}
