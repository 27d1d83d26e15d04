//! Parts of the deck at which play changes when decks are large.

use std::collections::BTreeSet;

use crate::continuous::{Bets, Continuous, Digits, continuous};
use crate::control::Control;
use crate::exact::{Piecewise, Rational};
use crate::formula::FormulaError;
use crate::game::Game;
use crate::solve::{Method, SolveError, solve};

/// Cards of the deck whose solution tells the cuts of a game without a closed form.
const LARGE: u64 = 1_000_000_000_000;
/// Cards that a cut of that deck may lie beside its part of the deck.
const NEAR: u64 = 40;

/// The cuts of a game, ascending, above 0 and below 1: those of its continuous game, or those of a
/// large deck.
///
/// Errors: `Stopped`, `Cuts`.
pub(super) fn of(game: &Game, control: &Control) -> Result<BTreeSet<Rational>, FormulaError> {
    known(game).map_or_else(|| of_large_deck(game, control).map(within), Ok)
}

/// The cuts of the continuous game, where it has a closed form.
pub(super) fn known(game: &Game) -> Option<BTreeSet<Rational>> {
    let bets = Bets::Stakes(game.stakes().clone());
    match continuous(game.family()?.name, &bets, Digits::default()).ok()? {
        Continuous::ClosedForm(form) => {
            let hands = form.strategies.into_iter().flat_map(|strategy| strategy.hands);
            Some(within(hands.map(|hand| hand.from).collect()))
        }
        _ => None,
    }
}

/// Those above 0 and below 1.
fn within(mut cuts: BTreeSet<Rational>) -> BTreeSet<Rational> {
    cuts.retain(|cut| cut.is_positive() && *cut < Rational::ONE);
    cuts
}

fn of_large_deck(game: &Game, control: &Control) -> Result<BTreeSet<Rational>, FormulaError> {
    let deck = game.clone().with_deck(LARGE, 1)?;
    let solved = solve(&deck, Method::Runs, control).map_err(|error| match error {
        SolveError::Stopped(stopped) => FormulaError::Stopped(stopped),
        other => FormulaError::Cuts { reason: other.to_string() },
    })?;
    let profile = &solved.solution.profile;
    let actions = (0..game.views().len()).flat_map(|view| profile.at(view));
    let cards: BTreeSet<u64> = actions.flat_map(Piecewise::breaks).collect();
    let n = Rational::from(LARGE);
    let part = |card: u64| {
        let [low, high] =
            [card.saturating_sub(NEAR), card + NEAR].map(|card| Rational::from(card) / &n);
        Rational::simplest_between(&low, &high)
    };
    Ok(cards.into_iter().map(part).collect())
}
