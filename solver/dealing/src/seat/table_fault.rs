use bluff_exact::control::Stopped;

use super::mailbox::MailboxError;
use crate::{Party, RefusedSetting};

/// The reason for which a seat did not come to the end of its table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// A table, seat or secret that is not allowed.
    #[error("{0}")]
    Refused(String),
    /// A party is to blame: what it signed, or did not say in time, shows it.
    #[error("message {at}: P{who}: {why}")]
    Blamed {
        /// The culprit.
        who: Party,
        /// The number of the message, from 0.
        at: usize,
        /// The fault in words.
        why: String,
    },
    /// The game stopped, and nobody can be named.
    #[error("message {at}: {why}; nobody can be named")]
    Halted {
        /// The number of the message, from 0.
        at: usize,
        /// The reason in words.
        why: String,
    },
    /// The mailbox cannot be used.
    #[error(transparent)]
    Mailbox(#[from] MailboxError),
    /// Stopped from another thread; the same seat can come back.
    #[error("stopped")]
    Stopped(#[from] Stopped),
}

impl From<RefusedSetting> for TableFault {
    fn from(refused: RefusedSetting) -> Self {
        Self::Refused(refused.to_string())
    }
}
