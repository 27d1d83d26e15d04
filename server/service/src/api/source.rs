//! The source of a game, and what it costs to read and to solve it.

use std::fmt;
use std::time::Duration;

use bluff_questions::error::Error;
use bluff_questions::lock::{locked_by, method_of_cost};
use bluff_questions::over_http::{INSTANT, SHORT};
use rational_bluff::game::{Game, GameFile};
use rational_bluff::solve::{Control, Method, Starts};

use super::label::{game_at_once, game_of};
use super::reply::fingerprint;
use bluff_questions::cost::cost;

/// Length of a label whose game takes microseconds to read, in bytes.
const SHORT_LABEL: usize = 200;

/// The source of a game: its label, or the text of a game file; either with a lock.
#[derive(Clone, Debug)]
pub(crate) enum GameSource {
    Label(String),
    File(String),
    Locked(Box<Self>, String),
}

impl GameSource {
    /// The game with this lock, if there is one.
    pub(crate) fn with_lock(self, lock: Option<&str>) -> Self {
        match lock {
            Some(lock) => Self::Locked(Box::new(self), lock.to_owned()),
            None => self,
        }
    }

    /// The game.
    ///
    /// Errors: those of [`game_of`] or of the file.
    pub(super) fn game(&self, control: &Control) -> Result<Game, Error> {
        match self {
            Self::Label(label) => game_of(label, control),
            Self::File(text) => Ok(GameFile::read(text)?),
            Self::Locked(free, lock) => locked_by(free.game(control)?, lock),
        }
    }

    /// True of a label, with or without a lock.
    pub(super) fn is_label(&self) -> bool {
        match self {
            Self::Label(_) => true,
            Self::File(_) => false,
            Self::Locked(free, _) => free.is_label(),
        }
    }

    /// The cost of reading the game: long labels list bet sizes, and files may have large trees.
    pub(super) fn reading_cost(&self) -> Duration {
        match self {
            Self::Label(label) if label.len() <= SHORT_LABEL => INSTANT,
            _ => SHORT,
        }
    }

    /// The cost of the solve, and the game; no game where reading it takes a solve.
    ///
    /// Errors: those of the game, and those of a solve that are known at once.
    pub(super) fn quoted(&self, options: SolveOptions) -> Result<(Duration, Option<Game>), Error> {
        let game = match self {
            Self::Label(label) => game_at_once(label)?,
            Self::File(text) => Some(GameFile::read(text)?),
            Self::Locked(free, lock) => {
                let (_, game) = free.quoted(options)?;
                game.map(|game| locked_by(game, lock)).transpose()?
            }
        };
        let method = match self {
            Self::Locked(..) => method_of_cost(game.as_ref(), options.method),
            _ => options.method,
        };
        let cost = match &game {
            // A search, also of a game that needs none.
            _ if options.starts.is_some() => Duration::MAX,
            Some(game) => cost(game, method)?,
            None => SHORT,
        };
        Ok((cost, game))
    }
}

impl fmt::Display for GameSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label(label) => write!(formatter, "label {label}"),
            Self::File(text) => write!(formatter, "file {}", fingerprint(text)),
            Self::Locked(free, lock) => write!(formatter, "lock {} {free}", fingerprint(lock)),
        }
    }
}

/// The options of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolveOptions {
    pub(crate) method: Method,
    pub(crate) starts: Option<Starts>,
}

impl From<Method> for SolveOptions {
    fn from(method: Method) -> Self {
        Self { method, starts: None }
    }
}

impl SolveOptions {
    /// The name of the solve of a game, by which it is shared and followed.
    pub(crate) fn name(self, source: &GameSource) -> String {
        format!("{self} {source}")
    }
}

impl fmt::Display for SolveOptions {
    /// Exactly two words, so that the names of different solves differ.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.starts {
            None => write!(formatter, "{} -", self.method),
            Some(Starts { count, seed }) => write!(formatter, "{} {count},{seed}", self.method),
        }
    }
}
