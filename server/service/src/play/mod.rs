//! Hands played against an equilibrium: cards and the others' actions are drawn exactly, and the
//! loss of a decision is a fraction.

mod cost;

pub use cost::Costs;

use bluff_questions::error::Error;
use bluff_questions::unexpected;
use rational_bluff::exact::{Piecewise, one_of};
use rational_bluff::game::{Chance, Game, HeldCards, Node, Player};
use rational_bluff::strategy::Profile;

/// A hand as far as it has been played.
pub(crate) struct Hand {
    /// The cards of all players.
    pub(crate) held: HeldCards,
    /// The actions taken: views and actions, by index.
    pub(crate) steps: Vec<(usize, usize)>,
    /// The open cards, an index into [`Game::boards`].
    pub(crate) board: usize,
    pub(crate) state: HandState,
}

/// The state of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandState {
    /// The visitor has to decide at this view, an index into [`Game::views`].
    Turn(usize),
    /// The hand is over: an index into [`Game::leaves`].
    Over(usize),
}

impl Hand {
    /// Plays with these cards until `seat` has to decide and no decision is left, or to the end.
    /// The others play the profile, and open cards come by chance.
    ///
    /// Errors: `Refused` for a decision that is not an action of its view, and for one after the
    /// end.
    pub(crate) fn played(
        game: &Game,
        profile: &Profile,
        (held, seat): (HeldCards, Player),
        decisions: &[String],
        chance: &mut impl Chance,
    ) -> Result<Self, Error> {
        let (mut node, mut steps, mut decisions) = (0, Vec::new(), decisions.iter());
        let state = loop {
            let (at, children) = match &game.nodes()[node] {
                Node::Over(leaf) => break HandState::Over(*leaf),
                Node::Deal { children } => {
                    node = game.open_card(node, children, &held.hands, chance);
                    continue;
                }
                Node::Act { view, children } => (*view, children),
            };
            let view = &game.views()[at];
            let action = if view.player == seat {
                let Some(name) = decisions.next() else { break HandState::Turn(at) };
                let expected = || {
                    let allowed = one_of(name, view.actions.iter().map(String::as_str));
                    unexpected("do", name, &allowed)
                };
                view.actions.iter().position(|action| action == name).ok_or_else(expected)?
            } else {
                let hand = held.hands[view.player.index()];
                let odds = profile.at(at).iter().map(|action| action.at(hand));
                chance.drawn(&Piecewise::steps((1..).zip(odds))) as usize - 1
            };
            steps.push((at, action));
            node = children[action];
        };
        match decisions.next() {
            Some(name) => Err(unexpected("do", name, "none after the end of the hand")),
            None => Ok(Self { held, steps, board: game.board_at(node), state }),
        }
    }

    /// For each step, true if the player whose turn it is has seen it: it is on every path to the
    /// view. All are seen at the end.
    pub(crate) fn seen(&self, game: &Game) -> Vec<bool> {
        let mut seen = vec![true; self.steps.len()];
        let HandState::Turn(view) = self.state else { return seen };
        let mut open = vec![(0, Vec::new())];
        while let Some((node, path)) = open.pop() {
            let (at, children) = match &game.nodes()[node] {
                Node::Over(_) => continue,
                Node::Deal { children } => {
                    open.extend(children.iter().map(|(_, child)| (*child, path.clone())));
                    continue;
                }
                Node::Act { view, children } => (view, children),
            };
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
}

#[cfg(test)]
mod tests;
