use super::Card;

/// Why a text names no cards: what was given, where, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum CardError {
    /// Not a card.
    #[error(
        "“{given}” at character {at} is no card, expected a rank of 23456789TJQKA and a suit of \
         cdhs, such as Ah"
    )]
    NotCard { given: String, at: usize },
    /// A card that is given twice.
    #[error("{card} is given twice in “{given}”, expected each card once")]
    CardTwice { card: Card, given: String },
    /// Too few cards for a hand, or too many.
    #[error("“{given}” has {count} cards, expected a hand of 2, such as AhKd")]
    HandSize { given: String, count: usize },
    /// A number of cards that no board has.
    #[error("“{given}” has {count} cards, expected a board of 0, 3, 4 or 5")]
    BoardSize { given: String, count: usize },
}
