//! Payoffs of decisions against an equilibrium.

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{Decision, Evaluation, Passage, Profile};

/// Payoffs of all actions of one player against the others' strategies, if the player's later
/// actions are best responses.
pub struct Costs {
    values: Vec<(usize, Vec<Piecewise>)>,
    passage: Passage,
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
        Decision::new(payoffs)
    }
}
