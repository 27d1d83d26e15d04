//! The worth of strategies in anybody's tree: payoffs, best replies, and the distance from an
//! equilibrium.

use rational_bluff::exact::Rational;
use rational_bluff::game::{MAX_PLAYERS, Player};
use rational_bluff::strategy::Gains;
use rational_bluff::tree::TreeFile;
use serde::Serialize;

use crate::csv::{decimal, parts};
use crate::text::{Paint, exact_and_decimal};

/// The worth of a profile of a tree. Units: those of the file.
#[derive(Debug, Serialize)]
pub struct TreeWorth {
    label: String,
    payoffs: Vec<Rational>,
    best_responses: Vec<Rational>,
    gains: Vec<Rational>,
    nash_conv: Rational,
    /// NashConv divided by the number of players.
    exploitability: Rational,
    /// The greatest gain of one player.
    max_regret: Rational,
    /// By player, in the form of strategies.
    best_replies: Vec<Vec<TreeReply>>,
    #[serde(skip)]
    players: Vec<String>,
}

/// The best action at an information set.
#[derive(Debug, Serialize)]
struct TreeReply {
    player: String,
    set: String,
    view: String,
    actions: Vec<String>,
    probabilities: Vec<Rational>,
    /// Actions that are as good, by their numbers from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<usize>,
}

impl TreeWorth {
    /// The worth of strategies with these payoffs. The best replies are as
    /// [`best_reply`](rational_bluff::tree::best_reply) gives them, one per player; of several best
    /// actions the first is taken.
    pub fn of(
        file: &TreeFile,
        payoffs: Vec<Rational>,
        replies: Vec<(Rational, Vec<Vec<Rational>>)>,
    ) -> Self {
        let game = file.game();
        let best_replies = replies.iter().enumerate().map(|(player, (_, values))| {
            let sets = game.numbered_sets().zip(values);
            let sets = sets.filter(|((_, set), _)| set.player == player);
            let reply = |((number, set), values): ((usize, _), &Vec<Rational>)| {
                let set: &rational_bluff::exchange::InformationSet = set;
                let most = values.iter().max();
                let best: Vec<usize> =
                    (0..values.len()).filter(|at| Some(&values[*at]) == most).collect();
                let taken = best.first().copied().unwrap_or_default();
                let part = |action| Rational::from(i64::from(action == taken));
                TreeReply {
                    player: Player::first(MAX_PLAYERS)[player].to_string(),
                    set: number.to_string(),
                    view: set.name.clone(),
                    actions: set.actions.clone(),
                    probabilities: (0..set.actions.len()).map(part).collect(),
                    also: best.iter().skip(1).map(|action| action + 1).collect(),
                }
            };
            sets.map(reply).collect()
        });
        let best_replies = best_replies.collect();
        let best: Vec<Rational> = replies.into_iter().map(|(value, _)| value).collect();
        let gains = best.iter().zip(&payoffs).map(|(best, payoff)| best - payoff).collect();
        let gains = Gains { gains, payoffs };
        Self {
            label: file.label(),
            nash_conv: gains.nash_conv(),
            exploitability: gains.exploitability(),
            max_regret: gains.max_regret(),
            best_responses: best,
            best_replies,
            payoffs: gains.payoffs,
            gains: gains.gains,
            players: game.tree().players().to_vec(),
        }
    }

    /// Measures by player; a measure of all has no player.
    fn measures(&self) -> impl Iterator<Item = (&'static str, &str, &Rational)> {
        let by_player = [
            ("Payoff", &self.payoffs),
            ("Best response", &self.best_responses),
            ("Gain", &self.gains),
        ];
        let by_player = by_player.into_iter().flat_map(|(measure, values)| {
            let rows = self.players.iter().zip(values);
            rows.map(move |(player, value)| (measure, player.as_str(), value))
        });
        by_player.chain([
            ("NashConv", "", &self.nash_conv),
            ("Exploitability", "", &self.exploitability),
            ("Max regret", "", &self.max_regret),
        ])
    }

    /// A line per measure, player and number.
    pub fn csv(&self) -> String {
        let head = "measure,player,value,decimal,numerator,denominator\n".to_owned();
        let line = |(measure, player, value): (_, &str, &Rational)| {
            let player = player.replace('"', "\"\"");
            format!("{measure},\"{player}\",{value},{},{}\n", decimal(value), parts(value))
        };
        self.measures().map(line).fold(head, |text, line| text + &line)
    }

    /// The worth in words, with the best reply at each information set.
    pub fn text(&self, paint: Paint) -> String {
        let mut text = paint.heading(&self.label) + "\n";
        for (measure, player, value) in self.measures() {
            text += &format!("{measure:<15}{player:<12} {}\n", exact_and_decimal(value));
        }
        text += &(paint.heading("Best reply") + "\n");
        for reply in self.best_replies.iter().flatten() {
            let best = reply.probabilities.iter().position(Rational::is_one).unwrap_or_default();
            let TreeReply { player, set, view, actions, also, .. } = reply;
            let also: String = also.iter().map(|at| format!(", or {}", actions[at - 1])).collect();
            text += &format!("  {player}, set {set} “{view}”: {}{also}\n", actions[best]);
        }
        let is_equilibrium = self.max_regret.is_zero();
        text + if is_equilibrium { "This is a Nash equilibrium\n" } else { "" }
    }
}
