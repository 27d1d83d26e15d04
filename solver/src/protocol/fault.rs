use super::Party;

/// What a protocol will not even start with, and what it would take: nobody has cheated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refused {
    #[error("{given} players, expected at least {least}: {why}")]
    TooFewPlayers { given: usize, least: usize, why: &'static str },
    #[error("{given} players, expected at most {most}")]
    TooManyPlayers { given: usize, most: usize },
    #[error("{cards} cards, expected at least {dealt}: one for every card dealt")]
    DeckTooSmall { cards: usize, dealt: usize },
    #[error("{given} cards, expected at most {most}")]
    DeckTooLarge { given: usize, most: usize },
    #[error("player {given}, expected one of 1 to {players}")]
    UnknownPlayer { given: usize, players: usize },
    #[error("protocol “{given}”, expected {expected}")]
    UnknownProtocol { given: String, expected: String },
    #[error("bug “{given}”, expected for {protocol}: {expected}")]
    UnknownBug { given: String, protocol: &'static str, expected: String },
    #[error(
        "at least {allowed} branches, expected at most {allowed}: fewer cards, fewer players or a statistical test"
    )]
    TooManyBranches { allowed: u64 },
    #[error("the graph has no two disjoint paths between some players: without player {vertex} it falls apart")]
    CutVertex { vertex: Party },
    #[error("{given}, expected {expected}")]
    Given { given: String, expected: String },
}

/// A protocol that could not go on: who is to blame, for what, and at which message.
///
/// `who` is `None` when the messages alone cannot tell; revealed coins can (`replay`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message {at}: {}{what}", who.map(|party| format!("party {party}: ")).unwrap_or_default())]
pub struct Fault {
    /// The culprit, if the messages show one.
    pub who: Option<Party>,
    /// What was wrong.
    pub what: Kind,
    /// The number of the message in the log, from 0.
    pub at: usize,
}

/// What was wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Kind {
    #[error("no message came")]
    Silent,
    #[error("the message is from {given}, expected {expected}")]
    WrongSender { given: Party, expected: Party },
    #[error("the message is number {given}, expected {expected}")]
    OutOfOrder { given: usize, expected: usize },
    #[error("the message has {given} bytes, expected at most {allowed}")]
    TooLong { given: usize, allowed: usize },
    #[error("the message cannot be read as {expected}")]
    Malformed { expected: &'static str },
    #[error("{given} entries are no permutation of 0 to {given} − 1")]
    NotAPermutation { given: usize },
    #[error("{given}, expected a number below {below}")]
    OutOfRange { given: u64, below: u64 },
    #[error("place {given} is already used")]
    Used { given: u64 },
    #[error("the tables of places differ")]
    TablesDiffer,
    #[error("it opens to no card")]
    UnknownCard,
    #[error("the card {given} is in the hand twice or in two hands")]
    DuplicateCard { given: u64 },
    #[error("the commitment opens to something else")]
    BadCommitment,
    #[error("the proof of the shuffle is wrong")]
    BadShuffle,
    #[error("the proof of {of} is wrong")]
    BadProof { of: &'static str },
    #[error("the key is not allowed: {why}")]
    BadKey { why: &'static str },
    #[error("the element is not in the subgroup")]
    NotInSubgroup,
    #[error("the element is the identity")]
    Identity,
    #[error("{what} is not allowed here: {why}")]
    NotAllowed { what: String, why: &'static str },
    #[error("{what} was used before")]
    Reused { what: &'static str },
    #[error("the revealed coins give another message: {expected}, recorded {recorded}")]
    Differs { expected: String, recorded: String },
    #[error("the revealed coins are too few or out of range")]
    NoSuchCoins,
    #[error("stopped")]
    Stopped,
    #[error("no end after {tries} tries")]
    Unfinished { tries: u64 },
}
