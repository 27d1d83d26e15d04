use std::fmt;
use std::time::Duration;

use crate::Party;

/// The name under which something lies in a mailbox; each is written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// The keys of a seat.
    Join(Party),
    /// A message, by its number.
    Message(usize),
    /// The word of a seat that it came to the end and found nothing wrong.
    End(Party),
    /// The complaint of a seat.
    Fault(Party),
}

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join(party) => write!(formatter, "join-{party}"),
            Self::Message(at) => write!(formatter, "{at:06}"),
            Self::End(party) => write!(formatter, "end-{party}"),
            Self::Fault(party) => write!(formatter, "fault-{party}"),
        }
    }
}

/// A mailbox that cannot be used: full, read-only or gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the mailbox: {0}")]
pub struct MailboxError(pub String);

/// The place where the messages of a table lie. It needs no trust: what it alters, drops or
/// reorders is refused, and it sees no secret.
pub trait Mailbox {
    /// Lays bytes down; false if others lie there.
    ///
    /// Errors: a mailbox that cannot be used.
    fn put(&self, slot: Slot, bytes: &[u8]) -> Result<bool, MailboxError>;

    /// The bytes that lie there, waiting so long for them; `None` if nothing came. Of bytes beyond
    /// [`LONGEST`] it returns one more and no others.
    ///
    /// Errors: a mailbox that cannot be used, after the wait.
    fn get(&self, slot: Slot, wait: Duration) -> Result<Option<Vec<u8>>, MailboxError>;
}

/// The most bytes in a slot: a message with its signature, or a complaint.
pub const LONGEST: usize = crate::MAX_MESSAGE;
