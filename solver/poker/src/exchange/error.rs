use bluff_exact::RefusedValue;

use super::{MAX_BYTES, MAX_CELLS, MAX_TREE};

/// Why a game is not written, or a file not read: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum ExchangeError {
    /// A tree with too many nodes; the advice is the largest deck that fits.
    #[error("{game} has {nodes} nodes dealt out, expected {}{advice}", self.allowed())]
    TreeTooLarge { game: String, nodes: String, advice: String },
    /// A table with too many cells.
    #[error(
        "{game} has {cells} cells in its reduced normal form, expected {}; efg takes larger games",
        self.allowed()
    )]
    TableTooLarge { game: String, cells: String },
    /// A player who forgets what he did.
    #[error(
        "player {player} would forget an own action at “{set}” (imperfect recall), expected {}",
        self.allowed()
    )]
    ImperfectRecall { player: String, set: String },
    /// A file that is too long.
    #[error("a file of {given} bytes, expected {}", self.allowed())]
    FileTooLong { given: usize },
    /// A file that is not in the format.
    #[error("line {line}, column {column}: {given}, expected {expected}")]
    Malformed { line: usize, column: usize, given: String, expected: String },
}

impl ExchangeError {
    fn allowed(&self) -> String {
        match self {
            Self::TreeTooLarge { .. } => format!("at most {MAX_TREE}"),
            Self::TableTooLarge { .. } => format!("at most {MAX_CELLS}"),
            Self::ImperfectRecall { .. } => "perfect recall for a normal form".to_owned(),
            Self::FileTooLong { .. } => format!("at most {MAX_BYTES}"),
            Self::Malformed { expected, .. } => expected.clone(),
        }
    }

    /// The value that is refused, and what is allowed.
    pub fn refused(&self) -> RefusedValue {
        let given = match self {
            Self::TreeTooLarge { nodes, .. } => format!("{nodes} nodes"),
            Self::TableTooLarge { cells, .. } => format!("{cells} cells"),
            Self::ImperfectRecall { set, .. } => set.clone(),
            Self::FileTooLong { given } => format!("{given} bytes"),
            Self::Malformed { given, .. } => given.clone(),
        };
        RefusedValue::without_field(given, self.allowed())
    }
}
