//! Errors over HTTP: their statuses and problem documents.

mod parts;
mod refusal;

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bluff_batch::limits::RETRY_AFTER;
use bluff_dealing::{DealError, RefusedSetting};
use bluff_questions::error::Error;
use rational_bluff::cards::CardError;
use rational_bluff::certificate::format::DocumentError;
use rational_bluff::compare::CompareError;
use rational_bluff::continuous::ContinuousError;
use rational_bluff::exact::counted;
use rational_bluff::game::{ArgumentError, GameError};
use rational_bluff::pure::PureError;
use rational_bluff::solve::SolveError;
use serde::Serialize;

pub(crate) use refusal::RefusalReason;
pub use refusal::TokenFault;

use parts::MessageParts;

/// The canonical label: an extension of the response to a label that is spelled otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Canonical(pub(crate) String);

/// The names of the fields of an address: an extension of the response to a field that it does not
/// have.
#[derive(Clone, Debug)]
pub(crate) struct KnownFields(pub(crate) Vec<String>);

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum Problem {
    /// The question has no answer.
    #[error(transparent)]
    Question(Error),
    /// Another spelling of an address, with the canonical one: the answer is a redirect.
    #[error("{field} “{given}”, expected {expected}")]
    Moved {
        /// The part of the request that is spelled otherwise.
        field: String,
        given: String,
        expected: String,
        /// The whole address.
        address: String,
    },
    /// No such address.
    #[error("{0}: no such address")]
    NotFound(String),
    /// A request that does more than read, without a valid token.
    #[error("{fault}")]
    Unauthorized {
        fault: TokenFault,
        /// True for an address of pages, where a browser asks for a password.
        page: bool,
    },
    /// Nobody may begin a sweep.
    #[error(
        "sweeps are off, because this service listens beyond its own machine and has no tokens; \
         its operator turns them on with --token-file"
    )]
    SweepsOff,
    /// A request of a browser from the page of another site.
    #[error("{given}, expected a page of this service")]
    Foreign { header: &'static str, given: String },
    /// The list of sweeps.
    #[error(
        "sweeps are not listed, because whoever knows an id may cancel the sweep; expected POST \
         with a plan"
    )]
    Unlisted,
    /// The address has no such method.
    #[error("method {0} is not allowed here")]
    WrongMethod(String),
    /// The answer has no such form.
    #[error("form “{given}”, expected one of: {expected}")]
    UnknownForm { given: String, expected: String },
    /// The body has a media type that the resource does not read.
    #[error("content type “{given}”, expected one of: {expected}")]
    UnknownType { given: String, expected: String },
    /// The body is compressed.
    #[error("content encoding “{0}”, expected none")]
    Encoded(String),
    /// The body is too long.
    #[error("the body has more than {0} bytes, expected at most {0}")]
    BodyTooLong(usize),
    /// The client exceeds its rate limit.
    #[error(
        "more than {} per second from one client, expected at most {most}: retry in {}",
        counted(most, "request", "requests"),
        counted(wait, "second", "seconds")
    )]
    TooOften { most: u64, wait: u64 },
    /// The problem of a coalesced request.
    #[error(transparent)]
    Shared(Arc<Problem>),
    /// A problem with a question that has these fields.
    #[error("{problem}")]
    OfFields { fields: Vec<&'static str>, problem: Box<Problem> },
}

impl<E: Into<Error>> From<E> for Problem {
    fn from(error: E) -> Self {
        Self::Question(error.into())
    }
}

