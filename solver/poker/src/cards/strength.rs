//! The best five of up to seven cards.

use super::CardSet;

/// Kind of a hand of five cards, from the lowest up.
#[derive(Clone, Copy)]
enum HandKind {
    HighCard,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

use HandKind::{
    Flush, FourOfAKind, FullHouse, HighCard, Pair, Straight, StraightFlush, ThreeOfAKind, TwoPair,
};

/// Strength of the best five of five to seven cards: the greater wins, equals split.
///
/// The kind, then the ranks that make it, then the other ranks, a bit for each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(pub(crate) u32);

impl Strength {
    /// The strength of these cards.
    ///
    /// ```
    /// use bluff_poker::cards::{OpenCards, Strength};
    /// let cards = |text: &str| text.parse::<OpenCards>().map(|board| board.cards());
    /// let [wheel, pair] = [cards("Ah2c3d4s5h")?, cards("AhAc3d4s5h")?];
    /// assert!(Strength::of(wheel) > Strength::of(pair));
    /// # Ok::<(), bluff_poker::cards::CardError>(())
    /// ```
    pub fn of(cards: CardSet) -> Self {
        let suits = cards.suits();
        let [c, d, h, s] = suits;
        let any = c | d | h | s;
        // Five cards of a suit leave at most two others: no full house, no four of a kind.
        if let Some(flush) = suits.into_iter().find(|ranks| ranks.count_ones() >= 5) {
            return match straight(flush) {
                0 => Self::new(Flush, 0, highest(flush, 5)),
                top => Self::new(StraightFlush, top, 0),
            };
        }
        let pairs = c & d | h & s | (c | d) & (h | s);
        let threes = highest(c & d & (h | s) | h & s & (c | d), 1);
        let fours = c & d & h & s;
        let beside = |ranks: u32, count| highest(any & !ranks, count);
        if fours != 0 {
            return Self::new(FourOfAKind, fours, beside(fours, 1));
        }
        if threes != 0 && pairs != threes {
            return Self::new(FullHouse, threes, highest(pairs & !threes, 1));
        }
        match (straight(any), threes, pairs.count_ones()) {
            (0, 0, 0) => Self::new(HighCard, 0, highest(any, 5)),
            (0, 0, 1) => Self::new(Pair, pairs, beside(pairs, 3)),
            (0, 0, _) => Self::new(TwoPair, highest(pairs, 2), beside(highest(pairs, 2), 1)),
            (0, ..) => Self::new(ThreeOfAKind, threes, beside(threes, 2)),
            (top, ..) => Self::new(Straight, top, 0),
        }
    }

    fn new(kind: HandKind, made: u32, others: u32) -> Self {
        Self((kind as u32) << 26 | made << 13 | others)
    }
}

impl From<Strength> for u64 {
    /// A number that is greater for what wins.
    fn from(strength: Strength) -> Self {
        strength.0.into()
    }
}

/// The lowest card of the highest straight, as a bit; 0 without a straight. The ace is the lowest
/// card too.
pub(super) fn straight(ranks: u32) -> u32 {
    let ranks = ranks << 1 | ranks >> 12;
    highest(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4, 1)
}

/// The highest of these ranks, so many.
fn highest(mut ranks: u32, count: u32) -> u32 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::super::Card;
    use super::*;

    /// All hands of so many cards, by kind from the highest down.
    fn counts(cards: usize) -> [u64; 9] {
        fn add(counts: &mut [u64; 9], set: CardSet, from: usize, left: usize) {
            if left == 0 {
                counts[8 - (Strength::of(set).0 >> 26) as usize] += 1;
                return;
            }
            for card in Card::deck().skip(from) {
                add(counts, set.with(card), card.index() + 1, left - 1);
            }
        }
        let mut counts = [0; 9];
        add(&mut counts, CardSet::default(), 0, cards);
        counts
    }

    #[test]
    fn all_hands_of_five_cards_by_kind() {
        let known = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540];
        assert_eq!(counts(5), known);
    }

    #[test]
    #[ignore = "heavy: ./check heavy"]
    fn all_hands_of_seven_cards_by_kind() {
        let known = [
            41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800,
            23_294_460,
        ];
        assert_eq!(known.iter().sum::<u64>(), 133_784_560);
        assert_eq!(counts(7), known);
    }

    /// Seven cards are worth the best five among them.
    #[test]
    fn seven_cards_are_the_best_five_of_them() {
        let deck: Vec<Card> = Card::deck().collect();
        for at in 0..2_000 {
            // Steps without a common divisor with 52 pick cards that differ.
            let step = [1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25][at % 12];
            let mut seven: Vec<Card> = (0..7).map(|card| deck[(at + card * step) % 52]).collect();
            seven[6] = deck[(at * 7 + at / 52) % 52];
            let set: CardSet = seven.iter().copied().collect();
            let fives = (0_u32..128).filter(|chosen| chosen.count_ones() == 5).map(|chosen| {
                let five = (0..7).filter(|card| chosen >> card & 1 == 1).map(|card| seven[card]);
                five.collect::<CardSet>()
            });
            let best = fives.filter(|five| five.len() == 5).map(Strength::of).max();
            assert_eq!(best, Some(Strength::of(set)), "{seven:?}");
        }
    }

    #[test]
    fn kickers_decide_and_only_five_cards_count() {
        let strength = |text: &str| Strength::of(Card::list(text).unwrap().into_iter().collect());
        for (one, other) in [
            ("AhAd KsQc9d", "AcAs KdQh8d"),
            ("AhAd KsKcQd3h2c", "AcAs KdKhJs3c2d"),
            ("AhKh 9h5h2h", "AdKd 9d5d3c"),
            ("2h3h4h5h6h AhKh", "AhAdAcAs Kd"),
            ("6c5d4h3s2c", "Ac2d3h4s5c"),
            ("KhKdKc QhQd QsJh", "QsQcQh KsKc JhJd"),
        ] {
            assert!(strength(one) > strength(other), "{one} and {other}");
        }
        for (one, other) in [
            ("AhAd KsKcQd3h2c", "AcAs KdKhQs9c8d"),
            ("2c3d AhKhQhJhTh", "As4d AhKhQhJhTh"),
            ("KhKdQhQd JsJcAs", "KsKcQsQc 2s3cAd"),
            ("2c2d2h 3c3d3h As", "2c2s2h 3c3s3h 4d"),
        ] {
            assert_eq!(strength(other), strength(one), "{one} and {other}");
        }
    }
}
