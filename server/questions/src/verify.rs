//! Checks of documents, from nothing.

use std::time::Duration;

use bluff_report::text::{Paint, certificate_lines, exact_and_decimal, value_lines};
use bluff_report::{json, object};
use rational_bluff::certificate::CheckedDocument;
use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::certificate::format::CheckedFormula;
use rational_bluff::exact::counted;
use serde_json::{Map, Value};

use crate::check::checkable;
use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::Given;
use crate::interval::bounds_text;
use crate::over_http::INSTANT;
use crate::question::{GivenFields, Question, Report, ReportForm, TakenDocument};
use crate::tree;

/// A question whether a document is certified.
#[derive(Clone, Debug)]
pub struct VerifyQuestion {
    document: String,
    game: Option<String>,
}

/// A document that is certified.
#[derive(Debug)]
pub struct VerifyReport(pub CheckedDocument);

impl Question for VerifyQuestion {
    const NAME: &'static str = "verify";
    const ABOUT: &'static str =
        "Checks a document from nothing: the rules, the strategies, every number";
    const MORE: &'static str = "\
Documents are solutions, bounds, plan files in base64 beside game, and proofs for all decks.";
    const EXAMPLES: &'static [&'static str] = &["solution.json"];
    const TOPIC: &'static str = "checking";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("document", SOLUTION)];
    const DOCUMENT: Option<TakenDocument> = Some(TakenDocument {
        schema: "Verifiable",
        operation: "verify_solution",
        fields: of_document,
    });
    type Report = VerifyReport;

    fn fields() -> Vec<QuestionField> {
        let about = "A solution document, or that of a formula";
        let game = "The game file of what has its hash alone: of a plan file, of trees over 1 MiB";
        vec![
            QuestionField::new(FieldKind::Text, "document", "FILE", about, SOLUTION),
            QuestionField::new(FieldKind::File, "game", "FILE", game, "EFG 2 R \"\" { \"I\" }"),
        ]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let game = given.text("game").map(str::to_owned);
        Ok(Self { document: given.needed("document").to_owned(), game })
    }

    fn cost(&self) -> Result<Duration, Error> {
        checkable(&self.document)?;
        Ok(INSTANT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<VerifyReport, Error> {
        let checked = {
            let game = self.game.as_deref();
            work.control.run(|| CheckedDocument::verify_beside(&self.document, game))??
        };
        Ok(VerifyReport(checked))
    }
}

/// The document of the smallest game, as an example.
const SOLUTION: &str = include_str!("verify.json");

/// The field of a body that is a document.
fn of_document(object: Option<&Map<String, Value>>, text: &str) -> Option<GivenFields> {
    let has_field = |object: &Map<String, Value>| {
        object.contains_key("document") && !object.contains_key("format")
    };
    (!object.is_some_and(has_field)).then(|| vec![("document".to_owned(), text.to_owned())])
}

impl Report for VerifyReport {
    const SCHEMA: &'static str = "Verified";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", Self::json)]
    }
}

impl VerifyReport {
    /// The document in words.
    pub fn text(&self, paint: Paint) -> String {
        match &self.0 {
            CheckedDocument::Formula(formula) => formula_text(formula, paint),
            CheckedDocument::Family(family) => family_text(family, paint),
            CheckedDocument::Tree(tree) => tree::values(tree, paint),
            CheckedDocument::Bounds(checked) => {
                let (spot, bounds) = (&checked.spot, &checked.bounds);
                let label = (checked.label.as_str(), checked.is_locked);
                bounds_text(label, &spot.betting.pot, bounds, paint)
            }
            CheckedDocument::Solution(solution) => {
                let of = match (solution.is_equilibrium(), solution.game.is_locked()) {
                    (_, true) => ", of the game with a lock",
                    (true, _) => "",
                    (false, _) => ", no equilibrium",
                };
                let heading = format!("{}: certified{of}", solution.game.label());
                let mut lines = vec![paint.heading(&heading)];
                lines.extend(value_lines(solution));
                lines.extend(certificate_lines(&solution.certificate));
                lines.join("\n") + "\n"
            }
        }
    }

    fn json(&self) -> String {
        let formula = match &self.0 {
            CheckedDocument::Formula(formula) => Some((formula.limit(), formula.period())),
            CheckedDocument::Family(family) => Some((&family.formula.n2, family.formula.period())),
            _ => None,
        };
        json(&object! {
            label: self.0.label(),
            // A document that fails the check is a problem.
            certified: true,
            values?: self.0.values(),
            bounds?: self.0.ends(),
            // The value of large decks and the period of a formula.
            limit?: formula.map(|(limit, _)| limit),
            period?: formula.map(|(_, period)| period.to_string()),
        })
    }
}

fn formula_text(formula: &CheckedFormula, paint: Paint) -> String {
    let (limit, period) = (formula.limit(), formula.period());
    let heading = paint.heading(&format!("{}: certified", formula.label()));
    format!(
        "{heading}\n\
         Formula      v(n) = {limit} − c(n mod {period})/(n(n − 1)) for every n ≥ 2\n\
         Certificate  one deck of each residue: player I gets at least its value, player II \
         concedes no more\n             docs/ALL_DECKS.md proves that all other decks follow\n"
    )
}

fn family_text(family: &CertifiedFamily, paint: Paint) -> String {
    let heading = format!("{}: certified for every deck of 2 cards or more", family.label());
    let (classes, decks) = (family.modulus(), family.decks.len());
    let classes = counted(classes, "class", "classes");
    let proved = format!("{classes}, {} inequalities", family.comparisons());
    let limit = exact_and_decimal(&family.formula.n2);
    format!(
        "{}\nLimit {limit}\nProof {proved}, {decks} decks one by one\n",
        paint.heading(&heading)
    )
}
