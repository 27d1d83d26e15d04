//! Payoffs of decisions against an equilibrium, and their losses against the best action.

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{Evaluation, Passage, Profile};

/// Payoffs of all actions of one player against the others' strategies, if the player's later
/// actions are best responses.
pub struct Costs {
    values: Vec<(usize, Vec<Piecewise>)>,
    passage: Passage,
}

/// The payoffs at a view with a card. Units: those of the game, per hand that reaches the view.
pub struct Decision {
    /// Payoffs of the actions, in the order of the view.
    pub payoffs: Vec<Rational>,
    /// The greatest of them.
    pub best: Rational,
}

impl Decision {
    /// The payoff of the best action less that of this action.
    pub fn loss(&self, action: usize) -> Rational {
        &self.best - &self.payoffs[action]
    }
}

impl Costs {
    /// Against the strategies of the others in this profile.
    pub fn of(game: &Game, profile: &Profile, player: Player) -> Self {
        let evaluation = Evaluation::new(game, profile);
        Self {
            values: evaluation.best_response(player).action_values,
            passage: Passage::of(game, &evaluation),
        }
    }

    /// The payoffs with a card at a view of the player; `None` if play never reaches it.
    pub fn choice(&self, view: usize, card: u64) -> Option<Decision> {
        let (_, values) = self.values.iter().find(|(at, _)| *at == view)?;
        let payoffs: Vec<Rational> = values
            .iter()
            .map(|value| self.passage.given(view, card, value))
            .collect::<Option<_>>()?;
        let best = payoffs.iter().max()?.clone();
        Some(Decision { payoffs, best })
    }
}
