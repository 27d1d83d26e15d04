//! Errors of the command line and of the service, with the same messages.

use bluff_dealing::fairness::NotChecked;
use bluff_dealing::{Cause, DealError, RefusedSetting};
use bluff_lp::ProgramTextError;
use bluff_report::explain::NotExplained;
use bluff_report::form::FormError;
use rational_bluff::cards::CardError;
use rational_bluff::certificate::family::FamilyError;
use rational_bluff::certificate::format::DocumentError;
use rational_bluff::compare::CompareError;
use rational_bluff::continuous::ContinuousError;
use rational_bluff::exact::{NotRational, NotWhole, RefusedValue, counted};
use rational_bluff::exchange::ExchangeError;
use rational_bluff::game::GameError;
use rational_bluff::pure::PureError;
use rational_bluff::solve::{SolveError, Stopped};
use rational_bluff::spot::StrategyError;

use crate::limits::RETRY_AFTER;
use crate::stored::CatalogueError;

/// Maximum length of a message, in characters: numbers and names from outside may be a megabyte
/// long.
const LONGEST: usize = 1_000;

/// An error of a question, with the same message on the command line and over HTTP.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The text is no number.
    #[error(transparent)]
    Number(#[from] NotRational),
    /// The text is no linear program.
    #[error(transparent)]
    Program(#[from] ProgramTextError),
    /// The text names no cards, or no deal has them.
    #[error(transparent)]
    Cards(#[from] CardError),
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
        /// The mistake in it.
        error: Box<Error>,
    },
    /// An error in the value of a field, whatever the error itself says of fields.
    #[error("{error}")]
    OfField {
        /// The key.
        field: &'static str,
        /// The mistake in it.
        error: Box<Error>,
    },
    /// A document of all decks is none, or is refused.
    #[error(transparent)]
    Family(Box<FamilyError>),
    /// There is no such card to explain, or no such view.
    #[error(transparent)]
    Explain(NotExplained),
    /// No formula for all decks was proved.
    #[error("{0}")]
    Unproved(String),
    /// The question itself is malformed.
    #[error("{0}")]
    Malformed(String),
    /// A value that is none of those that are allowed.
    #[error("{0}")]
    Refused(RefusedValue),
    /// The answer has no such form.
    #[error("{0}")]
    NoForm(String),
    /// A field that the question does not have, with the names of those that it has.
    #[error("{value}")]
    UnknownField {
        /// The field with its value, and the names in words.
        value: RefusedValue,
        /// The names.
        known: Vec<String>,
    },
    /// Understood, and outside a range or beyond a limit that the text names.
    #[error("{0}")]
    Beyond(String),
    /// A value outside its range, or beyond a limit that only HTTP has.
    #[error("{0}")]
    Outside(RefusedValue),
    /// A file that cannot be read, a port that is taken.
    #[error("{0}")]
    System(String),
    /// A file that could not be written; the file before it is unchanged.
    #[error("{0}")]
    NotWritten(String),
    /// The thread pool is busy and the queue is full.
    #[error("the queue is full: retry in {RETRY_AFTER} seconds")]
    Full,
    /// The client has used its quota of work.
    #[error(
        "the quota of work of this client is used up, one thread on average: retry in {}",
        counted(.0, "second", "seconds")
    )]
    OverQuota(u64),
    /// The client has the maximum number of questions under way.
    #[error(
        "this client has {} under way, expected fewer: retry in {RETRY_AFTER} seconds",
        counted(.0, "question", "questions")
    )]
    ManyQuestions(usize),
    /// So many sweeps are running, of all clients or of this one.
    #[error("{0} sweeps are running, expected fewer: retry in {RETRY_AFTER} seconds")]
    ManySweeps(usize),
    /// The time limit for one answer passed.
    #[error(
        "no answer within {}; the bluff command has no time limit",
        counted(.0, "second", "seconds")
    )]
    TimedOut(u64),
    /// The memory limit for one answer, in bytes, was passed.
    #[error(
        "the answer needs more than {} MiB of memory, the limit over HTTP; the bluff command has \
         no such limit",
        .0 >> 20
    )]
    TooMuchMemory(u64),
    /// The memory of all computations together is used up.
    #[error("the memory for all answers together is used up: retry in {RETRY_AFTER} seconds")]
    MemoryFull,
    /// A bug: the log has the details under this number.
    #[error("internal error {0}")]
    Internal(String),
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        Self::Solve(Box::new(error))
    }
}

impl From<FamilyError> for Error {
    fn from(error: FamilyError) -> Self {
        match error {
            FamilyError::Document(error) => error.into(),
            FamilyError::Part { .. } if !error.is_refusal() => Self::Malformed(error.to_string()),
            other => Self::Family(Box::new(other)),
        }
    }
}

impl From<NotWhole> for Error {
    fn from(error: NotWhole) -> Self {
        if error.beyond { Self::Outside(error.value) } else { Self::Refused(error.value) }
    }
}

impl From<NotExplained> for Error {
    fn from(error: NotExplained) -> Self {
        match error {
            NotExplained::Card(error) => error.into(),
            other => Self::Explain(other),
        }
    }
}

impl From<FormError> for Error {
    fn from(error: FormError) -> Self {
        match error {
            FormError::TooLong(words) => Self::Beyond(words),
            FormError::Missing { .. } => Self::Malformed(error.to_string()),
            FormError::Game(error) => error.into(),
            FormError::Exchange(error) => error.into(),
            FormError::Solve(error) => error.into(),
            FormError::Formula(error) => error.into(),
            FormError::Pure(error) => error.into(),
        }
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        SolveError::from(stopped).into()
    }
}

impl From<CompareError> for Error {
    /// The inner error decides the status.
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
            DealError::NoDeal { fault } | DealError::Cheat { fault, .. }
                if fault.what == Cause::Stopped =>
            {
                Stopped.into()
            }
            DealError::Refused(RefusedSetting::Count(error)) => error.into(),
            other => Self::Deal(other),
        }
    }
}

impl From<RefusedSetting> for Error {
    fn from(refused: RefusedSetting) -> Self {
        DealError::from(refused).into()
    }
}

impl From<DocumentError> for Error {
    fn from(error: DocumentError) -> Self {
        Self::Document(Box::new(error))
    }
}

impl From<StrategyError> for Error {
    fn from(error: StrategyError) -> Self {
        match error {
            StrategyError::Game(error) => error.into(),
            StrategyError::Unknown(value) => Self::Refused(value),
            StrategyError::Document(error) => DocumentError::Bounds(Box::new(error)).into(),
            other => Self::Malformed(other.to_string()),
        }
    }
}

impl Error {
    /// The same error in the value of a field.
    pub(crate) fn of_field(self, field: &'static str) -> Self {
        Self::OfField { field, error: Box::new(self) }
    }

    /// The full message, truncated to a maximum length.
    pub fn message(&self) -> String {
        let mut message = self.to_string();
        if let Some((end, _)) = message.char_indices().nth(LONGEST) {
            message.truncate(end);
            message.push('…');
        }
        message
    }

    /// True if the message names our own files, which clients must not see.
    pub fn is_private(&self) -> bool {
        matches!(self, Self::Catalogue(_) | Self::NotWritten(_) | Self::System(_))
    }

    /// The message for clients.
    pub fn public_message(&self) -> String {
        if self.is_private() { "internal error".to_owned() } else { self.message() }
    }
}
