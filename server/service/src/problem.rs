//! Errors over HTTP: their statuses and problem documents.

mod refusal;

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bluff_batch::limits::RETRY_AFTER;
use bluff_questions::error::Error;
use bluff_questions::kind::ErrorKind;
use bluff_report::object;
use rational_bluff::exact::{RefusedValue, counted};
use rational_bluff::game::{ARGUMENTS, GameError};

pub(crate) use refusal::RefusalReason;
pub use refusal::{ClassFault, TokenFault};

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
    /// The relay is switched off.
    #[error("tables are off; the operator of this service turns them on with --tables")]
    TablesOff,
    /// No room at the relay.
    #[error("no room for this message: {0}")]
    TablesFull(String),
    /// A class is unknown, over or full.
    #[error(transparent)]
    Class(ClassFault),
    /// A slot of a table is written once.
    #[error("slot {0} has other bytes, expected a free slot or the same bytes")]
    SlotTaken(String),
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
    #[error("form “{given}”, expected one of: {expected}{meant}")]
    UnknownForm { given: String, expected: String, meant: String },
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
    /// A problem with a question that was given these fields.
    #[error("{problem}")]
    OfFields { fields: Vec<String>, problem: Box<Problem> },
}

/// The answer to a request, or the problem that refuses it.
pub type ReplyResult = Result<Response, Problem>;

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
            Self::Foreign { .. } | Self::SweepsOff | Self::TablesOff => StatusCode::FORBIDDEN,
            Self::SlotTaken(_) => StatusCode::CONFLICT,
            Self::Class(fault) => fault.status(),
            Self::TablesFull(_) => StatusCode::INSUFFICIENT_STORAGE,
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
            Self::Question(Error::OfField { error, .. }) => Some(error),
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

    /// The value that is refused; `None` of a problem that is not about one value.
    fn refused(&self) -> Option<RefusedValue> {
        let of =
            |field: &str, given: &str, allowed: &str| Some(RefusedValue::of(field, given, allowed));
        match self {
            Self::Question(error) => error.refused(),
            Self::Moved { field, given, expected, .. } => of(field, given, expected),
            Self::Foreign { header, given } => of(header, given, "a page of this service"),
            Self::UnknownForm { given, expected, .. } => {
                of("form", given, &format!("one of: {expected}"))
            }
            Self::UnknownType { given, expected } => {
                of("Content-Type", given, &format!("one of: {expected}"))
            }
            Self::Encoded(given) => of("Content-Encoding", given, "none"),
            Self::Shared(problem) => problem.refused(),
            Self::OfFields { fields, problem } => {
                let mut refused = problem.refused()?;
                // A parameter that the request does not have is part of its game.
                let of_game = |name: &&str| {
                    *name == "label" || ARGUMENTS.iter().any(|parameter| parameter.key == *name)
                };
                let game = refused.field.as_deref().filter(of_game).map(|_| "game");
                let named = refused.field.as_deref().into_iter().chain(game);
                let is_missing = refused.given.is_empty();
                let has = |name: &&str| is_missing || fields.iter().any(|key| key == name);
                let field = named.into_iter().find(has);
                refused.field = field.map(str::to_owned);
                Some(refused)
            }
            _ => None,
        }
    }

    /// The reason for the metrics, if it is no mistake of the client.
    pub(crate) fn reason(&self) -> Option<RefusalReason> {
        Some(RefusalReason(match self {
            Self::Unauthorized { .. } => "token",
            Self::SweepsOff => "sweeps_off",
            Self::TablesOff | Self::TablesFull(_) => "tables",
            Self::Foreign { .. } => "other_site",
            Self::TooOften { .. } | Self::Class(ClassFault::Guessed(_)) => "rate",
            Self::BodyTooLong(_) => "body",
            _ => match self.error()? {
                Error::Full => "queue",
                Error::OverQuota(_) => "quota",
                Error::ManyQuestions(_) => "questions",
                Error::ManySweeps(_) => "sweeps",
                Error::MemoryFull => "memory",
                Error::TooMuchMemory(_) => "answer_memory",
                Error::TimedOut(_) => "time",
                Error::Beyond(_) | Error::Outside(_) => "beyond",
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

    /// The headers beside the document: where to go, what would be read, what is needed.
    fn headers(self) -> Vec<(HeaderName, String)> {
        match self {
            Self::Moved { address, .. } => vec![(header::LOCATION, address)],
            Self::UnknownType { expected, .. } => vec![(header::ACCEPT, expected)],
            Self::Encoded(_) => vec![(header::ACCEPT_ENCODING, "identity".to_owned())],
            Self::Unauthorized { fault, page } => {
                let password = page.then_some("Basic realm=\"rational-bluff\"");
                let challenges = [fault.challenge()].into_iter().chain(password);
                challenges.map(|one| (header::WWW_AUTHENTICATE, one.to_owned())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The problem document, in one line. Logs what clients must not see.
    pub(crate) fn document(&self) -> String {
        if self.error().is_some_and(Error::is_private) {
            tracing::error!(words = %self, "internal error");
        }
        let (status, detail, refused) = (self.status(), self.message(), self.refused());
        let refused = refused.map(|value| (value.field, Some(value.given), Some(value.allowed)));
        let (field, given, allowed) = refused.unwrap_or_default();
        // The address of the section that explains problems of this status, where it has one.
        let kind = match status {
            StatusCode::METHOD_NOT_ALLOWED | StatusCode::PERMANENT_REDIRECT => {
                "about:blank".to_owned()
            }
            status => format!("/docs#refusal-{}", status.as_u16()),
        };
        // RFC 9457.
        let document = object! {
            r#type: kind,
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail,
            field?: field,
            given?: given,
            allowed?: allowed,
        };
        // Text and a number, which always have a JSON form.
        serde_json::to_string(&document).unwrap_or_default()
    }
}

/// The status of a question without an answer.
pub(crate) fn question_status(error: &Error) -> StatusCode {
    match error.kind() {
        ErrorKind::Malformed => StatusCode::BAD_REQUEST,
        ErrorKind::Unknown => StatusCode::NOT_FOUND,
        ErrorKind::NoForm => StatusCode::NOT_ACCEPTABLE,
        ErrorKind::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Outside | ErrorKind::No => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::OutOfTime => StatusCode::GATEWAY_TIMEOUT,
        ErrorKind::TooOften => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Internal | ErrorKind::NotStored => StatusCode::INTERNAL_SERVER_ERROR,
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
        let wait = match (&self, self.error()) {
            (Self::TooOften { wait, .. } | Self::Class(ClassFault::Guessed(wait)), _)
            | (_, Some(Error::OverQuota(wait))) => Some(*wait),
            (_, Some(Error::ManyQuestions(_))) => Some(RETRY_AFTER),
            _ if status == StatusCode::SERVICE_UNAVAILABLE => Some(RETRY_AFTER),
            _ => None,
        };
        let wait = wait.map(|seconds| (header::RETRY_AFTER, seconds.to_string()));
        for (name, value) in self.headers().into_iter().chain(wait) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().append(name, value);
            }
        }
        response
    }
}
