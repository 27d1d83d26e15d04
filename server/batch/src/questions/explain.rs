//! Questions about one card of a solved game.

use rational_bluff::certificate::Solution;
use rational_bluff::exact::{did_you_mean, nearest};
use rational_bluff::strategy::{CardExplanation, Evaluation, Explainer};

use crate::error::Error;
use crate::file::printable;

use super::parse_hand;

/// A question about a card, at all views or at one.
#[derive(Clone, Debug)]
pub struct ExplainQuestion {
    /// The card, 1 for the lowest, or the name of a hand, such as `K` or `AhKd`.
    pub card: String,
    /// The name of a view, such as `facing bet 2`, without regard to case.
    pub view: Option<String>,
}

impl ExplainQuestion {
    /// The actions of the card in this equilibrium.
    ///
    /// Errors: `Malformed` for a card or a view that the game does not have.
    pub fn answer(&self, solution: &Solution) -> Result<CardExplanation, Error> {
        let game = &solution.game;
        let card = parse_hand(game, &self.card)?;
        let evaluation = Evaluation::new(game, &solution.profile);
        let explained = Explainer::new(&evaluation).card(card);
        let mut explained = explained.map_err(|error| Error::Malformed(error.to_string()))?;
        let Some(wanted) = &self.view else { return Ok(explained) };
        let names: Vec<&str> = game.views().iter().map(|view| view.name.as_str()).collect();
        explained.views.retain(|view| names[view.view].eq_ignore_ascii_case(wanted));
        if explained.views.is_empty() {
            let mut listed = names.clone();
            listed.dedup();
            listed.truncate(20);
            return Err(Error::Malformed(format!(
                "view “{}”, expected one of: {}{}",
                printable(wanted),
                listed.join("; "),
                did_you_mean(nearest(wanted, names))
            )));
        }
        Ok(explained)
    }
}
