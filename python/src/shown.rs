//! A certified solution shown: text, pictures, the values of actions, a card explained.

use std::sync::Arc;

use bluff_report::explain::{explained, json as explain_json, text as explain_text};
use bluff_report::forms::FORMS;
use bluff_report::picture::hands::{HandGrid, HandSquare};
use bluff_report::picture::strip::Stage;
use bluff_report::picture::{matrix, on_stage, strategies, strip, tree};
use bluff_report::text::{Paint, solution as solution_text};
use pyo3::prelude::*;
use rational_bluff::cards::HandClass;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Rational, one_of};
use rational_bluff::strategy::{Evaluation, Passage};

use super::answer::{PyNumber, PySolution};
use super::question::by_name;
use super::wait::{PyRefusal, watched};

/// The actions of a view, and their values by card from 1.
type PyValues = (Vec<String>, Vec<Vec<Option<PyNumber>>>);

/// Asks about a solution.
fn about<T: Send + 'static>(
    py: Python<'_>,
    solution: &Bound<'_, PySolution>,
    ask: impl FnOnce(&Certified<Solution>) -> Result<T, PyRefusal> + Send + 'static,
) -> PyResult<T> {
    let solution = Arc::clone(&solution.get().0);
    watched(py, move |control| control.run(|| ask(&solution))?)
}

/// The solution as `bluff solve` prints it.
#[pyfunction]
pub(super) fn solution_as_text(
    py: Python<'_>,
    solution: Bound<'_, PySolution>,
) -> PyResult<String> {
    about(py, &solution, |solution| Ok(solution_text(solution, Paint::Plain)))
}

/// The solution in a form of the table.
#[pyfunction]
pub(super) fn written(
    py: Python<'_>,
    solution: Bound<'_, PySolution>,
    name: String,
) -> PyResult<String> {
    about(py, &solution, move |solution| {
        let form = by_name(&FORMS, |form| form.name.name, &name)?;
        Ok((form.write)(solution)?)
    })
}

/// A picture as SVG: `strip`, `matrix`, `grid` or `tree`; `auto` is the matrix or the grid of hands
/// where it fits.
#[pyfunction]
pub(super) fn picture(
    py: Python<'_>,
    solution: Bound<'_, PySolution>,
    kind: String,
) -> PyResult<String> {
    about(py, &solution, move |solution| {
        on_stage(solution, |stage, passage| drawn(stage, passage, &kind))
    })
}

/// A class of hands at a view: row and column in the grid, its name, the part of it that comes
/// there, and the part of each action that is taken.
type PySquare = (usize, usize, String, f64, Vec<(String, f64)>);

/// The grid of hands at each view; none of a game without one.
#[pyfunction]
pub(super) fn hand_grids(
    py: Python<'_>,
    solution: Bound<'_, PySolution>,
) -> PyResult<Vec<Vec<PySquare>>> {
    about(py, &solution, |solution| {
        let game = &solution.game;
        let Some(grid) = HandGrid::of(game) else { return Ok(Vec::new()) };
        on_stage(solution, |stage, _| {
            let view = |at: usize| {
                let named = |(action, share): &(usize, Rational)| {
                    (game.views()[at].actions[*action].clone(), share.to_f64())
                };
                let square = |(class, square): (HandClass, Option<HandSquare>)| {
                    let [row, column] = class.place();
                    let (held, shares) = square.map_or_else(Default::default, |square| {
                        (square.held, square.shares.iter().map(named).collect())
                    });
                    (row, column, class.to_string(), held, shares)
                };
                grid.squares(stage, at).map(square).collect()
            };
            Ok((0..game.views().len()).map(view).collect())
        })
    })
}

fn drawn(stage: &Stage<'_>, passage: &Passage, kind: &str) -> Result<String, PyRefusal> {
    let game = stage.game;
    match kind {
        "auto" => Ok(strategies(stage)),
        "grid" if let Some(grid) = HandGrid::of(game) => {
            Ok(grid.alone(stage, &(0..game.views().len()).collect::<Vec<_>>()))
        }
        "grid" => Err(PyRefusal::new(format!(
            "a grid of {}, expected a game with the hands of hold'em",
            game.label()
        ))),
        "strip" => Ok(strip::alone(stage)),
        "matrix" if matrix::fits(game) => Ok(matrix::alone(stage)),
        "matrix" => Err(PyRefusal::new(format!(
            "a matrix of {}, expected a game with several sizes of one bet",
            game.label()
        ))),
        "tree" if tree::fits(game) => Ok(tree::alone(game, passage)),
        "tree" => Err(PyRefusal::new(format!("the tree of {} is too large to draw", game.label()))),
        other => Err(PyRefusal::new(format!(
            "picture “{other}”, expected {}",
            one_of(other, ["auto", "strip", "matrix", "grid", "tree"])
        ))),
    }
}

/// The value of every action with every card, in antes per hand that comes there; by view.
#[pyfunction]
pub(super) fn action_values(
    py: Python<'_>,
    solution: Bound<'_, PySolution>,
) -> PyResult<Vec<PyValues>> {
    about(py, &solution, |solution| {
        let game = &solution.game;
        let evaluation = Evaluation::new(game, &solution.profile);
        let passage = Passage::of(game, &evaluation);
        let named = game.views().iter().map(|view| (view.actions.clone(), Vec::new()));
        let mut shown: Vec<PyValues> = named.collect();
        for player in game.players() {
            for (view, actions) in evaluation.best_response(*player).action_values {
                let value = |card| {
                    let given = |action| passage.given(view, card, action).map(PyNumber::from);
                    actions.iter().map(given).collect()
                };
                shown[view].1 = (1..=game.n()).map(value).collect();
            }
        }
        Ok(shown)
    })
}

/// A card explained at every view, or at those of one name: its document and its text.
#[pyfunction]
pub(super) fn explain(
    py: Python<'_>,
    solution: Bound<'_, PySolution>,
    card: String,
    view: Option<String>,
) -> PyResult<(String, String)> {
    about(py, &solution, move |solution| {
        let card = explained(solution, &card, view.as_deref())?;
        let text = explain_text(&solution.game, &card, Paint::Plain);
        Ok((explain_json(solution, card), text))
    })
}
