//! The forms of a formula: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use rational_bluff::formula::FormulaError;
use rational_bluff::pure::PureError;

use super::{
    BetFunctionReport, FamilyReport, FitReport, FormulaReport, PureCountsReport, WholeBetsReport,
};
use crate::algebra::AlgebraSystem;
use crate::document::JsonLines;
use crate::text::Paint;

/// A formula as it is shown, by its proof.
#[derive(Debug)]
pub enum AllDecksReport {
    /// The closed form of a one-street game.
    Closed(FormulaReport),
    /// Strategies for every deck.
    Family(FamilyReport),
    /// Newman's game with all whole bets.
    WholeBets(WholeBetsReport),
    /// One deck with every bet.
    EveryBet(BetFunctionReport),
    /// The number of pure equilibria.
    PureCounts(PureCountsReport),
    /// A guess, which is not proved.
    Fit(FitReport),
}

/// A formula in each of its forms.
pub trait WrittenFormula {
    /// The label, without what it is a formula of: `von-neumann/b2`, `von-neumann/n3`.
    fn label(&self) -> String;

    /// The names of the forms that formulas of this kind do not have.
    fn missing(&self) -> &'static [&'static str] {
        &["coq"]
    }

    /// Further facts, each with its name; the words may have several lines.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The facts as lines, words behind names of this width; a line goes on below where it began.
    fn fact_lines(&self, width: usize) -> Vec<String> {
        let further = format!("\n{:width$} ", "");
        let line = |(name, words): &(&str, String)| {
            format!("{name:<width$} {}", words.replace('\n', &further))
        };
        self.facts().iter().map(line).collect()
    }

    /// The formula in words.
    fn text(&self, paint: Paint) -> String;

    /// The document.
    fn json(&self, lines: JsonLines) -> String;

    /// A LaTeX fragment.
    fn latex(&self) -> String;

    /// A program that defines a function and compares some of its values with certified ones.
    ///
    /// Errors: a bug.
    fn program(&self, system: AlgebraSystem) -> Result<String, FormulaFormError>;

    /// A theorem file: `coqc -Q proofs Bluff FILE.v` checks it.
    fn coq(&self) -> Option<String> {
        None
    }

    /// The picture.
    fn svg(&self) -> Option<String> {
        None
    }
}

/// A form of a formula.
#[derive(Clone, Debug)]
pub struct FormulaForm {
    /// Value of `--format`.
    pub name: &'static str,
    /// Name of its link on a page.
    pub title: &'static str,
    /// Ending of addresses and of files, without the point.
    pub suffix: &'static str,
    /// Media type, without parameters.
    pub media: &'static str,
    /// A description: a line of help, the text of a link.
    pub about: &'static str,
    write: fn(&dyn WrittenFormula) -> Result<Option<String>, FormulaFormError>,
}

/// Reason why a formula is not written in a form.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FormulaFormError {
    /// Formulas of this kind do not have it.
    #[error("the form {form} of {label}, expected {expected}")]
    Missing {
        /// The form.
        form: &'static str,
        /// The formula.
        label: String,
        /// The forms that it has.
        expected: String,
    },
    /// A bug of ours.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A deck of the test in a program is too large to be counted, which is a bug of ours.
    #[error(transparent)]
    Pure(#[from] PureError),
}

impl FormulaForm {
    /// A formula in this form.
    ///
    /// Errors: `Missing` for a kind of formula that does not have it; otherwise a bug.
    pub fn write(&self, report: &AllDecksReport) -> Result<String, FormulaFormError> {
        let formula = report.written();
        (self.write)(formula)?.ok_or_else(|| {
            let forms: Vec<&str> = report.forms().map(|form| form.name).collect();
            let (form, expected) = (self.name, forms.join(", "));
            FormulaFormError::Missing { form, label: formula.label(), expected }
        })
    }

    /// True if numbers of pure equilibria have the form.
    pub fn counts_pure(&self) -> bool {
        !PureCountsReport::MISSING.contains(&self.name)
    }
}

impl AllDecksReport {
    /// The formula, of any kind.
    pub fn written(&self) -> &dyn WrittenFormula {
        match self {
            Self::Closed(report) => report,
            Self::Family(report) => report,
            Self::WholeBets(report) => report,
            Self::EveryBet(report) => report,
            Self::PureCounts(report) => report,
            Self::Fit(report) => report,
        }
    }

    /// The forms that it has.
    pub fn forms(&self) -> impl Iterator<Item = &'static FormulaForm> {
        let missing = self.written().missing();
        FORMULA_FORMS.iter().filter(|form| !missing.contains(&form.name))
    }
}

/// Every form for programs and papers; the first, the document, is the default.
pub static FORMULA_FORMS: [FormulaForm; 7] = [
    FormulaForm {
        name: "json",
        title: "Document",
        suffix: "json",
        media: "application/json",
        about: "For programs",
        write: |formula| Ok(Some(formula.json(JsonLines::Indented))),
    },
    FormulaForm {
        name: "latex",
        title: "LaTeX",
        suffix: "tex",
        media: "text/x-tex",
        about: "For a paper",
        write: |formula| Ok(Some(formula.latex())),
    },
    FormulaForm {
        name: "maple",
        title: "Maple",
        suffix: "mpl",
        media: "text/x-maple",
        about: "A program for Maple",
        write: |formula| formula.program(AlgebraSystem::Maple).map(Some),
    },
    FormulaForm {
        name: "sage",
        title: "Sage",
        suffix: "sage",
        media: "text/x-sage",
        about: "A program for Sage, or Python alone",
        write: |formula| formula.program(AlgebraSystem::Sage).map(Some),
    },
    FormulaForm {
        name: "pari",
        title: "PARI",
        suffix: "gp",
        media: "text/x-pari",
        about: "A program for PARI/GP",
        write: |formula| formula.program(AlgebraSystem::Pari).map(Some),
    },
    FormulaForm {
        name: "coq",
        title: "Coq",
        suffix: "v",
        media: "text/x-coq",
        about: "A theorem that coqc checks",
        write: |formula| Ok(formula.coq()),
    },
    FormulaForm {
        name: "svg",
        title: "Picture",
        suffix: "svg",
        media: "image/svg+xml",
        about: "A picture",
        write: |formula| Ok(formula.svg()),
    },
];
