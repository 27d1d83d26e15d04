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
/// The most work of one comparison, or of one map: decks × bet sizes above 0 × an eighth of the cube of the players. Some seconds at the worst.
pub const COMPARED_WORK: u128 = 5_000;
/// The largest deck for pure equilibria in cuts, whose cost grows with its square.
pub const CUT_DECK: u64 = 2_000;
/// The largest deck for all pure equilibria: certifying a full list takes two seconds, and it is some megabytes long.
pub const PURE_DECK: u64 = 1_000;
/// The most pure equilibria that one answer lists, and how many are listed unless `limit` says otherwise. The command
/// line lists more if it is told to.
pub const PURE_EQUILIBRIA: usize = 1_000;
/// The most players of one deal, and the most cards of its deck.
pub const DEALT_PLAYERS: usize = 10;
/// See [`DEALT_PLAYERS`].
pub const DEALT_CARDS: usize = 208;
/// The most players and cards of a deal that is proved fair: every sequence of coins is kept for a while with all it says.
pub const PROVED: (usize, usize) = (3, 4);
/// The most sequences of coins that are played for an exact certificate of fairness. Some seconds at the worst.
pub const PLAYED_BRANCHES: u64 = 20_000;
/// The most deals that are tested for a passer-by.
pub const TESTED_DEALS: u64 = 1_000_000;
/// The most work to check a document: runs of cards × digits of the common denominator. Some seconds at the worst.
pub const CHECK_WORK: usize = 5_000_000;
/// The largest request body, in bytes.
pub const BODY_BYTES: usize = 1 << 20;
/// The most bytes of bodies that are being sent, all together: as many as they say they are, or may be.
pub const BODIES_BYTES: usize = 64 << 20;
/// The most bytes of long answers that are being read, all together.
pub const ANSWERS_BYTES: usize = 64 << 20;
/// Answers up to this size do not count: the system takes them at once.
pub const SHORT_BYTES: u64 = 1 << 16;
/// How long an answer may take, the wait for a free thread included.
pub const SOLVE_TIME: Duration = Duration::from_secs(10);
/// How much memory an answer may take on all threads that work on it, in MiB, unless the service is told otherwise.
pub const SOLVE_MEBIBYTES: u64 = 256;
/// How many questions may wait for a thread that solves; further ones are told to come back.
pub const QUEUE: usize = 64;
/// Megabytes of answers that never change, kept in memory to be given again, unless the service is told otherwise.
pub const KEPT_MEGABYTES: u64 = 32;
/// The longest answer that is kept in memory, in bytes.
pub const KEPT_ANSWER_BYTES: usize = 1 << 20;
/// How often a client may ask, in requests per second, unless the service is told otherwise.
pub const RATE: u64 = 200;
/// How many seconds' worth of requests a client may send at once.
pub const BURST_SECONDS: u64 = 10;
/// Connections open at once, unless the service is told otherwise or the system allows fewer files; further ones wait to
/// be accepted.
pub const CONNECTIONS: usize = 16_384;
/// File descriptors that are left for other things than connections, or half of all if these are fewer.
pub const DESCRIPTORS: u64 = 256;
/// Connections open at once to one client, unless the service is told otherwise; further ones are closed.
pub const CONNECTIONS_PER_PEER: usize = 256;
/// The longest head of a request, in bytes.
pub const HEADER_BYTES: usize = 1 << 16;
/// How long a client may take to begin, and to send the head of a request.
pub const HEADER_TIME: Duration = Duration::from_secs(8);
/// How long a connection may pause between requests, unless the service is told otherwise.
pub const IDLE_TIME: Duration = Duration::from_secs(60);
/// Answers from this size on are compressed for clients that take it, in bytes.
pub const COMPRESSED_BYTES: u64 = 1_024;
/// How much longer than an answer may take a connection may go without taking a byte of one: reading nothing, or sending
/// its request by drops.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How much longer than an answer may take open requests may still run after the service was told to stop.
pub const FAREWELL: Duration = Duration::from_secs(2);
/// The most cells of a map of values on a page.
pub const MAP_CELLS: u128 = 500;
/// The most cells of a sweep.
pub const SWEEP_CELLS: u128 = 10_000;
/// The largest deck of a sweep.
pub const SWEEP_DECK: u64 = 1_000;
/// The most numbers in the answers of a sweep: cards × bets. Its files come to a few hundred megabytes at the worst.
pub const SWEEP_NUMBERS: u128 = 5_000_000;
/// The most work of the linear programs of a sweep, sequences² over all cells: as much as 256 of the largest. A table or a search
/// counts as one of these.
pub const SWEEP_WORK: u128 = 256 * PROGRAM_SEQUENCES.pow(2);
