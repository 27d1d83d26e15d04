//! The record of a table: tosses, messages, gains.

use super::{Parties, Party, WireWord};

/// An event at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A party drew a number below `below`, for itself.
    Toss {
        /// The party.
        party: Party,
        /// Of how many.
        below: u64,
        /// The number drawn.
        face: u64,
    },
    /// A message went over a private channel, or to several at once.
    Message(Message),
    /// The secret outcome went on by one value, which some are entitled to know: a card that was
    /// dealt, a verdict, a tally.
    Gain(Gain),
    /// All parties learned this, in words: who was killed, which card was opened.
    Announcement(String),
    /// The next gain is on its way to these: from here on they may come to know it, some sooner
    /// than others.
    EarlyRelease(Parties),
}

/// A message: that it was sent is seen by every party, what it says only by those who sent or got
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: Party,
    /// The receivers.
    pub to: Parties,
    /// The kind of message, in a few words.
    pub what: &'static str,
    /// Its words.
    pub body: Vec<WireWord>,
}

/// A part of the secret outcome, and who is entitled to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gain {
    /// The parties that may know it.
    pub to: Parties,
    /// For a deal the card, from 1.
    pub value: u64,
}

/// A message on its way, as a cheat, a broken line or a silent party may change it.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The sender it names.
    pub from: Party,
    /// The receivers.
    pub to: Parties,
    /// True if everybody may read it, spectators too.
    pub public: bool,
    /// The number it claims.
    pub at: usize,
    /// The body; `None` if it never comes.
    pub body: Option<Vec<WireWord>>,
    /// The meaning of the message, in words.
    pub what: &'static str,
}
