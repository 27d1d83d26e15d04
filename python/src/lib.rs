//! The solver for Python: plain data in and out, with numbers as `fractions.Fraction`. What users
//! see is `rational_bluff/*.py`.
//!
//! Every function parses its question (`question`), asks the library on a thread of its own
//! (`wait`) and makes Python data of the answer (`answer`). No mathematics.

mod answer;
mod ask;
mod deals;
mod fairness;
mod formula;
mod question;
mod questions;
mod shown;
mod wait;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    rational_bluff,
    BluffError,
    PyValueError,
    "Bad input, a spent limit or a refused document: what was given and what is allowed, in the \
     words of `bluff`."
);

#[pyo3::pymodule]
mod _native {
    use std::collections::BTreeMap;

    use bluff_report::forms::FORMS;
    use pyo3::prelude::*;
    use rational_bluff::certificate::format::{Document, read_profile};
    use rational_bluff::compare::compare as compare_decks;
    use rational_bluff::continuous::{Digits, continuous as continuous_game};
    use rational_bluff::exact::Rational;
    use rational_bluff::game::{FAMILIES, GameFile, NamedGame, parse_deck};
    use rational_bluff::pure::{PureEquilibrium, sets_profile};
    use rational_bluff::solve::{Control, Method, Starts, saturated, solve_all_from, solve_from};
    use rational_bluff::sweep::first_pure;

    #[pymodule_export]
    use super::BluffError;
    #[pymodule_export]
    use super::answer::PySolution;
    use super::answer::{Equilibria, Equilibrium, PyComparison, PyContinuum, PyWorth};
    #[pymodule_export]
    use super::ask::{ask, questions};
    #[pymodule_export]
    use super::deals::{check_deal, deal, fair, protocols};
    use super::fairness::{Dealing, PyDealt, PyWinnings};
    #[pymodule_export]
    use super::formula::{every_bet, formula, pure_counts, verify_formula, whole_bets};
    use super::question::{PyGame, label_of, named, named_bets};
    #[pymodule_export]
    use super::questions::{chart, equity, export, face, matrix, pay_table};
    #[pymodule_export]
    use super::shown::{action_values, explain, hand_grids, picture, solution_as_text, written};
    use super::wait::{at_once, watched};

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// The families of games: name, title, rules and the label of one of its games.
    #[pyfunction]
    fn games() -> Vec<[&'static str; 4]> {
        FAMILIES
            .iter()
            .map(|family| [family.name, family.title, family.about, family.example])
            .collect()
    }

    /// The forms of a solution: name, ending of files, media type and a line about it.
    #[pyfunction]
    fn forms() -> Vec<[&'static str; 4]> {
        FORMS.iter().map(|form| [form.name, form.suffix, form.media, form.about]).collect()
    }

    /// The label of the game in the text of a game file.
    #[pyfunction]
    fn label_of_file(py: Python<'_>, file: String) -> PyResult<String> {
        watched(py, move |_| Ok(GameFile::read(&file)?.label()))
    }

    /// The label of the game with this name or label and these stakes.
    #[pyfunction]
    fn label_named(
        py: Python<'_>,
        name: String,
        stakes: BTreeMap<String, String>,
    ) -> PyResult<String> {
        match named(&name, stakes)? {
            NamedGame::Game(game) => Ok(label_of(*game)),
            NamedGame::Saturated(n) => {
                watched(py, move |control| Ok(saturated(n, control)?.solution.game.label()))
            }
        }
    }

    /// An equilibrium of a game.
    #[pyfunction]
    fn solve(
        py: Python<'_>,
        game: PyGame,
        method: String,
        starts: Option<(u64, u64)>,
    ) -> PyResult<PySolution> {
        let one_bet = ["von-neumann/", "three-player/", "callers/"];
        let named = game.file.is_none() && one_bet.iter().any(|name| game.label.starts_with(name));
        let quick = named && method == "auto" && starts.is_none();
        let ask = move |control: &Control| {
            let method: Method = method.parse()?;
            let starts = starts.map(|(count, seed)| Starts { count, seed });
            Ok(solve_from(&game.read()?, method, starts, control)?.solution.into())
        };
        // The threshold form of one bet takes a tenth of a second at most, with ten players and
        // 10^18 cards, and often no longer than the start of a thread.
        if quick { at_once(py, ask) } else { watched(py, ask) }
    }

