//! The forms of a formula: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use rational_bluff::formula::FormulaError;

use super::{FamilyReport, FormulaReport};
use crate::algebra::AlgebraSystem;

/// A form of a formula.
#[derive(Clone, Debug)]
pub struct FormulaForm {
    /// Value of `--format`.
    pub name: &'static str,
    /// Ending of addresses and of files, without the point.
    pub suffix: &'static str,
    /// Media type, without parameters.
    pub media: &'static str,
    /// A description: a line of help, the text of a link.
    pub about: &'static str,
    /// A formula in this form.
    ///
    /// Errors: [`FormulaError::Unproved`], which is a bug.
    pub write: fn(&FormulaReport) -> Result<String, FormulaError>,
    /// A formula that strategies prove, in this form; `None` if it has none.
    pub family: Option<fn(&FamilyReport) -> String>,
}

/// Every form for programs and papers; the first, the document, is the default.
pub static FORMULA_FORMS: [FormulaForm; 7] = [
    FormulaForm {
        name: "json",
        suffix: "json",
        media: "application/json",
        about: "For programs",
        write: |formula| Ok(formula.json()),
        family: Some(FamilyReport::json),
    },
    FormulaForm {
        name: "latex",
        suffix: "tex",
        media: "text/x-tex",
        about: "For a paper",
        write: |formula| Ok(formula.latex()),
        family: Some(FamilyReport::latex),
    },
    FormulaForm {
        name: "maple",
        suffix: "mpl",
        media: "text/x-maple",
        about: "A program for Maple",
        write: |formula| formula.program(AlgebraSystem::Maple),
        family: Some(|family| family.program(AlgebraSystem::Maple)),
    },
    FormulaForm {
        name: "sage",
        suffix: "sage",
        media: "text/x-sage",
        about: "A program for Sage, or Python alone",
        write: |formula| formula.program(AlgebraSystem::Sage),
        family: Some(|family| family.program(AlgebraSystem::Sage)),
    },
    FormulaForm {
        name: "pari",
        suffix: "gp",
        media: "text/x-pari",
        about: "A program for PARI/GP",
        write: |formula| formula.program(AlgebraSystem::Pari),
        family: Some(|family| family.program(AlgebraSystem::Pari)),
    },
    FormulaForm {
        name: "coq",
        suffix: "v",
        media: "text/x-coq",
        about: "A theorem that coqc checks",
        write: |formula| Ok(formula.coq()),
        family: None,
    },
    FormulaForm {
        name: "svg",
        suffix: "svg",
        media: "image/svg+xml",
        about: "A picture of c over two periods",
        write: |formula| Ok(formula.svg()),
        family: Some(FamilyReport::svg),
    },
];
