//! Kinds of errors: a door makes its status or its exit code of them.

use bluff_dealing::{DealError, RefusedSetting};
use bluff_lp::ProgramTextError;
use bluff_report::explain::NotExplained;
use rational_bluff::cards::CardError;
use rational_bluff::certificate::format::DocumentError;
use rational_bluff::compare::CompareError;
use rational_bluff::continuous::ContinuousError;
use rational_bluff::exact::RefusedValue;
use rational_bluff::game::{ArgumentError, GameError};
use rational_bluff::pure::PureError;
use rational_bluff::solve::SolveError;
use rational_bluff::tree::TreeError;

use crate::error::Error;
use crate::stored::CatalogueError;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The question cannot be read.
    Malformed,
    /// There is nothing of this name.
    Unknown,
    /// The answer has no such form.
    NoForm,
    /// The text is too long.
    TooLong,
    /// The question is understood, and outside a range, beyond a limit, or without an answer.
    Outside,
    /// The question is understood, and the answer is no.
    No,
    /// The time is up, or a signal stopped the work.
    OutOfTime,
    /// Too many questions of one client.
    TooOften,
    /// Too many questions of all.
    Busy,
    /// A bug, or a fault of the system.
    Internal,
    /// The question is understood, and a fault keeps its answer from being proved or stored.
    NotStored,
}

impl Error {
    /// The kind of mistake or of limit.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Game(error) | Self::Pure(PureError::Game(error)) => game_kind(error),
            Self::Solve(error) => match &**error {
                SolveError::Game(error) => game_kind(error),
                SolveError::UnknownMethod { .. } => ErrorKind::Malformed,
                SolveError::Tree(TreeError::File(_)) => ErrorKind::Malformed,
                SolveError::Stopped(_) => ErrorKind::OutOfTime,
                SolveError::NoOptimum { .. } => ErrorKind::Internal,
                SolveError::Refused(_) | SolveError::NotSaturated(_) => ErrorKind::NotStored,
                SolveError::NoneFound { .. } | SolveError::SearchedInVain { .. } => ErrorKind::No,
                _ => ErrorKind::Outside,
            },
            Self::Continuous(error) => match error {
                ContinuousError::Game(error) => game_kind(error),
                ContinuousError::UnknownGame { .. } => ErrorKind::Unknown,
                ContinuousError::BadBets { .. }
                | ContinuousError::NoBets { .. }
                | ContinuousError::WithDeck { .. }
                | ContinuousError::NotRational(_) => ErrorKind::Malformed,
                _ => ErrorKind::Outside,
            },
            Self::Line { error, .. } | Self::OfField { error, .. } => error.kind(),
            Self::Document(error) => match &**error {
                DocumentError::TooLong { .. } => ErrorKind::TooLong,
                DocumentError::Malformed { .. }
                | DocumentError::MalformedFormula { .. }
                | DocumentError::UnknownFormat { .. } => ErrorKind::Malformed,
                error if error.is_refusal() => ErrorKind::No,
                DocumentError::Bounds(_) => ErrorKind::Malformed,
                _ => ErrorKind::Outside,
            },
            Self::Deal(DealError::Malformed { .. }) => ErrorKind::Malformed,
            Self::Deal(DealError::Refused(RefusedSetting::UnknownProtocol { .. })) => {
                ErrorKind::Unknown
            }
            Self::Deal(error) if error.is_refusal() => ErrorKind::No,
            Self::Family(error) if error.is_refusal() => ErrorKind::No,
            Self::Unproved(_) => ErrorKind::No,
            Self::Cards(
                CardError::RangeTooLong { .. }
                | CardError::BoardSize { .. }
                | CardError::NotWeight { .. }
                | CardError::WeightTooLong { .. }
                | CardError::EmptyRange { .. }
                | CardError::CardOnBoard { .. }
                | CardError::NoHandLeft { .. }
                | CardError::NoDeal { .. },
            ) => ErrorKind::Outside,
            Self::Program(ProgramTextError::TooLong(_)) => ErrorKind::TooLong,
            Self::Cards(_)
            | Self::Program(_)
            | Self::Number(_)
            | Self::Explain(_)
            | Self::Malformed(_)
            | Self::Refused(_)
            | Self::UnknownField { .. } => ErrorKind::Malformed,
            Self::NoForm(_) => ErrorKind::NoForm,
            Self::Compare(CompareError::Stopped) | Self::TimedOut(_) => ErrorKind::OutOfTime,
            Self::Pure(_)
            | Self::Exchange(_)
            | Self::Compare(_)
            | Self::Deal(_)
            | Self::Family(_)
            | Self::Beyond(_)
            | Self::Outside(_)
            | Self::TooMuchMemory(_) => ErrorKind::Outside,
            Self::Catalogue(
                CatalogueError::Away { .. }
                | CatalogueError::Failed { .. }
                | CatalogueError::Refused { .. },
            )
            | Self::NotWritten(_) => ErrorKind::NotStored,
            Self::Catalogue(_) | Self::System(_) | Self::Internal(_) => ErrorKind::Internal,
            Self::Full | Self::ManySweeps(_) | Self::MemoryFull => ErrorKind::Busy,
            Self::OverQuota(_) | Self::ManyQuestions(_) => ErrorKind::TooOften,
        }
    }
}

