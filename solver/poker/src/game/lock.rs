//! Locks: probabilities of actions that are rules of the game.

use std::borrow::Borrow;

use bluff_exact::{Piecewise, Rational};

/// Cards with which the player of a view must act so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedView {
    /// 1 with these cards, 0 with the others.
    pub cards: Piecewise,
    /// The probability of each action; 0 with the other cards.
    pub actions: Vec<Piecewise>,
}

impl LockedView {
    /// The cards that are free, 1 with each.
    pub fn free(&self) -> Piecewise {
        self.cards.subtracted_from(&Rational::ONE)
    }

    /// Value of the view: of the locked mixture of the actions, and with free cards another one.
    pub fn settled(&self, free: &Piecewise, actions: &[impl Borrow<Piecewise>]) -> Piecewise {
        let locked = self.actions.iter().zip(actions);
        let locked = locked.map(|(part, value)| part.times(value.borrow()));
        let terms: Vec<Piecewise> = locked.chain([self.free().times(free)]).collect();
        Piecewise::sum(self.cards.cards(), &terms)
    }
}
