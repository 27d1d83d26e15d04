//! An equilibrium, whose parts become Python data.

use std::sync::Arc;

use bluff_report::explain::{explained, json as explain_json, text as explain_text};
use bluff_report::forms::FORMS;
use bluff_report::picture::hands::{HandGrid, HandSquare};
use bluff_report::picture::on_stage;
use bluff_report::text::{Paint, solution as solution_text};
use num_rational::BigRational;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyTuple, PyType};
use rational_bluff::cards::HandClass;
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{self, Evaluation, Passage, ViewStrategy};

use super::question::by_name;
use super::shown::drawn;
use super::wait::{PyRefusal, watched};

/// A number, which Python sees as a `Fraction`.
pub(crate) struct PyNumber(Rational);

impl From<Rational> for PyNumber {
    fn from(number: Rational) -> Self {
        Self(number)
    }
}

impl<'py> IntoPyObject<'py> for PyNumber {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Most probabilities are one of these, and Python takes long to make a `Fraction`.
        static ENDS: [PyOnceLock<Py<PyAny>>; 2] = [PyOnceLock::new(), PyOnceLock::new()];
        let Self(number) = self;
        let made = || BigRational::from(&number).into_pyobject(py).map(Bound::into_any);
        if number.is_zero() || number == Rational::ONE {
            let end = &ENDS[usize::from(!number.is_zero())];
            return Ok(end.get_or_try_init(py, || made().map(Bound::unbind))?.bind(py).clone());
        }
        made()
    }
}

/// A dictionary that cannot be changed, with these entries.
fn frozen<'py>(entries: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    static FROZEN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FROZEN.import(entries.py(), "rational_bluff._frozen", "Frozen")?.call1((entries,))
}

/// A certified equilibrium. Each part of it becomes Python data when it is read, because Python
/// takes longer to make the fractions of a strategy than the solver to find a threshold.
#[pyclass(frozen, name = "Certified", module = "rational_bluff._native")]
pub(crate) struct PySolution(pub(crate) Arc<Certified<Solution>>);

impl From<Certified<Solution>> for PySolution {
    fn from(solution: Certified<Solution>) -> Self {
        Self(Arc::new(solution))
    }
}

#[pymethods]
impl PySolution {
    #[getter]
    fn label(&self) -> String {
        self.0.game.label()
    }

    #[getter]
    fn method(&self) -> &str {
        &self.0.method
    }

    #[getter]
    fn values(&self) -> Vec<PyNumber> {
        self.0.values.iter().cloned().map(PyNumber).collect()
    }

    /// For each view its player, its name, and the runs of cards that are played alike, each with
    /// its cards and the probability of each action. None of it can be changed.
    #[getter]
    fn strategies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let run = |run: strategy::Run| {
            let actions = run.actions.into_iter();
            let actions =
                actions.map(|(action, probability)| (action, PyNumber::from(probability)));
            let actions = frozen(&actions.into_py_dict(py)?)?;
            let run_of = PyDict::new(py);
            run_of.set_item(intern!(py, "cards"), (run.first, run.last))?;
            run_of.set_item(intern!(py, "actions"), actions)?;
            frozen(&run_of)
        };
        let strategy = |strategy: ViewStrategy| {
            let runs = strategy.runs.into_iter().map(run).collect::<PyResult<Vec<_>>>()?;
            let of_view = PyDict::new(py);
            of_view.set_item(intern!(py, "player"), strategy.player.to_string())?;
            of_view.set_item(intern!(py, "view"), strategy.view)?;
            of_view.set_item(intern!(py, "runs"), PyTuple::new(py, runs)?)?;
            frozen(&of_view)
        };
        let strategies = self.0.profile.to_runs(&self.0.game).into_iter();
        PyTuple::new(py, strategies.map(strategy).collect::<PyResult<Vec<_>>>()?)
    }

    #[getter]
    fn unit(&self) -> &'static str {
        self.0.game.unit().many()
    }

    #[getter]
    fn hands(&self) -> Vec<String> {
        hand_names(&self.0.game)
    }

    /// The number of a hand by its name.
    fn hand_number(&self, name: &str) -> PyResult<u64> {
        Ok(self.0.game.hand_number(name).map_err(PyRefusal::from)?)
    }

    #[getter]
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        self.asked(py, |solution| Ok(Document::of(solution).to_json()?))
    }

    /// The solution as `bluff solve` prints it.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.asked(py, |solution| Ok(solution_text(solution, Paint::Plain)))
    }

    /// The solution in a form of the table.
    fn written(&self, py: Python<'_>, name: String) -> PyResult<String> {
        self.asked(py, move |solution| {
            let form = by_name(&FORMS, |form| form.name.name, &name)?;
            Ok((form.write)(solution)?)
        })
    }

    /// A picture as SVG: `strip`, `matrix`, `grid` or `tree`; `auto` is the matrix or the grid of
    /// hands where it fits.
    fn picture(&self, py: Python<'_>, kind: String) -> PyResult<String> {
        self.asked(py, move |solution| {
            on_stage(solution, |stage, passage| drawn(stage, passage, &kind))
        })
    }

    /// The grid of hands at each view; none of a game without one.
    fn hand_grids(&self, py: Python<'_>) -> PyResult<Vec<Vec<PySquare>>> {
        self.asked(py, |solution| {
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

    /// The value of every action with every card, in antes per hand that comes there; by view.
    fn action_values(&self, py: Python<'_>) -> PyResult<Vec<PyValues>> {
        self.asked(py, |solution| {
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
    fn explain(
        &self,
        py: Python<'_>,
        card: String,
        view: Option<String>,
    ) -> PyResult<(String, String)> {
        self.asked(py, move |solution| {
            let card = explained(solution, &card, view.as_deref())?;
            let text = explain_text(&solution.game, &card, Paint::Plain);
            Ok((explain_json(solution, card), text))
        })
    }
}

impl PySolution {
    fn asked<T: Send + 'static>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Certified<Solution>) -> Result<T, PyRefusal> + Send + 'static,
    ) -> PyResult<T> {
        let solution = Arc::clone(&self.0);
        watched(py, move |control| control.run(|| ask(&solution))?)
    }
}

/// The actions of a view, and their values by card from 1.
type PyValues = (Vec<String>, Vec<Vec<Option<PyNumber>>>);

/// A class of hands at a view: row and column in the grid, its name, the part of it that comes
/// there, and the part of each action that is taken.
type PySquare = (usize, usize, String, f64, Vec<(String, f64)>);

/// The names of the hands by number; none where cards are numbers.
pub(crate) fn hand_names(game: &Game) -> Vec<String> {
    let is_numbers = game.deck().is_ranks() && game.card_names().is_empty();
    let hands = if is_numbers { 0 } else { game.n() };
    (1..=hands).map(|hand| game.hand_name(hand)).collect()
}
