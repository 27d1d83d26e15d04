//! Hands of two cards, numbered once.

use std::fmt;
use std::str::FromStr;

use bluff_exact::excerpt;

use super::{Card, CardError, CardSet, HandClass};

/// Number of hands of two cards.
pub const HANDS: usize = 1326;

/// Two cards that a player holds, written with the higher one first: `AhKd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HoleCards {
    high: Card,
    low: Card,
}

impl HoleCards {
    /// The hand of two cards, in any order; `None` if they are the same.
    pub fn new(one: Card, other: Card) -> Option<Self> {
        (one != other).then_some(Self { high: one.max(other), low: one.min(other) })
    }

    /// All 1,326 hands, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Card::deck()
            .flat_map(|high| Card::deck().take(high.index()).map(move |low| Self { high, low }))
    }

    /// Number of the hand, from 0 (`2d2c`) to 1325 (`AsAh`).
    pub fn index(self) -> usize {
        self.high.index() * (self.high.index() - 1) / 2 + self.low.index()
    }

    /// The higher card, and the lower one.
    pub fn pair(self) -> [Card; 2] {
        [self.high, self.low]
    }

    /// Both cards as a set.
    pub fn cards(self) -> CardSet {
        CardSet::default().with(self.high).with(self.low)
    }

    /// The class of its ranks: a pair, or two ranks that are suited or not.
    pub fn class(self) -> HandClass {
        let suited = self.high.suit() == self.low.suit();
        HandClass::new(self.high.rank(), self.low.rank(), suited)
    }
}

impl fmt::Display for HoleCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

impl FromStr for HoleCards {
    type Err = CardError;

    /// Reads two cards in any order.
    ///
    /// Errors: `NotCard`, `CardTwice`, `HandSize`.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let cards = Card::list(text)?;
        let hand = if let [one, other] = cards[..] { Self::new(one, other) } else { None };
        hand.ok_or_else(|| CardError::HandSize { given: excerpt(text), count: cards.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_numbered_in_order() {
        assert_eq!(HoleCards::all().count(), HANDS);
        for (at, hand) in HoleCards::all().enumerate() {
            assert_eq!((hand.index(), hand.to_string().parse()), (at, Ok(hand)));
        }
        let hands: Vec<HoleCards> = HoleCards::all().collect();
        assert!(hands.is_sorted());
        assert_eq!((hands[0].to_string(), hands[1325].to_string()), ("2d2c".into(), "AsAh".into()));
    }

    #[test]
    fn a_hand_has_two_cards() {
        assert_eq!("Kd, Ah".parse::<HoleCards>().unwrap().to_string(), "AhKd");
        for (text, words) in [
            ("Ah", "“Ah” has 1 card, expected a hand of 2, such as AhKd"),
            ("AhKdQc", "“AhKdQc” has 3 cards, expected a hand of 2, such as AhKd"),
            ("AhAh", "Ah is given twice in “AhAh”, expected each card once"),
        ] {
            assert_eq!(text.parse::<HoleCards>().unwrap_err().to_string(), words);
        }
    }
}
