//! Answers: structures that become Python dictionaries.

use std::sync::Arc;

use num_rational::BigRational;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyTuple, PyType};
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Culprit, Solution, worst_mistake};
use rational_bluff::compare;
use rational_bluff::continuous::{self, Continuous, Real};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{self, Evaluation, Gains, Profile, ViewStrategy};

use super::wait::watched;

/// A number as Python sees it: a `Fraction`, or a `Decimal` all of whose digits are certain.
pub(crate) enum PyNumber {
    Exact(Rational),
    Digits(String),
}

impl From<Rational> for PyNumber {
    fn from(number: Rational) -> Self {
        Self::Exact(number)
    }
}

impl PyNumber {
    fn of(real: &Real, digits: usize) -> Self {
        match real.exact() {
            Some(exact) => Self::Exact(exact.clone()),
            None => Self::Digits(match real.decimal(digits).trim_end_matches('…') {
                "" => "NaN".to_owned(),
                certain => certain.to_owned(),
            }),
        }
    }
}

impl<'py> IntoPyObject<'py> for PyNumber {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        // Most probabilities are one of these, and Python takes long to make a `Fraction`.
        static ENDS: [PyOnceLock<Py<PyAny>>; 2] = [PyOnceLock::new(), PyOnceLock::new()];
        match self {
            Self::Exact(number) if number.is_zero() || number == Rational::ONE => {
                let end = &ENDS[usize::from(!number.is_zero())];
                let made = end.get_or_try_init(py, || {
                    Ok::<_, PyErr>(
                        BigRational::from(&number).into_pyobject(py)?.into_any().unbind(),
                    )
                })?;
                Ok(made.bind(py).clone())
            }
            Self::Exact(number) => Ok(BigRational::from(&number).into_pyobject(py)?.into_any()),
            Self::Digits(text) => DECIMAL.import(py, "decimal", "Decimal")?.call1((text,)),
        }
    }
}

pub(crate) fn numbers(numbers: &[Rational]) -> Vec<PyNumber> {
    numbers.iter().cloned().map(PyNumber::Exact).collect()
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
        numbers(&self.0.values)
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

    #[getter]
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        let solution = Arc::clone(&self.0);
        watched(py, move |control| Ok(control.run(|| Document::of(&solution).to_json())??))
    }
}

/// The names of the hands by number; none of a deck of ranks.
pub(crate) fn hand_names(game: &Game) -> Vec<String> {
    let hands = if game.deck().is_ranks() { 0 } else { game.n() };
    (1..=hands).map(|hand| game.hand_name(hand)).collect()
}

/// Pure equilibria.
#[derive(IntoPyObject)]
pub(crate) struct Equilibria {
    pub(crate) count: PyNumber,
    pub(crate) equilibria: Vec<Equilibrium>,
}

/// One of them: the cards that bet, and those that call.
#[derive(IntoPyObject)]
pub(crate) struct Equilibrium {
    pub(crate) bets: Vec<u64>,
    pub(crate) calls: Vec<u64>,
    pub(crate) value: PyNumber,
}

/// A continuous game, with what is known of it.
#[derive(IntoPyObject)]
pub(crate) struct PyContinuum {
    value: PyNumber,
    formula: Option<String>,
    bet: Option<PyNumber>,
    cuts: Option<[PyNumber; 3]>,
    sizes: Option<Vec<PySize>>,
    strategies: Option<Vec<PyByHand>>,
    endgame: Option<PyEndgame>,
}

/// One bet size of a continuous game.
#[derive(IntoPyObject)]
struct PySize {
    bet: PyNumber,
    call_from: PyNumber,
    value_from: PyNumber,
    value_mass: PyNumber,
    bluff_mass: PyNumber,
}

/// A player's actions at one view of a continuous game; each up to where the next begins.
#[derive(IntoPyObject)]
struct PyByHand {
    player: String,
    view: String,
    hands: Vec<(PyNumber, String)>,
}

/// Strategies of the basic endgame.
#[derive(IntoPyObject)]
struct PyEndgame {
    bluff: PyNumber,
    call: PyNumber,
}

