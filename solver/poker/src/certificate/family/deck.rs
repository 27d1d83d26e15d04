//! One deck of a family, as the ordinary judge reads it.

use bluff_exact::Rational;

use crate::certificate::Candidate;
use crate::certificate::format::DocumentError;
use crate::game::{Game, View};
use crate::strategy::{Profile, Run, ViewStrategy};

use super::cover::no_game;
use super::document::METHOD;
use super::{ClassRun, FamilyClaim, FamilyError};

impl FamilyClaim {
    /// The game with `n` cards, and the equilibrium that the family has for this deck.
    ///
    /// Errors: those of [`Game::with_deck`], and of strategies that are none with this deck.
    pub fn deck_of(&self, n: u64) -> Result<(Game, Candidate), FamilyError> {
        let game = self.game.clone().with_deck(n, 1).map_err(no_game)?;
        if let Some((_, candidate)) = self.decks.iter().find(|(deck, _)| *deck == n) {
            return Ok((game, candidate.clone()));
        }
        let m = n / self.modulus();
        let class = &self.classes[(n % self.modulus()) as usize];
        let views = game.views().iter().zip(&class.strategies);
        let strategies: Vec<ViewStrategy> =
            views.map(|(view, runs)| view_strategy(view, runs, m)).collect();
        let profile = Profile::from_runs(&game, &strategies).map_err(DocumentError::from)?;
        let value = self.formula.value(n);
        let values = Some(vec![value.clone(), -value]);
        Ok((game, Candidate { values, profile, method: METHOD.to_owned() }))
    }
}

/// The runs of a view at `m`, without those that hold no card there.
fn view_strategy(view: &View, class_runs: &[ClassRun], m: u64) -> ViewStrategy {
    let mut runs: Vec<Run> = Vec::with_capacity(class_runs.len());
    for run in class_runs {
        let first = runs.last().map_or(1, |run| run.last + 1);
        let last = run.to.polynomial().at(m).to_i128().and_then(|card| u64::try_from(card).ok());
        if let Some(last) = last.filter(|last| *last >= first) {
            let named = view.actions.iter().cloned().zip(&run.actions);
            let actions: Vec<(String, Rational)> =
                named.map(|(name, germ)| (name, germ.at(m).unwrap_or_default())).collect();
            runs.push(Run { first, last, actions });
        }
    }
    ViewStrategy { player: view.player, view: view.name.clone(), runs }
}