impl Problem {
    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Question(error) => question_status(error),
            Self::Moved { .. } => StatusCode::PERMANENT_REDIRECT,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Unauthorized { .. } => StatusCode::UNAUTHORIZED,
            Self::Foreign { .. } | Self::SweepsOff => StatusCode::FORBIDDEN,
            Self::WrongMethod(_) | Self::Unlisted => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnknownForm { .. } => StatusCode::NOT_ACCEPTABLE,
            Self::UnknownType { .. } | Self::Encoded(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Shared(problem) => problem.status(),
            Self::OfFields { problem, .. } => problem.status(),
        }
    }

    /// The error of a question without an answer.
    fn error(&self) -> Option<&Error> {
        match self {
            Self::Question(error) => Some(error),
            Self::Shared(problem) => problem.error(),
            Self::OfFields { problem, .. } => problem.error(),
            _ => None,
        }
    }

    /// The canonical label, if the label is spelled otherwise.
    pub(crate) fn canonical(&self) -> Option<&str> {
        match self.error()? {
            Error::Game(GameError::LabelNotCanonical { expected, .. }) => Some(expected),
            _ => None,
        }
    }

    /// The header or part of the request that is wrong, where the message does not name it.
    fn field(&self) -> Option<&'static str> {
        match self {
            Self::Shared(problem) => problem.field(),
            Self::OfFields { problem, .. } => problem.field(),
            Self::Unauthorized { .. } => Some("Authorization"),
            Self::Foreign { header, .. } => Some(header),
            Self::UnknownForm { .. } => Some("form"),
            Self::UnknownType { .. } => Some("Content-Type"),
            Self::Encoded(_) => Some("Content-Encoding"),
            Self::BodyTooLong(_) => Some("body"),
            _ => None,
        }
    }

    /// The reason for the metrics, if it is no mistake of the client.
    pub(crate) fn reason(&self) -> Option<RefusalReason> {
        Some(RefusalReason(match self {
            Self::Unauthorized { .. } => "token",
            Self::SweepsOff => "sweeps_off",
            Self::Foreign { .. } => "other_site",
            Self::TooOften { .. } => "rate",
            Self::BodyTooLong(_) => "body",
            _ => match self.error()? {
                Error::Full => "queue",
                Error::OverQuota(_) => "quota",
                Error::ManyQuestions(_) => "questions",
                Error::ManySweeps => "sweeps",
                Error::MemoryFull => "memory",
                Error::TooMuchMemory(_) => "answer_memory",
                Error::TimedOut(_) => "time",
                Error::Beyond(_) => "beyond",
                _ => return None,
            },
        }))
    }

    /// True for a refusal that is over when other questions of the client, or of others, are.
    pub(crate) fn is_for_now(&self) -> bool {
        self.reason().is_some_and(|RefusalReason(reason)| {
            matches!(reason, "queue" | "quota" | "questions" | "memory")
        })
    }

    /// The message for the client.
    pub(crate) fn message(&self) -> String {
        self.error().map_or_else(|| self.to_string(), Error::public_message)
    }

    /// The problem document, in one line. Logs what clients must not see.
    pub(crate) fn document(&self) -> String {
        if self.error().is_some_and(Error::is_private) {
            tracing::error!(words = %self, "internal error");
        }
        let (status, detail) = (self.status(), self.message());
        let parts = MessageParts::of(&detail).with_field(self.field());
        let document = ProblemDocument {
            kind: match status {
                // They have no section.
                StatusCode::METHOD_NOT_ALLOWED | StatusCode::PERMANENT_REDIRECT => {
                    "about:blank".to_owned()
                }
                status => format!("/docs#refusal-{}", status.as_u16()),
            },
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: &detail,
            parts: match self {
                Self::OfFields { fields, .. } => parts.among(fields),
                _ => parts,
            },
        };
        // Text and a number, which always have a JSON form.
        serde_json::to_string(&document).unwrap_or_default()
    }
}

/// A problem document (RFC 9457).
#[derive(Serialize)]
struct ProblemDocument<'a> {
    /// The address of the section that explains problems of this status.
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(flatten)]
    parts: MessageParts<'a>,
}

