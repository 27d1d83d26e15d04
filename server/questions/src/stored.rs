//! Reasons why a catalogue of answers cannot be used.

use std::time::Duration;

use rational_bluff::exact::counted;

/// Reason why a catalogue cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// A text that is no address.
    #[error(
        "catalogue {address}: {reason}, expected the path of a file or \
         postgres://user:password@host/database"
    )]
    BadAddress {
        /// The address, without a password.
        address: String,
        /// The mistake in it.
        reason: String,
    },
    /// A catalogue of a later version.
    #[error(
        "catalogue {place} has format {format}, expected at most {known}: it was not changed; \
         use a later version of bluff"
    )]
    Newer {
        /// The address of the catalogue.
        place: String,
        /// Its format.
        format: i64,
        /// The format that this version writes.
        known: i64,
    },
    /// A database of another program.
    #[error("{place} is a database of another program, expected a catalogue: it was not changed")]
    Foreign {
        /// The address of the catalogue.
        place: String,
    },
    /// A catalogue that cannot be opened or reached.
    #[error("cannot open the catalogue {place}: {reason}")]
    NotOpened {
        /// The address of the catalogue.
        place: String,
        /// The message of the database.
        reason: String,
    },
    /// A row that the database does not take: too long for it, or against one of its constraints.
    #[error("the catalogue {place} rejects a row: {reason}; all others are safe")]
    Refused {
        /// The address of the catalogue.
        place: String,
        /// The message of the database.
        reason: String,
    },
    /// A server that does not answer now, and may later.
    #[error("the catalogue {place}: {reason}; what it holds is safe")]
    Away {
        /// The address of the catalogue.
        place: String,
        /// The message of the database.
        reason: String,
    },
    /// It was open, and an operation failed: no room, no connection, another process holds it.
    #[error("the catalogue {place}: {reason}; what it holds is safe")]
    Failed {
        /// The address of the catalogue.
        place: String,
        /// The message of the database.
        reason: String,
    },
}

impl CatalogueError {
    /// True if one entry or cell is refused, and the catalogue itself can be used.
    pub fn is_of_one_row(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    /// The error of an operation that took longer than it may.
    pub fn timed_out(place: &str, timeout: Duration) -> Self {
        Self::Away {
            place: place.to_owned(),
            reason: format!("no answer within {}", counted(timeout.as_secs(), "second", "seconds")),
        }
    }
}
