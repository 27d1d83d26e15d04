//! An equilibrium, whose parts become Python data.

use std::sync::Arc;

use num_rational::BigRational;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyTuple, PyType};
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{self, ViewStrategy};

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
        let solution = Arc::clone(&self.0);
        watched(py, move |control| Ok(control.run(|| Document::of(&solution).to_json())??))
    }
}

/// The names of the hands by number; none where cards are numbers.
pub(crate) fn hand_names(game: &Game) -> Vec<String> {
    let is_numbers = game.deck().is_ranks() && game.card_names().is_empty();
    let hands = if is_numbers { 0 } else { game.n() };
    (1..=hands).map(|hand| game.hand_name(hand)).collect()
}
