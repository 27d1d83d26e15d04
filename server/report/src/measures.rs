//! The numbers that say how far strategies are from an equilibrium, of anybody's game.

use rational_bluff::exact::Rational;
use rational_bluff::strategy::Gains;
use serde::Serialize;

use crate::csv::{decimal, parts};

/// Payoffs, best responses and gains by player, and what becomes of the gains together.
#[derive(Debug, Serialize)]
pub(crate) struct Measures {
    label: String,
    pub(crate) payoffs: Vec<Rational>,
    best_responses: Vec<Rational>,
    gains: Vec<Rational>,
    pub(crate) nash_conv: Rational,
    /// NashConv divided by the number of players.
    pub(crate) exploitability: Rational,
    /// The greatest gain of one player.
    pub(crate) max_regret: Rational,
}

impl Measures {
    pub(crate) fn new(label: String, gains: Gains) -> Self {
        let best = gains.gains.iter().zip(&gains.payoffs).map(|(gain, payoff)| gain + payoff);
        Self {
            label,
            best_responses: best.collect(),
            nash_conv: gains.nash_conv(),
            exploitability: gains.exploitability(),
            max_regret: gains.max_regret(),
            payoffs: gains.payoffs,
            gains: gains.gains,
        }
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    pub(crate) fn by_player(&self) -> [(&'static str, &[Rational]); 3] {
        [("Payoff", &self.payoffs), ("Best response", &self.best_responses), ("Gain", &self.gains)]
    }

    pub(crate) fn of_all(&self) -> [(&'static str, &Rational); 3] {
        [
            ("NashConv", &self.nash_conv),
            ("Exploitability", &self.exploitability),
            ("Max regret", &self.max_regret),
        ]
    }

    /// Each measure with the player that it is of, of these names; an empty name for all together.
    pub(crate) fn each<'a>(
        &'a self,
        players: &'a [String],
    ) -> impl Iterator<Item = (&'static str, &'a str, &'a Rational)> {
        let by_player = self.by_player().into_iter().flat_map(|(measure, values)| {
            let rows = players.iter().zip(values);
            rows.map(move |(player, value)| (measure, player.as_str(), value))
        });
        by_player.chain(self.of_all().map(|(measure, value)| (measure, "", value)))
    }

    /// One line per measure and player; `cell` is the cell of a name.
    pub(crate) fn csv(&self, players: &[String], cell: impl Fn(&str) -> String) -> String {
        let head = "measure,player,value,decimal,numerator,denominator\n".to_owned();
        self.each(players).fold(head, |text, (measure, player, value)| {
            let (player, decimal, parts) = (cell(player), decimal(value), parts(value));
            text + &format!("{measure},{player},{value},{decimal},{parts}\n")
        })
    }
}
