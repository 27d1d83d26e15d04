//! From a game to a problem for an engine, and back: the same index map both ways.
//!
//! [`SequenceForm`] is the sparse linear program of a two-player game (one column per sequence and card);
//! [`NormalForm`] is the table over all pure strategies, the slow way of the paper. The nonlinear programs of
//! more players come with the feature `search`.

mod face;
mod index_map;
#[cfg(feature = "search")]
mod nonlinear;
mod normal_form;
mod realization;
mod rows;
mod runs;
mod sequence_form;
mod sketch;
mod text;

pub use face::{Extreme, FaceProgram};
pub use index_map::IndexMap;
#[cfg(feature = "search")]
pub use nonlinear::{Complementarity, MAX_PURE_STRATEGIES, MAX_TERMS, MixedForm, Support, terms};
pub use normal_form::{MAX_TABLE, NormalForm};
pub use realization::{RealizationPlan, profile_of_plans};
pub use runs::Runs;
pub use sequence_form::SequenceForm;

use crate::strategy::ProfileError;

/// Why a game has no such program, or an answer no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// Linear programs are for two players.
    #[error("{players} players, expected 2: linear programs solve two-player games")]
    NotTwoPlayer {
        /// Players of the game.
        players: usize,
    },
    /// The program would have too many rows.
    #[error(
        "n = {n} is too large for method lp on {game}: its program has {rows} rows, expected at most {limit} (n ≤ {largest}); method {instead} works for any deck"
    )]
    TooManyRows {
        /// The game's name.
        game: String,
        /// Its deck.
        n: u64,
        /// Rows it would have.
        rows: u128,
        /// The most allowed.
        limit: u64,
        /// The largest deck with no more.
        largest: u64,
        /// The method that would work.
        instead: &'static str,
    },
    /// The deck was cut into too many runs.
    #[error(
        "method runs has cut the deck of {game} into {runs} runs of cards, and its program has {rows} rows, expected at most {limit}"
    )]
    TooManyRuns {
        /// The game's label.
        game: String,
        /// Runs of cards.
        runs: u64,
        /// Rows the program would have.
        rows: u128,
        /// The most allowed.
        limit: u64,
    },
    /// The table would have too many cells.
    #[error(
        "{game} is too large for method normal-form: its table has {cells} cells, expected at most {limit}; method lp takes larger decks"
    )]
    TableTooLarge {
        /// The game's label.
        game: String,
        /// Cells it would have, in words when they are too many to count.
        cells: String,
        /// The most allowed.
        limit: u64,
    },
    /// There would be too many pure strategies to mix.
    #[error(
        "{game} is too large for method normal-form: its players have {given} pure strategies, expected at most {limit}; method search takes larger decks"
    )]
    TooManyPure {
        /// The game's label.
        game: String,
        /// Pure strategies of all players together, in words when they are too many to count.
        given: String,
        /// The most allowed.
        limit: u64,
    },
    /// The answer is no pair of strategies; the text says where.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}
