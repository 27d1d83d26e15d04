//! Addresses from before questions had one each.

use bluff_questions::continuous::ContinuousQuestion;
use bluff_questions::error::Error;
use bluff_questions::fairness::FairnessQuestion;
use bluff_questions::formula::FormulaQuestion;
use bluff_questions::game::split_deck;
use bluff_questions::pure::PureQuestion;
use bluff_questions::{FieldKind, Given, NamedQuestion, Question, QuestionField, whole};
use rational_bluff::game::MAX_CARDS;

use crate::limits::PLAYED_BRANCHES;

use super::continuous::split;
use super::fields::{Fields, pairs};
use super::label::game_at_once;

/// The fields of a question that a label and its fields give.
type OtherFields = fn(&str, &Given) -> Result<Fields, Error>;

/// An address from before questions had one each: the game, or a protocol, is in its path.
pub(crate) struct LabelledAddress {
    /// The name of the question.
    pub(crate) question: &'static str,
    pub(crate) path: &'static str,
    /// Its identifier in the OpenAPI document.
    pub(crate) operation: &'static str,
    /// The labels that it takes, as a regular expression without an end.
    pub(crate) pattern: &'static str,
    pub(crate) example: &'static str,
    /// The fields beside the label.
    pub(crate) fields: fn() -> Vec<QuestionField>,
    /// The field of the question that the path has.
    pub(crate) of_path: &'static str,
    /// Checks the spelling of the label.
    ///
    /// Errors: those of labels.
    check: fn(&str) -> Result<(), Error>,
    /// The other fields of the question, if they are not those that are given.
    ///
    /// Errors: those of fields.
    given: Option<OtherFields>,
}

impl LabelledAddress {
    /// The name of the variable part of the path.
    pub(crate) fn variable(&self) -> &'static str {
        self.path.split(['*', '}']).nth(1).unwrap_or_default()
    }

    /// The fields of the question.
    ///
    /// Errors: those of labels and fields.
    pub(super) fn fields_of(
        &self,
        label: &str,
        query: &str,
        entry: &NamedQuestion,
    ) -> Result<Fields, Error> {
        (self.check)(label)?;
        let query = pairs(&(entry.fields)(), query);
        let given = Given::new(&(self.fields)(), query.iter().cloned())?;
        let mut fields = match self.given {
            Some(other) => other(label, &given)?,
            None => query,
        };
        fields.push((self.of_path.to_owned(), label.to_owned()));
        Ok(fields)
    }
}

/// Some fields of a question.
fn some_of<Q: Question>(keys: &[&str]) -> Vec<QuestionField> {
    Q::fields().into_iter().filter(|field| keys.contains(&field.key)).collect()
}

pub(crate) const LABELLED: [LabelledAddress; 6] = [
    LabelledAddress {
        question: "compare",
        path: "/api/v1/compare/{*label}",
        operation: "compare_decks",
        pattern: r"^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)",
        example: "von-neumann/b2",
        fields: ends,
        of_path: "game",
        check: |label| split(label).map(drop),
        given: Some(|_, beside| {
            let end = |key| beside.whole(key, 2..=MAX_CARDS).map(Option::unwrap_or_default);
            Ok(vec![("n".to_owned(), format!("{}..{}", end("from")?, end("to")?))])
        }),
    },
    LabelledAddress {
        question: "continuous",
        path: "/api/v1/continuous/{*label}",
        operation: "solve_continuous_game",
        pattern: r"^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)",
        example: "three-player/b2",
        fields: || some_of::<ContinuousQuestion>(&["digits"]),
        of_path: "game",
        check: |label| split(label).map(drop),
        given: None,
    },
    LabelledAddress {
        question: "chart",
        path: "/api/v1/charts/{*label}",
        operation: "get_chart",
        pattern: r"^push-fold(/a[0-9_]+)?",
        example: "push-fold/a1_8",
        fields: Vec::new,
        of_path: "game",
        check: |_| Ok(()),
        given: None,
    },
    LabelledAddress {
        question: "pure",
        path: "/api/v1/pure/{*label}",
        operation: "list_pure_equilibria",
        pattern: r"^[a-z-]+/(n[1-9][0-9]{0,18}-)?[bs][0-9][a-z0-9_-]*",
        example: "von-neumann/n9-b2",
        fields: || {
            let at = "Without a deck in the label: a deck whose number is wanted too";
            let at = QuestionField::new(whole(2, MAX_CARDS), "at", "N", at, "18");
            let fields = some_of::<PureQuestion>(&["cuts", "count", "limit"]);
            fields.into_iter().chain([at]).collect()
        },
        of_path: "game",
        check: |label| split_deck(label).map_or(Ok(()), |_| game_at_once(label).map(drop)),
        given: Some(|label, beside| {
            let text = |key: &str| beside.text(key).map(str::to_owned);
            let named = |(key, value): (&str, Option<String>)| Some((key.to_owned(), value?));
            if split_deck(label).is_none() {
                let all = [("formula", Some("true".to_owned())), ("n", text("at"))];
                return Ok(all.into_iter().filter_map(named).collect());
            }
            let all = ["cuts", "count", "limit", "at"].map(|key| (key, text(key)));
            Ok(all.into_iter().filter_map(named).collect())
        }),
    },
    LabelledAddress {
        question: "formula",
        path: "/api/v1/formulas/{*label}",
        operation: "get_formula",
        pattern: r"^[a-z-]+/(bmax|[bsn][0-9][a-z0-9_-]*)",
        example: "von-neumann/b2",
        fields: formula_fields,
        of_path: "game",
        check: formula_label,
        given: None,
    },
    LabelledAddress {
        question: "fairness",
        path: "/api/v1/fairness/{*protocol}",
        operation: "check_fairness",
        pattern: "^[a-z-]+",
        example: "barany-furedi",
        fields: || some_of::<FairnessQuestion>(&FAIRNESS),
        of_path: "protocol",
        check: |_| Ok(()),
        given: Some(|_, given| fairness_fields(given)),
    },
];

