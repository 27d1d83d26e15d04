use super::{MAX_BYTES, MAX_CELLS, MAX_TREE};

/// Why a game is not written, or a file not read: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ExchangeError {
    #[error("{game} has {nodes} nodes dealt out, expected at most {MAX_TREE}{advice}")]
    TreeTooLarge { game: String, nodes: String, advice: String },
    #[error(
        "{game} has {cells} cells in its reduced normal form, expected at most {MAX_CELLS}; efg takes larger games"
    )]
    TableTooLarge { game: String, cells: String },
    #[error(
        "player {player} would forget an own action at “{set}” (imperfect recall), expected perfect recall for a normal form"
    )]
    ImperfectRecall { player: String, set: String },
    #[error("a file of {given} bytes, expected at most {MAX_BYTES}")]
    FileTooLong { given: usize },
    #[error("line {line}, column {column}: {given}, expected {expected}")]
    Malformed { line: usize, column: usize, given: String, expected: String },
}
