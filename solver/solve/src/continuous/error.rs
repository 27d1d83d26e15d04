use crate::exact::{NotRational, NotWhole, Rational, counted, did_you_mean};
use crate::game::{GameError, meant};

use super::{MAX_BET_BITS, MAX_BETS, MAX_CALLERS};

/// Why there is no continuous answer: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ContinuousError {
    /// No continuous game of this name.
    #[error(
        "continuous game “{given}”, expected one of: {}{}",
        super::names(),
        did_you_mean(meant(given).filter(|game| super::question::is_known(game)))
    )]
    UnknownGame { given: String },
    /// Not a number of digits.
    #[error(transparent)]
    Digits(#[from] NotWhole),
    /// Not a number of players.
    #[error(
        "{}, expected a whole number from 2 to {}",
        counted(given, "player", "players"),
        MAX_CALLERS + 1
    )]
    Players { given: String },
    /// The game of callers without a number of players.
    #[error("callers needs a number of players, for instance --players 4 or callers/b2-p4")]
    NoPlayers,
    /// A number of players for a game that has its own.
    #[error("{game} has a number of players of its own; callers takes 2 to {}", MAX_CALLERS + 1)]
    PlayersGiven { game: String },
    /// Stakes that the game does not have.
    #[error("the continuous game {game} with “{given}”, expected {expected}")]
    WrongBets { game: &'static str, given: String, expected: &'static str },
    /// A game without bets.
    #[error("label “{given}”, expected its bets too, for instance von-neumann/b2")]
    NoBets { given: String },
    /// A deck beside the bets.
    #[error("bets “{given}”, expected no deck: {bets}")]
    WithDeck { given: String, bets: String },
    /// Stakes that cannot be read.
    #[error(
        "bets “{given}”, expected for instance b2, b5_2, bmax, s1-5_2-7, step1_2, between1-4, all, \
         best, b2-raise6, b2-flip1_6 or b2-w1_3"
    )]
    BadBets { given: String },
    /// Arguments that do not go together.
    #[error(
        "{given} together, expected b, s, grid, between, or b and the other stakes of its game"
    )]
    Together { given: String },
    /// Limits of bets that are not two numbers.
    #[error("between = {given}, expected two limits, for instance 1/2,8")]
    NotTwoLimits { given: String },
    /// A step of 0 or below.
    #[error("step {given}, expected a step above 0")]
    StepNotPositive { given: Rational },
    /// Limits that leave no bet.
    #[error(
        "bets between {least} and {greatest}, expected 0 ≤ the least ≤ the greatest, and that \
         above 0"
    )]
    BadLimits { least: Rational, greatest: Rational },
    /// A number with too many digits.
    #[error("a number of {given} bits, expected at most {MAX_BET_BITS} bits (about 150 digits)")]
    TooLong { given: usize },
    /// More bet sizes than a game may have.
    #[error("{given} bet sizes, expected at most {MAX_BETS} in a continuous game")]
    TooManyBets { given: usize },
    /// Stakes that the finite game does not have either.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Not a number.
    #[error(transparent)]
    NotRational(#[from] NotRational),
    /// A digit that a thousand further bits did not decide: the number is a decimal of that length,
    /// or next to one.
    #[error("digit {digits} could not be decided, expected another number of digits")]
    Undecided { digits: usize },
}

/// Errors: `TooLong` for numbers of more than [`MAX_BET_BITS`] bits.
pub(super) fn check_length<'a>(
    numbers: impl IntoIterator<Item = &'a Rational>,
) -> Result<(), ContinuousError> {
    match numbers.into_iter().map(Rational::bits).find(|bits| *bits > MAX_BET_BITS) {
        Some(given) => Err(ContinuousError::TooLong { given }),
        None => Ok(()),
    }
}
