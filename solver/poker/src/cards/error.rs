use bluff_exact::{Rational, RefusedValue, counted};

use super::range::{MAX_RANGE_BYTES, MAX_WEIGHT_BYTES};
use super::{Card, HoleCards};

/// Why a text names no cards: what was given, where, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum CardError {
    /// Not a card.
    #[error("“{given}” at character {at} is no card, expected {}", self.allowed())]
    NotCard { given: String, at: usize },
    /// A card that is given twice.
    #[error("{card} is given twice in “{given}”, expected {}", self.allowed())]
    CardTwice { card: Card, given: String },
    /// Too few cards for a hand, or too many.
    #[error("“{given}” has {}, expected {}", counted(count, "card", "cards"), self.allowed())]
    HandSize { given: String, count: usize },
    /// A number of cards that no board has.
    #[error("“{given}” has {}, expected {}", counted(count, "card", "cards"), self.allowed())]
    BoardSize { given: String, count: usize },

    /// A range that is too long.
    #[error("a range of {given} bytes, expected {}", self.allowed())]
    RangeTooLong { given: usize },
    /// A part of a range that names no hands.
    #[error("“{given}” at character {at} of the range, expected {}", self.allowed())]
    NotHands { given: String, at: usize },
    /// Hands with one weight whose end is missing, or of another weight.
    #[error("“{opened}” at character {at} of the range has no end, expected {}", self.allowed())]
    NotClosed { opened: String, closed: String, at: usize },
    /// A weight that is no number, or outside its limits.
    #[error("“{given}” at character {at} of the range, expected {}", self.allowed())]
    NotWeight { given: String, at: usize },
    /// A weight that is too long.
    #[error(
        "a weight of {given} bytes at character {at} of the range, expected {}",
        self.allowed()
    )]
    WeightTooLong { given: usize, at: usize },
    /// A hand with two weights.
    #[error(
        "“{given}” at character {at} of the range gives {hand} the weight {second}, after the \
         weight {first}; expected {}",
        self.allowed()
    )]
    TwoWeights { given: String, at: usize, hand: HoleCards, first: Rational, second: Rational },
    /// A range in which no hand has a weight above 0.
    #[error("range “{given}”, expected {}", self.allowed())]
    EmptyRange { given: String },

    /// A hand that the board excludes.
    #[error("{card} is in the hand {hand} and on the board {board}, expected {}", self.allowed())]
    CardOnBoard { card: Card, hand: String, board: String },
    /// A range that the board excludes.
    #[error(
        "each hand of the range “{given}” holds a card of the board {board}, expected {}",
        self.allowed()
    )]
    NoHandLeft { given: String, board: String },
    /// Two ranges of which no two hands can be dealt.
    #[error(
        "each hand of “{hands}” has a card of each hand of “{others}”, expected {}",
        self.allowed()
    )]
    NoDeal { hands: String, others: String },
}

impl CardError {
    fn allowed(&self) -> String {
        match self {
            Self::NotCard { .. } => {
                "a rank of 23456789TJQKA and a suit of cdhs, such as Ah".to_owned()
            }
            Self::CardTwice { .. } | Self::CardOnBoard { .. } => "each card once".to_owned(),
            Self::HandSize { .. } => "a hand of 2, such as AhKd".to_owned(),
            Self::BoardSize { .. } => "a board of 0, 3, 4 or 5".to_owned(),
            Self::RangeTooLong { .. } => format!("at most {MAX_RANGE_BYTES}"),
            Self::NotHands { .. } => "hands such as all, 22+, 99-66, AKs, A2s+, A5s-A2s, KTo+, \
                                      JTs-76s or AhKd, with commas between them, and weights such \
                                      as AA:1/2, AA:50% or [50]AA,KK[/50]"
                .to_owned(),
            Self::NotClosed { closed, .. } => closed.clone(),
            Self::NotWeight { .. } => "a weight from 0 to 1, such as 1/2 or 50%".to_owned(),
            Self::WeightTooLong { .. } => format!("at most {MAX_WEIGHT_BYTES}"),
            Self::TwoWeights { .. } => "one weight for each hand".to_owned(),
            Self::EmptyRange { .. } => "at least one hand with a weight above 0".to_owned(),
            Self::NoHandLeft { .. } => "a hand without a card of the board".to_owned(),
            Self::NoDeal { .. } => "two hands without a common card".to_owned(),
        }
    }

    /// The value that is refused, and what is allowed.
    pub fn refused(&self) -> RefusedValue {
        let given = match self {
            Self::NotCard { given, .. }
            | Self::CardTwice { given, .. }
            | Self::HandSize { given, .. }
            | Self::BoardSize { given, .. }
            | Self::NotHands { given, .. }
            | Self::NotClosed { opened: given, .. }
            | Self::NotWeight { given, .. }
            | Self::TwoWeights { given, .. }
            | Self::EmptyRange { given }
            | Self::CardOnBoard { hand: given, .. }
            | Self::NoHandLeft { given, .. } => given.clone(),
            Self::RangeTooLong { given } => format!("a range of {given} bytes"),
            Self::WeightTooLong { given, .. } => format!("a weight of {given} bytes"),
            Self::NoDeal { hands, others } => format!("{hands} and {others}"),
        };
        RefusedValue::without_field(given, self.allowed())
    }
}
