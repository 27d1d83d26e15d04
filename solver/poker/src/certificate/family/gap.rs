use bluff_exact::Rational;

use crate::certificate::Refusal;
use crate::certificate::format::DocumentError;
use crate::game::Player;

use super::{MAX_MODULUS, WholeLine};

/// Reason why a class proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum ClassGap {
    /// The lists are not one for each view.
    #[error("{given} strategies, expected one for each of {expected} views")]
    Views { given: usize, expected: usize },
    /// The runs of a view are not in order, or do not end with the deck.
    #[error("player {player}, “{view}”: the runs do not ascend to the last card {deck}")]
    Runs { player: Player, view: String, deck: WholeLine },
    /// A run ends where there is no card.
    #[error("a run ends with card {end}, expected 0 to {deck}")]
    Outside { end: WholeLine, deck: WholeLine },
    /// Two ends of runs are in another order for some decks.
    #[error("the ends {one} and {other} of runs are not in this order for every m ≥ {from}")]
    Order { one: WholeLine, other: WholeLine, from: u64 },
    /// A probability is below 0 for some decks, or has no value.
    #[error(
        "player {player}, “{view}”, the run to card {to}: “{action}” has no probability for every \
         m ≥ {from}"
    )]
    NotProbability { player: Player, view: String, to: WholeLine, action: String, from: u64 },
    /// Probabilities that do not sum to 1.
    #[error("player {player}, “{view}”, the run to card {to}: probabilities do not sum to 1")]
    RowSum { player: Player, view: String, to: WholeLine },
    /// No action is best on all of a run.
    #[error(
        "player {player}, “{view}”, the run to card {to}: no action is best with its first and \
         last card for every m ≥ {from}"
    )]
    NoReply { player: Player, view: String, to: WholeLine, from: u64 },
    /// A best reply is worth something else.
    #[error("the best reply of player {player} is not worth what the formula says")]
    Value { player: Player },
    /// The polynomials grow too large.
    #[error("polynomials in m of degree {degree}, expected at most {most}")]
    Degree { degree: usize, most: usize },
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
    Part { part: String, error: DocumentError },
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
            Self::Document(error) => Self::Part { part: part(), error },
            other => other,
        }
    }

    /// True if the document was understood and its claim is false, rather than being no document at
    /// all.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Document(error) | Self::Part { error, .. } => error.is_refusal(),
            Self::Game { .. } | Self::ClassCount { .. } => false,
            _ => true,
        }
    }
}