/// The status of a question without an answer.
pub(crate) fn question_status(error: &Error) -> StatusCode {
    match error {
        Error::Game(error) | Error::Pure(PureError::Game(error)) => game_status(error),
        Error::Solve(error) => match &**error {
            SolveError::Game(error) => game_status(error),
            SolveError::UnknownMethod { .. } => StatusCode::BAD_REQUEST,
            SolveError::Stopped(_) => StatusCode::GATEWAY_TIMEOUT,
            SolveError::NoOptimum { .. } | SolveError::Refused(_) | SolveError::NotSaturated(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        },
        Error::Continuous(error) => match error {
            ContinuousError::Game(error) => game_status(error),
            ContinuousError::UnknownGame { .. } => StatusCode::NOT_FOUND,
            ContinuousError::BadBets { .. }
            | ContinuousError::NoBets { .. }
            | ContinuousError::WithDeck { .. }
            | ContinuousError::NotRational(_) => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        },
        Error::Line { error, .. } => question_status(error),
        Error::Document(error) => match &**error {
            DocumentError::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            DocumentError::Malformed { .. }
            | DocumentError::MalformedFormula { .. }
            | DocumentError::UnknownFormat { .. } => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        },
        Error::Deal(DealError::Malformed { .. }) => StatusCode::BAD_REQUEST,
        Error::Deal(DealError::Refused(RefusedSetting::UnknownProtocol { .. })) => {
            StatusCode::NOT_FOUND
        }
        Error::Cards(
            CardError::RangeTooLong { .. }
            | CardError::BoardSize { .. }
            | CardError::WeightOutside { .. }
            | CardError::WeightTooLong { .. }
            | CardError::EmptyRange { .. }
            | CardError::CardOnBoard { .. }
            | CardError::NoHandLeft { .. }
            | CardError::NoDeal { .. },
        ) => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Cards(_) | Error::Number(_) | Error::Malformed(_) | Error::UnknownField { .. } => {
            StatusCode::BAD_REQUEST
        }
        Error::NoForm(_) => StatusCode::NOT_ACCEPTABLE,
        Error::Compare(CompareError::Stopped) | Error::TimedOut(_) => StatusCode::GATEWAY_TIMEOUT,
        Error::Pure(_)
        | Error::Exchange(_)
        | Error::Compare(_)
        | Error::Deal(_)
        | Error::Family(_)
        | Error::Unproved(_)
        | Error::Beyond(_)
        | Error::TooMuchMemory(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Catalogue(_) | Error::NotWritten(_) | Error::System(_) | Error::Internal(_) => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
        Error::Full | Error::ManySweeps | Error::MemoryFull => StatusCode::SERVICE_UNAVAILABLE,
        Error::OverQuota(_) | Error::ManyQuestions(_) => StatusCode::TOO_MANY_REQUESTS,
    }
}

fn game_status(error: &GameError) -> StatusCode {
    match error {
        GameError::UnknownGame { .. } => StatusCode::NOT_FOUND,
        GameError::FileTooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        GameError::NotWhole(error) if error.beyond => StatusCode::UNPROCESSABLE_ENTITY,
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
        | GameError::UnknownFormat { .. } => StatusCode::BAD_REQUEST,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))];
        let mut response = (status, kind, self.document() + "\n").into_response();
        if let Some(Error::UnknownField { known, .. }) = self.error() {
            response.extensions_mut().insert(KnownFields(known.clone()));
        }
        if let Some(label) = self.canonical() {
            response.extensions_mut().insert(Canonical(label.to_owned()));
        }
        if let Some(reason) = self.reason() {
            response.extensions_mut().insert(reason);
        }
        let headers = response.headers_mut();
        if let Self::Moved { address, .. } = &self
            && let Ok(address) = HeaderValue::from_str(address)
        {
            headers.insert(header::LOCATION, address);
        }
        // The media types that would be read.
        if let Self::UnknownType { expected, .. } = &self
            && let Ok(expected) = HeaderValue::from_str(expected)
        {
            headers.insert(header::ACCEPT, expected);
        }
        if let Self::Unauthorized { fault, page } = self {
            let own = HeaderValue::from_static(fault.challenge());
            headers.append(header::WWW_AUTHENTICATE, own);
            if page {
                let password = HeaderValue::from_static("Basic realm=\"rational-bluff\"");
                headers.append(header::WWW_AUTHENTICATE, password);
            }
        }
        if let Self::Encoded(_) = self {
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        let wait = match (&self, self.error()) {
            (Self::TooOften { wait, .. }, _) | (_, Some(Error::OverQuota(wait))) => Some(*wait),
            (_, Some(Error::ManyQuestions(_))) => Some(RETRY_AFTER),
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

    /// A search that finds nothing is no error of the service.
    #[test]
    fn a_search_in_vain_is_422() {
        let game = "in-turn/n5-b1".to_owned();
        let vain = SolveError::SearchedInVain {
            game: game.clone(),
            starts: 8,
            unresolved: 3,
            stranded: 5,
        };
        for error in [vain, SolveError::NoneFound { game }] {
            assert_eq!(Problem::from(error).status(), StatusCode::UNPROCESSABLE_ENTITY);
        }
    }
}
