//! Solution documents, format 1: an equilibrium as JSON that anyone can check again; and formulas
//! for all decks.

mod formula;
mod read;
mod tree;
mod write;

use serde::{Deserialize, Serialize};

use crate::game::{Game, GameError, GameFile, Stakes};
use crate::spot::SpotDocumentError;
use crate::strategy::ProfileError;
use crate::tree::TreeError;
use bluff_exact::json::{Object, present};
use bluff_exact::{Rational, RefusedValue, counted, one_of};

use super::{Certified, ProofGap, Refusal, Solution};

pub use formula::{CheckedFormula, MAX_RESIDUES};
pub(super) use formula::{DeckValueBlock, KIND, QuadraticBlock};
pub(super) use read::{SpelledNumber, claim};
pub use read::{read_lock, read_profile};
pub(super) use tree::TREE_KIND;
pub use tree::{CheckedTree, read_tree_lock, read_tree_profile};

/// The version that is written, and the newest that is read.
pub const FORMAT: u32 = 1;
/// The largest document read, in bytes.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;
/// Names that the `method` of a document may have: the ways to find its strategies.
pub const METHODS: [&str; 10] = [
    "threshold",
    "readable",
    "undominated",
    "lp",
    "restricted",
    "runs",
    "normal-form",
    "search",
    "pure",
    "best-reply",
];
/// Digits after the point in `decimals`.
const DECIMALS: usize = 21;

