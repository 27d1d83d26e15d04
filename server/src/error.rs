//! Every error of both doors, with its words, its HTTP status and its exit code.

use std::process::ExitCode;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bluff_dealing::fairness::NotChecked;
use bluff_dealing::{DealError, Kind, Refused};
use rational_bluff::certificate::format::DocumentError;
use rational_bluff::compare::CompareError;
use rational_bluff::continuous::ContinuousError;
use rational_bluff::exact::NotRational;
use rational_bluff::exchange::ExchangeError;
use rational_bluff::game::{ArgumentError, GameError};
use rational_bluff::pure::PureError;
use rational_bluff::solve::{SolveError, Stopped};
use serde_json::{Value, json};

use crate::catalogue::CatalogueError;
use crate::limits::{RETRY_AFTER, SWEEPS_RUNNING};

/// The exit code of a command that Ctrl-C stopped, as shells show it.
pub(crate) const INTERRUPTED: u8 = 130;

/// The most characters of an error: numbers and names from outside may be a megabyte long.
const WORDS: usize = 1_000;

/// An extension of the response to a label that is not canonical: the one that is.
#[derive(Clone, Debug)]
pub(crate) struct Canonical(pub(crate) String);

/// Why a question got no answer. The words are the same on the command line and over HTTP.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The text is no number.
    #[error(transparent)]
    Number(#[from] NotRational),
    /// There is no solution.
    #[error(transparent)]
    Solve(Box<SolveError>),
    /// The game is not written in that format.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// There is no list of pure equilibria.
    #[error(transparent)]
    Pure(#[from] PureError),
    /// There is no comparison.
    #[error(transparent)]
    Compare(CompareError),
    /// There is no continuous answer.
    #[error(transparent)]
    Continuous(#[from] ContinuousError),
    /// The catalogue cannot be used.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// There is no such deal, or it is not what it says.
    #[error(transparent)]
    Deal(DealError),
    /// The document is none, or is refused.
    #[error(transparent)]
    Document(Box<DocumentError>),
    /// A document among many is none, or is refused.
    #[error("{place}: {error}")]
    Line {
        /// File and line.
        place: String,
        /// What is wrong with it.
        error: Box<DocumentError>,
    },
    /// The question itself is malformed.
    #[error("{0}")]
    Malformed(String),
    /// Understood, and beyond a limit that the text names.
    #[error("{0}")]
    Beyond(String),
    /// A file that cannot be read, a port that cannot be had.
    #[error("{0}")]
    System(String),
    /// A file that could not be written; what was there before is.
    #[error("{0}")]
    NotWritten(String),
    /// No such address.
    #[error("{0}: no such address")]
    NotFound(String),
    /// A browser asks in the name of a visitor, on the page of another site.
    #[error("{0}, expected a page of this service")]
    Foreign(String),
    /// The address is right, the method is not.
    #[error("method {0} is not allowed here")]
    WrongMethod(String),
    /// The answer has no such form.
    #[error("form “{given}”, expected one of: {expected}")]
    UnknownForm {
        /// The suffix or media types given.
        given: String,
        /// The forms there are.
        expected: String,
    },
    /// The body is of a kind that the resource does not read.
    #[error("content type “{given}”, expected one of: {expected}")]
    UnknownType {
        /// The media type given.
        given: String,
        /// The media types that are read.
        expected: String,
    },
    /// The body is compressed.
    #[error("content encoding “{0}”, expected none")]
    Encoded(String),
    /// The body is too long.
    #[error("the body has more than {0} bytes, expected at most {0}")]
    BodyTooLong(usize),
    /// Every thread is busy and the queue is full.
    #[error("the service is busy: come back in {RETRY_AFTER} seconds")]
    Full,
    /// One client asks too often.
    #[error("more than {most} requests a second from one client, expected at most {most}: come back in {wait} seconds")]
    TooOften {
        /// The requests per second that are allowed.
        most: u64,
        /// Seconds to wait.
        wait: u64,
    },
    /// As many sweeps are at work as may be.
    #[error("{SWEEPS_RUNNING} sweeps are running, expected fewer than that: come back in {RETRY_AFTER} seconds")]
    ManySweeps,
    /// The error of a question that several asked.
    #[error(transparent)]
    Shared(Arc<Error>),
    /// The time limit for one answer passed.
    #[error("no answer within {0} seconds; the bluff command has no time limit")]
    TimedOut(u64),
    /// The memory limit for one answer, in bytes, was passed.
    #[error(
        "the answer takes more than {} MiB of memory, the limit over HTTP; the bluff command has no such limit",
        .0 >> 20
    )]
    TooMuchMemory(u64),
    /// A bug of ours: the log has the rest under this number.
    #[error("internal error {0}")]
    Internal(String),
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        Self::Solve(Box::new(error))
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        SolveError::from(stopped).into()
    }
}

