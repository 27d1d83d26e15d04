use super::{MAX_BYTES, MAX_CELLS, MAX_TREE};

/// Why a game is not written, or a file not read: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum ExchangeError {
    /// A tree with too many nodes; the advice is the largest deck that fits.
    #[error("{game} has {nodes} nodes dealt out, expected at most {MAX_TREE}{advice}")]
    TreeTooLarge { game: String, nodes: String, advice: String },
    /// A table with too many cells.
    #[error(
        "{game} has {cells} cells in its reduced normal form, expected at most {MAX_CELLS}; efg \
         takes larger games"
    )]
    TableTooLarge { game: String, cells: String },
    /// A player who forgets what he did.
    #[error(
        "player {player} would forget an own action at “{set}” (imperfect recall), expected \
         perfect recall for a normal form"
    )]
    ImperfectRecall { player: String, set: String },
    /// A file that is too long.
    #[error("a file of {given} bytes, expected at most {MAX_BYTES}")]
    FileTooLong { given: usize },
    /// A file that is not in the format.
    #[error("line {line}, column {column}: {given}, expected {expected}")]
    Malformed { line: usize, column: usize, given: String, expected: String },
}
