//! The actions that hands may take in the restricted game.

use super::restricted::RestrictedSide;
use super::spot::{Numbers, RiverSpot};

/// An action is kept that loses at most so many times the gap against the average plan,
const SMALL_REGRET: f64 = 5.0;
/// or is taken with more than this probability, where the hand comes with more than that.
const PLAYED: f64 = 1e-3;

/// By player, sequence and class.
pub(super) struct KeptActions(pub(super) [Vec<bool>; 2]);

impl KeptActions {
    /// Actions that may be played in an equilibrium near these plans, which are this far from one,
    /// in parts of the pot.
    pub(super) fn near(spot: &RiverSpot, plans: &[Numbers; 2], gap: f64) -> Self {
        let mut scratch = spot.scratch();
        Self([0, 1].map(|player| {
            let own = spot.len(player);
            let (values, _) = spot.reply(player, &plans[1 - player], &mut scratch);
            let plan = &plans[player];
            let mut kept = vec![false; plan.len()];
            for decision in spot.tree.decisions_of(player) {
                let met = spot.met(decision, &plans[1 - player], &mut scratch);
                for class in 0..own {
                    let places = || decision.after().map(|sequence| sequence * own + class);
                    let best = places().map(|at| values[at]).fold(f64::MIN, f64::max);
                    let small = SMALL_REGRET * gap * spot.tree.pot * met[class];
                    let reach = plan[decision.parent * own + class];
                    let comes = reach > PLAYED * spot.weight[player][class];
                    for at in places() {
                        let played = comes && plan[at] > PLAYED * reach;
                        kept[at] = best - values[at] <= small || played;
                    }
                }
            }
            kept
        }))
    }

    /// Keeps each action that beats the best kept one of a hand in play, by the values of best
    /// replies in the whole game; the number of actions that are new.
    pub(super) fn add_better<T: PartialOrd>(
        &mut self,
        spot: &RiverSpot,
        sides: &[RestrictedSide; 2],
        values: &[Vec<T>; 2],
        beats: impl Fn(&T, &T) -> bool,
    ) -> usize {
        let mut new = 0;
        for player in 0..2 {
            let (own, values, kept) = (spot.len(player), &values[player], &mut self.0[player]);
            let mut in_play = vec![false; kept.len()];
            in_play[..own].fill(true);
            let decisions = spot.tree.decisions.iter().zip(&sides[player].on_path);
            for (decision, _) in decisions.filter(|(d, on_path)| d.player == player && **on_path) {
                for class in 0..own {
                    if !in_play[decision.parent * own + class] {
                        continue;
                    }
                    let places = || decision.after().map(|sequence| sequence * own + class);
                    let greater = |one: usize, other: usize| {
                        if values[other] > values[one] { other } else { one }
                    };
                    let best = places().filter(|at| kept[*at]).reduce(greater);
                    for at in places() {
                        let gains = best.is_none_or(|best| beats(&values[at], &values[best]));
                        if !kept[at] && gains {
                            (kept[at], new) = (true, new + 1);
                        }
                        in_play[at] = kept[at];
                    }
                }
            }
        }
        new
    }
}
