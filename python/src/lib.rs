//! The solver for Python: plain data in and out, with numbers as `fractions.Fraction`. What users
//! see is `rational_bluff/*.py`.
//!
//! A question of the table (`ask`) has texts as fields and a text as answer, mostly a document that
//! Python reads. Only an equilibrium (`answer`) is more, and can be shown (`shown`). Long work runs
//! on a thread of its own (`wait`). No mathematics.

mod answer;
mod ask;
mod question;
mod shown;
mod wait;

#[pyo3::pymodule]
mod _native {
    use std::collections::BTreeMap;

    use bluff_dealing::{PROTOCOLS, Setting, parse_seed};
    use bluff_questions::deal::dealt;
    use bluff_questions::parse_starts;
    use bluff_report::forms::FORMS;
    use bluff_report::game_forms::GAME_FORMS;
    use bluff_report::text::Paint;
    use pyo3::prelude::*;
    use rational_bluff::certificate::format::Document;
    use rational_bluff::exact::Rational;
    use rational_bluff::game::{FAMILIES, GameFile, NamedGame};
    use rational_bluff::solve::{Control, Method, Starts, saturated, solve_all_from, solve_from};

    #[pymodule_export]
    use super::answer::PySolution;
    use super::answer::hand_names;
    #[pymodule_export]
    use super::ask::{ask, questions};
    use super::question::{PyGame, by_name, label_of, named};
    #[pymodule_export]
    use super::wait::BluffError;
    use super::wait::{PyRefusal, at_once, watched};

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
        let names = FORMS.iter().map(|form| form.name);
        names.map(|form| [form.name, form.suffix, form.media, form.about]).collect()
    }

    /// The protocols: name and a line about each.
    #[pyfunction]
    fn protocols() -> Vec<[&'static str; 2]> {
        PROTOCOLS.iter().map(|protocol| [protocol.name, protocol.about]).collect()
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
        match named(&name, stakes).map_err(PyRefusal::from)? {
            NamedGame::Game(game) => Ok(label_of(*game)),
            NamedGame::Saturated(n) => {
                watched(py, move |control| Ok(saturated(n, control)?.solution.game.label()))
            }
        }
    }

    /// The names of the hands of a game by number; none where cards are numbers.
    #[pyfunction]
    fn hands(py: Python<'_>, game: PyGame) -> PyResult<Vec<String>> {
        at_once(py, |_| Ok(hand_names(&game.read()?)))
    }

    /// A game as a file for another program.
    #[pyfunction]
    fn export(py: Python<'_>, game: PyGame, form: String) -> PyResult<String> {
        watched(py, move |control| {
            let game = game.read()?;
            let form = by_name(&GAME_FORMS, |form| form.name.name, &form)?;
            Ok(control.run(|| (form.write)(&game))??)
        })
    }

    /// A number in its one spelling.
    #[pyfunction]
    fn number(py: Python<'_>, text: &str) -> PyResult<String> {
        at_once(py, |_| Ok(text.parse::<Rational>()?.to_string()))
    }

    /// The number and the seed of the starts of a search.
    fn read_starts(starts: &BTreeMap<String, String>) -> Result<Option<Starts>, PyRefusal> {
        let [count, seed] = ["starts", "seed"].map(|key| starts.get(key).map(String::as_str));
        Ok(parse_starts(count, seed)?)
    }

    /// An equilibrium of a game.
    #[pyfunction]
    fn solve(
        py: Python<'_>,
        game: PyGame,
        method: String,
        starts: BTreeMap<String, String>,
    ) -> PyResult<PySolution> {
        let one_bet = ["von-neumann/", "three-player/", "callers/"];
        let named = game.file.is_none() && one_bet.iter().any(|name| game.label.starts_with(name));
        let quick = named && method == "auto" && starts.is_empty();
        let ask = move |control: &Control| {
            let (method, starts): (Method, _) = (method.parse()?, read_starts(&starts)?);
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
        starts: BTreeMap<String, String>,
    ) -> PyResult<Vec<PySolution>> {
        watched(py, move |control| {
            let (method, starts): (Method, _) = (method.parse()?, read_starts(&starts)?);
            let all = solve_all_from(&game.read()?, method, starts, control)?.solutions;
            Ok(all.into_iter().map(PySolution::from).collect())
        })
    }

    /// A solution document, checked from nothing.
    #[pyfunction]
    fn verify(py: Python<'_>, document: String) -> PyResult<PySolution> {
        watched(py, move |control| Ok(control.run(|| Document::verify(&document))??.into()))
    }

    /// A deal by a protocol among players, with cards and cards for each, a planted bug, which the
    /// question for deals does not take, and a variant: its document, its text, and what each
    /// party learned, in words.
    #[pyfunction]
    fn deal(
        py: Python<'_>,
        protocol: String,
        counts: [String; 3],
        more: (Option<String>, Option<String>),
        seed: Option<String>,
    ) -> PyResult<(String, String, Vec<Vec<String>>)> {
        let (bug, variant) = more;
        watched(py, move |control| {
            let counts = counts.each_ref().map(String::as_str);
            let (variant, bug) = (variant.as_deref(), bug.as_deref());
            let (system, setting) = Setting::parse(&protocol, counts, variant, bug)?;
            let seed = seed.as_deref().map(parse_seed).transpose()?;
            let dealt = dealt(system, &setting, seed, control)?;
            let text = bluff_report::deal::text(&dealt, Paint::Plain);
            let document = bluff_report::json(&dealt);
            let told = dealt.seats.into_iter().map(|seat| seat.told);
            Ok((document, text, told.collect()))
        })
    }
}