/// The keys of a question for fairness, but for the protocol.
pub(crate) const FAIRNESS: [&str; 8] =
    ["players", "cards", "hand", "variant", "game", "plant", "deals", "seed"];

/// The fields of a question for fairness that plays every sequence of coins unless it has a number
/// of deals.
///
/// Errors: those of the seed, which only a sample takes.
pub(crate) fn fairness_fields(given: &Given) -> Result<Fields, Error> {
    given.whole("seed", 0..=u64::MAX)?;
    let text = |key: &str| given.text(key).map(str::to_owned);
    let sampled = given.text("deals").is_some();
    let kept = FAIRNESS.into_iter().filter(|key| sampled || *key != "seed");
    let mut fields: Fields = kept.filter_map(|key| Some((key.to_owned(), text(key)?))).collect();
    let mut add = |key: &str, value: String| fields.push((key.to_owned(), value));
    if !sampled {
        add("exact", "true".to_owned());
        add("branches", PLAYED_BRANCHES.to_string());
    }
    if text("cards").is_none() && text("game").is_none() {
        add("cards", "3".to_owned());
    }
    Ok(fields)
}

/// The fields beside a label of formulas.
pub(crate) fn formula_fields() -> Vec<QuestionField> {
    some_of::<FormulaQuestion>(&["at", "residue", "certificate", "best-bet"])
}

/// Checks the label of a formula.
///
/// Errors: those of [`split`].
pub(crate) fn formula_label(label: &str) -> Result<(), Error> {
    if split_deck(label).is_some() { Ok(()) } else { split(label).map(drop) }
}

/// An address from before questions had one each: the body is not an object of their fields.
pub(crate) struct PostedAddress {
    /// The name of the question.
    pub(crate) question: &'static str,
    pub(crate) path: &'static str,
    /// Its identifier in the OpenAPI document.
    pub(crate) operation: &'static str,
    /// The schemas of its body and of its answer.
    pub(crate) schemas: [&'static str; 2],
    /// The field that the whole body fills; none if the body has the fields.
    pub(super) field: Option<&'static str>,
}

pub(crate) const POSTED: [PostedAddress; 2] = [
    PostedAddress {
        question: "deal",
        path: "/api/v1/deals",
        operation: "deal_cards",
        schemas: ["DealQuestion", "Deal"],
        field: None,
    },
    PostedAddress {
        question: "deal",
        path: "/api/v1/deals/verify",
        operation: "verify_deal",
        schemas: ["Deal", "DealVerdict"],
        field: Some("verify"),
    },
];

/// The decks of a comparison, which has their range in one field.
fn ends() -> Vec<QuestionField> {
    let deck = FieldKind::Whole { least: 2, most: MAX_CARDS, needed: true };
    let end = |key, about, example| QuestionField::new(deck, key, "N", about, example);
    vec![end("from", "The smallest deck", "2"), end("to", "The largest deck", "40")]
}
