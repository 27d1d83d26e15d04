//! Answers about a game without its equilibrium: the optimal face, the pay table, files for other
//! programs.

use bluff_report::equity::EquityQuestion;
use bluff_report::game_forms::GAME_FORMS;
use bluff_report::push_fold::PushFoldReport;
use bluff_report::text::Paint;
use pyo3::prelude::*;
use rational_bluff::formula::PushFoldChart;
use rational_bluff::solve::{self, MatrixEquilibrium, MatrixGame};

use super::answer::{PyNumber, hand_names, numbers};
use super::question::{PyGame, by_name};
use super::wait::watched;

/// A face: its document, its text, and the names of the hands.
type PyFace = (String, String, Vec<String>);

/// The optimal face.
#[pyfunction]
pub(super) fn face(py: Python<'_>, game: PyGame) -> PyResult<PyFace> {
    watched(py, move |control| {
        let game = game.read()?;
        let face = solve::face(&game, control)?;
        let text = bluff_report::face::text(&game, &face, Paint::Plain);
        Ok((bluff_report::face::json(&game, &face), text, hand_names(&game)))
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

/// The value of a matrix, and the probabilities of its rows and of its columns.
#[pyfunction]
pub(super) fn matrix(
    py: Python<'_>,
    rows: Vec<Vec<String>>,
) -> PyResult<(PyNumber, Vec<PyNumber>, Vec<PyNumber>)> {
    watched(py, move |control| {
        let game = MatrixGame::from_texts(rows)?;
        let MatrixEquilibrium { value, mixtures: [rows, columns] } = game.solve(control)?;
        Ok((value.into(), numbers(&rows), numbers(&columns)))
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

/// The document of the chart of push or fold with an ante.
#[pyfunction]
pub(super) fn chart(py: Python<'_>, ante: String) -> PyResult<String> {
    watched(py, move |control| {
        Ok(PushFoldReport { chart: PushFoldChart::new(ante.parse()?, control)? }.json())
    })
}

/// Deals won, tied and lost by a range against another, all of them, their number where these are
/// sums of weights, and the share of the pot.
#[pyfunction]
pub(super) fn equity(
    py: Python<'_>,
    hand: String,
    range: String,
    board: Option<String>,
) -> PyResult<([PyNumber; 4], Option<PyNumber>, PyNumber)> {
    watched(py, move |control| {
        let question = EquityQuestion::read(&hand, &range, board.as_deref())?;
        let equity = control.run(|| question.answer())??.equity;
        let (boards, share) = (equity.boards(), equity.share());
        let deals = equity.is_weighted().then(|| equity.deals.into());
        let counts = [equity.win, equity.tie, equity.lose, boards];
        Ok((counts.map(PyNumber::from), deals, share.into()))
    })
}
