//! Neighbours of a deck: the continuous game, its cuts, and the decks of a comparison.

use bluff_questions::Question;
use bluff_questions::continuous::ComparisonQuestion;
use bluff_questions::error::Error;
use bluff_report::picture::strip::{self, Cut};
use rational_bluff::continuous::{Bets, Continuous, Digits, continuous, read_label};
use rational_bluff::game::{Family, Game};

use crate::api::continuous::split;

/// The decks that a comparison shows unless it is told; fewer where they would be too much work.
const DECKS: [u64; 4] = [60, 40, 20, 10];

/// The continuous game of the same name and bets; `None` where none is known.
pub(crate) fn limit(game: &Game) -> Option<Continuous> {
    continuous(game.name(), &Bets::Stakes(game.stakes().clone()), Digits::default()).ok()
}

/// The cuts of its continuous game, by view.
pub(crate) fn cuts(game: &Game) -> Vec<Vec<Cut>> {
    strip::cuts(game, limit(game).as_ref())
}

/// The label of the comparison with the continuous game, without decks; `None` where there is none.
pub(crate) fn comparison(game: &Game) -> Option<String> {
    if game.has_ranges() {
        return None;
    }
    let label = game.label_without_deck();
    limit(game).and(decks(&label)).map(|_| label)
}

/// The first and the last deck that a comparison shows unless it is told.
pub(crate) fn decks(label: &str) -> Option<(u64, u64)> {
    let (name, bets) = read_label(label).ok()?;
    // The best bet is of the continuous game alone.
    if matches!(bets, Bets::Best(_)) {
        return None;
    }
    let game =
        bets.stakes().and_then(|stakes| Family::named(&name)?.game(DECKS[0], 1, stakes).ok());
    let least = game.map_or(2, |game| game.players().len());
    let least = least as u64;
    let allowed =
        |most: &u64| compared(label, least, *most).is_ok_and(|question| question.cost().is_ok());
    DECKS.into_iter().find(allowed).map(|most| (least, most))
}

/// The question of a label and decks.
///
/// Errors: those of [`split`].
pub(crate) fn compared(label: &str, from: u64, to: u64) -> Result<ComparisonQuestion, Error> {
    let (game, bets) = split(label)?;
    Ok(ComparisonQuestion { game, bets, decks: vec![from..=to] })
}
