//! Hands against an equilibrium: cards and the others' choices are drawn exactly, and what a choice
//! loses is a fraction.

mod chance;
mod cost;

pub(crate) use chance::{Bytes, Chance};
pub(crate) use cost::{Costs, Decision};

use bluff_batch::error::Error;
use bluff_batch::file::printable;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Leaf, Node, Player};
use rational_bluff::strategy::Profile;

/// A hand as far as it has come.
pub(crate) struct Hand {
    /// One card for each player.
    pub(crate) cards: Vec<u64>,
    /// Who did what: views and actions, by index.
    pub(crate) steps: Vec<(usize, usize)>,
    /// The place in [`Game::nodes`] that it has come to.
    place: usize,
}

/// Where a hand has come to.
pub(crate) enum Place<'a> {
    /// The visitor has to decide at this view.
    Turn(usize),
    /// It is over.
    Over(&'a Leaf),
}

impl Hand {
    /// Plays with these cards until `seat` has to decide anew, or to the end. The others play the
    /// profile.
    ///
    /// Errors: `Malformed` for a decision that is no action of its view, and for one after the end.
    pub(crate) fn played(
        game: &Game,
        profile: &Profile,
        (cards, seat): (Vec<u64>, Player),
        decisions: &[String],
        chance: &mut impl Chance,
    ) -> Result<Self, Error> {
        let mut hand = Self { cards, steps: Vec::new(), place: 0 };
        let mut decisions = decisions.iter();
        while let Node::Act { view: at, children } = &game.nodes()[hand.place] {
            let view = &game.views()[*at];
            let action = if view.player == seat {
                let Some(name) = decisions.next() else { return Ok(hand) };
                let expected = || {
                    Error::Malformed(format!(
                        "do = {}, expected one of: {}",
                        printable(name),
                        view.actions.join(", ")
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
            hand.place = children[action];
        }
        match decisions.next() {
            Some(name) => Err(Error::Malformed(format!(
                "do = {}, expected none after the end of the hand",
                printable(name)
            ))),
            None => Ok(hand),
        }
    }

    /// Which steps are known to who acts at `view`: those on every way to it.
    pub(crate) fn seen(&self, game: &Game, view: usize) -> Vec<bool> {
        let mut seen = vec![true; self.steps.len()];
        let mut open = vec![(0, Vec::new())];
        while let Some((place, way)) = open.pop() {
            let Node::Act { view: at, children } = &game.nodes()[place] else { continue };
            if *at == view {
                seen.iter_mut()
                    .zip(&self.steps)
                    .for_each(|(seen, step)| *seen &= way.contains(step));
            }
            open.extend(
                children
                    .iter()
                    .enumerate()
                    .map(|(action, child)| (*child, [way.as_slice(), &[(*at, action)]].concat())),
            );
        }
        seen
    }

    /// Where it has come to.
    pub(crate) fn place<'a>(&self, game: &'a Game) -> Place<'a> {
        match &game.nodes()[self.place] {
            Node::Act { view, .. } => Place::Turn(*view),
            Node::Over(leaf) => Place::Over(&game.leaves()[*leaf]),
        }
    }
}

/// A card for each player, every deal as likely as its weight says.
pub(crate) fn dealt(game: &Game, chance: &mut impl Chance) -> Vec<u64> {
    loop {
        if let Some(cards) = attempt(game, chance) {
            return cards;
        }
    }
}

/// A card and one of its copies for each player by the own range alone; `None` if two players would
/// hold the same, and all is drawn anew. So what is left of the products of weights keeps its
/// proportions.
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
