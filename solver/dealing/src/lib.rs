//! Dealing cards without a dealer, and the proof that the deal is fair.
//!
//! The idea that carries the room: **a protocol is a deterministic function of its coins**. The
//! same code runs under an [`CoinOdometer`] (every sequence of coins, so fairness is proved
//! exactly), under [`Seeded`] streams (play and statistics) and under revealed seeds
//! (`DealDocument::verify`, with blame for who cheated). All parties talk over one [`DealTable`],
//! which records who sent what to whom; what a coalition has seen is read off that record.

mod barany_furedi;
pub mod card_cipher;
mod checking;
#[cfg(feature = "cryptography")]
pub mod cipher;
mod coins;
pub mod crepeau;
#[cfg(feature = "cryptography")]
pub mod cut_and_choose;
mod cycle;
mod deck;
mod event;
pub mod fairness;
mod fault;
mod golle;
mod graph;
mod grouping;
mod insertion;
mod named;
mod padlocks;
mod party;
mod permutation;
#[cfg(any(test, feature = "planted-bugs"))]
mod planted;
#[cfg(feature = "poker")]
pub mod play;
#[cfg(feature = "cryptography")]
mod record;
#[cfg(feature = "cryptography")]
pub mod residues;
#[cfg(all(feature = "cryptography", feature = "poker"))]
pub mod seat;
mod setting;
pub mod shuffle;
mod splitting;
mod system;
mod table;
#[cfg(test)]
mod tests;
#[cfg(feature = "cryptography")]
mod transcript;
mod verified_deck;
mod voting;
mod werewolf;
mod word;

pub use barany_furedi::BaranyFuredi;
pub use checking::Checking;
pub use coins::{CoinOdometer, CoinSource, Coins, Seeded};
pub use crepeau::Crepeau;
#[cfg(feature = "cryptography")]
pub use cut_and_choose::CutAndChoose;
pub use cycle::over_graph;
pub use deck::MaskedDeck;
pub use event::{Envelope, Event, Gain, Message};
pub use fault::{Allowed, Cause, DealError, Fault, OrFault, RefusedSetting};
pub use golle::{Golle, Moved, SumCipher};
pub use graph::{Graph, SplitRoute};
pub use grouping::{Grouping, Groups, Member};
pub use insertion::Insertion;
pub use named::{PROTOCOLS, VARIANTS};
pub use padlocks::{IdealLocks, Locks, Padlocks};
pub use party::{MAX_PARTIES, Parties, Party, Turn};
pub use permutation::{Permutation, Subgroup};
#[cfg(feature = "cryptography")]
pub use record::{DealDocument, MessageDocument, SEED_WORDS, SeatDocument, hex, parse_seed, unhex};
pub use setting::{DealCost, Make, NamedProtocol, Setting};
pub use splitting::Splitting;
pub use system::{
    Arranged, GainKind, MAX_DECK, Protocol, Rules, Tries, announcements, hands, messages, outcome,
    rounds, told,
};
pub use table::{Adversary, DealTable, MAX_MESSAGE, PartyCoins, Seated};
#[cfg(feature = "cryptography")]
pub use transcript::{Commitment, CommitmentOpening, Transcript};
pub use verified_deck::VerifiedDeck;
pub use voting::{Urn, Voting};
pub use werewolf::{Phase, Village, WOLVES, Werewolf, WerewolfSide, chance_of_wolves};
pub use word::{
    IdealBox, IdealCiphertext, IdealLock, IdealRevealToken, Wire, WireReader, WireWord,
};

/// The example of the README runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
