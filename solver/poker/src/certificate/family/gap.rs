use bluff_exact::Rational;

use crate::certificate::Refusal;
use crate::certificate::format::DocumentError;
use crate::game::View;

use super::{MAX_MODULUS, WholeLine};

/// Why strategies prove nothing for a class: the sentence names the culprit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ClassGap(pub(super) String);

impl ClassGap {
    /// The gap at a run of a view, which ends with this card.
    pub(super) fn at(View { player, name, .. }: &View, to: WholeLine, fault: &str) -> Self {
        Self(format!("player {player}, “{name}”, the run to card {to}: {fault}"))
    }
}

/// Reason why a family is not certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum FamilyError {
    /// The game has another number of players, a deck of its own, several copies or ranges.
    #[error("{given}, expected a game of two players with one copy of each card and no ranges")]
    Game { given: String },
    /// There are too few or too many classes.
    #[error("{given} classes, expected 1 to {MAX_MODULUS}")]
    ClassCount { given: usize },
    /// A class does not prove its decks.
    #[error("class {residue} of {modulus}: {gap}")]
    Class { residue: u64, modulus: u64, gap: ClassGap },
    /// A single deck is no equilibrium.
    #[error("the deck of {n} cards: {refusal}")]
    Deck { n: u64, refusal: Refusal },
    /// The decks are not those that the classes leave out.
    #[error("single decks of {given} cards, expected those that no class proves: {expected}")]
    Cover { given: String, expected: String },
    /// A class begins below 2 cards, or beyond all decks that are given.
    #[error(
        "class {residue} of {modulus}: it begins with m = {from}, expected from 2 cards on, and \
         every smaller deck by itself"
    )]
    Begin { residue: u64, modulus: u64, from: u64 },
    /// The period is not that of the constants.
    #[error(
        "the period is {given}, expected the least one of the constants, a divisor of {modulus}"
    )]
    Period { given: u64, modulus: u64 },
    /// The exceptions are not the decks whose value differs.
    #[error("{n} cards have the value {value}, and the formula and its exceptions say {claimed}")]
    Exception { n: u64, value: Rational, claimed: Rational },
    /// A deck is no exception.
    #[error("the exception of {n} cards is no single deck of another value")]
    NoException { n: u64 },
    /// A class or a deck says what none of the game can say.
    #[error("{part}: {error}")]
    Part { part: String, error: Box<DocumentError> },
    /// The text is no document.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

impl FamilyError {
    /// A game whose deck is its own, which has no other decks.
    pub fn own_deck() -> Self {
        Self::Game { given: "a deck of its own".to_owned() }
    }

    /// The error with the class or the deck of the document in which it stands.
    pub(super) fn in_part(self, part: impl FnOnce() -> String) -> Self {
        match self {
            Self::Document(error) => Self::Part { part: part(), error: Box::new(error) },
            other => other,
        }
    }

    /// True if the document was understood and its claim is false, rather than being no document at
    /// all.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Document(error) => error.is_refusal(),
            Self::Part { error, .. } => error.is_refusal(),
            Self::Game { .. } | Self::ClassCount { .. } => false,
            _ => true,
        }
    }
}