/// Why a document was not certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum DocumentError {
    /// A text longer than any document.
    #[error("a document of {given} bytes, expected {}", self.allowed())]
    TooLong { given: usize },
    /// Not a solution document.
    #[error("not a solution document: {reason}")]
    Malformed { reason: String },
    /// A version that is not known.
    #[error("format {given}, expected {}", self.allowed())]
    UnknownFormat { given: u32 },
    /// A way to find strategies that there is not.
    #[error("method “{given}”, expected {}", one_of(given, METHODS))]
    UnknownMethod { given: String },
    /// A key of a game of ours beside a game that has its own tree.
    #[error("the game: “{key}” stands beside a tree, expected {}", self.allowed())]
    BesideTree { key: &'static str },
    /// A game that there is not.
    #[error("the game: {0}")]
    Game(#[from] GameError),
    /// A tree that is no game of two players, or strategies that are none of it.
    #[error("the game: {0}")]
    Tree(#[from] TreeError),
    /// A tree or a spot of which only the hash is known.
    #[error("the document has the hash of its game alone, expected {}", self.allowed())]
    TreeText,
    /// A file beside a document that is not of a tree.
    #[error("a game file beside a document of another kind, expected {}", self.allowed())]
    NoTree,
    /// A card that the deck does not have.
    #[error("card “{given}”, expected {}", self.allowed())]
    BadCard { given: String, n: u64 },
    /// A lock of a set that there is not.
    #[error(
        "a lock of set “{set}” of player “{player}”, expected I or II, and the number of a set: {}",
        counted(sets, "set in all", "sets in all")
    )]
    UnknownSet { player: String, set: String, sets: usize },
    /// Strategies that are not of this game.
    #[error("the strategies: {0}")]
    Profile(#[from] ProfileError),
    /// The strategies are no equilibrium.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// A number that checking does not find.
    #[error("the document claims {what} {claimed}, but it is {found}")]
    Claim { what: &'static str, claimed: String, found: String },
    /// Not a formula document.
    #[error("not a formula document: {reason}")]
    MalformedFormula { reason: String },
    /// A class of a formula that proves nothing.
    #[error("refused: {0}")]
    Unproved(#[from] ProofGap),
    /// A document of bounds that is none, or claims what its plan does not prove.
    #[error(transparent)]
    Bounds(Box<SpotDocumentError>),
    /// A false claim of a class of a formula.
    #[error("residue {residue}: {error}")]
    InClass { residue: u64, error: Box<DocumentError> },
}

impl DocumentError {
    fn allowed(&self) -> String {
        match self {
            Self::TooLong { .. } => format!("at most {MAX_DOCUMENT_BYTES}"),
            Self::UnknownFormat { .. } => format!("format {FORMAT}"),
            Self::UnknownMethod { .. } => format!("one of: {}", METHODS.join(", ")),
            Self::BesideTree { .. } => "name, n and tree only".to_owned(),
            Self::TreeText => "the file beside it".to_owned(),
            Self::NoTree => "the solution of a tree, or a plan".to_owned(),
            Self::BadCard { n, .. } => format!("a whole number from 1 to {n}"),
            // Their own errors say it, or they are judgments.
            _ => String::new(),
        }
    }

    /// The value that is refused, and what is allowed; `None` of judgments and of texts that are
    /// none.
    pub fn refused(&self) -> Option<RefusedValue> {
        let given = match self {
            Self::Game(error) => return error.refused(),
            Self::TooLong { given } => format!("{given} bytes"),
            Self::UnknownFormat { given } => format!("format {given}"),
            Self::UnknownMethod { given } | Self::BadCard { given, .. } => given.clone(),
            Self::BesideTree { key } => (*key).to_owned(),
            Self::TreeText => "the hash of the game alone".to_owned(),
            Self::NoTree => "a game file".to_owned(),
            _ => return None,
        };
        Some(RefusedValue::without_field(given, self.allowed()))
    }

    /// True if the document was understood and its claim is false, rather than being no document at
    /// all.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::InClass { error, .. } => error.is_refusal(),
            Self::Bounds(error) => error.is_refusal(),
            Self::Profile(_) | Self::Refused(_) | Self::Claim { .. } | Self::Unproved(_) => true,
            Self::Game(GameError::Words { .. })
            | Self::UnknownSet { .. }
            | Self::Tree(
                TreeError::Sets { .. } | TreeError::Mixture { .. } | TreeError::LockedTwice { .. },
            ) => true,
            _ => false,
        }
    }
}

/// The solution document of a certified solution: [`Self::to_json`] writes one, [`Self::verify`]
/// reads one.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a>(&'a Certified<Solution>);

impl<'a> Document<'a> {
    /// The document of a certified solution.
    pub fn of(solution: &'a Certified<Solution>) -> Self {
        Self(solution)
    }
}

fn decimals(solution: &Solution) -> Vec<String> {
    texts(&solution.values.iter().collect::<Vec<_>>(), |value| value.decimal(DECIMALS))
}

/// Numbers as texts. What one player wins the other loses, and the certificate says it again: a
/// number that has been written before, with whatever sign, is not written out once more.
fn texts(numbers: &[&Rational], text: impl Fn(&Rational) -> String) -> Vec<String> {
    let mut texts: Vec<String> = Vec::with_capacity(numbers.len());
    for (index, number) in numbers.iter().enumerate() {
        let opposite = -*number;
        let other_sign = |text: &String| {
            text.strip_prefix('-').map_or_else(|| format!("-{text}"), str::to_owned)
        };
        let mut before = numbers[..index].iter().zip(&texts);
        let known = before.find_map(|(known, text)| {
            if known == number {
                Some(text.clone())
            } else {
                (**known == opposite).then(|| other_sign(text))
            }
        });
        texts.push(known.unwrap_or_else(|| text(number)));
    }
    texts
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "N: Deserialize<'de>"))]
struct GameBlock<N> {
    name: String,
    n: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    bets: Option<Vec<N>>,
    /// The stakes that the bets do not say.
    #[serde(flatten)]
    beside: Beside,
    /// The number of copies of each card, if there are several.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    copies: Option<String>,
    /// The whole game file, for a game that is not one of ours.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    tree: Option<Object<GameFile>>,
}

/// The stakes besides the bets: whole numbers as numbers, all others as text.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside(pub(super) Stakes);

impl GameBlock<Rational> {
    fn of(game: &Game) -> Self {
        let built_in = game.family().is_some();
        Self {
            name: game.name().to_owned(),
            n: game.n().to_string(),
            bets: game.family().filter(|family| !family.has_own_deck()).map(|_| game.bets()),
            beside: Beside(game.stakes().beside_bets()),
            copies: (built_in && game.copies() > 1).then(|| game.copies().to_string()),
            tree: (!built_in).then(|| Object(GameFile::of(game))),
        }
    }
}
