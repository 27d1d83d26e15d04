use bluff_exact::{NotRational, Rational, counted};

use super::range::{MAX_RANGE_BYTES, MAX_WEIGHT_BYTES};
use super::{Card, HoleCards};

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
    #[error(
        "“{given}” has {}, expected a hand of 2, such as AhKd",
        counted(count, "card", "cards")
    )]
    HandSize { given: String, count: usize },
    /// A number of cards that no board has.
    #[error("“{given}” has {}, expected a board of 0, 3, 4 or 5", counted(count, "card", "cards"))]
    BoardSize { given: String, count: usize },

    /// A range that is too long.
    #[error("a range of {given} bytes, expected at most {MAX_RANGE_BYTES}")]
    RangeTooLong { given: usize },
    /// A part of a range that names no hands.
    #[error(
        "“{given}” at character {at} of the range, expected hands such as all, 22+, 99-66, AKs, \
         A2s+, A5s-A2s, KTo+, JTs-76s or AhKd, with commas between them, and weights such as \
         AA:1/2, AA:50% or [50]AA,KK[/50]"
    )]
    NotHands { given: String, at: usize },
    /// Hands with one weight whose end is missing, or of another weight.
    #[error("“{opened}” at character {at} of the range has no end, expected {closed}")]
    NotClosed { opened: String, closed: String, at: usize },
    /// A weight that is no number.
    #[error("“{given}” at character {at} of the range: {error}")]
    NotWeight { given: String, at: usize, error: NotRational },
    /// A weight outside its limits.
    #[error("“{given}” at character {at} of the range, expected a weight from 0 to 1")]
    WeightOutside { given: String, at: usize },
    /// A weight that is too long.
    #[error(
        "a weight of {given} bytes at character {at} of the range, expected at most \
         {MAX_WEIGHT_BYTES}"
    )]
    WeightTooLong { given: usize, at: usize },
    /// A hand with two weights.
    #[error(
        "“{given}” at character {at} of the range gives {hand} the weight {second}, after the \
         weight {first}; expected one weight for each hand"
    )]
    TwoWeights { given: String, at: usize, hand: HoleCards, first: Rational, second: Rational },
    /// A range in which no hand has a weight above 0.
    #[error("range “{given}”, expected at least one hand with a weight above 0")]
    EmptyRange { given: String },

    /// A hand that the board excludes.
    #[error("{card} is in the hand {hand} and on the board {board}, expected each card once")]
    CardOnBoard { card: Card, hand: String, board: String },
    /// A range that the board excludes.
    #[error(
        "each hand of the range “{given}” holds a card of the board {board}, expected one that \
         does not"
    )]
    NoHandLeft { given: String, board: String },
    /// Two ranges of which no two hands can be dealt.
    #[error(
        "each hand of “{hands}” has a card of each hand of “{others}”, expected two hands without \
         a common card"
    )]
    NoDeal { hands: String, others: String },
}
