//! Estimated cost of a solve, and the limits of games that are solved over HTTP.
//!
//! The length of its fractions is unknown before they are computed. The estimate follows from the
//! shape of the game: the number of runs of cards that a document can have, and the length of the
//! numbers measured for such games, with a wide margin.

use std::time::Duration;

use rational_bluff::exact::RefusedValue;
use rational_bluff::game::Game;
use rational_bluff::solve::{Method, ProblemSize, size};
use serde::Serialize;

use crate::error::Error;
use crate::limits::{BET_SIZES, PROGRAM_SEQUENCES, SEARCH_TERMS};
use crate::over_http::{
    INSTANT, SHORT, at_most, limited, program_sequences, sequences, within_work,
};

/// Time of an answer on an idle machine, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Time {
    /// Less than 10 milliseconds.
    #[serde(rename = "instant")]
    Instant,
    /// At most some seconds.
    #[serde(rename = "seconds")]
    Seconds,
    /// Possibly more than the time limit.
    #[serde(rename = "up to the limit")]
    UpToTheLimit,
}

/// Estimated cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The time on an idle machine, roughly.
    pub time: Time,
    /// Typical size of the solution document in JSON, in bytes.
    pub bytes: u128,
    /// Maximum size of the document, in bytes.
    pub bytes_at_most: u128,
    /// Maximum memory of the work, the answer included, in bytes.
    pub memory_at_most: u128,
}

/// Sequences of a linear program that takes about a second; its time grows with their square.
const SECOND_OF_SEQUENCES: u128 = 5_000;

/// The cost by which a solve is scheduled: its time on an idle machine, roughly. Only threshold
/// forms are instant, because other answers may wait for the catalogue.
///
/// Errors: those of [`Estimate::of`].
pub fn cost(game: &Game, method: Method) -> Result<Duration, Error> {
    affordable_by(game, method)?;
    let size = size(game, method)?;
    Ok(match size {
        ProblemSize::Runs => match Estimate::sized(game, size).time {
            Time::Instant => INSTANT,
            Time::Seconds => SHORT,
            Time::UpToTheLimit => Duration::MAX,
        },
        ProblemSize::Sequences(sequences) => {
            let micros = 1_000_000 * sequences.pow(2) / SECOND_OF_SEQUENCES.pow(2);
            INSTANT + Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX).max(1))
        }
        ProblemSize::PerRun { .. } => SHORT,
        ProblemSize::Cells(_) | ProblemSize::Terms(_) => Duration::MAX,
    })
}

/// Bytes of a document beside its strategies, and bytes of memory that any work takes.
const HEAD: u128 = 1_000;
const MEMORY: u128 = 64 << 20;

impl Estimate {
    /// The cost of solving a game by a method.
    ///
    /// Errors: those of a solve that are known at once, and `Beyond`.
    pub fn of(game: &Game, method: Method) -> Result<Self, Error> {
        affordable_by(game, method)?;
        Ok(Self::sized(game, size(game, method)?))
    }

