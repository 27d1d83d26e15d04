//! The limits of games, which errors name.

/// The most players of a game.
pub const MAX_PLAYERS: usize = 10;
/// The largest deck: 10^18 cards.
pub const MAX_CARDS: u64 = 1_000_000_000_000_000_000;
/// The most copies of each card.
pub const MAX_COPIES: u64 = 1_000_000;
/// The most bet sizes above 0 that a one-street game may have.
pub const MAX_SIZES: usize = 100_000;
/// The most boards of a betting tree, times the hands.
pub const MAX_BOARD_HANDS: usize = 1 << 21;
/// The most cards of a deck that is dealt to each player independently.
pub const MAX_INDEPENDENT: u64 = 1_000;
/// The most different cards of a deck.
pub const MAX_CARD_KINDS: usize = 52;
/// The most cards of a hand.
pub const MAX_HAND_CARDS: usize = 2;
/// The largest game file read, in bytes.
pub const MAX_FILE_BYTES: usize = 4 << 20;
/// The most players of a game file.
pub const MAX_FILE_PLAYERS: usize = 4;
/// The most nodes of a game file.
pub const MAX_NODES: usize = 10_000;
/// The most bets and raises on a street.
pub const MAX_RAISES: u64 = 20;
/// The longest numerator or denominator of an amount, in bits: about 300 digits.
pub const MAX_CHIP_BITS: usize = 1_000;
