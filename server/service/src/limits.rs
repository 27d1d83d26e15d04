//! Limits of one request. The command line has the limits of the library only.

use std::time::Duration;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

pub use bluff_questions::limits::{
    BET_SIZES, CHECK_WORK, COMPARED_DECKS, COMPARED_WORK, CUT_DECK, DEALT_CARDS, DEALT_PLAYERS,
    MAP_CELLS, PLAYED_BRANCHES, PROGRAM_SEQUENCES, PROVED, PURE_DECK, PURE_EQUILIBRIA,
    SEARCH_TERMS, TESTED_DEALS,
};

/// Values in memory by name, as many as weigh no more than a limit.
pub type KeptByWeight<V> = Cache<String, V, WeighedBy<V>>;

/// The weight of a value under its name.
#[derive(Clone)]
pub struct WeighedBy<V>(pub fn(&str, &V) -> u64);

impl<V> Weighter<String, V> for WeighedBy<V> {
    fn weight(&self, name: &String, value: &V) -> u64 {
        (self.0)(name, value)
    }
}

/// Maximum length of a label, in bytes: one-street labels list their bet sizes.
pub const LABEL_BYTES: usize = 8_192;
/// Maximum size of a request body, in bytes.
pub const BODY_BYTES: usize = 1 << 20;
/// Maximum size of all request bodies on their way, in bytes. A body counts with its declared
/// length, or with the maximum; short ones have a quarter as much of their own.
pub const BODIES_BYTES: usize = 64 << 20;
/// Maximum size of all long answers on their way, in bytes.
pub const ANSWERS_BYTES: usize = 64 << 20;
/// Maximum size of a short answer, in bytes: the system buffers it at once, so it does not count.
pub const SHORT_BYTES: u64 = 1 << 16;
/// Default time limit of an answer, the wait in the queue included.
pub const SOLVE_TIME: Duration = Duration::from_secs(10);
/// Default memory limit of an answer on all threads that work on it, in MiB, enough for the flops
/// of the hold'em room; never more than the default budget.
pub const SOLVE_MEBIBYTES: u64 = 320;
/// Default memory budget of all answers and sweeps together, in MiB; never more than a third of
/// what the process may take, and never less than the limit of one answer.
pub const ALL_MEBIBYTES: u64 = 1_024;
/// Default length of the queue, in requests; more get 503.
pub const QUEUE: usize = 64;
/// Default number of questions of a client that wait or run: half of the default queue, so that no
/// client fills it.
pub const QUESTIONS: usize = QUEUE / 2;
/// Default size of the cache of answers that never change, in megabytes.
pub const KEPT_MEGABYTES: u64 = 32;
/// Maximum size of a cached answer, in bytes.
pub const KEPT_ANSWER_BYTES: usize = 1 << 20;
/// Default rate limit of a client, in requests per second.
pub const RATE: u64 = 200;
/// Size of a burst: seconds' worth of requests that a client may send at once.
pub const BURST_SECONDS: u64 = 10;
/// Time after which a request above the rate is refused, so that a client that floods sends no more
/// than its connections take in that time.
pub const ABOVE_RATE: Duration = Duration::from_millis(50);
/// Work that a client may ask for at once, in seconds of one thread. On average it may keep one
/// thread busy.
pub const WORK_BURST: Duration = Duration::from_secs(120);
/// Default number of open connections, as far as the limit of open files allows; for more, the
/// one idle longest is closed.
pub const CONNECTIONS: usize = 16_384;
/// File descriptors reserved for other things than connections, or half of all if these are fewer.
pub const DESCRIPTORS: u64 = 256;
/// Default number of open connections of one client; more are closed.
pub const CONNECTIONS_PER_PEER: usize = 256;
/// Maximum size of the head of a request, in bytes.
pub const HEADER_BYTES: usize = 1 << 16;
/// Timeout to begin a request, and to send its head.
pub const HEADER_TIME: Duration = Duration::from_secs(8);
/// Default idle timeout between requests.
pub const IDLE_TIME: Duration = Duration::from_secs(60);
/// Minimum size of an answer that is compressed, in bytes.
pub const COMPRESSED_BYTES: u64 = 1_024;
/// Stall timeout beyond the solve timeout: the time without a byte taken or sent after which a
/// connection is closed.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// Shutdown timeout beyond the solve timeout, for open requests.
pub const FAREWELL: Duration = Duration::from_secs(2);
/// Maximum number of labels in one batch.
pub const BATCH_LABELS: usize = 1_000;
/// Number of games of one batch that are solved at once.
pub const BATCH_AT_ONCE: usize = 2;
/// Time limit of a batch; labels after it have no answer.
pub const BATCH_TIME: Duration = Duration::from_secs(60);
/// Default number of open tables of the relay.
pub const TABLES: u64 = 64;
/// Maximum number of open tables of one client.
pub const TABLES_OF_CLIENT: usize = 16;
/// Maximum number of slots of a table.
pub const TABLE_SLOTS: usize = 20_000;
/// Maximum size of a table, in bytes.
pub const TABLE_BYTES: u64 = 64 << 20;
/// Time after the last message of a table when it is gone.
pub const TABLE_AGE: Duration = Duration::from_secs(86_400);
/// Maximum time of a request for a message that is not there yet.
pub const TABLE_WAIT: Duration = Duration::from_secs(25);
/// Maximum number of open class rooms.
pub const CLASSES: usize = 64;
/// Maximum number of open class rooms of one client.
pub const CLASSES_OF_CLIENT: usize = 8;
/// Maximum number of students of a class.
pub const CLASS_STUDENTS: usize = 250;
/// Time after its opening when a class is over.
pub const CLASS_AGE: Duration = Duration::from_secs(86_400);
/// Number of codes without a class that a client may try at once.
pub const WRONG_CODES: u32 = 20;
/// Maximum number of cells of a sweep.
pub const SWEEP_CELLS: u128 = 10_000;
/// Maximum number of cards in a deck of a sweep.
pub const SWEEP_DECK: u64 = 1_000;
/// Maximum of cards × bets over the cells of a sweep: its files take a few hundred megabytes at
/// most.
pub const SWEEP_NUMBERS: u128 = 5_000_000;
/// Maximum work of the linear programs of a sweep, sequences² over all cells: 256 of the largest. A
/// table or a search counts as one of these.
pub const SWEEP_WORK: u128 = 256 * PROGRAM_SEQUENCES.pow(2);
