//! The forms of a solution: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::Game;

use crate::algebra::{self, AlgebraSystem};
use crate::form::{FormError, FormName};
use crate::{csv, document, latex, lprint};

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
