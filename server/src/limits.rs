//! What one request may ask of the service. The command line has the limits of the library only.

use std::time::Duration;

/// The longest label, in bytes: one-street labels list their bet sizes.
pub const LABEL_BYTES: usize = 8_192;
/// The most bet sizes above 0. A document grows with their square.
pub const BET_SIZES: usize = 300;
/// The most sequences, over all cards and players, of a game that the linear program has to solve.
pub const PROGRAM_SEQUENCES: u128 = 20_000;
/// The most decks of one comparison.
pub const COMPARED_DECKS: u64 = 1_000;
/// The most work of one comparison: decks × bet sizes above 0 × an eighth of the cube of the players. Some seconds at the worst.
pub const COMPARED_WORK: u128 = 5_000;
/// The largest deck for pure equilibria in cuts, whose cost grows with its square.
pub const CUT_DECK: u64 = 2_000;
/// The largest deck for all pure equilibria: certifying a full list takes two seconds, and it is some megabytes long.
pub const PURE_DECK: u64 = 1_000;
/// The most pure equilibria that one answer lists, and how many are listed unless `limit` says otherwise. The command
/// line lists more if it is told to.
pub const PURE_EQUILIBRIA: usize = 1_000;
/// The most work to check a document: runs of cards × digits of the common denominator. Some seconds at the worst.
pub const CHECK_WORK: usize = 5_000_000;
/// The largest request body, in bytes.
pub const BODY_BYTES: usize = 1 << 20;
/// How long an answer may take, the wait for a free thread included.
pub const SOLVE_TIME: Duration = Duration::from_secs(10);
/// How many questions may wait for a thread that solves; further ones are told to come back.
pub const QUEUE: usize = 64;
/// When a client that was turned away may come back, in seconds.
pub const RETRY_AFTER: u64 = 2;
/// Connections open at once; further ones wait to be accepted.
pub const CONNECTIONS: usize = 512;
/// How long a connection may go without taking a byte of an answer: idle, or sending its request by drops.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How long open requests may still run after the service was told to stop.
pub const FAREWELL: Duration = Duration::from_secs(12);
