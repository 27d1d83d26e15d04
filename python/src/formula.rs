//! Formulas for all decks.

use std::collections::BTreeMap;
use std::sync::Arc;

use bluff_report::formula::{
    AllDecksReport, BetFunctionReport, FORMULA_FORMS, FamilyReport, FormulaReport,
    PureCountsReport, WholeBetsReport,
};
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::certificate::CheckedDocument;
use rational_bluff::formula::{BetFunction, Formula, MAX_DECK_DIGITS, Menu, WholeBetsLaw, family};
use rational_bluff::game::{Family, Stakes, TreeShape, parse_deck};
use rational_bluff::pure::PureCounts;
use rational_bluff::solve::Control;

use super::question::{by_name, named_bets};
use super::wait::{PyRefusal, watched};

/// A formula as the command prints it, in its `text` or in a form of the table.
#[pyfunction]
pub(super) fn formula(
    py: Python<'_>,
    name: String,
    stakes: BTreeMap<String, String>,
    certificate: bool,
    form: String,
) -> PyResult<String> {
    watched(py, move |control| written(&report(name, &stakes, certificate, control)?, &form))
}

/// The value of a deck of von Neumann's game as a function of the bet, in a form.
#[pyfunction]
pub(super) fn every_bet(py: Python<'_>, n: String, form: String) -> PyResult<String> {
    watched(py, move |control| {
        let function = BetFunction::new(parse_deck(&n)?, control)?;
        let report = BetFunctionReport { function, best_only: false };
        written(&AllDecksReport::EveryBet(report), &form)
    })
}

/// Newman's game with all whole bets, with one deck if one is given, in a form.
#[pyfunction]
pub(super) fn whole_bets(py: Python<'_>, n: Option<String>, form: String) -> PyResult<String> {
    watched(py, move |control| {
        let law = WholeBetsLaw::new(WholeBetsLaw::DIGITS)
            .ok_or_else(|| PyRefusal::new("the digits of a constant are not certain".into()))?;
        let deck = |text: String| {
            law.deck(text.parse()?, control)?.ok_or_else(|| {
                let expected = "expected a whole number from 2 to below";
                PyRefusal::new(format!("n = {text}, {expected} 10^{MAX_DECK_DIGITS}"))
            })
        };
        let at = n.map(deck).transpose()?;
        let report = WholeBetsReport { law, at, decks: WholeBetsLaw::decks(control)? };
        written(&AllDecksReport::WholeBets(report), &form)
    })
}

/// The number of pure equilibria of every deck, and of one deck if one is given, in a form.
#[pyfunction]
pub(super) fn pure_counts(
    py: Python<'_>,
    b: String,
    n: Option<u64>,
    form: String,
) -> PyResult<String> {
    watched(py, move |_| {
        let counts = PureCounts::new(&b.parse()?)?;
        let at = n.map(|n| Ok::<_, PyRefusal>((n, counts.count(n)?))).transpose()?;
        written(&AllDecksReport::PureCounts(PureCountsReport { counts, at }), &form)
    })
}

fn written(report: &AllDecksReport, form: &str) -> Result<String, PyRefusal> {
    if form == "text" {
        return Ok(report.text(Paint::Plain));
    }
    Ok(by_name(&FORMULA_FORMS, |form| form.name, form)?.write(report)?)
}

/// A document of a formula, checked from nothing.
#[pyfunction]
pub(super) fn verify_formula(py: Python<'_>, document: String) -> PyResult<()> {
    watched(py, move |control| match control.run(|| CheckedDocument::verify(&document))?? {
        CheckedDocument::Formula(_) | CheckedDocument::Family(_) => Ok(()),
        CheckedDocument::Solution(_) => {
            Err(PyRefusal::new("a solution, expected a formula".into()))
        }
    })
}

fn report(
    name: String,
    stakes: &BTreeMap<String, String>,
    certificate: bool,
    control: &Control,
) -> Result<AllDecksReport, PyRefusal> {
    let (name, bets) = named_bets(name, stakes)?;
    let known = Family::known(&name)?;
    let none = Stakes::default();
    let without_bets = known.parameters.is_empty().then_some(&none);
    let stakes = without_bets.or_else(|| bets.stakes()).ok_or_else(|| {
        let words = "expected finitely many, such as b=2; every bet of one deck: every_bet(n); \
                     all whole bets: whole_bets()";
        PyRefusal::new(format!("the bets {bets}, {words}"))
    })?;
    let game = known.game(known.only_deck().unwrap_or(LEAST), 1, stakes)?;
    if certificate || known.shape != TreeShape::OneStreet {
        let family = Arc::new(family(&game, control)?);
        return Ok(AllDecksReport::Family(FamilyReport { family, at: None, residue: None }));
    }
    let label = format!("{name}/{}", game.stakes());
    let formula = Formula::new(Menu::of_formula(game.bets())?, control)?;
    Ok(AllDecksReport::Closed(FormulaReport { label, name, formula, at: None, residue: None }))
}

/// A deck that every game of a few players has.
const LEAST: u64 = 10;