impl PyContinuum {
    pub(crate) fn of(game: &Continuous, digits: usize) -> Self {
        let number = |real: &Real| PyNumber::of(real, digits);
        let mut shown = Self {
            value: number(&game.value()),
            formula: None,
            bet: None,
            cuts: game.cuts().map(|cuts| cuts.each_ref().map(number)),
            sizes: None,
            strategies: None,
            endgame: None,
        };
        match game.clone() {
            Continuous::OneStreet(game) => {
                let size = |size: continuous::Size| PySize {
                    bet: size.bet.into(),
                    call_from: size.call_from.into(),
                    value_from: size.value_from.into(),
                    value_mass: size.value_mass.into(),
                    bluff_mass: size.bluff_mass.into(),
                };
                shown.sizes = Some(game.sizes.into_iter().map(size).collect());
            }
            Continuous::Grid(grid) => shown.formula = grid.formula(),
            Continuous::Callers(callers) => shown.bet = Some(number(&callers.b)),
            Continuous::ClosedForm(form) => {
                let by_hand = |by_hand: continuous::ByHand| PyByHand {
                    player: by_hand.player.to_string(),
                    view: by_hand.view,
                    hands: by_hand
                        .hands
                        .into_iter()
                        .map(|hands| (hands.from.into(), hands.action))
                        .collect(),
                };
                shown.strategies = Some(form.strategies.into_iter().map(by_hand).collect());
            }
            Continuous::Endgame(game) => {
                shown.endgame =
                    Some(PyEndgame { bluff: game.bluff.into(), call: game.call.into() });
            }
            Continuous::Unlimited | Continuous::Between(_) => {}
        }
        shown
    }
}

/// Decks beside the continuous game.
#[derive(IntoPyObject)]
pub(crate) struct PyComparison {
    continuous: PyContinuum,
    decks: Vec<PyDeck>,
}

/// One of them.
#[derive(IntoPyObject)]
struct PyDeck {
    n: u64,
    values: Vec<PyNumber>,
    difference: PyNumber,
    cuts: Option<Vec<PyNumber>>,
}

impl PyComparison {
    pub(crate) fn of(found: &compare::Comparison, digits: usize) -> Self {
        let deck = |deck: &compare::DeckComparison| PyDeck {
            n: deck.n,
            values: numbers(&deck.values),
            difference: PyNumber::of(&deck.difference, digits),
            cuts: deck.cuts.as_ref().map(|cuts| numbers(cuts)),
        };
        Self {
            continuous: PyContinuum::of(&found.continuous, digits),
            decks: found.decks.iter().map(deck).collect(),
        }
    }
}

/// Values of strategies. Units: antes per hand.
#[derive(IntoPyObject)]
pub(crate) struct PyWorth {
    label: String,
    payoffs: Vec<PyNumber>,
    best_responses: Vec<PyNumber>,
    gains: Vec<PyNumber>,
    nash_conv: PyNumber,
    exploitability: PyNumber,
    max_regret: PyNumber,
    worst_mistake: Option<PyMistake>,
}

/// The action with weight on it that falls furthest behind.
#[derive(IntoPyObject)]
struct PyMistake {
    player: String,
    view: String,
    card: u64,
    hand: Option<String>,
    action: String,
    probability: PyNumber,
    better: String,
    gap: PyNumber,
}

impl PyWorth {
    pub(crate) fn of(game: &Game, profile: &Profile) -> Self {
        let evaluation = Evaluation::new(game, profile);
        let worth = Gains::of(game, &evaluation);
        let mistake =
            |Culprit { player, view, card, action, probability, better, gap }| PyMistake {
                player: player.to_string(),
                view,
                card,
                hand: (!game.deck().is_ranks()).then(|| game.hand_name(card)),
                action,
                probability: PyNumber::Exact(probability),
                better,
                gap: PyNumber::Exact(gap),
            };
        Self {
            label: game.label(),
            payoffs: numbers(&worth.payoffs),
            best_responses: worth
                .gains
                .iter()
                .zip(&worth.payoffs)
                .map(|(gain, payoff)| (gain + payoff).into())
                .collect(),
            gains: numbers(&worth.gains),
            nash_conv: worth.nash_conv().into(),
            exploitability: worth.exploitability().into(),
            max_regret: worth.max_regret().into(),
            worst_mistake: worst_mistake(game, profile, &evaluation).map(mistake),
        }
    }
}