fn game_kind(error: &GameError) -> ErrorKind {
    match error {
        GameError::UnknownGame { .. } => ErrorKind::Unknown,
        GameError::FileTooLong { .. } => ErrorKind::TooLong,
        GameError::NotWhole(error) if error.beyond => ErrorKind::Outside,
        GameError::NotWhole(_)
        | GameError::NotNumber { .. }
        | GameError::BadLabel { .. }
        | GameError::LabelNotCanonical { .. }
        | GameError::Arguments(
            ArgumentError::SaturationLabel { .. } | ArgumentError::Unknown { .. },
        )
        | GameError::NotRational(_)
        | GameError::UnknownPlayer { .. }
        | GameError::Malformed { .. }
        | GameError::UnknownFormat { .. } => ErrorKind::Malformed,
        _ => ErrorKind::Outside,
    }
}

impl Error {
    /// The value that is refused; `None` of an error that is not about one value.
    pub fn refused(&self) -> Option<RefusedValue> {
        match self {
            Self::Refused(value) | Self::Outside(value) | Self::UnknownField { value, .. } => {
                Some(value.clone())
            }
            Self::Game(error) => error.refused(),
            Self::Continuous(error) => error.refused(),
            Self::Solve(error) => error.refused(),
            Self::Number(error) => Some(error.refused()),
            Self::Document(error) => error.refused(),
            Self::Explain(NotExplained::Hand(error)) => error.refused(),
            Self::Explain(NotExplained::View { given, expected, .. }) => {
                Some(RefusedValue::of("view", given, format!("one of: {expected}")))
            }
            Self::Cards(error) => Some(error.refused()),
            Self::Exchange(error) => Some(error.refused()),
            Self::Deal(DealError::Refused(setting)) => setting.refused(),
            Self::Pure(error) => error.refused(),
            Self::Compare(error) => error.refused(),
            Self::Program(error) => {
                let RefusedValue { given, allowed, .. } = error.refused();
                Some(RefusedValue::of("program", given, allowed))
            }
            Self::Line { error, .. } => error.refused(),
            Self::OfField { field, error } => {
                let RefusedValue { given, allowed, .. } = error.refused()?;
                Some(RefusedValue::of(field, given, allowed))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That nothing was found is an answer: exit code 1, status 422.
    #[test]
    fn a_search_in_vain_is_a_no() {
        let game = "in-turn/n5-b1".to_owned();
        let vain = SolveError::SearchedInVain {
            game: game.clone(),
            starts: 8,
            ends: String::new(),
            best: None,
        };
        for error in [vain, SolveError::NoneFound { game }] {
            assert_eq!(Error::from(error).kind(), ErrorKind::No);
        }
        let bad = SolveError::UnknownMethod { given: "guess".to_owned() };
        assert_eq!(Error::from(bad).kind(), ErrorKind::Malformed);
    }
}
