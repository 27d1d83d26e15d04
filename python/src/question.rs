//! What is asked: a game by its label or file, and stakes by name.

use std::collections::BTreeMap;

use pyo3::FromPyObject;
use rational_bluff::continuous::Bets;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameArguments, GameFile, NamedGame, Spelling, parse_label};
use rational_bluff::solve::{Control, saturated};

use super::wait::PyRefusal;

/// A game as `rational_bluff.Game` holds it.
#[derive(FromPyObject)]
pub(crate) struct PyGame {
    pub(crate) label: String,
    pub(crate) file: Option<String>,
}

impl PyGame {
    /// The game itself.
    pub(crate) fn read(&self) -> Result<Game, PyRefusal> {
        Ok(match &self.file {
            Some(file) => GameFile::read(file)?,
            None => parse_label(&self.label)?,
        })
    }
}

/// The label of a game that is named by its keyword arguments, beside its label if `name` is one.
pub(crate) fn named(
    name: String,
    mut stakes: BTreeMap<String, String>,
    control: &Control,
) -> Result<String, PyRefusal> {
    let mut given = |key: &str| stakes.remove(key);
    let arguments = GameArguments {
        n: given("n"),
        copies: given("copies"),
        b: given("b"),
        s: given("s"),
        players: given("players"),
        raise: given("raise"),
        flip: given("flip"),
        win: given("win"),
        name,
    };
    if let Some((unknown, _)) = stakes.first_key_value() {
        let known = "n, copies, b, s, players, raise_, flip, win";
        return Err(PyRefusal::new(format!("unexpected argument {unknown}, expected one of: {known}")));
    }
    let arguments = match arguments.name.contains('/') {
        true => arguments.beside_label(&arguments.name, Spelling::Keywords)?,
        false => arguments,
    };
    Ok(match arguments.game(Spelling::Keywords)? {
        NamedGame::Game(game) => game.label(),
        NamedGame::Saturated(n) => saturated(n, control)?.solution.game.label(),
    })
}

/// The bets of a continuous game or a comparison; none given are all.
pub(crate) fn bets(stakes: &BTreeMap<String, String>) -> Result<Bets, PyRefusal> {
    let keys: Vec<&str> = stakes.keys().map(String::as_str).collect();
    let number = |key: &str| stakes[key].parse::<Rational>();
    Ok(match keys[..] {
        [] => Bets::All,
        ["b"] if stakes["b"] == "max" => Bets::Whole,
        ["b"] if stakes["b"] == "best" => Bets::Best,
        ["b"] => Bets::Up(number("b")?),
        ["s"] => Bets::Sizes(sizes(&stakes["s"])?),
        ["grid"] => Bets::Step(number("grid")?),
        ["between"] => match &sizes(&stakes["between"])?[..] {
            [least, greatest] => Bets::Between(least.clone(), greatest.clone()),
            other => return Err(PyRefusal::new(format!("between = {} numbers, expected two limits", other.len()))),
        },
        ["b", "raise"] => Bets::Raise(number("b")?, number("raise")?),
        ["b", "flip"] => Bets::Flip(number("b")?, number("flip")?),
        ["b", "win"] => Bets::Win(number("b")?, number("win")?),
        _ => return Err(together(&keys, "b, s, grid, between, or b and one of raise, flip, win")),
    })
}

fn sizes(text: &str) -> Result<Vec<Rational>, PyRefusal> {
    Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?)
}

fn together(keys: &[&str], expected: &str) -> PyRefusal {
    PyRefusal::new(format!("{} together, expected {expected}", keys.join(" and ")))
}
