//! From a game to a problem for an engine, and back: the same index map both ways.
//!
//! [`SequenceForm`] is the sparse linear program of a two-player game (one column per sequence and
//! card); [`NormalForm`] is the table over all pure strategies, the slow way of the paper. The
//! nonlinear programs of more players come with the feature `search`.

mod choice;
mod face;
mod fully_mixed;
mod index_map;
mod linear;
mod locked;
#[cfg(feature = "search")]
mod nonlinear;
mod normal_form;
mod point;
mod realization;
mod rows;
mod runs;
mod sequence_form;
mod sketch;
mod text;
mod tree_form;
mod tremble;

pub use face::FaceProgram;
pub use linear::Linear;
#[cfg(feature = "search")]
pub use nonlinear::{
    Complementarity, Linearised, MAX_PURE_STRATEGIES, MAX_TERMS, MixedForm, RegretMatching,
    Support, terms,
};
pub(crate) use normal_form::zero_sum_program;
pub use normal_form::{MAX_TABLE, NormalForm};
pub use realization::{RealizationPlan, plan_of_profile, profile_of_plans};
pub(crate) use realization::{best_of_equals, first_of};
pub use runs::Runs;
pub use sequence_form::SequenceForm;
pub(crate) use tree_form::{TreeForm, mixtures};
pub use tremble::Tremble;

use crate::strategy::ProfileError;

use index_map::IndexMap;

/// Why a game has no such program, or an answer no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ProgramError {
    /// Linear programs are for two players.
    #[error("{players} players, expected 2: linear programs solve two-player games")]
    NotTwoPlayer { players: usize },
    /// The program would have too many rows.
    #[error(
        "n = {n} is too large for method lp on {game}: its program has {rows} rows, expected at \
         most {limit} (n ≤ {largest}); method {instead} works for any deck"
    )]
    TooManyRows {
        game: String,
        n: u64,
        rows: u128,
        limit: u64,
        largest: u64,
        instead: &'static str,
    },
    /// A program of hands would count too many deals.
    #[error(
        "{game} is too large for method lp: its program has {rows} rows and counts {deals} deals × \
         ends of the hand, expected at most {} and {}", limits[0], limits[1]
    )]
    TooManyDeals { game: String, rows: u128, deals: u128, limits: [u64; 2] },
    /// The deck was cut into too many runs.
    #[error(
        "method runs has cut the deck of {game} into {runs} runs of cards, and its program has \
         {rows} rows, expected at most {limit}"
    )]
    TooManyRuns { game: String, runs: u64, rows: u128, limit: u64 },
    /// A method for cards `1..=n`, asked of a game with another deck.
    #[error("method {method} is for decks of cards 1 to n, expected method lp for {game}")]
    OtherDeck { game: String, method: &'static str },
    /// More hands of another deck than the method readable takes.
    #[error(
        "method readable takes decks of cards 1 to n, and at most {limit} hands of other decks; \
         {game} has {hands}, expected method lp"
    )]
    TooManyHands { game: String, hands: u64, limit: u64 },
    /// The table would have too many cells.
    #[error(
        "{game} is too large for method normal-form: its table has {cells} cells, expected at most \
         {limit}; method lp takes larger decks"
    )]
    TableTooLarge { game: String, cells: String, limit: u64 },
    /// There would be too many pure strategies to mix.
    #[error(
        "{game} is too large for method normal-form: its players have {given} pure strategies, \
         expected at most {limit}; method search takes larger decks"
    )]
    TooManyPure { game: String, given: String, limit: u64 },
    /// The answer is no pair of strategies; the text says where.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}
