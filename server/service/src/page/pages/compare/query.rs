//! The fields of a comparison: decks, the part of the table, and the scale of the first picture.

use bluff_questions::continuous::ComparisonQuestion;
use bluff_questions::error::Error;
use bluff_questions::{not_allowed, parse_whole};
use rational_bluff::compare::DeckComparison;
use rational_bluff::game::MAX_CARDS;

use crate::api::continuous::split;
use crate::api::query::{Query, unexpected};
use crate::limits::COMPARED_DECKS;
use crate::page::parts::controls::QueryNumber;
use crate::page::parts::neighbours;
use crate::page::parts::request::whole;

/// The fields of a comparison.
pub(crate) const KEYS: [&str; 4] = ["from", "to", "part", "scale"];

/// The request: decks, the part of the table, and the scale of the first picture.
pub(crate) struct ComparisonQuery {
    pub(crate) question: ComparisonQuestion,
    /// The game and the bets.
    pub(super) label: String,
    /// The address of the page up to its further fields.
    base: String,
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) part: usize,
    pub(super) scale: Option<Scale>,
}

impl ComparisonQuery {
    /// Errors: `Refused` for fields that are no decks, or no part or scale of a comparison.
    pub(crate) fn read(label: &str, query: &Query, base: String) -> Result<Self, Error> {
        let part = whole(query, "part", 1..=COMPARED_DECKS)?.unwrap_or(1) as usize;
        let scale = query.text("scale").map(Scale::read).transpose()?;
        split(label)?;
        let decks = match (query.text("from"), query.text("to")) {
            (None, None) => neighbours::decks(label),
            (from, to) => {
                let deck = |key, text| parse_whole(key, text, 2..=MAX_CARDS);
                let from = from.map(|text| deck("from", text)).transpose()?;
                from.zip(to.map(|text| deck("to", text)).transpose()?)
            }
        };
        let missing = || not_allowed("a comparison without decks", "for instance from=2&to=40");
        let (from, to) = decks.ok_or_else(missing)?;
        let question = neighbours::compared(label, from, to)?;
        Ok(Self { question, label: label.to_owned(), base, from, to, part, scale })
    }

    /// The address with these fields more.
    pub(super) fn address(&self, more: &str) -> String {
        format!("{}from={}&to={}&{more}", self.base, self.from, self.to)
    }

    /// The decks, to be moved. Their slider ends where every bet of it is answered.
    pub(crate) fn decks(&self) -> [QueryNumber; 2] {
        let Self { from, to, .. } = *self;
        let (least, most) = neighbours::decks(&self.label).unwrap_or((from, to));
        let deck =
            |name, title, value| QueryNumber { name, title, value, least, most, within: None };
        let first = QueryNumber { within: Some("to"), ..deck("from", "First deck", from) };
        [first, deck("to", "Last deck", to)]
    }

    /// The fields that the numbers keep.
    pub(crate) fn kept(&self) -> String {
        self.scale.map(|scale| format!("scale={}", scale.key())).unwrap_or_default()
    }
}

/// The quantity that is drawn over the number of cards; v is the value of a deck, V that of the
/// continuous game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Value,
    Linear,
    Quadratic,
    Logarithm,
}

impl Scale {
    pub(super) const ALL: [Self; 4] = [Self::Quadratic, Self::Linear, Self::Logarithm, Self::Value];

    /// The word of its address, its name, and the quantity in words.
    pub(super) fn words(self) -> [&'static str; 3] {
        match self {
            Self::Value => ["value", "Values", "Value to player I, in antes"],
            Self::Linear => {
                ["n", "n(V − v)", "n times the distance to the continuous value, n(V − v)"]
            }
            Self::Quadratic => [
                "n2",
                "n(n − 1)(V − v)",
                "n(n − 1) times the distance to the continuous value, n(n − 1)(V − v)",
            ],
            Self::Logarithm => [
                "log",
                "Logarithm",
                "Decimal logarithm of the distance to the continuous value, log |V − v|",
            ],
        }
    }

    pub(super) fn key(self) -> &'static str {
        self.words()[0]
    }

    /// Errors: `Refused` for other words.
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|scale| scale.key() == text);
        found.ok_or_else(|| unexpected("scale", text, &Self::ALL.map(Self::key).join(", ")))
    }

    /// The number of a deck; `None` where it has no logarithm.
    pub(super) fn of(self, deck: &DeckComparison) -> Option<f64> {
        let (n, left) = (deck.n as f64, -deck.difference.to_f64());
        match self {
            Self::Value => Some(deck.value.to_f64()),
            Self::Linear => Some(n * left),
            Self::Quadratic => Some(n * (n - 1.0) * left),
            Self::Logarithm => (left != 0.0).then(|| left.abs().log10()),
        }
    }
}
