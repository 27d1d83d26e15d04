use std::time::Duration;

use crate::catalogue::FORMAT;

/// Why a catalogue cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// The address is none.
    #[error("catalogue {given}: {reason}, expected the path of a file or postgres://user:password@host/database")]
    BadAddress {
        /// The address, without a password.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A later version wrote it.
    #[error("catalogue {place} has format {found}, this version of bluff knows format {FORMAT}: it was left untouched")]
    Newer {
        /// Where it is.
        place: String,
        /// Its format.
        found: i64,
    },
    /// A database of somebody else's.
    #[error("{place} is a database of another program, expected a catalogue: it was left untouched")]
    Foreign {
        /// Where it is.
        place: String,
    },
    /// It cannot be opened or reached.
    #[error("cannot open the catalogue {place}: {reason}")]
    NotOpened {
        /// Where it is.
        place: String,
        /// What the database says.
        reason: String,
    },
    /// It was open, and an operation failed: no room, no connection, another process holds it.
    #[error("the catalogue {place}: {reason}; what it holds is safe")]
    Failed {
        /// Where it is.
        place: String,
        /// What the database says.
        reason: String,
    },
}

impl CatalogueError {
    /// An operation took longer than it may.
    pub(super) fn no_answer(place: &str, within: Duration) -> Self {
        Self::Failed { place: place.to_owned(), reason: format!("no answer within {} seconds", within.as_secs()) }
    }
}
