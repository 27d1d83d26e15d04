use crate::engine::lp::TextFormat;
use crate::exact::Rational;
use crate::game::{Game, Player};
use crate::program::{NormalForm, SequenceForm};

use super::{Control, MatrixGame, Method, SolveError};

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

/// An equilibrium over pure strategies, the answer of the slow linear program: each player's with
/// its probability, those above 0 alone (`MNE` of the paper).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    /// The value to player I, in antes per hand.
    pub value: Rational,
    /// The pure strategies of I and of II, in words as in [`PayTable`].
    pub strategies: [Vec<(String, Rational)>; 2],
}

/// The equilibrium over pure strategies of a small two-player game. `solve` with
/// [`Method::NormalForm`] has the same as behavior strategies, certified.
///
/// Errors: those of [`pay_table`], `Stopped`.
///
/// ```
/// use rational_bluff::{game::parse_label, solve::{Control, mixture}};
/// let found = mixture(&parse_label("von-neumann/n4-b2")?, &Control::new())?;
/// assert_eq!(found.strategies[0][0], ("{4}".to_owned(), "1/2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mixture(game: &Game, control: &Control) -> Result<Mixture, SolveError> {
    let form = NormalForm::of(game)?;
    let found = MatrixGame::new(form.table().to_vec())?.solve(control)?;
    Ok(found.named(|player, strategy| form.name(player, strategy)))
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
