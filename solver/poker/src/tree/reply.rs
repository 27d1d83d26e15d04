use bluff_exact::Rational;

use super::{TreeError, TreeGame};
use crate::exchange::Mover;

/// Strategies of all players: probabilities by information set and action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeProfile(Vec<Vec<Rational>>);

impl TreeProfile {
    /// The strategies with these probabilities, in the order of
    /// [`Extensive::sets`](crate::exchange::Extensive::sets) and of their actions.
    ///
    /// Errors: `Sets`, `Mixture`.
    pub fn new(game: &TreeGame, probabilities: Vec<Vec<Rational>>) -> Result<Self, TreeError> {
        let (sets, given) = (game.tree().sets(), probabilities.len());
        if given != sets.len() {
            return Err(TreeError::Sets { given, expected: sets.len() });
        }
        for (set, mixture) in probabilities.iter().enumerate() {
            game.check_mixture(set, mixture)?;
        }
        Ok(Self(probabilities))
    }

    /// Probabilities of the actions of an information set.
    pub fn at(&self, set: usize) -> &[Rational] {
        &self.0[set]
    }
}

/// The payoff of every player if all play so, in the units of the file. Cost: nodes.
pub fn expected_payoffs(game: &TreeGame, profile: &TreeProfile) -> Vec<Rational> {
    let tree = game.tree();
    let mut payoffs = vec![Rational::ZERO; tree.players().len()];
    let mut ahead = vec![(0, Rational::ONE)];
    while let Some((at, weight)) = ahead.pop() {
        let node = &tree.nodes()[at];
        if let Some(outcome) = node.outcome {
            for (payoff, paid) in payoffs.iter_mut().zip(&tree.outcomes()[outcome].payoffs) {
                *payoff += &(&weight * paid);
            }
        }
        for (action, child) in game.children(at).iter().enumerate() {
            let part = match node.turn {
                Mover::Chance(chance) => &tree.chance()[chance].actions[action].1,
                Mover::Act(set) => &profile.0[set][action],
                Mover::End => continue,
            };
            if !part.is_zero() {
                ahead.push((*child, &weight * part));
            }
        }
    }
    payoffs
}

/// The most that a player, counted from 0, gets against the others' strategies, and what each
/// action of the player's sets adds to it, by set of the file; empty where nobody comes.
///
/// It walks the tree and knows no program. Cost: nodes.
pub fn best_reply(
    game: &TreeGame,
    profile: &TreeProfile,
    player: usize,
) -> (Rational, Vec<Vec<Rational>>) {
    let (tree, one) = (game.tree(), Rational::ONE);
    let mut values = vec![Rational::ZERO; game.sequences(player)];
    let mut ahead = vec![(0, 0, Rational::ONE)];
    while let Some((at, sequence, weight)) = ahead.pop() {
        let (node, children) = (&tree.nodes()[at], game.children(at).iter().enumerate());
        if let Some(outcome) = node.outcome {
            values[sequence] += &(&weight * &tree.outcomes()[outcome].payoffs[player]);
        }
        let part = |action: usize| match node.turn {
            Mover::Chance(chance) => &tree.chance()[chance].actions[action].1,
            Mover::Act(set) if tree.sets()[set].player != player => &profile.0[set][action],
            _ => &one,
        };
        let own = match node.turn {
            Mover::Act(set) if tree.sets()[set].player == player => game.first[set],
            _ => None,
        };
        for (action, child) in children.filter(|(action, _)| !part(*action).is_zero()) {
            ahead.push(match own {
                Some(first) => (*child, first + action, weight.clone()),
                None => (*child, sequence, &weight * part(action)),
            });
        }
    }
    let mut shown = vec![Vec::new(); tree.sets().len()];
    for set in game.sets().iter().rev().filter(|set| set.player == player) {
        let actions = &values[set.first..set.first + set.actions];
        shown[set.index] = actions.to_vec();
        let most = actions.iter().max().cloned().unwrap_or_default();
        values[set.parent] += &most;
    }
    (values.swap_remove(0), shown)
}
