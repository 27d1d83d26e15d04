//! What a choice pays against an equilibrium, and loses against the best one.

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{Evaluation, Passage, Profile};

/// What every action of one player pays against the others' strategies, if the player then goes on
/// as well as possible.
pub(crate) struct Costs {
    values: Vec<(usize, Vec<Piecewise>)>,
    passage: Passage,
}

/// A choice with a card, and what there was to choose from. Units: antes per hand that comes there.
pub(crate) struct Decision {
    /// What each action pays, in the order of the view.
    pub(crate) payoffs: Vec<Rational>,
    /// What the best of them pays.
    pub(crate) best: Rational,
}

impl Decision {
    /// How much less an action pays than the best.
    pub(crate) fn loss(&self, action: usize) -> Rational {
        &self.best - &self.payoffs[action]
    }
}

impl Costs {
    /// Against the strategies of the others in this profile.
    pub(crate) fn of(game: &Game, profile: &Profile, player: Player) -> Self {
        let evaluation = Evaluation::new(game, profile);
        Self {
            values: evaluation.best_response(player).action_values,
            passage: Passage::of(game, &evaluation),
        }
    }

    /// The choice with a card at a view of the player; `None` where play never comes.
    pub(crate) fn choice(&self, view: usize, card: u64) -> Option<Decision> {
        let (_, values) = self.values.iter().find(|(at, _)| *at == view)?;
        let payoffs: Vec<Rational> = values
            .iter()
            .map(|value| self.passage.given(view, card, value))
            .collect::<Option<_>>()?;
        let best = payoffs.iter().max()?.clone();
        Some(Decision { payoffs, best })
    }
}
