//! Answers about a game without its equilibrium: the optimal face, the pay table, files for other
//! programs.

use bluff_report::game_forms::GAME_FORMS;
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::solve;

use super::question::{PyGame, by_name};
use super::wait::watched;

/// The optimal face: its document and its text.
#[pyfunction]
pub(super) fn face(py: Python<'_>, game: PyGame) -> PyResult<(String, String)> {
    watched(py, move |control| {
        let game = game.read()?;
        let face = solve::face(&game, control)?;
        let text = bluff_report::face::text(&game, &face, Paint::Plain);
        Ok((bluff_report::face::json(&game, &face), text))
    })
}

/// Payoffs of every pair of pure strategies: document and text.
#[pyfunction]
pub(super) fn pay_table(py: Python<'_>, game: PyGame) -> PyResult<(String, String)> {
    watched(py, move |control| {
        let game = game.read()?;
        let table = control.run(|| solve::pay_table(&game))??;
        let text = bluff_report::table::text(&game, &table, Paint::Plain);
        Ok((bluff_report::table::json(&game, &table), text))
    })
}

/// A game as a file for another program.
#[pyfunction]
pub(super) fn export(py: Python<'_>, game: PyGame, form: String) -> PyResult<String> {
    watched(py, move |control| {
        let game = game.read()?;
        let form = by_name(&GAME_FORMS, |form| form.name, &form)?;
        Ok(control.run(|| (form.write)(&game))??)
    })
}
