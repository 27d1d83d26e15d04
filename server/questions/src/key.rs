//! Keys of answers that are kept.

use std::fmt;
use std::str::FromStr;

use rational_bluff::sweep::{GameQuestion, UnknownQuestion};

/// The key of an entry: the question that it answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The label of the game; of all decks, without a deck.
    pub label: String,
    /// The question about it.
    pub question: EntryQuestion,
}

/// The question that an entry answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntryQuestion {
    /// A question about one deck; never with method `auto`, so that one answer has one key.
    Deck(GameQuestion),
    /// The value at every deck size, proved by strategies.
    AllDecks,
    /// The closest bounds of a spot of hold'em.
    Bounds,
    /// The rounds from which a solve of that spot goes on.
    Rounds,
}

/// The words for all decks, and for bounds and rounds of spots, in catalogues.
const ALL_DECKS: &str = "formula";
const BOUNDS: &str = "bounds";
const ROUNDS: &str = "rounds";

impl EntryQuestion {
    /// The word for this question in catalogues.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deck(question) => question.name(),
            Self::AllDecks => ALL_DECKS,
            Self::Bounds => BOUNDS,
            Self::Rounds => ROUNDS,
        }
    }
}

impl From<GameQuestion> for EntryQuestion {
    fn from(question: GameQuestion) -> Self {
        Self::Deck(question)
    }
}

impl fmt::Display for EntryQuestion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for EntryQuestion {
    type Err = UnknownQuestion;
    fn from_str(text: &str) -> Result<Self, UnknownQuestion> {
        match text {
            ALL_DECKS => Ok(Self::AllDecks),
            BOUNDS => Ok(Self::Bounds),
            ROUNDS => Ok(Self::Rounds),
            text => text.parse().map(Self::Deck),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.label, self.question)
    }
}
