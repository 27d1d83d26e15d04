use crate::exact::{NotRational, NotWhole, Rational, RefusedValue, counted, did_you_mean};
use crate::game::{GameError, meant};

use super::{MAX_BET_BITS, MAX_BETS, MAX_CALLERS};

/// Why there is no continuous answer: what was given, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum ContinuousError {
    /// No continuous game of this name.
    #[error(
        "continuous game “{given}”, expected {}{}",
        self.allowed(),
        did_you_mean(meant(given).filter(|game| super::question::is_known(game)))
    )]
    UnknownGame { given: String },
    /// Not a number of digits.
    #[error(transparent)]
    Digits(#[from] NotWhole),
    /// Not a number of players.
    #[error(
        "{}, expected {}",
        counted(given, "player", "players"),
        self.allowed()
    )]
    Players { given: String },
    /// The game of callers without a number of players.
    #[error("callers needs a number of players, for instance --players 4 or callers/b2-p4")]
    NoPlayers,
    /// A number of players for a game that has its own.
    #[error("{game} has a number of players of its own; callers takes {}", self.allowed())]
    PlayersGiven { game: String },
    /// Stakes that the game does not have.
    #[error("the continuous game {game} with “{given}”, expected {}", self.allowed())]
    WrongBets { game: &'static str, given: String, expected: &'static str },
    /// A game without bets.
    #[error("label “{given}”, expected {}", self.allowed())]
    NoBets { given: String },
    /// A deck beside the bets.
    #[error("bets “{given}”, expected {}", self.allowed())]
    WithDeck { given: String, bets: String },
    /// Stakes that cannot be read.
    #[error("bets “{given}”, expected {}", self.allowed())]
    BadBets { given: String },
    /// Arguments that do not go together.
    #[error("{given} together, expected {}", self.allowed())]
    Together { given: String },
    /// Limits of bets that are not two numbers.
    #[error("between = {given}, expected {}", self.allowed())]
    NotTwoLimits { given: String },
    /// A step of 0 or below.
    #[error("step {given}, expected {}", self.allowed())]
    StepNotPositive { given: Rational },
    /// Limits that leave no bet.
    #[error("bets between {least} and {greatest}, expected {}", self.allowed())]
    BadLimits { least: Rational, greatest: Rational },
    /// A number with too many digits.
    #[error("a number of {given} bits, expected {}", self.allowed())]
    TooLong { given: usize },
    /// More bet sizes than a game may have.
    #[error("{given} bet sizes, expected {}", self.allowed())]
    TooManyBets { given: usize },
    /// Stakes that the finite game does not have either.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Not a number.
    #[error(transparent)]
    NotRational(#[from] NotRational),
    /// A digit that a thousand further bits did not decide: the number is a decimal of that length,
    /// or next to one.
    #[error("digit {digits} could not be decided, expected {}", self.allowed())]
    Undecided { digits: usize },
}

impl ContinuousError {
    fn allowed(&self) -> String {
        match self {
            Self::UnknownGame { .. } => format!("one of: {}", super::names()),
            Self::Players { .. } => format!("a whole number from 2 to {}", MAX_CALLERS + 1),
            Self::NoPlayers => "players, for instance 4".to_owned(),
            Self::PlayersGiven { .. } => format!("2 to {}", MAX_CALLERS + 1),
            Self::WrongBets { expected, .. } => (*expected).to_owned(),
            Self::NoBets { .. } => "its bets too, for instance von-neumann/b2".to_owned(),
            Self::WithDeck { bets, .. } => format!("no deck: {bets}"),
            Self::BadBets { .. } => "for instance b2, b5_2, bmax, s1-5_2-7, step1_2, between1-4, \
                                     all, best, b2-raise6, b2-flip1_6 or b2-w1_3"
                .to_owned(),
            Self::Together { .. } => {
                "b, s, grid, between, or b and the other stakes of its game".to_owned()
            }
            Self::NotTwoLimits { .. } => "two limits, for instance 1/2,8".to_owned(),
            Self::StepNotPositive { .. } => "a step above 0".to_owned(),
            Self::BadLimits { .. } => "0 ≤ the least ≤ the greatest, and that above 0".to_owned(),
            Self::TooLong { .. } => format!("at most {MAX_BET_BITS} bits (about 150 digits)"),
            Self::TooManyBets { .. } => format!("at most {MAX_BETS} in a continuous game"),
            Self::Undecided { .. } => "another number of digits".to_owned(),
            // Their own errors say it.
            Self::Digits(_) | Self::Game(_) | Self::NotRational(_) => String::new(),
        }
    }

    /// The value that is refused; `None` of an error that is not about one value.
    pub fn refused(&self) -> Option<RefusedValue> {
        let of = |field: &str, given: &dyn ToString| {
            Some(RefusedValue::of(field, given.to_string(), self.allowed()))
        };
        let alone = |given| Some(RefusedValue::without_field(given, self.allowed()));
        match self {
            Self::Digits(error) => Some(error.value.clone()),
            Self::Game(error) => error.refused(),
            Self::NotRational(error) => Some(error.refused()),
            Self::UnknownGame { given } => of("game", given),
            Self::Players { given } => of("players", given),
            Self::NoBets { given } => of("label", given),
            Self::WrongBets { given, .. }
            | Self::WithDeck { given, .. }
            | Self::BadBets { given } => of("bets", given),
            Self::NotTwoLimits { given } => of("between", given),
            Self::StepNotPositive { given } => of("step", given),
            Self::BadLimits { least, greatest } => of("between", &format!("{least},{greatest}")),
            Self::Undecided { digits } => of("digits", digits),
            Self::NoPlayers => alone("no players".to_owned()),
            Self::PlayersGiven { game } => alone(format!("players of {game}")),
            Self::Together { given } => alone(given.clone()),
            Self::TooLong { given } => alone(format!("a number of {given} bits")),
            Self::TooManyBets { given } => alone(format!("{given} bet sizes")),
        }
    }
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
