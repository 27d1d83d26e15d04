//! The loss of a decision.

use bluff_exact::Rational;

/// The payoffs of the actions at a place. Units: those of the game, per hand that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Payoffs in the order of the actions.
    pub payoffs: Vec<Rational>,
    /// The greatest of them.
    pub best: Rational,
}

impl Decision {
    /// The decision between these payoffs; `None` without an action.
    pub fn new(payoffs: Vec<Rational>) -> Option<Self> {
        let best = payoffs.iter().max()?.clone();
        Some(Self { payoffs, best })
    }

    /// The payoff of the best action less that of this action.
    pub fn loss(&self, action: usize) -> Rational {
        &self.best - &self.payoffs[action]
    }
}
