//! The source of a game, and what it costs to read and to solve it.

use std::fmt;
use std::time::Duration;

use bluff_batch::compute::{INSTANT, SHORT};
use bluff_batch::error::Error;
use rational_bluff::game::{Game, GameFile};
use rational_bluff::solve::Control;

use super::estimate::cost;
use super::label::{game_of, is_saturated};
use super::reply::fingerprint;
use super::solutions::SolveOptions;

/// Length of a label whose game takes microseconds to read, in bytes.
const SHORT_LABEL: usize = 200;

/// The source of a game: its label, or the text of a game file.
#[derive(Clone, Debug)]
pub(crate) enum GameSource {
    Label(String),
    File(String),
}

impl GameSource {
    /// The game.
    ///
    /// Errors: those of [`game_of`] or of the file.
    pub(super) fn game(&self, control: &Control) -> Result<Game, Error> {
        match self {
            Self::Label(label) => game_of(label, control),
            Self::File(text) => Ok(GameFile::read(text)?),
        }
    }

    /// The cost of reading the game: long labels list bet sizes, and files may have large trees.
    pub(super) fn reading_cost(&self) -> Duration {
        match self {
            Self::Label(label) if label.len() <= SHORT_LABEL => INSTANT,
            _ => SHORT,
        }
    }

    /// The cost of a solve.
    ///
    /// Errors: those of the game, and those of a solve that are known at once.
    pub(super) fn cost(&self, options: SolveOptions, control: &Control) -> Result<Duration, Error> {
        if options.starts.is_some() {
            // A search, also of a game that needs none.
            return Ok(Duration::MAX);
        }
        if let Self::Label(label) = self
            && is_saturated(label)?
        {
            // The saturation size takes a solve.
            return Ok(SHORT);
        }
        cost(&self.game(control)?, options.method)
    }
}

impl fmt::Display for GameSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label(label) => write!(formatter, "label {label}"),
            Self::File(text) => write!(formatter, "file {}", fingerprint(text)),
        }
    }
}
