//! Hands played against an equilibrium: cards and the others' actions are drawn exactly, and the
//! loss of a decision is a fraction.

mod chance;
mod cost;

pub(crate) use chance::{Chance, SeededChance};
pub(crate) use cost::{Costs, Decision};

use bluff_batch::error::Error;
use bluff_batch::file::printable;
use rational_bluff::exact::{Piecewise, Rational, one_of};
use rational_bluff::game::{Game, Leaf, Node, Player};
use rational_bluff::strategy::Profile;

/// A hand as far as it has been played.
pub(crate) struct Hand {
    /// One card for each player.
    pub(crate) cards: Vec<u64>,
    /// The actions taken: views and actions, by index.
    pub(crate) steps: Vec<(usize, usize)>,
    /// The node that the hand has reached, by index in [`Game::nodes`].
    node: usize,
}

/// The state of a hand.
pub(crate) enum HandState<'a> {
    /// The visitor has to decide at this view.
    Turn(usize),
    /// The hand is over.
    Over(&'a Leaf),
}

impl Hand {
    /// Plays with these cards until `seat` has to decide and no decision is left, or to the end.
    /// The others play the profile.
    ///
    /// Errors: `Malformed` for a decision that is not an action of its view, and for one after the
    /// end.
    pub(crate) fn played(
        game: &Game,
        profile: &Profile,
        (cards, seat): (Vec<u64>, Player),
        decisions: &[String],
        chance: &mut impl Chance,
    ) -> Result<Self, Error> {
        let mut hand = Self { cards, steps: Vec::new(), node: 0 };
        let mut decisions = decisions.iter();
        while let Node::Act { view: at, children } = &game.nodes()[hand.node] {
            let view = &game.views()[*at];
            let action = if view.player == seat {
                let Some(name) = decisions.next() else { return Ok(hand) };
                let expected = || {
                    Error::Malformed(format!(
                        "do = {}, expected {}",
                        printable(name),
                        one_of(name, view.actions.iter().map(String::as_str))
                    ))
                };
                view.actions.iter().position(|action| action == name).ok_or_else(expected)?
            } else {
                let card = hand.cards[view.player.index()];
                let odds =
                    (1..).zip(profile.at(*at)).map(|(number, action)| (number, action.at(card)));
                chance::drawn(&Piecewise::steps(odds), chance) as usize - 1
            };
            hand.steps.push((*at, action));
            hand.node = children[action];
        }
        match decisions.next() {
            Some(name) => Err(Error::Malformed(format!(
                "do = {}, expected none after the end of the hand",
                printable(name)
            ))),
            None => Ok(hand),
        }
    }

    /// For each step, true if the player who acts at `view` has seen it: it is on every path to the
    /// view.
    pub(crate) fn seen(&self, game: &Game, view: usize) -> Vec<bool> {
        let mut seen = vec![true; self.steps.len()];
        let mut open = vec![(0, Vec::new())];
        while let Some((node, path)) = open.pop() {
            let Node::Act { view: at, children } = &game.nodes()[node] else { continue };
            if *at == view {
                for (seen, step) in seen.iter_mut().zip(&self.steps) {
                    *seen &= path.contains(step);
                }
            }
            let longer = |action: usize| [path.as_slice(), &[(*at, action)]].concat();
            open.extend((0..).zip(children).map(|(action, child)| (*child, longer(action))));
        }
        seen
    }

    pub(crate) fn state<'a>(&self, game: &'a Game) -> HandState<'a> {
        match &game.nodes()[self.node] {
            Node::Act { view, .. } => HandState::Turn(*view),
            Node::Over(leaf) => HandState::Over(&game.leaves()[*leaf]),
            // No game with a page deals cards later.
            Node::Deal { .. } => HandState::Over(&game.leaves()[0]),
        }
    }
}

/// A card for each player; the probability of a deal is proportional to its weight.
pub(crate) fn dealt(game: &Game, chance: &mut impl Chance) -> Vec<u64> {
    loop {
        if let Some(cards) = attempt(game, chance) {
            return cards;
        }
    }
}

/// A card and one of its copies for each player, drawn by that player's range alone; `None` if two
/// players hold the same copy. Rejecting these deals keeps the proportions of all others.
fn attempt(game: &Game, chance: &mut impl Chance) -> Option<Vec<u64>> {
    let (alike, copies) =
        (Piecewise::constant(game.n(), Rational::ONE), Rational::from(game.copies()));
    let mut held: Vec<(u64, Rational)> = Vec::new();
    for player in game.players() {
        let card =
            (chance::drawn(game.range(*player).unwrap_or(&alike), chance), chance.below(&copies));
        if held.contains(&card) {
            return None;
        }
        held.push(card);
    }
    Some(held.into_iter().map(|(card, _)| card).collect())
}

#[cfg(test)]
mod tests;
