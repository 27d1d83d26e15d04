//! The forms of a solution: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::Game;

use crate::algebra::{self, AlgebraSystem};
use crate::lprint::{self, TooLong};
use crate::{csv, document, latex};

/// A form of a solution.
#[derive(Clone, Debug)]
pub struct Form {
    /// Value of `--format`.
    pub name: &'static str,
    /// Ending of addresses and of files, without the point.
    pub suffix: &'static str,
    /// Media type, without parameters.
    pub media: &'static str,
    /// A description: a line of help, the text of a link.
    pub about: &'static str,
    /// Reason why no solution of a game is written in this form, as far as the game tells it.
    ///
    /// Errors: [`TooLong`], as from [`Self::write`].
    pub fits: fn(&Game) -> Result<(), TooLong>,
    /// A solution in this form.
    ///
    /// Errors: [`TooLong`], with its length and the maximum.
    pub write: fn(&Certified<Solution>) -> Result<String, TooLong>,
}

/// Every form, in the order of help and of content negotiation; the first, the solution document,
/// is the default.
pub static FORMS: [Form; 7] = [
    Form {
        name: "json",
        suffix: "json",
        media: "application/json",
        about: "Solution document, which bluff verify checks again",
        fits: |_| Ok(()),
        write: |solution| Ok(document(solution)),
    },
    Form {
        name: "csv",
        suffix: "csv",
        media: "text/csv",
        about: "Table with a line per run of cards and action, CSV",
        fits: |_| Ok(()),
        write: |solution| Ok(csv::solution(solution)),
    },
    Form {
        name: "lprint",
        suffix: "txt",
        media: "text/plain",
        about: "The paper's list",
        fits: lprint::fits,
        write: |solution| lprint::solution(solution),
    },
    Form {
        name: "latex",
        suffix: "tex",
        media: "text/x-tex",
        about: "LaTeX document",
        fits: |_| Ok(()),
        write: |solution| Ok(latex::solution(solution)),
    },
    Form {
        name: "maple",
        suffix: "mpl",
        media: "text/x-maple",
        about: "Program for Maple",
        fits: algebra::fits,
        write: |solution| algebra::solution(solution, AlgebraSystem::Maple),
    },
    Form {
        name: "sage",
        suffix: "sage",
        media: "text/x-sage",
        about: "Program for Sage, or Python alone",
        fits: algebra::fits,
        write: |solution| algebra::solution(solution, AlgebraSystem::Sage),
    },
    Form {
        name: "pari",
        suffix: "gp",
        media: "text/x-pari",
        about: "Program for PARI/GP",
        fits: algebra::fits,
        write: |solution| algebra::solution(solution, AlgebraSystem::Pari),
    },
];
