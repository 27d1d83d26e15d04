use bluff_exact::{NotWhole, RefusedValue, counted};

use super::Party;

/// A setting that a protocol does not start with, and what it would take; no party has cheated.
#[allow(missing_docs, reason = "a message names its fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusedSetting {
    /// No protocol of this name.
    #[error("protocol “{given}”, expected {expected}")]
    UnknownProtocol { given: String, expected: String },
    /// More sequences of coins than may be played.
    #[error(
        "at least {allowed} branches, expected at most {allowed}: fewer cards, fewer players or a \
         statistical test"
    )]
    TooManyBranches { allowed: u64 },
    /// A graph that one party can cut.
    #[error(
        "the graph has no two disjoint paths between some players: without player {vertex} it \
         falls apart"
    )]
    CutVertex { vertex: Party },
    /// A text that is no number of players or cards.
    #[error(transparent)]
    Count(#[from] NotWhole),
    /// A setting that is not allowed.
    #[error("{0}")]
    Given(RefusedValue),
}

/// The result for a setting, or its refusal.
pub type Allowed<T = ()> = Result<T, RefusedSetting>;

impl RefusedSetting {
    /// The refusal of what is given, and what is expected.
    pub fn unexpected(given: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Given(RefusedValue::without_field(given.into(), expected.into()))
    }

    /// The refusal of the value of a field, in words.
    pub(super) fn of_field(
        field: &str,
        given: impl ToString,
        words: impl ToString,
        expected: impl ToString,
    ) -> Self {
        Self::Given(RefusedValue::of(field, given, expected).in_words(words))
    }

    /// The value that is refused; `None` of a graph that falls apart.
    pub fn refused(&self) -> Option<RefusedValue> {
        Some(match self {
            Self::UnknownProtocol { given, expected } => {
                RefusedValue::of("protocol", given, expected)
            }
            Self::TooManyBranches { allowed } => RefusedValue::without_field(
                format!("at least {allowed} branches"),
                format!("at most {allowed}"),
            ),
            Self::CutVertex { .. } => return None,
            Self::Count(error) => error.value.clone(),
            Self::Given(value) => value.clone(),
        })
    }
}

/// Refuses the value of a field, in words, unless this holds.
pub(super) fn allow_field(
    holds: bool,
    (field, given): (&str, impl ToString),
    words: impl ToString,
    expected: impl ToString,
) -> Allowed {
    if holds { Ok(()) } else { Err(RefusedSetting::of_field(field, given, words, expected)) }
}

/// Refuses what is given unless this holds.
pub(super) fn allow(holds: bool, given: impl Into<String>, expected: impl Into<String>) -> Allowed {
    if holds { Ok(()) } else { Err(RefusedSetting::unexpected(given, expected)) }
}

/// A protocol that could not go on: who is to blame, for what, and at which message.
///
/// `who` is `None` when the messages alone cannot tell; revealed coins can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message {at}: {}{what}", who.map(|party| format!("party {party}: ")).unwrap_or_default())]
pub struct Fault {
    /// The culprit, if the messages show one.
    pub who: Option<Party>,
    /// The fault.
    pub what: Cause,
    /// The number of the message in the log, from 0.
    pub at: usize,
}

/// The result of a step of a protocol, or the fault at which it ends.
pub type OrFault<T = ()> = Result<T, Fault>;

/// Cause of a fault.
#[allow(missing_docs, reason = "a message names its fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A party said nothing.
    #[error("no message came")]
    Silent,
    /// Another party spoke.
    #[error("the message is from {given}, expected {expected}")]
    WrongSender { given: Party, expected: Party },
    /// A message of another place.
    #[error("the message is number {given}, expected {expected}")]
    OutOfOrder { given: usize, expected: usize },
    /// A message that is too long.
    #[error("the message has {given} bytes, expected at most {allowed}")]
    TooLong { given: usize, allowed: usize },
    /// A message that is not of its kind.
    #[error("the message cannot be read as {expected}")]
    Malformed { expected: &'static str },
    /// A list with an entry missing.
    #[error("{given} entries are no permutation of 0 to {given} − 1")]
    NotAPermutation { given: usize },
    /// A number that is too large.
    #[error("{given}, expected a number below {below}")]
    OutOfRange { given: u64, below: u64 },
    /// A place that was taken before.
    #[error("place {given} is already used")]
    Used { given: u64 },
    /// Two tables of places that should be the same.
    #[error("the tables of places differ")]
    TablesDiffer,
    /// A ciphertext of no card.
    #[error("it opens to no card")]
    UnknownCard,
    /// A card that was dealt twice.
    #[error("the card {given} is in the hand twice or in two hands")]
    DuplicateCard { given: u64 },
    /// A commitment to something else.
    #[error("the commitment opens to something else")]
    BadCommitment,
    /// A shuffle without a valid proof.
    #[error("the proof of the shuffle is wrong")]
    BadShuffle,
    /// A claim without a valid proof.
    #[error("the proof of {of} is wrong")]
    BadProof { of: &'static str },
    /// A key that is not allowed.
    #[error("the key is not allowed: {why}")]
    BadKey { why: &'static str },
    /// An element outside of the subgroup.
    #[error("the element is not in the subgroup")]
    NotInSubgroup,
    /// The identity, which hides nothing.
    #[error("the element is the identity")]
    Identity,
    /// Something that may not be done here.
    #[error("{what} is not allowed here: {why}")]
    NotAllowed { what: String, why: &'static str },
    /// Something that serves once was used twice.
    #[error("{what} was used before")]
    Reused { what: &'static str },
    /// A message that the rules do not give for the revealed coins.
    #[error("the revealed coins give another message: {expected}, recorded {recorded}")]
    Differs { expected: String, recorded: String },
    /// Stopped from another thread.
    #[error("stopped")]
    Stopped,
    /// A protocol of tries that came to no end.
    #[error("no end after {}", counted(tries, "try", "tries"))]
    Unfinished { tries: u64 },
}

/// Why a deal is not what it says.
#[allow(missing_docs, reason = "a message names its fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// Not a deal document.
    #[error("not a deal document: {reason}")]
    Malformed { reason: String },
    /// A setting that the protocol does not start with.
    #[error(transparent)]
    Refused(#[from] RefusedSetting),
    /// The protocol came to no end, and nobody is to blame.
    #[error("no deal, at {fault}")]
    NoDeal { fault: Fault },
    /// A party did not follow the rules.
    #[error("{} cheated at {fault}", name)]
    Cheat { name: String, fault: Fault },
    /// Two parties recorded different messages.
    #[error(
        "{one} and {other} recorded different messages at number {at}: one of them lies, and \
         nobody can say who"
    )]
    Differ { one: String, other: String, at: usize },
    /// A record that cannot hold a whole deal.
    #[error("{}, expected at least {expected}", counted(given, "message", "messages"))]
    TooShort { given: usize, expected: usize },
    /// A part of the record that is not what the coins make it, or contradicts the others.
    #[error(
        "{}{}: {reason}",
        name.as_ref().map_or_else(|| "the public record".to_owned(), |name| format!("the record of \
            {name}")),
        at.map(|at| format!(" at message {at}")).unwrap_or_default()
    )]
    Record { name: Option<String>, at: Option<usize>, reason: String },
    /// A hand that is not what was dealt.
    #[error("the hand of {name} is {given}, but the messages and coins give {found}")]
    Hand { name: String, given: String, found: String },
}

impl DealError {
    /// True if the deal was understood and is not what it says, rather than being none at all.
    pub fn is_refusal(&self) -> bool {
        !matches!(self, Self::Malformed { .. } | Self::Refused(_))
    }
}
