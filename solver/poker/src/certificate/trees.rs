use super::{Certified, Refusal};
use crate::game::Player;
use crate::tree::{TreeGame, TreeLock, TreeProfile, best_reply};
use bluff_exact::Rational;

/// Strategies and values that somebody claims to be an equilibrium of a tree.
#[derive(Clone, Debug)]
pub struct TreeCandidate {
    /// The claimed expected payoff of each player; `None` claims what the strategies are worth.
    pub values: Option<[Rational; 2]>,
    /// The strategies.
    pub profile: TreeProfile,
    /// Method that found them, for the record; it decides nothing.
    pub method: String,
}

/// An equilibrium of a tree. Its first value is what the first player's strategy guarantees and
/// what the second's concedes.
#[derive(Clone, Debug)]
pub struct TreeSolution {
    /// The expected payoff of each player, in the units of the file.
    pub values: [Rational; 2],
    /// The strategies.
    pub profile: TreeProfile,
    /// Method that found them.
    pub method: String,
}

/// Checks a candidate from the tree alone: both best replies together must be worth its sum.
///
/// Errors: `Gap`, `WrongValue`. Cost: nodes.
pub fn check_tree(
    game: &TreeGame,
    candidate: TreeCandidate,
) -> Result<Certified<TreeSolution>, Refusal> {
    let TreeCandidate { values, profile, method } = candidate;
    let is_off = |(set, mixture): &&TreeLock| profile.at(*set) != mixture;
    if let Some((set, _)) = game.locks().iter().find(is_off) {
        let set = &game.tree().sets()[*set];
        let (player, view) = (Player::first(2)[set.player], set.name.clone());
        return Err(Refusal::Unlocked { player, view, place: String::new() });
    }
    let most = |player| best_reply(game, &profile, player).0;
    let (lower, upper) = (game.sum() - most(1), most(0));
    if lower != upper {
        return Err(Refusal::Gap { lower, upper, culprit: None });
    }
    let found = [lower, game.sum() - upper];
    for (player, claimed) in values.into_iter().flatten().enumerate() {
        if claimed != found[player] {
            let found = found[player].clone();
            return Err(Refusal::WrongValue { player: Player::first(2)[player], claimed, found });
        }
    }
    Ok(Certified(TreeSolution { values: found, profile, method }))
}
