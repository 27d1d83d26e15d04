//! Formulas for all decks.

use std::collections::BTreeMap;
use std::sync::Arc;

use bluff_report::formula::{
    AllDecksReport, BetFunctionReport, FORMULA_FORMS, FamilyReport, FormulaReport,
};
use bluff_report::pure_counts::PureCountsReport;
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::certificate::CheckedDocument;
use rational_bluff::continuous::read_label;
use rational_bluff::formula::{BetFunction, Formula, Menu, family};
use rational_bluff::game::{Family, TreeShape};
use rational_bluff::pure::PureCounts;
use rational_bluff::solve::Control;

use super::question::{bets, by_name};
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
pub(super) fn every_bet(py: Python<'_>, n: u64, form: String) -> PyResult<String> {
    watched(py, move |control| {
        let function = BetFunction::new(n, control)?;
        let report = BetFunctionReport { function, best_only: false };
        written(&AllDecksReport::EveryBet(report), &form)
    })
}

/// The number of pure equilibria of every deck, as a document, and of one deck.
#[pyfunction]
pub(super) fn pure_counts(py: Python<'_>, b: String, n: Option<u64>) -> PyResult<String> {
    watched(py, move |_| {
        let counts = PureCounts::new(&b.parse()?)?;
        let at = n.map(|n| Ok::<_, PyRefusal>((n, counts.count(n)?))).transpose()?;
        Ok(PureCountsReport { counts, at }.json())
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
    let (name, bets) = match name.contains('/') {
        true => read_label(&name)?,
        false => (name, bets(stakes)?),
    };
    let known = Family::known(&name)?;
    let stakes = bets
        .stakes()
        .ok_or_else(|| PyRefusal::new(format!("the bets {bets}, expected finitely many")))?;
    let game = known.game(known.deck.unwrap_or(LEAST), 1, stakes)?;
    if certificate || known.shape != TreeShape::OneStreet {
        let family = Arc::new(family(&game, control)?);
        return Ok(AllDecksReport::Family(FamilyReport { family, at: None, residue: None }));
    }
    let label = format!("{name}/{}", game.stakes());
    let formula = Formula::new(Menu::new(game.bets())?, control)?;
    Ok(AllDecksReport::Closed(FormulaReport { label, name, formula, at: None, residue: None }))
}

/// A deck that every game of a few players has.
const LEAST: u64 = 10;
