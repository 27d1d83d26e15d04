//! Limits of the cost of a question over HTTP.

use std::fmt::Display;
use std::time::Duration;

use rational_bluff::continuous::Bets;
use rational_bluff::exact::RefusedValue;
use rational_bluff::game::{Family, Game};
use rational_bluff::solve::{Method, RUNS_FROM, settled};

use crate::error::Error;
use crate::limits::{BET_SIZES, COMPARED_WORK, PROGRAM_SEQUENCES};

/// Processor time of an instant question, at most.
pub const INSTANT: Duration = Duration::from_millis(10);
/// Processor time of a short question, at most.
pub const SHORT: Duration = Duration::from_secs(1);

/// The refusal of what exceeds a limit that only HTTP has.
pub fn beyond(given: impl Display, most: impl Display) -> Error {
    Error::Outside(RefusedValue::without_field(given, at_most(most)))
}

/// Refuses a number above a limit that only HTTP has, with words for what has that number.
///
/// Errors: `Outside`.
pub(crate) fn limited<N: Copy + Display + PartialOrd>(
    number: N,
    most: N,
    given: impl FnOnce() -> String,
) -> Result<(), Error> {
    if number > most { Err(beyond(given(), most)) } else { Ok(()) }
}

/// The refusal of the value of a field that exceeds a limit that only HTTP has.
pub fn beyond_of(field: &str, given: impl Display, most: impl Display) -> Error {
    Error::Outside(RefusedValue::of(field, given, at_most(most)))
}

/// Refuses the value of a field above a limit that only HTTP has.
///
/// Errors: `Outside`.
pub(crate) fn limited_field<N: Copy + Display + PartialOrd>(
    field: &str,
    number: N,
    most: N,
) -> Result<(), Error> {
    if number > most { Err(beyond_of(field, number, most)) } else { Ok(()) }
}

pub(crate) fn at_most(most: impl Display) -> String {
    format!("at most {most} over HTTP; the bluff command takes more")
}

/// Refuses too much work of games that are solved together: bet sizes × an eighth of players³, and
/// the sum of the squares of sequences. `given` says which games these are.
///
/// Errors: `Beyond`.
pub fn within_work(given: String, work: u128, squares: u128) -> Result<(), Error> {
    limited(work, COMPARED_WORK, || {
        format!("{given}: bet sizes × an eighth of players³ come to {work}")
    })?;
    // The cost of a linear program grows like the square of its sequences: all games together may
    // cost as much as one.
    if squares > PROGRAM_SEQUENCES.pow(2) {
        let given = format!("{given}: sequences² come to {squares}");
        return Err(beyond(given, format!("{PROGRAM_SEQUENCES}²")));
    }
    Ok(())
}

/// Number of sequences of the linear program of this game; 0 for methods without one. By runs of
/// cards, most answers have at most [`RUNS_FROM`] runs.
pub fn program_sequences(game: &Game, method: Method) -> u128 {
    match settled(game, method) {
        Method::Lp => sequences(game, game.n()),
        Method::Readable if !game.deck().is_ranks() => sequences(game, game.n()),
        Method::Readable | Method::Runs => sequences(game, game.n().min(RUNS_FROM)),
        _ => 0,
    }
}

/// Number of sequences of a game with so many cards, over all players.
pub fn sequences(game: &Game, cards: u64) -> u128 {
    let per_card: usize = game.players().iter().map(|player| game.sequences(*player)).sum();
    per_card as u128 * u128::from(cards)
}

/// Number of bet sizes of decks with these bets; 1 where no deck is played with them.
pub fn count_sizes(game: &str, bets: &Bets) -> u128 {
    let of_stakes = || Some(Family::named(game)?.count_sizes(bets.stakes()?));
    of_stakes().unwrap_or(1)
}

/// Errors: `Beyond` for a deck of Newman's game whose saturation size is too large for HTTP. Of all
/// whole bets about 2√n matter.
pub fn few_saturated(n: u64) -> Result<(), Error> {
    let sizes = u128::from(2 * n.isqrt());
    limited(sizes, BET_SIZES as u128, || format!("n = {n} and b = max: about {sizes} bet sizes"))
}

/// Errors: `Beyond` for more bet sizes than HTTP allows.
pub fn few_sizes(game: &str, bets: &Bets) -> Result<(), Error> {
    let sizes = count_sizes(game, bets);
    limited(sizes, BET_SIZES as u128, || format!("{sizes} bet sizes"))
}
