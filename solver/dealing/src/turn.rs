//! The turn in which a party sends.

use super::Party;

/// The turn of a party in a session. Proofs and commitments are bound to it, so that each counts
/// there and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The name of the session.
    pub session: [u8; 32],
    /// The party.
    pub by: Party,
    /// The number of the message.
    pub round: u64,
}

impl Turn {
    /// The turn of another party in the same round.
    #[must_use]
    pub fn of(self, by: Party) -> Self {
        Self { by, ..self }
    }
}
