use crate::engine::lp::TextFormat;
use crate::exact::Rational;
use crate::game::{Game, Player};
use crate::program::{NormalForm, SequenceForm};

use super::{Method, SolveError};

/// Player I's expected payoff for every pair of pure strategies (`PayTable` of the paper). Units:
/// antes per hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayTable {
    /// I's pure strategies in words, one per row: for each view, the cards that take each action
    /// but the first.
    pub rows: Vec<String>,
    /// II's pure strategies, one per column.
    pub columns: Vec<String>,
    /// The payoffs.
    pub cells: Vec<Vec<Rational>>,
}

/// The pay table of a small two-player game.
///
/// Errors: [`SolveError::Program`] for three players or more than [`crate::program::MAX_TABLE`]
/// cells.
pub fn pay_table(game: &Game) -> Result<PayTable, SolveError> {
    let form = NormalForm::of(game)?;
    let names =
        |player, count| (0..count).map(|strategy| form.name(player, strategy)).collect::<Vec<_>>();
    let cells = form.table().to_vec();
    let columns = cells.first().map_or(0, Vec::len);
    Ok(PayTable { rows: names(Player::I, cells.len()), columns: names(Player::II, columns), cells })
}

/// The linear program of a two-player game as text: the sparse one, or the one over all pure
/// strategies.
///
/// Errors: [`SolveError`]; `NoProgram` for the methods without one.
pub fn program_text(game: &Game, method: Method, format: TextFormat) -> Result<String, SolveError> {
    match method {
        Method::Auto | Method::Lp => Ok(SequenceForm::smaller(game)?.text(format)),
        Method::NormalForm => Ok(NormalForm::of(game)?.text(format)),
        Method::Threshold | Method::Readable | Method::Runs | Method::Search => {
            Err(SolveError::NoProgram { given: method })
        }
    }
}
