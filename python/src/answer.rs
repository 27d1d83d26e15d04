//! Answers: structures that become Python dictionaries.

use num_rational::BigRational;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyType};
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Culprit, Solution, worst_mistake};
use rational_bluff::compare;
use rational_bluff::continuous::{self, Continuous, Real};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{self, Evaluation, Gains, Profile};

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

/// Probabilities by action, in the order of the game.
struct PyActions(Vec<(String, Rational)>);

impl<'py> IntoPyObject<'py> for PyActions {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0
            .into_iter()
            .map(|(action, probability)| (action, PyNumber::Exact(probability)))
            .into_py_dict(py)
    }
}

/// A certified equilibrium.
#[derive(IntoPyObject)]
pub(crate) struct PySolution {
    label: String,
    method: String,
    values: Vec<PyNumber>,
    strategies: Vec<PyStrategy>,
    hands: Vec<String>,
    document: String,
}

/// The names of the hands by number; none of a deck of ranks.
pub(crate) fn hand_names(game: &Game) -> Vec<String> {
    let hands = game.kernel(0).map_or(0, |_| game.n());
    (1..=hands).map(|hand| game.hand_name(hand)).collect()
}

/// A player's strategy at one view.
#[derive(IntoPyObject)]
struct PyStrategy {
    player: String,
    view: String,
    runs: Vec<PyRun>,
}

/// Cards that are played alike.
#[derive(IntoPyObject)]
struct PyRun {
    cards: (u64, u64),
    actions: PyActions,
}

impl PySolution {
    pub(crate) fn of(
        solution: &Certified<Solution>,
    ) -> Result<Self, impl std::error::Error + use<>> {
        let strategies = solution.profile.to_runs(&solution.game).into_iter().map(|strategy| {
            let run = |run: strategy::Run| PyRun {
                cards: (run.first, run.last),
                actions: PyActions(run.actions),
            };
            let runs = strategy.runs.into_iter().map(run).collect();
            PyStrategy { player: strategy.player.to_string(), view: strategy.view, runs }
        });
        Document::of(solution).to_json().map(|document| Self {
            label: solution.game.label(),
            method: solution.method.clone(),
            values: numbers(&solution.values),
            strategies: strategies.collect(),
            hands: hand_names(&solution.game),
            document,
        })
    }
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
                hand: game.kernel(0).map(|_| game.hand_name(card)),
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
