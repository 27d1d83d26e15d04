//! Refusals that are no mistake in a question: their reasons for the metrics, and faults of tokens.

use axum::http::StatusCode;
use rational_bluff::exact::counted;

use crate::limits::{CLASS_STUDENTS, CLASSES, CLASSES_OF_CLIENT};

use super::Problem;

/// The reason of a refusal that is no mistake of the client, for the metrics: an extension of the
/// response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusalReason(pub(crate) &'static str);

impl RefusalReason {
    /// Every reason, as `Problem::reason` gives them.
    pub(crate) const ALL: [&'static str; 14] = [
        "token",
        "sweeps_off",
        "other_site",
        "rate",
        "body",
        "queue",
        "quota",
        "questions",
        "sweeps",
        "tables",
        "memory",
        "answer_memory",
        "time",
        "beyond",
    ];
}

/// Why a class takes no part in a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassFault {
    /// No class has this code.
    #[error("there is no class {0}, expected the code that the teacher shows")]
    Unknown(String),
    /// The class of this code has ended.
    #[error("class {0} is over: a class lasts one day")]
    Over(String),
    /// Its teacher has ended it.
    #[error("class {0} has ended")]
    Ended(String),
    /// Only its teacher ends it.
    #[error("class {0} is ended by who opened it")]
    NotTeacher(String),
    /// It has as many students as a class may have.
    #[error("the class is full: it takes {CLASS_STUDENTS} students")]
    Full,
    /// No other class may be opened now.
    #[error(
        "no room for a class: {CLASSES} may be open at a time, {CLASSES_OF_CLIENT} of one client"
    )]
    NoRoom,
    /// Too many wrong codes from one client; the seconds until the next.
    #[error("too many wrong codes from one client: retry in {}", counted(*.0, "second", "seconds"))]
    Guessed(u64),
}

impl ClassFault {
    /// The HTTP status.
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Unknown(_) | Self::Over(_) | Self::Ended(_) => StatusCode::NOT_FOUND,
            Self::NotTeacher(_) => StatusCode::FORBIDDEN,
            Self::Full | Self::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
            Self::Guessed(_) => StatusCode::TOO_MANY_REQUESTS,
        }
    }
}

impl From<ClassFault> for Problem {
    fn from(fault: ClassFault) -> Self {
        Self::Class(fault)
    }
}

/// The fault of the token of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    /// There is none.
    #[error("no token, expected the header `Authorization: Bearer` with a token of this service")]
    Missing,
    /// The service has no such token.
    #[error("an unknown token, expected a token of this service")]
    Unknown,
    /// Its last day has passed.
    #[error("an expired token, expected one that is still valid")]
    Expired,
}

impl TokenFault {
    /// The challenge to a client (RFC 6750, section 3).
    pub(super) fn challenge(self) -> &'static str {
        match self {
            Self::Missing => "Bearer realm=\"rational-bluff\"",
            Self::Unknown => {
                "Bearer realm=\"rational-bluff\", error=\"invalid_token\", \
                 error_description=\"unknown\""
            }
            Self::Expired => {
                "Bearer realm=\"rational-bluff\", error=\"invalid_token\", \
                 error_description=\"expired\""
            }
        }
    }
}
