//! Answers about a game without its equilibrium: the optimal face, the pay table, files for other
//! programs.

use bluff_report::json;
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::exchange::{Extensive, Strategic};
use rational_bluff::game::{GameError, GameFile, MAX_NODES};
use rational_bluff::solve::{self, Method, TextFormat, program_text};

use super::question::PyGame;
use super::wait::{PyRefusal, watched};

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
        control.run(|| -> Result<String, PyRefusal> {
            Ok(match form.as_str() {
                "json" => match game.nodes().len() {
                    given if given > MAX_NODES => Err(GameError::NodeCount { given })?,
                    _ => json(&GameFile::of(&game)),
                },
                "efg" => Extensive::of(&game)?.to_string(),
                "nfg" => Strategic::of(&Extensive::of(&game)?)?.to_string(),
                "lp" => program_text(&game, Method::Lp, TextFormat::CplexLp)?,
                "mps" => program_text(&game, Method::Lp, TextFormat::Mps)?,
                other => Err(PyRefusal::new(format!(
                    "form “{other}”, expected one of: json, efg, nfg, lp, mps"
                )))?,
            })
        })?
    })
}
