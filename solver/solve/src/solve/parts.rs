//! Parts of the deck at which play changes when decks are large.

use std::collections::BTreeSet;

use crate::continuous::{Bets, Continuous, Digits, continuous};
use crate::control::Control;
use crate::exact::{Piecewise, Rational};
use crate::game::Game;

use super::SolveError;
use super::runs::{Choice, by_runs};

/// Cards of the deck whose solution tells the parts of a family.
const LARGE: u64 = 1_000_000_000;
/// Cards of the deck whose solution tells the parts of farther ones.
const LARGER: u64 = 1_000_000_000_000;
/// Cards that a change of play in such a deck may lie beside its part of the deck.
const NEAR: u64 = 40;

/// The parts of large decks, ascending, above 0 and below 1: those of the continuous game where it
/// has a closed form, else those of a large deck. These are multiples of one over the least whole
/// number up to `most` that has them all; the number of places where play changes if there is none.
///
/// They are guesses: no argument says that other decks change play there.
///
/// Errors: those of the game with 10^9 cards, and of its solve.
pub(crate) fn common_parts(
    game: &Game,
    most: u64,
    control: &Control,
) -> Result<Result<BTreeSet<Rational>, usize>, SolveError> {
    if let Some(parts) = known_parts(game) {
        return Ok(Ok(parts));
    }
    let cards = changes(game, LARGE, control)?;
    let parts = |modulus: u64| cards.iter().map(|card| near(*card, modulus)).collect();
    let found: Option<BTreeSet<Rational>> = (1..=most).find_map(parts);
    Ok(found.map(|parts| parts.into_iter().filter(is_inside).collect()).ok_or(cards.len()))
}

/// The parts of decks of more than 10^12 cards where the continuous game does not tell them: each
/// the simplest fraction near a change of play, whatever the others are. They are guesses, too.
///
/// Errors: those of the game with 10^12 cards, and of its solve.
pub(super) fn far_parts(game: &Game, control: &Control) -> Result<BTreeSet<Rational>, SolveError> {
    let part = |card: u64| Rational::from(card) / Rational::from(LARGER);
    let simplest = |card: u64| {
        Rational::simplest_between(&part(card.saturating_sub(NEAR)), &part(card + NEAR))
    };
    Ok(changes(game, LARGER, control)?.into_iter().map(simplest).filter(is_inside).collect())
}

/// The parts of the continuous game, where it has a closed form.
pub(crate) fn known_parts(game: &Game) -> Option<BTreeSet<Rational>> {
    let bets = Bets::Stakes(game.stakes().clone());
    match continuous(game.family()?.name, &bets, Digits::default()).ok()? {
        Continuous::ClosedForm(form) => {
            let hands = form.strategies.into_iter().flat_map(|strategy| strategy.hands);
            Some(hands.map(|hand| hand.from).filter(is_inside).collect())
        }
        _ => None,
    }
}

fn is_inside(part: &Rational) -> bool {
    part.is_positive() && *part < Rational::ONE
}

/// The last cards before play changes in a deck of `n`: cards beside one another are told once.
fn changes(game: &Game, n: u64, control: &Control) -> Result<Vec<u64>, SolveError> {
    let deck = game.clone().with_deck(n, 1)?;
    let (profile, ..) = by_runs(&deck, Choice::Readable, control)?;
    let actions = (0..game.views().len()).flat_map(|view| profile.at(view));
    let mut cards: Vec<u64> = actions.flat_map(Piecewise::breaks).collect();
    cards.sort_unstable();
    cards.dedup_by(|card, before| *card - *before <= NEAR);
    Ok(cards)
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
