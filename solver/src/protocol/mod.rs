//! Dealing cards without a dealer, and the proof that the deal is fair.
//!
//! The idea that carries the room: **a protocol is a deterministic function of its coins**. The same code runs under an
//! [`Odometer`] (every sequence of coins, so fairness is proved exactly), under [`Seeded`] streams (play and statistics) and
//! under a [`Tape`] of revealed coins (replay, and blame for who cheated). All parties talk over one [`Table`], which records
//! who sent what to whom; what a coalition has seen is read off that record.

mod barany_furedi;
mod checking;
#[cfg(feature = "cryptography")]
pub mod cipher;
mod coins;
/// Values that are fixed first and shown later.
pub mod commit;
pub mod crepeau;
#[cfg(feature = "cryptography")]
pub mod cut_and_choose;
mod deck;
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
pub mod play;
#[cfg(all(test, feature = "cryptography"))]
mod real_deals;
mod record;
#[cfg(feature = "cryptography")]
pub mod residues;
pub mod shuffle;
mod splitting;
mod system;
mod table;
#[cfg(test)]
mod tests;
#[cfg(feature = "cryptography")]
mod transcript;
mod two_players;
mod two_servers;
pub mod veil;
mod verified_deck;
mod voting;
mod werewolf;
mod word;

pub use barany_furedi::{BaranyFuredi, Bug as BaranyFurediBug};
pub use checking::Checking;
pub use coins::{Coins, Odometer, Seeded};
pub use crepeau::Crepeau;
#[cfg(feature = "cryptography")]
pub use cut_and_choose::CutAndChoose;
pub use deck::Deck;
pub use fault::{DealError, Fault, Kind, Refused};
pub use golle::{Golle, Moved, Sums, expected_repeats};
pub use graph::{Graph, Route, over_graph, over_graph_unsplit};
pub use grouping::{Grouping, Groups, Member};
pub use insertion::Insertion;
pub use named::{Make, SHUFFLES, SYSTEMS, Setting, System};
#[cfg(feature = "cryptography")]
pub use padlocks::SraLocks;
pub use padlocks::{IdealLocks, Locks, Order, Padlocks};
pub use party::{MAX_PARTIES, Parties, Party};
pub use permutation::{Permutation, Shuffling, Subgroup};
pub use record::{DealDocument, MessageDocument, SeatDocument, hex, unhex};
pub use splitting::Splitting;
pub use system::{Arranged, MAX_DECK, Protocol, hands, messages, outcome, rounds};
pub use table::{Envelope, Event, Gain, MAX_MESSAGE, Meddler, Message, Purse, Source, Table, Tape};
#[cfg(feature = "cryptography")]
pub use transcript::{Commitment, Opening, Transcript};
pub use two_players::{Attempt, TwoPlayers, impossible};
pub use two_servers::TwoServers;
pub use verified_deck::VerifiedDeck;
pub use voting::{Urn, Voting};
pub use werewolf::{Move, Phase, Side, Village, WOLVES, Werewolf, chance_of_wolves};
pub use word::{Boxed, Lock, Reader, Sealed, Wire, Word};
