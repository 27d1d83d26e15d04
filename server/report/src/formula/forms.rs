//! The forms of a formula: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use rational_bluff::formula::FormulaError;
use rational_bluff::pure::PureError;

use super::{
    BetFunctionReport, FamilyReport, FormulaReport, PureCountsReport, WholeBetsReport, whole_bets,
};
use crate::algebra::AlgebraSystem;
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
}

/// Writer of numbers of pure equilibria.
type CountsWriter = fn(&PureCountsReport) -> Result<String, PureError>;

/// A form of a formula. A kind of formula that does not have it has no writer.
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
    closed: fn(&FormulaReport) -> Result<String, FormulaError>,
    family: Option<fn(&FamilyReport) -> String>,
    whole_bets: Option<fn(&WholeBetsReport) -> String>,
    every_bet: Option<fn(&BetFunctionReport) -> String>,
    pure_counts: Option<CountsWriter>,
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
        let written = match report {
            AllDecksReport::Closed(report) => Some((self.closed)(report)?),
            AllDecksReport::Family(report) => self.family.map(|write| write(report)),
            AllDecksReport::WholeBets(report) => self.whole_bets.map(|write| write(report)),
            AllDecksReport::EveryBet(report) => self.every_bet.map(|write| write(report)),
            AllDecksReport::PureCounts(report) => {
                self.pure_counts.map(|write| write(report)).transpose()?
            }
        };
        written.ok_or_else(|| {
            let forms: Vec<&str> = report.forms().map(|form| form.name).collect();
            let (form, expected) = (self.name, forms.join(", "));
            FormulaFormError::Missing { form, label: report.label(), expected }
        })
    }

    /// True if formulas of this kind have the form.
    fn fits(&self, report: &AllDecksReport) -> bool {
        match report {
            AllDecksReport::Closed(_) => true,
            AllDecksReport::Family(_) => self.family.is_some(),
            AllDecksReport::WholeBets(_) => self.whole_bets.is_some(),
            AllDecksReport::EveryBet(_) => self.every_bet.is_some(),
            AllDecksReport::PureCounts(_) => self.counts_pure(),
        }
    }

    /// True if numbers of pure equilibria have the form.
    pub fn counts_pure(&self) -> bool {
        self.pure_counts.is_some()
    }
}

impl AllDecksReport {
    /// The label, without what it is a formula of: `von-neumann/b2`, `von-neumann/n3`.
    pub fn label(&self) -> String {
        match self {
            Self::Closed(report) => report.label.clone(),
            Self::Family(report) => report.family.label(),
            Self::WholeBets(_) => whole_bets::LABEL.to_owned(),
            Self::EveryBet(report) => report.label(),
            Self::PureCounts(report) => report.label(),
        }
    }

    /// The forms that it has.
    pub fn forms(&self) -> impl Iterator<Item = &'static FormulaForm> {
        FORMULA_FORMS.iter().filter(|form| form.fits(self))
    }

    /// The formula in words.
    pub fn text(&self, paint: Paint) -> String {
        match self {
            Self::Closed(report) => report.text(paint),
            Self::Family(report) => report.text(paint),
            Self::WholeBets(report) => report.text(paint),
            Self::EveryBet(report) => report.text(paint),
            Self::PureCounts(report) => report.text(paint),
        }
    }

    /// The document on one line.
    pub fn json_line(&self) -> String {
        match self {
            Self::Closed(report) => report.json_line(),
            Self::Family(report) => report.json_line(),
            Self::WholeBets(report) => report.json_line(),
            Self::EveryBet(report) => report.json_line(),
            Self::PureCounts(report) => report.json_line(),
        }
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
        closed: |formula| Ok(formula.json()),
        family: Some(FamilyReport::json),
        whole_bets: Some(WholeBetsReport::json),
        every_bet: Some(BetFunctionReport::json),
        pure_counts: Some(|counts| Ok(counts.json())),
    },
    FormulaForm {
        name: "latex",
        title: "LaTeX",
        suffix: "tex",
        media: "text/x-tex",
        about: "For a paper",
        closed: |formula| Ok(formula.latex()),
        family: Some(FamilyReport::latex),
        whole_bets: Some(WholeBetsReport::latex),
        every_bet: Some(BetFunctionReport::latex),
        pure_counts: Some(|counts| Ok(counts.latex())),
    },
    FormulaForm {
        name: "maple",
        title: "Maple",
        suffix: "mpl",
        media: "text/x-maple",
        about: "A program for Maple",
        closed: |formula| formula.program(AlgebraSystem::Maple),
        family: Some(|family| family.program(AlgebraSystem::Maple)),
        whole_bets: Some(|law| law.program(AlgebraSystem::Maple)),
        every_bet: Some(|function| function.program(AlgebraSystem::Maple)),
        pure_counts: Some(|counts| counts.program(AlgebraSystem::Maple)),
    },
    FormulaForm {
        name: "sage",
        title: "Sage",
        suffix: "sage",
        media: "text/x-sage",
        about: "A program for Sage, or Python alone",
        closed: |formula| formula.program(AlgebraSystem::Sage),
        family: Some(|family| family.program(AlgebraSystem::Sage)),
        whole_bets: Some(|law| law.program(AlgebraSystem::Sage)),
        every_bet: Some(|function| function.program(AlgebraSystem::Sage)),
        pure_counts: Some(|counts| counts.program(AlgebraSystem::Sage)),
    },
    FormulaForm {
        name: "pari",
        title: "PARI",
        suffix: "gp",
        media: "text/x-pari",
        about: "A program for PARI/GP",
        closed: |formula| formula.program(AlgebraSystem::Pari),
        family: Some(|family| family.program(AlgebraSystem::Pari)),
        whole_bets: Some(|law| law.program(AlgebraSystem::Pari)),
        every_bet: Some(|function| function.program(AlgebraSystem::Pari)),
        pure_counts: Some(|counts| counts.program(AlgebraSystem::Pari)),
    },
    FormulaForm {
        name: "coq",
        title: "Coq",
        suffix: "v",
        media: "text/x-coq",
        about: "A theorem that coqc checks",
        closed: |formula| Ok(formula.coq()),
        family: None,
        whole_bets: None,
        every_bet: None,
        pure_counts: None,
    },
    FormulaForm {
        name: "svg",
        title: "Picture",
        suffix: "svg",
        media: "image/svg+xml",
        about: "A picture",
        closed: |formula| Ok(formula.svg()),
        family: Some(FamilyReport::svg),
        whole_bets: Some(WholeBetsReport::svg),
        every_bet: Some(BetFunctionReport::svg),
        pure_counts: None,
    },
];
