//! The forms of a solution: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exchange::ExchangeError;
use rational_bluff::formula::FormulaError;
use rational_bluff::game::{Game, GameError};
use rational_bluff::pure::PureError;
use rational_bluff::solve::SolveError;

use crate::algebra::{self, AlgebraSystem};
use crate::{csv, document, latex, lprint};

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

/// A form of a solution.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its name.
    pub name: FormName,
    /// Reason why no solution of a game is written in this form, as far as the game tells it.
    ///
    /// Errors: `TooLong`, as from [`Self::write`].
    pub fits: fn(&Game) -> Result<(), FormError>,
    /// A solution in this form.
    ///
    /// Errors: `TooLong`, with its length and the maximum.
    pub write: fn(&Certified<Solution>) -> Result<String, FormError>,
}

/// Every form, in the order of help and of content negotiation; the first, the solution document,
/// is the default.
pub static FORMS: [Form; 7] = [
    Form {
        name: FormName::new(
            ["json", "json", "application/json"],
            "Solution document, which bluff verify checks again",
        ),
        fits: |_| Ok(()),
        write: |solution| Ok(document(solution)),
    },
    Form {
        name: FormName::new(
            ["csv", "csv", "text/csv"],
            "Table with a line per run of cards and action, CSV",
        ),
        fits: |_| Ok(()),
        write: |solution| Ok(csv::solution(solution)),
    },
    Form {
        name: FormName::new(["lprint", "txt", "text/plain"], "The paper's list"),
        fits: lprint::fits,
        write: |solution| lprint::solution(solution),
    },
    Form {
        name: FormName::new(["latex", "tex", "text/x-tex"], "LaTeX document"),
        fits: |_| Ok(()),
        write: |solution| Ok(latex::solution(solution)),
    },
    Form {
        name: FormName::new(["maple", "mpl", "text/x-maple"], "Program for Maple"),
        fits: algebra::fits,
        write: |solution| algebra::solution(solution, AlgebraSystem::Maple),
    },
    Form {
        name: FormName::new(["sage", "sage", "text/x-sage"], "Program for Sage, or Python alone"),
        fits: algebra::fits,
        write: |solution| algebra::solution(solution, AlgebraSystem::Sage),
    },
    Form {
        name: FormName::new(["pari", "gp", "text/x-pari"], "Program for PARI/GP"),
        fits: algebra::fits,
        write: |solution| algebra::solution(solution, AlgebraSystem::Pari),
    },
];
