//! Names of what a hand makes with a board.

use super::strength::{Strength, straight};
use super::{Card, CardSet, HoleCards, RANKS};

/// The name of what a hand makes with a board beyond what the board makes alone; the best is least.
///
/// A pair is named by its place among the ranks of the board. A draw needs a card to come.
///
/// ```
/// use bluff_poker::cards::{MadeHand, OpenCards};
/// let board = "Ks9d6h3c".parse::<OpenCards>()?.cards();
/// let name = |hand: &str| hand.parse().map(|hand| MadeHand::of(hand, board).name());
/// assert_eq!(["AhAd", "9h7h", "8h7h", "AhQh"].map(|hand| name(hand).unwrap_or_default()),
///     ["overpair", "second pair", "open-ended draw", "ace high"]);
/// # Ok::<(), bluff_poker::cards::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MadeHand(usize);

/// Names from the best down: nine from the strongest kind to pairs, then draws, then high cards.
const NAMES: [&str; 16] = [
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "overpair",
    "top pair",
    "second pair",
    "low pair",
    "flush draw",
    "open-ended draw",
    "gutshot",
    "ace high",
    "nothing",
];
/// The kind of a flush.
const FLUSH: usize = 5;
/// The places of the weakest pair, and of the weakest draw.
const PAIR: usize = 10;
const DRAW: usize = 13;

impl MadeHand {
    /// The name of a hand on a board of three to five cards.
    pub fn of(hand: HoleCards, board: CardSet) -> Self {
        let all = hand.cards() | board;
        let [made, alone] = [all, board].map(|cards| Strength::of(cards).0);
        let kind = (made >> 26) as usize;
        // The other ranks count for a flush alone.
        let is_better = made >> 13 > alone >> 13 || kind == FLUSH && made > alone;
        let [high, low] = hand.pair().map(Card::rank);
        let ranks = |cards: CardSet| cards.suits().into_iter().fold(0, |all, suit| all | suit);
        if is_better {
            if kind > 1 {
                return Self(8 - kind);
            }
            let is_on_board = |rank: usize| ranks(board) >> rank & 1 == 1;
            let pair = if high == low || is_on_board(high) { high } else { low };
            let above = (ranks(board) >> (pair + 1)).count_ones() as usize;
            return Self(match above {
                0 => 7 + usize::from(high != low),
                above => (8 + above).min(PAIR),
            });
        }
        let suits = all.suits().into_iter().zip(hand.cards().suits());
        let is_flush_draw = suits.into_iter().any(|(all, own)| all.count_ones() == 4 && own != 0);
        let outs = (0..RANKS.len())
            .filter(|rank| straight(ranks(all) | 1 << rank) > straight(ranks(board) | 1 << rank));
        Self(match (board.len(), outs.count()) {
            (3 | 4, _) if is_flush_draw => 11,
            (3 | 4, 2..) => 12,
            (3 | 4, 1) => 13,
            _ if high == RANKS.len() - 1 => 14,
            _ => 15,
        })
    }

    /// All, from the best down.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..NAMES.len()).map(Self)
    }

    /// The name in the words of players.
    pub fn name(self) -> &'static str {
        NAMES[self.0]
    }

    /// True of a pair and better.
    pub fn is_made(self) -> bool {
        self.0 <= PAIR
    }

    /// True of a hand that a card to come may make a straight or a flush, and that is no pair.
    pub fn is_draw(self) -> bool {
        self.0 > PAIR && self.0 <= DRAW
    }
}
