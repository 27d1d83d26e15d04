//! The worth of strategies in anybody's tree: payoffs, best replies, and the distance from an
//! equilibrium.

use rational_bluff::exact::Rational;
use rational_bluff::game::{MAX_PLAYERS, Player};
use rational_bluff::strategy::Gains;
use rational_bluff::tree::TreeFile;
use serde::Serialize;

use crate::measures::Measures;
use crate::text::{Paint, exact_and_decimal};

/// The worth of a profile of a tree. Units: those of the file.
#[derive(Debug, Serialize)]
pub struct TreeWorth {
    #[serde(flatten)]
    measures: Measures,
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
        Self {
            measures: Measures::new(file.label(), Gains { gains, payoffs }),
            best_replies,
            players: game.tree().players().to_vec(),
        }
    }

    /// The measures as a table, a line for each player and measure.
    pub fn csv(&self) -> String {
        let quoted = |player: &str| format!("\"{}\"", player.replace('"', "\"\""));
        self.measures.csv(&self.players, quoted)
    }

    /// The worth in words, with the best reply at each information set.
    pub fn text(&self, paint: Paint) -> String {
        let mut text = paint.heading(self.measures.label()) + "\n";
        for (measure, player, value) in self.measures.each(&self.players) {
            text += &format!("{measure:<15}{player:<12} {}\n", exact_and_decimal(value));
        }
        text += &(paint.heading("Best reply") + "\n");
        for reply in self.best_replies.iter().flatten() {
            let best = reply.probabilities.iter().position(Rational::is_one).unwrap_or_default();
            let TreeReply { player, set, view, actions, also, .. } = reply;
            let also: String = also.iter().map(|at| format!(", or {}", actions[at - 1])).collect();
            text += &format!("  {player}, set {set} “{view}”: {}{also}\n", actions[best]);
        }
        let is_equilibrium = self.measures.max_regret.is_zero();
        text + if is_equilibrium { "This is a Nash equilibrium\n" } else { "" }
    }
}
