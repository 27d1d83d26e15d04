use crate::exact::{NotRational, Rational};
use crate::game::GameError;

use super::{MAX_BET_BITS, MAX_BETS, MAX_CALLERS, MAX_DECIMALS};

/// Why there is no continuous answer: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ContinuousError {
    #[error(
        "continuous game “{given}”, expected one of: von-neumann, newman, one-street, three-player, callers, kuhn, borel, one-raise, hand-flip, basic-endgame"
    )]
    UnknownGame { given: String },
    #[error("{given} digits, expected a whole number from 1 to {MAX_DECIMALS}")]
    Digits { given: String },
    #[error("{given} players, expected a whole number from 2 to {}", MAX_CALLERS + 1)]
    Players { given: String },
    #[error("callers needs a number of players, for instance --players 4 or callers/b2-p4")]
    NoPlayers,
    #[error("{game} has a number of players of its own; callers takes 2 to {}", MAX_CALLERS + 1)]
    PlayersGiven { game: String },
    #[error("the continuous game {game} with “{given}”, expected {expected}")]
    WrongBets { game: &'static str, given: String, expected: &'static str },
    #[error(
        "bets “{given}”, expected for instance b2, b5_2, bmax, s1-5_2-7, step1_2, between1-4, all, best, b2-raise6, b2-flip1_6 or b2-w1_3"
    )]
    BadBets { given: String },
    #[error("step {given}, expected a step above 0")]
    StepNotPositive { given: Rational },
    #[error("bets between {least} and {greatest}, expected 0 ≤ the least ≤ the greatest, and that above 0")]
    BadLimits { least: Rational, greatest: Rational },
    #[error("a number of {given} bits, expected at most {MAX_BET_BITS} bits (about 150 digits)")]
    TooLong { given: usize },
    #[error("{given} bet sizes, expected at most {MAX_BETS} in a continuous game")]
    TooManyBets { given: usize },
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    NotRational(#[from] NotRational),
    /// A digit that a thousand further bits did not decide: the number is a decimal of that length, or next to one.
    #[error("digit {digits} could not be decided, expected another number of digits")]
    Undecided { digits: usize },
}
