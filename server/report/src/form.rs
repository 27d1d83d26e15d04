//! The name of a form, and the reasons why an answer is not written in one.

use rational_bluff::exchange::ExchangeError;
use rational_bluff::formula::FormulaError;
use rational_bluff::game::GameError;
use rational_bluff::pure::PureError;
use rational_bluff::solve::SolveError;

/// The name of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormName {
    /// Value of `--format`.
    pub name: &'static str,
    /// Ending of addresses and files, without the point.
    pub suffix: &'static str,
    /// Media type, without parameters.
    pub media: &'static str,
    /// A line of help, the text of a link.
    pub about: &'static str,
}

impl FormName {
    /// A form with a name, an ending, a media type, and a line of help.
    pub const fn new([name, suffix, media]: [&'static str; 3], about: &'static str) -> Self {
        Self { name, suffix, media, about }
    }
}

/// Reason why an answer is not written in a form.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FormError {
    /// It is longer than the form takes, or of another deck; with what is allowed.
    #[error("{0}")]
    TooLong(String),
    /// Formulas of this kind do not have the form.
    #[error("the form {form} of {label}, expected {expected}")]
    Missing {
        /// The form.
        form: &'static str,
        /// The formula.
        label: String,
        /// The forms that it has.
        expected: String,
    },
    /// The betting tree is too large for a game file.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game is too large for Gambit's files.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The game has no linear program.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A bug of ours.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A deck of the test in a program is too large to be counted, which is a bug of ours.
    #[error(transparent)]
    Pure(#[from] PureError),
}
