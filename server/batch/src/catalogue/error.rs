use std::time::Duration;

/// Why a catalogue cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// The address is none.
    #[error(
        "catalogue {given}: {reason}, expected the path of a file or \
         postgres://user:password@host/database"
    )]
    BadAddress {
        /// The address, without a password.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A catalogue of a later version.
    #[error(
        "catalogue {place} has format {found}, expected at most {known}: it was not changed; use a \
         later version of bluff"
    )]
    Newer {
        /// Where it is.
        place: String,
        /// Its format.
        found: i64,
        /// The format that this version writes.
        known: i64,
    },
    /// A database of another program.
    #[error("{place} is a database of another program, expected a catalogue: it was not changed")]
    Foreign {
        /// Where it is.
        place: String,
    },
    /// A catalogue that cannot be opened or reached.
    #[error("cannot open the catalogue {place}: {reason}")]
    NotOpened {
        /// Where it is.
        place: String,
        /// The message of the database.
        reason: String,
    },
    /// A row that the database does not take: too long for it, or against one of its constraints.
    #[error("the catalogue {place} rejects a row: {reason}; all others are safe")]
    Refused {
        /// Where it is.
        place: String,
        /// The message of the database.
        reason: String,
    },
    /// It was open, and an operation failed: no room, no connection, another process holds it.
    #[error("the catalogue {place}: {reason}; what it holds is safe")]
    Failed {
        /// Where it is.
        place: String,
        /// The message of the database.
        reason: String,
    },
}

impl CatalogueError {
    /// Whether one entry or cell is refused, and the catalogue itself can be used.
    pub fn is_of_one_row(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    /// An operation took longer than it may.
    pub(super) fn no_answer(place: &str, within: Duration) -> Self {
        Self::Failed {
            place: place.to_owned(),
            reason: format!("no answer within {} seconds", within.as_secs()),
        }
    }
}
