//! What is asked: a game by its label or file, and stakes by name.

use std::collections::BTreeMap;

use pyo3::FromPyObject;
use rational_bluff::continuous::Bets;
use rational_bluff::exact::Rational;
use rational_bluff::game::{
    Game, GameFile, Stakes, named_with_copies, parse_copies, parse_deck, parse_label, parse_players,
};
use rational_bluff::solve::{Control, saturated};

use super::wait::Refused;

/// A game as `rational_bluff.Game` holds it.
#[derive(FromPyObject)]
pub(crate) struct Asked {
    pub(crate) label: String,
    pub(crate) file: Option<String>,
}

impl Asked {
    /// The game itself.
    pub(crate) fn read(&self) -> Result<Game, Refused> {
        Ok(match &self.file {
            Some(file) => GameFile::read(file)?,
            None => parse_label(&self.label)?,
        })
    }
}

/// The label of a game that is asked for as on the command line.
pub(crate) fn named(
    name: &str,
    n: &str,
    copies: &str,
    stakes: &BTreeMap<String, String>,
    control: &Control,
) -> Result<String, Refused> {
    let (n, copies) = (parse_deck(n)?, parse_copies(copies)?);
    let keys: Vec<&str> = stakes.keys().map(String::as_str).collect();
    let number = |key: &str| stakes[key].parse::<Rational>();
    let stakes = match keys[..] {
        ["b"] if name == "newman" && stakes["b"] == "max" && copies == 1 => {
            return Ok(saturated(n, control)?.solution.game.label());
        }
        ["b"] => Stakes::Bet(number("b")?),
        ["b", "players"] => Stakes::Callers { b: number("b")?, players: parse_players(&stakes["players"])? },
        ["b", "raise"] => Stakes::Raise { b: number("b")?, raise: number("raise")? },
        ["b", "flip"] => Stakes::Flip { b: number("b")?, flip: number("flip")? },
        ["b", "win"] => Stakes::Win { b: number("b")?, win: number("win")? },
        ["s"] => Stakes::Sizes(sizes(&stakes["s"])?),
        // Stakes of the wrong kind: the library says which are right.
        [] if name == "one-street" => Stakes::Bet(Rational::ONE),
        [] => Stakes::Sizes(Vec::new()),
        _ => return Err(together(&keys, "b, s, or b and one of players, raise, flip, win")),
    };
    Ok(named_with_copies(name, n, copies, stakes)?.label())
}

/// The bets of a continuous game or a comparison; none given are all.
pub(crate) fn bets(stakes: &BTreeMap<String, String>) -> Result<Bets, Refused> {
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
            other => return Err(Refused::new(format!("between = {} numbers, expected two limits", other.len()))),
        },
        ["b", "raise"] => Bets::Raise(number("b")?, number("raise")?),
        ["b", "flip"] => Bets::Flip(number("b")?, number("flip")?),
        ["b", "win"] => Bets::Win(number("b")?, number("win")?),
        _ => return Err(together(&keys, "b, s, grid, between, or b and one of raise, flip, win")),
    })
}

fn sizes(text: &str) -> Result<Vec<Rational>, Refused> {
    Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?)
}

fn together(keys: &[&str], expected: &str) -> Refused {
    Refused::new(format!("{} together, expected {expected}", keys.join(" and ")))
}
