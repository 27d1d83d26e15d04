//! Formulas for all decks.

use std::collections::BTreeMap;

use bluff_report::formula::{FORMULA_FORMS, FormulaReport};
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::certificate::format::CheckedFormula;
use rational_bluff::continuous::read_label;
use rational_bluff::formula::{Formula, Menu};
use rational_bluff::game::{Family, TreeShape};
use rational_bluff::solve::Control;

use super::question::{bets, by_name};
use super::wait::{PyRefusal, watched};

/// A formula as the command prints it, in its `text` or in a form of the table.
#[pyfunction]
pub(super) fn formula(
    py: Python<'_>,
    name: String,
    stakes: BTreeMap<String, String>,
    form: String,
) -> PyResult<String> {
    watched(py, move |control| {
        let report = report(name, &stakes, control)?;
        if form == "text" {
            return Ok(report.text(Paint::Plain));
        }
        let form = by_name(&FORMULA_FORMS, |form| form.name, &form)?;
        Ok((form.write)(&report)?)
    })
}

/// A formula document, checked from nothing.
#[pyfunction]
pub(super) fn verify_formula(py: Python<'_>, document: String) -> PyResult<()> {
    watched(py, move |control| {
        control.run(|| CheckedFormula::verify(&document))??;
        Ok(())
    })
}

fn report(
    name: String,
    stakes: &BTreeMap<String, String>,
    control: &Control,
) -> Result<FormulaReport, PyRefusal> {
    let (name, bets) = match name.contains('/') {
        true => read_label(&name)?,
        false => (name, bets(stakes)?),
    };
    let family = Family::known(&name)?;
    if !matches!(family.shape, TreeShape::OneStreet) {
        let expected = "expected von-neumann, newman or one-street";
        return Err(PyRefusal::new(format!("no formula for all decks of {name}, {expected}")));
    }
    let stakes = bets
        .stakes()
        .ok_or_else(|| PyRefusal::new(format!("the bets {bets}, expected finitely many")))?;
    let game = family.game(2, 1, stakes)?;
    let label = format!("{name}/{}", game.stakes());
    let menu = Menu::new(game.bets())?;
    Ok(FormulaReport {
        label,
        name,
        formula: Formula::new(menu, control)?,
        at: None,
        residue: None,
    })
}
