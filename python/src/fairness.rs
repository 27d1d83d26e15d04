//! Payoffs of a game whose cards a protocol deals, as plain Python data.

use bluff_dealing::fairness::MAX_BRANCHES;
use bluff_dealing::play::{self, Won};
use bluff_dealing::{NamedProtocol, Protocol, Setting};
use pyo3::prelude::*;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::solve::{Control, Method, solve};

use super::answer::PyNumber;
use super::question::PyGame;
use super::wait::PyRefusal;

/// A protocol at the table of a game: its name, how many take part, and a planted bug.
#[derive(FromPyObject)]
pub(crate) struct Dealing(String, Option<String>, Option<String>);

/// Payoffs of a game over every sequence of coins.
#[derive(IntoPyObject)]
pub(crate) struct PyDealt {
    protocol: String,
    game: String,
    players: usize,
    branches: u64,
    unfinished: PyNumber,
    illegal: PyNumber,
    value: Vec<PyNumber>,
    dealt: Vec<PyNumber>,
    equal: bool,
}

/// Payoffs of a game in a sample of hands; lists are by player.
#[derive(IntoPyObject)]
pub(crate) struct PyWinnings {
    protocol: String,
    game: String,
    players: usize,
    deals: u64,
    seed: u64,
    unfinished: u64,
    illegal: u64,
    value: Vec<PyNumber>,
    mean: Vec<PyNumber>,
    standard_error: Vec<f64>,
    p_value: Vec<f64>,
    level: Vec<f64>,
    rejected: Vec<bool>,
}

/// The protocol in its setting, and the certified equilibrium that is played.
struct Seated {
    system: &'static NamedProtocol,
    setting: Setting,
    protocol: Box<dyn Protocol>,
    solution: Certified<Solution>,
}

impl Seated {
    fn read(
        Dealing(name, players, bug): &Dealing,
        game: &PyGame,
        control: &Control,
    ) -> Result<Self, PyRefusal> {
        let system = NamedProtocol::named(name)?;
        let bug = bug.as_deref().map(|bug| system.bug(bug)).transpose()?;
        let game = game.read()?;
        let players = players.as_deref().map(Setting::parse_players).transpose()?;
        let setting = play::setting(system, &game, players, bug)?;
        let protocol = system.protocol(&setting)?;
        Ok(Self {
            system,
            setting,
            protocol,
            solution: solve(&game, Method::Auto, control)?.solution,
        })
    }
}

impl PyDealt {
    pub(crate) fn new(by: &Dealing, game: &PyGame, control: &Control) -> Result<Self, PyRefusal> {
        let Seated { system, setting, protocol, solution } = Seated::read(by, game, control)?;
        let played = (&solution.game, &solution.profile);
        let found = control.run(|| play::expected(&*protocol, played, MAX_BRANCHES, control))??;
        Ok(Self {
            protocol: system.name.to_owned(),
            game: solution.game.label(),
            players: setting.players,
            branches: found.branches,
            equal: found.equal(),
            unfinished: found.unfinished.into(),
            illegal: found.illegal.into(),
            value: numbers(found.value),
            dealt: numbers(found.dealt),
        })
    }
}

impl PyWinnings {
    pub(crate) fn new(
        by: &Dealing,
        game: &PyGame,
        (deals, seed): (u64, u64),
        control: &Control,
    ) -> Result<Self, PyRefusal> {
        let Seated { system, setting, protocol, solution } = Seated::read(by, game, control)?;
        let played = (&solution.game, &solution.profile);
        let found = control
            .run(|| play::sampled(&*protocol, played, (deals, seed), control, &|_| ()))??;
        let all = found.players;
        Ok(Self {
            protocol: system.name.to_owned(),
            game: solution.game.label(),
            players: setting.players,
            deals,
            seed,
            unfinished: found.unfinished,
            illegal: found.illegal,
            standard_error: all.iter().map(|won| won.standard_error).collect(),
            p_value: all.iter().map(|won| won.p_value).collect(),
            level: all.iter().map(|won| won.level).collect(),
            rejected: all.iter().map(Won::rejected).collect(),
            value: all.iter().map(|won| won.value.clone().into()).collect(),
            mean: all.into_iter().map(|won| won.mean.into()).collect(),
        })
    }
}

fn numbers(numbers: Vec<Rational>) -> Vec<PyNumber> {
    numbers.into_iter().map(PyNumber::from).collect()
}
