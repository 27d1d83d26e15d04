//! A seat alone: one party of a deal in its own process, with a mailbox between it and the others.
//!
//! A protocol is one function of all coins and messages. A seat runs it whole, skips what others
//! alone get, and takes their messages from a [`Mailbox`]. A seat that lost its process runs it
//! again on the same messages and stands where it stood. Every message is signed together with all
//! before it, so the seats have one history or notice at the next message.

mod complaint;
mod document;
mod game;
mod joined;
mod key;
mod line;
mod mailbox;
mod message;
mod table_fault;
#[cfg(test)]
mod tests;

use std::cell::RefCell;

use super::{DealTable, Envelope, Seated, outcome, told};
use line::SeatLine;

pub use document::TableDocument;
pub use game::{TableDecision, TableHand, TablePlayer, cards_of_52};
pub use joined::{Joined, NumberedSeat};
pub use key::Seat;
pub use mailbox::{LONGEST, Mailbox, MailboxError, Slot};
pub use table_fault::TableFault;

/// The knowledge of a seat at the end of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRecord {
    /// The part of the outcome that the seat is entitled to, in the order in which it learned it:
    /// for deals its cards, from 1. A spectator knows what everybody does.
    pub hand: Vec<u64>,
    /// The same in words.
    pub told: Vec<String>,
    /// The number of messages.
    pub messages: usize,
    /// Bytes that the seat sent, with signatures.
    pub sent: usize,
    /// The hash of all messages; the same at every seat.
    pub chain: [u8; 32],
}

impl Joined<'_> {
    /// Plays to the end and waits for the word of all others that they found nothing wrong.
    ///
    /// Errors: `Blamed` names who broke the rules or said nothing; `Halted` where nobody can be
    /// named; `Mailbox`; `Stopped`.
    pub fn play(&self) -> Result<SeatRecord, TableFault> {
        self.played(|_, _| {})
    }

    /// The same with a change to each message before it is signed, as a cheat may make it.
    fn played(
        &self,
        mut cheat: impl FnMut(usize, &mut Envelope),
    ) -> Result<SeatRecord, TableFault> {
        let line = RefCell::new(SeatLine::new(self));
        let mut coins = &line;
        let mut table = DealTable::new(self.keys.len(), &mut coins).attacked_by(|at, envelope| {
            cheat(at, envelope);
            line.borrow_mut().carry(at, envelope);
        });
        table.seated = Some(self.me.map_or(Seated::Spectator, |(me, _)| Seated::One(me)));
        (table.session, table.record, table.control) = (self.session, false, Some(self.control));
        let ran = self.protocol.run(&mut table);
        let (messages, gains) = (table.messages(), outcome(table.log()));
        drop(table);
        let mut line = line.into_inner();
        if let Some(fault) = line.ended {
            return Err(fault);
        }
        ran.map_err(|fault| line.accused(&fault))?;
        line.finish()?;
        let hand = gains.iter().map(|gain| gain.value).collect();
        let told = told(&*self.protocol, &gains).into_iter().map(|part| part.1).collect();
        Ok(SeatRecord { hand, told, messages, sent: line.sent, chain: line.chain })
    }
}