impl From<CompareError> for Error {
    /// What lies beneath decides the status.
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Game(error) => Self::Game(error),
            CompareError::Continuous(error) => Self::Continuous(error),
            CompareError::Solve(error) => Self::Solve(error),
            other => Self::Compare(other),
        }
    }
}

impl From<NotChecked> for Error {
    fn from(error: NotChecked) -> Self {
        match error {
            NotChecked::Refused(refused) => Self::Deal(refused.into()),
            NotChecked::Stopped(stopped) => stopped.into(),
            NotChecked::NoNumber { .. } => Self::System(error.to_string()),
        }
    }
}

impl From<DealError> for Error {
    /// A deal that was cancelled ran into a limit.
    fn from(error: DealError) -> Self {
        match error {
            DealError::NoDeal { fault } | DealError::Cheat { fault, .. } if fault.what == Kind::Stopped => {
                Stopped.into()
            }
            other => Self::Deal(other),
        }
    }
}

impl From<DocumentError> for Error {
    fn from(error: DocumentError) -> Self {
        Self::Document(Box::new(error))
    }
}

impl Error {
    /// The HTTP status of each error.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Game(error) | Self::Pure(PureError::Game(error)) => game_status(error),
            Self::Solve(error) => match &**error {
                SolveError::Game(error) => game_status(error),
                SolveError::UnknownMethod { .. } => StatusCode::BAD_REQUEST,
                SolveError::Stopped(_) => StatusCode::GATEWAY_TIMEOUT,
                SolveError::NoOptimum { .. } | SolveError::Refused(_) | SolveError::NotSaturated(_) => {
                    StatusCode::INTERNAL_SERVER_ERROR
                }
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::Continuous(error) => match error {
                ContinuousError::Game(error) => game_status(error),
                ContinuousError::UnknownGame { .. } => StatusCode::NOT_FOUND,
                ContinuousError::BadBets { .. } | ContinuousError::NotRational(_) => StatusCode::BAD_REQUEST,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::Document(error) | Self::Line { error, .. } => match &**error {
                DocumentError::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
                DocumentError::Malformed { .. } | DocumentError::UnknownFormat { .. } => StatusCode::BAD_REQUEST,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::Deal(DealError::Malformed { .. }) => StatusCode::BAD_REQUEST,
            Self::Deal(DealError::Refused(Refused::UnknownProtocol { .. })) => StatusCode::NOT_FOUND,
            Self::Number(_) | Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Foreign(_) => StatusCode::FORBIDDEN,
            Self::WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnknownForm { .. } => StatusCode::NOT_ACCEPTABLE,
            Self::UnknownType { .. } | Self::Encoded(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Compare(CompareError::Stopped) => StatusCode::GATEWAY_TIMEOUT,
            Self::Pure(_)
            | Self::Exchange(_)
            | Self::Compare(_)
            | Self::Deal(_)
            | Self::Beyond(_)
            | Self::TooMuchMemory(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Catalogue(_) | Self::NotWritten(_) | Self::System(_) | Self::Internal(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Shared(error) => error.status(),
            Self::Full | Self::ManySweeps => StatusCode::SERVICE_UNAVAILABLE,
            Self::TimedOut(_) => StatusCode::GATEWAY_TIMEOUT,
        }
    }

    /// The canonical label, if this is the error of another spelling.
    fn canonical(&self) -> Option<&str> {
        match self {
            Self::Game(GameError::LabelNotCanonical { expected, .. }) => Some(expected),
            Self::Shared(error) => error.canonical(),
            _ => None,
        }
    }

    /// The words for people, cut where they repeat at length what was given.
    pub(crate) fn words(&self) -> String {
        let mut words = self.to_string();
        if let Some((end, _)) = words.char_indices().nth(WORDS) {
            words.truncate(end);
            words.push('…');
        }
        words
    }

    /// What a stranger is told: everything but what concerns our own files.
    pub(crate) fn detail(&self) -> String {
        match self {
            Self::Shared(error) => error.detail(),
            Self::Catalogue(_) | Self::NotWritten(_) | Self::System(_) => "internal error".to_owned(),
            shown => shown.words(),
        }
    }

    /// A problem document (RFC 9457).
    pub(crate) fn problem(&self) -> Value {
        let status = self.status();
        let title = status.canonical_reason().unwrap_or("Error");
        json!({ "type": "about:blank", "title": title, "status": status.as_u16(), "detail": self.detail() })
    }

    /// The exit code of the command: 1 where the answer is no, or could not be kept; 2 for bad input and spent limits; 130
    /// if it was interrupted.
    pub fn exit_code(&self) -> ExitCode {
        let no = match self {
            Self::Solve(error) if matches!(**error, SolveError::Stopped(_)) => return ExitCode::from(INTERRUPTED),
            Self::Document(error) | Self::Line { error, .. } => error.is_refusal(),
            Self::Deal(error) => error.is_refusal(),
            Self::NotWritten(_) | Self::Catalogue(CatalogueError::Failed { .. } | CatalogueError::Refused { .. }) => {
                true
            }
            Self::Solve(error) => matches!(
                **error,
                SolveError::Refused(_)
                    | SolveError::NotSaturated(_)
                    | SolveError::NoneFound { .. }
                    | SolveError::SearchedInVain { .. }
            ),
            _ => false,
        };
        ExitCode::from(if no { 1 } else { 2 })
    }
}

fn game_status(error: &GameError) -> StatusCode {
    match error {
        GameError::UnknownGame { .. } => StatusCode::NOT_FOUND,
        GameError::FileTooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        GameError::NotWhole { given, .. } if given.bytes().all(|byte| byte.is_ascii_digit()) && !given.is_empty() => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        GameError::NotWhole { .. }
        | GameError::BadLabel { .. }
        | GameError::LabelNotCanonical { .. }
        | GameError::Arguments(ArgumentError::SaturationLabel { .. } | ArgumentError::Unknown { .. })
        | GameError::NotRational(_)
        | GameError::UnknownPlayer { .. }
        | GameError::Malformed { .. }
        | GameError::UnknownFormat { .. } => StatusCode::BAD_REQUEST,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if self.detail() != self.words() {
            tracing::error!(words = %self, "internal error");
        }
        let problem = self.problem();
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))];
        let mut response = (status, kind, problem.to_string() + "\n").into_response();
        if let Some(label) = self.canonical() {
            response.extensions_mut().insert(Canonical(label.to_owned()));
        }
        let headers = response.headers_mut();
        // What a body could have been instead.
        if let Self::UnknownType { expected, .. } = &self
            && let Ok(expected) = HeaderValue::from_str(expected)
        {
            headers.insert(header::ACCEPT, expected);
        }
        if let Self::Encoded(_) = self {
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        let wait = match self {
            Self::TooOften { wait, .. } => Some(wait),
            _ if status == StatusCode::SERVICE_UNAVAILABLE => Some(RETRY_AFTER),
            _ => None,
        };
        if let Some(seconds) = wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That nothing was found is an answer at both doors: exit code 1, and the status of a refused document.
    #[test]
    fn a_search_in_vain_is_a_no() {
        let game = "in-turn/n5-b1".to_owned();
        let vain = SolveError::SearchedInVain { game: game.clone(), starts: 8, unresolved: 3, stranded: 5 };
        for error in [vain, SolveError::NoneFound { game }].map(Error::from) {
            assert_eq!(format!("{:?}", error.exit_code()), format!("{:?}", ExitCode::from(1)));
            assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
        }
        let bad = Error::from(SolveError::UnknownMethod { given: "guess".to_owned() });
        assert_eq!(format!("{:?}", bad.exit_code()), format!("{:?}", ExitCode::from(2)));
    }
}