    /// All equilibria that a method finds.
    #[pyfunction]
    fn solve_all(
        py: Python<'_>,
        game: PyGame,
        method: String,
        starts: Option<(u64, u64)>,
    ) -> PyResult<Vec<PySolution>> {
        watched(py, move |control| {
            let method: Method = method.parse()?;
            let starts = starts.map(|(count, seed)| Starts { count, seed });
            let all = solve_all_from(&game.read()?, method, starts, control)?.solutions;
            Ok(all.into_iter().map(PySolution::from).collect())
        })
    }

    /// A solution document, checked from nothing.
    #[pyfunction]
    fn verify(py: Python<'_>, document: String) -> PyResult<PySolution> {
        watched(py, move |control| Ok(control.run(|| Document::verify(&document))??.into()))
    }

    /// Pure equilibria of von Neumann's game: their number, and the first of them, each certified.
    #[pyfunction]
    fn pure(py: Python<'_>, game: PyGame, cuts: bool, limit: usize) -> PyResult<Equilibria> {
        watched(py, move |control| {
            let (count, found) = first_pure(&game.read()?, cuts, limit, control)?;
            let equilibrium = |(sets, value): (PureEquilibrium, Rational)| Equilibrium {
                bets: sets.bets,
                calls: sets.calls,
                value: value.into(),
            };
            Ok(Equilibria {
                count: count.into(),
                equilibria: found.into_iter().map(equilibrium).collect(),
            })
        })
    }

    /// A continuous game.
    #[pyfunction]
    fn continuous(
        py: Python<'_>,
        name: String,
        stakes: BTreeMap<String, String>,
        digits: String,
    ) -> PyResult<PyContinuum> {
        watched(py, move |control| {
            let ((name, bets), digits): (_, Digits) = (named_bets(name, &stakes)?, digits.parse()?);
            let game = control.run(|| continuous_game(&name, &bets, digits))??;
            Ok(PyContinuum::of(&game, digits.count()))
        })
    }

    /// Decks beside the continuous game.
    #[pyfunction]
    fn compare(
        py: Python<'_>,
        name: String,
        decks: (String, String),
        stakes: BTreeMap<String, String>,
    ) -> PyResult<PyComparison> {
        watched(py, move |control| {
            let ((name, bets), digits) = (named_bets(name, &stakes)?, Digits::default());
            let decks = parse_deck(&decks.0)?..=parse_deck(&decks.1)?;
            Ok(PyComparison::of(
                &compare_decks(&name, &bets, decks, digits, control)?,
                digits.count(),
            ))
        })
    }

    /// A number in its one spelling.
    #[pyfunction]
    fn number(py: Python<'_>, text: &str) -> PyResult<String> {
        at_once(py, |_| Ok(text.parse::<Rational>()?.to_string()))
    }

    /// Values of the strategies of a profile document.
    #[pyfunction]
    fn payoff(py: Python<'_>, game: PyGame, profile: String) -> PyResult<PyWorth> {
        watched(py, move |control| {
            let game = game.read()?;
            let profile = read_profile(&game, &profile)?;
            Ok(control.run(|| PyWorth::of(&game, &profile))?)
        })
    }

    /// Values of betting and calling with sets of cards.
    #[pyfunction]
    fn payoff_of_sets(
        py: Python<'_>,
        game: PyGame,
        bets: Vec<u64>,
        calls: Vec<u64>,
    ) -> PyResult<PyWorth> {
        watched(py, move |control| {
            let game = game.read()?;
            let profile = sets_profile(&game, &PureEquilibrium { bets, calls })?;
            Ok(control.run(|| PyWorth::of(&game, &profile))?)
        })
    }

    /// Payoffs of a game whose cards a protocol deals, under every sequence of coins.
    #[pyfunction]
    fn dealt(py: Python<'_>, by: Dealing, game: PyGame) -> PyResult<PyDealt> {
        watched(py, move |control| PyDealt::new(&by, &game, control))
    }

    /// Payoffs of a game whose cards a protocol dealt so many times from a seed.
    #[pyfunction]
    fn winnings(
        py: Python<'_>,
        by: Dealing,
        game: PyGame,
        sample: (u64, u64),
    ) -> PyResult<PyWinnings> {
        watched(py, move |control| PyWinnings::new(&by, &game, sample, control))
    }
}
