//! The actions that hands may take in the restricted game.

use super::payoff_tree::greatest;
use super::sides::RestrictedSide;
use super::spot::{HandSpot, Numbers};

/// An action is kept that loses at most so many times the gap against the average plan,
const SMALL_REGRET: f64 = 5.0;
/// or is taken with more than this probability, where the hand comes with more than that.
const PLAYED: f64 = 1e-3;

/// By view and class: the sequences of the kept actions. Of those at the start the most likely
/// comes first; those that are added come last.
pub(super) struct KeptActions(pub(super) Vec<Vec<Vec<usize>>>);

impl KeptActions {
    /// Actions that may be played in an equilibrium near these plans, which are this far from one,
    /// in parts of the pot.
    pub(super) fn near(spot: &HandSpot, plans: &[Numbers; 2], gap: f64) -> Self {
        let values = [0, 1].map(|player| spot.reply(player, &plans[1 - player]).0);
        let kept = spot.tree.decisions.iter().map(|decision| {
            let (plan, values) = (&plans[decision.player], &values[decision.player]);
            let own = spot.len(decision.player);
            let met = spot.met(decision, &plans[1 - decision.player]);
            let of_class = |class: usize| {
                if let Some(mix) = decision.lock(class) {
                    let taken = decision.after().zip(mix).filter(|(_, part)| !part.is_zero());
                    return taken.map(|(sequence, _)| sequence).collect();
                }
                let at = |sequence: usize| sequence * own + class;
                let best = decision.after().map(|next| values[at(next)]).fold(f64::MIN, f64::max);
                // Rounding may leave the gap, or how often the hand is met, below zero.
                let small = (SMALL_REGRET * gap * spot.tree.pot * met[class]).max(0.0);
                if met[class] <= 0.0 {
                    let likelier =
                        |one: &usize, other: &usize| plan[at(*one)].total_cmp(&plan[at(*other)]);
                    return decision.after().max_by(likelier).into_iter().collect();
                }
                let reach = plan[at(decision.parent)];
                let comes = reach > PLAYED * spot.weight[decision.player][class];
                let may_play = |next: &usize| {
                    let played = comes && plan[at(*next)] > PLAYED * reach;
                    best - values[at(*next)] <= small || played
                };
                let mut kept: Vec<usize> = decision.after().filter(may_play).collect();
                kept.sort_by(|one, other| plan[at(*other)].total_cmp(&plan[at(*one)]));
                kept
            };
            (0..own).map(of_class).collect()
        });
        Self(kept.collect())
    }

    /// Number of kept actions of a player.
    pub(super) fn count(&self, spot: &HandSpot, player: usize) -> usize {
        let views = spot.tree.decisions.iter().zip(&self.0);
        let of_player = views.filter(|(decision, _)| decision.player == player);
        of_player.flat_map(|(_, kept)| kept.iter().map(Vec::len)).sum()
    }

    /// Keeps each action of a player that beats the best kept one of a hand in play, by the values
    /// of best replies in the whole game; the number of actions that are new.
    pub(super) fn add_better<T: PartialOrd>(
        &mut self,
        spot: &HandSpot,
        side: &RestrictedSide,
        player: usize,
        values: &[T],
        beats: impl Fn(&T, &T) -> bool,
    ) -> usize {
        let mut new = 0;
        let own = spot.len(player);
        let mut in_play = vec![false; values.len()];
        in_play[..own].fill(true);
        let views = spot.tree.decisions.iter().zip(&mut self.0).zip(&side.on_path);
        for ((decision, kept), _) in views.filter(|(_, on_path)| **on_path) {
            for (class, kept) in kept.iter_mut().enumerate() {
                let at = |sequence: usize| sequence * own + class;
                if !in_play[at(decision.parent)] {
                    continue;
                }
                let best = greatest(kept.iter().copied(), |next| &values[at(next)]);
                let gains = |next: &usize| {
                    decision.lock(class).is_none()
                        && !kept.contains(next)
                        && best.is_none_or(|best| beats(&values[at(*next)], &values[at(best)]))
                };
                let gaining: Vec<usize> = decision.after().filter(gains).collect();
                new += gaining.len();
                kept.extend(gaining);
                kept.iter().for_each(|sequence| in_play[at(*sequence)] = true);
            }
        }
        new
    }
}
