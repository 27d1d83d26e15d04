//! The forms of a formula: one table, over which the command line, the service, its pages and its
//! OpenAPI document are loops.

use super::{
    BetFunctionReport, FamilyReport, FitReport, FormulaReport, PureCountsReport, WholeBetsReport,
};
use crate::algebra::AlgebraSystem;
use crate::document::JsonLines;
use crate::form::{FormError, FormName};
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
    fn program(&self, system: AlgebraSystem) -> Result<String, FormError>;

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
    /// Its name.
    pub name: FormName,
    /// Name of its link on a page.
    pub title: &'static str,
    write: fn(&dyn WrittenFormula) -> Result<Option<String>, FormError>,
}

impl FormulaForm {
    /// A formula in this form.
    ///
    /// Errors: `Missing` for a kind of formula that does not have it; otherwise a bug.
    pub fn write(&self, report: &AllDecksReport) -> Result<String, FormError> {
        let formula = report.written();
        (self.write)(formula)?.ok_or_else(|| {
            let forms: Vec<&str> = report.forms().map(|form| form.name.name).collect();
            let (form, expected) = (self.name.name, forms.join(", "));
            FormError::Missing { form, label: formula.label(), expected }
        })
    }

    /// True if numbers of pure equilibria have the form.
    pub fn counts_pure(&self) -> bool {
        !PureCountsReport::MISSING.contains(&self.name.name)
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
        FORMULA_FORMS.iter().filter(|form| !missing.contains(&form.name.name))
    }
}

/// Every form for programs and papers; the first, the document, is the default.
pub static FORMULA_FORMS: [FormulaForm; 7] = [
    FormulaForm {
        name: FormName::new(["json", "json", "application/json"], "For programs"),
        title: "Document",
        write: |formula| Ok(Some(formula.json(JsonLines::Indented))),
    },
    FormulaForm {
        name: FormName::new(["latex", "tex", "text/x-tex"], "For a paper"),
        title: "LaTeX",
        write: |formula| Ok(Some(formula.latex())),
    },
    FormulaForm {
        name: FormName::new(["maple", "mpl", "text/x-maple"], "A program for Maple"),
        title: "Maple",
        write: |formula| formula.program(AlgebraSystem::Maple).map(Some),
    },
    FormulaForm {
        name: FormName::new(["sage", "sage", "text/x-sage"], "A program for Sage, or Python alone"),
        title: "Sage",
        write: |formula| formula.program(AlgebraSystem::Sage).map(Some),
    },
    FormulaForm {
        name: FormName::new(["pari", "gp", "text/x-pari"], "A program for PARI/GP"),
        title: "PARI",
        write: |formula| formula.program(AlgebraSystem::Pari).map(Some),
    },
    FormulaForm {
        name: FormName::new(["coq", "v", "text/x-coq"], "A theorem that coqc checks"),
        title: "Coq",
        write: |formula| Ok(formula.coq()),
    },
    FormulaForm {
        name: FormName::new(["svg", "svg", "image/svg+xml"], "A picture"),
        title: "Picture",
        write: |formula| Ok(formula.svg()),
    },
];
