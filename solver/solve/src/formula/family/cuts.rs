//! Parts of the deck at which play changes when decks are large.

use std::collections::BTreeSet;

use crate::certificate::family::MAX_MODULUS;
use crate::continuous::{Bets, Continuous, Digits, continuous};
use crate::control::Control;
use crate::exact::{Piecewise, Rational};
use crate::formula::FormulaError;
use crate::game::Game;
use crate::solve::{Method, SolveError, solve};

/// Cards of the deck whose solution tells the cuts of a game without a closed form.
const LARGE: u64 = 1_000_000_000;
/// Cards that a cut of that deck may lie beside its part of the deck.
const NEAR: u64 = 40;

/// The cuts of a game, ascending, above 0 and below 1: those of its continuous game, or those of a
/// large deck.
///
/// Errors: `Stopped`, `Cuts`, and `NoModulus` for cuts of a large deck that need too many classes.
pub(super) fn of(game: &Game, control: &Control) -> Result<BTreeSet<Rational>, FormulaError> {
    known(game).map_or_else(|| of_large_deck(game, control), Ok)
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
fn within(cuts: Vec<Rational>) -> BTreeSet<Rational> {
    cuts.into_iter().filter(|cut| cut.is_positive() && *cut < Rational::ONE).collect()
}

fn of_large_deck(game: &Game, control: &Control) -> Result<BTreeSet<Rational>, FormulaError> {
    let deck = game.clone().with_deck(LARGE, 1)?;
    let solved = solve(&deck, Method::Runs, control).map_err(|error| match error {
        SolveError::Stopped(stopped) => FormulaError::Stopped(stopped),
        other => FormulaError::Cuts { reason: other.to_string() },
    })?;
    let profile = &solved.solution.profile;
    let actions = (0..game.views().len()).flat_map(|view| profile.at(view));
    let mut cards: Vec<u64> = actions.flat_map(Piecewise::breaks).collect();
    cards.sort_unstable();
    // Cards beside one another belong to one cut.
    cards.dedup_by(|card, before| *card - *before <= NEAR);
    // The least number of classes in which each cut is near a whole card.
    let parts = |modulus: u64| cards.iter().map(|card| near(*card, modulus)).collect();
    let found: Option<Vec<Rational>> = (1..=MAX_MODULUS).find_map(parts);
    found.map(within).ok_or(FormulaError::NoModulus { cuts: cards.len() })
}

/// The multiple of `1/modulus` that is the part of the deck at which this card stands, if there is
/// one.
fn near(card: u64, modulus: u64) -> Option<Rational> {
    let (place, large) = (u128::from(card) * u128::from(modulus), u128::from(LARGE));
    let whole = (place + large / 2) / large;
    let far = place.abs_diff(whole * large);
    let is_near = far <= u128::from(NEAR * modulus);
    is_near.then(|| Rational::ratio(whole as i64, modulus as i64))
}
