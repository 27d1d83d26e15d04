//! Limits of questions. Those of one answer hold over HTTP only; commands have the limits of the
//! library.

/// Maximum number of bet sizes above 0. A document grows with their square.
pub const BET_SIZES: usize = 300;
/// Maximum number of sequences, over all cards and players, of a game solved by linear program: its
/// time grows with their square.
pub const PROGRAM_SEQUENCES: u128 = 20_000;
/// Maximum deals × ends of the hand of a game that is searched: larger ones take longer than an
/// answer may.
pub const SEARCH_TERMS: u64 = 4_500;
/// Maximum number of decks of one comparison.
pub const COMPARED_DECKS: u64 = 1_000;
/// Maximum work of one comparison or map: decks × bet sizes above 0 × players³ / 8. A few seconds
/// at most.
pub const COMPARED_WORK: u128 = 5_000;
/// Maximum number of cards for pure equilibria in cuts: the time grows with its square.
pub const CUT_DECK: u64 = 2_000;
/// Maximum number of cards for all pure equilibria: a full list takes two seconds to certify and
/// some megabytes to send.
pub const PURE_DECK: u64 = 1_000;
/// Maximum number of pure equilibria in one answer, and the default of `limit`. The command line
/// can list more.
pub const PURE_EQUILIBRIA: usize = 1_000;
/// Maximum length of a search, in letters.
pub const SEARCHED: usize = 1_000;
/// Wait before a refused client may retry, in seconds.
pub const RETRY_AFTER: u64 = 2;
/// Maximum number of players of one deal.
pub const DEALT_PLAYERS: usize = 10;
/// Maximum number of cards in the deck of one deal.
pub const DEALT_CARDS: usize = 208;
/// Maximum number of players, and of cards, of a deal that is proved fair: every sequence of coins
/// is held in memory with its messages.
pub const PROVED: (usize, usize) = (3, 4);
/// Maximum number of sequences of coins played for an exact certificate of fairness. A few seconds
/// at most.
pub const PLAYED_BRANCHES: u64 = 20_000;
/// Maximum number of deals in one test of fairness.
pub const TESTED_DEALS: u64 = 1_000_000;
/// Maximum work to check a document: runs of cards × digits of the common denominator. A few
/// seconds at most.
pub const CHECK_WORK: usize = 5_000_000;
/// Maximum number of cells of a map of values on a page.
pub const MAP_CELLS: u128 = 500;