    /// The cost of solving a problem of this size that is made of a game.
    pub fn sized(game: &Game, size: ProblemSize) -> Self {
        let (n, bets, players) =
            (u128::from(game.n()), game.bets().len() as u128, game.players().len() as u128);
        // Digits of deck and stakes, which can enter every fraction.
        let given = (game.label().len() - game.name().len()) as u128;
        // Time, runs at the first view and at others, length of the longest number, and memory of
        // the work.
        let (time, runs, longest, work) = match size {
            ProblemSize::Runs => {
                let time = match players {
                    6.. => Time::UpToTheLimit,
                    2..=3 if bets <= 50 => Time::Instant,
                    _ => Time::Seconds,
                };
                // Each bet size has a first and a last card, and a mixed card at either end.
                (time, [n.min(4 * bets + 8), n.min(8)], 40 + 4 * players * given + 4 * bets, 0)
            }
            ProblemSize::Sequences(sequences) => {
                let time = match sequences {
                    0..=150 => Time::Instant,
                    151..=4_000 => Time::Seconds,
                    _ => Time::UpToTheLimit,
                };
                (time, [n, n], 40 + n * given / 2, sequences << 13)
            }
            // Nearly all answers have fewer than twice as many runs, and shorter numbers.
            ProblemSize::PerRun { sequences, runs } => {
                let runs = n.min(2 * u128::from(runs));
                (Time::Seconds, [runs, runs], 80 + 40 * given, (sequences * runs) << 13)
            }
            ProblemSize::Cells(cells) => {
                let time = if cells <= 1 << 14 { Time::Seconds } else { Time::UpToTheLimit };
                (time, [n, n], 40 + n * given, u128::from(cells) << 10)
            }
            ProblemSize::Terms(terms) => {
                let time = if terms <= 500 { Time::Seconds } else { Time::UpToTheLimit };
                (time, [n, n], 40 + 8 * n * given, u128::from(terms) << 12)
            }
        };
        let (mut bytes, mut bytes_at_most) =
            (HEAD + 30 * bets, HEAD + 30 * bets + 2 * given + 4 * longest);
        for (at, view) in game.views().iter().enumerate() {
            let names: u128 = view.actions.iter().map(|action| action.len() as u128 + 8).sum();
            let (head, runs) = (view.name.len() as u128 + 60, runs[at.min(1)]);
            bytes += head + runs / 2 * (names.min(60) + 50);
            bytes_at_most += head + runs * (names + 50 + 4 * longest);
        }
        Self {
            time,
            bytes: bytes.min(bytes_at_most),
            bytes_at_most,
            memory_at_most: MEMORY + work + 8 * bytes_at_most,
        }
    }
}

/// Refuses games that are too large to be solved over HTTP.
///
/// Errors: `Beyond`.
pub fn affordable(game: &Game) -> Result<(), Error> {
    affordable_by(game, Method::Auto)
}

/// Refuses games that are too large to be solved over HTTP by this method. Tables have the limits
/// of the library.
///
/// Errors: `Beyond`.
pub fn affordable_by(game: &Game, method: Method) -> Result<(), Error> {
    within(game, program_sequences(game, method))?;
    let Ok(ProblemSize::Terms(terms)) = size(game, method) else { return Ok(()) };
    let given = || format!("{} has {terms} deals × ends of the hand", game.label());
    limited(terms, SEARCH_TERMS, given)
}

/// Refuses games whose optimal face is too large for HTTP: it takes linear programs, also where a
/// solve takes none.
///
/// Errors: `Beyond`.
pub fn affordable_in_full(game: &Game) -> Result<(), Error> {
    within(game, if game.players().len() == 2 { sequences(game, game.n()) } else { 0 })
}

fn within(game: &Game, sequences: u128) -> Result<(), Error> {
    let sizes = game.bets().len().saturating_sub(1);
    limited(sizes, BET_SIZES, || format!("{sizes} bet sizes"))?;
    let given = || format!("{} has {sequences} sequences", game.label());
    if sequences > PROGRAM_SEQUENCES && game.holdem_board().is_some() {
        let allowed = at_most(PROGRAM_SEQUENCES) + ", and solve with within has bounds";
        return Err(Error::Outside(RefusedValue::without_field(given(), allowed)));
    }
    limited(sequences, PROGRAM_SEQUENCES, given)
}

/// Refuses games for one answer that are too much work together.
///
/// Errors: `Beyond`.
pub fn together<'a>(games: impl Iterator<Item = &'a Game>) -> Result<(), Error> {
    let (mut cells, mut work, mut squares) = (0, 0_u128, 0_u128);
    for game in games {
        affordable(game)?;
        let (sizes, players) = (game.bets().len().saturating_sub(1), game.players().len());
        cells += 1;
        work += sizes.max(1) as u128 * (players as u128).pow(3) / 8;
        squares = squares.saturating_add(program_sequences(game, Method::Auto).saturating_pow(2));
    }
    within_work(format!("{cells} games"), work, squares)
}
