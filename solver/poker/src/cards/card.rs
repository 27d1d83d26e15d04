//! Cards of a deck of 52, and sets of them.

use std::fmt::{self, Write};
use std::ops::BitOr;
use std::str::FromStr;

use bluff_exact::excerpt;

use super::CardError;

/// The ranks from the lowest up.
pub const RANKS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

/// The suits in the order of their names: clubs, diamonds, hearts, spades.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];

/// Signs of the suits, full and empty, in the same order.
const SUIT_SIGNS: [[char; 2]; 4] = [['♣', '♧'], ['♦', '♢'], ['♥', '♡'], ['♠', '♤']];

/// A card of a deck of 52, written as its rank and its suit: `Ah`.
///
/// Cards are ordered by rank, then by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this rank (0 for a two, 12 for an ace) and this suit (0 for clubs).
    ///
    /// # Panics
    /// If there is no such rank or suit.
    pub fn new(rank: usize, suit: usize) -> Self {
        assert!(rank < RANKS.len() && suit < SUITS.len(), "no rank {rank} of suit {suit}");
        Self((rank * SUITS.len() + suit) as u8)
    }

    /// All 52 cards in order.
    pub fn deck() -> impl Iterator<Item = Self> + Clone {
        (0..(RANKS.len() * SUITS.len()) as u8).map(Self)
    }

    /// Number of the card in the deck, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its rank: 0 for a two, 12 for an ace.
    pub fn rank(self) -> usize {
        self.index() / SUITS.len()
    }

    /// Its suit, as a place in [`SUITS`].
    pub fn suit(self) -> usize {
        self.index() % SUITS.len()
    }

    /// Reads cards with commas or blanks between them or none, each once, in the order of the text.
    ///
    /// Errors: `NotCard`, `CardTwice`. Cost: no more cards are read than the deck has.
    pub(super) fn list(text: &str) -> Result<Vec<Self>, CardError> {
        let (mut cards, mut seen) = (Vec::new(), CardSet::default());
        let mut rest = text.trim_start_matches(separates);
        while !rest.is_empty() {
            let letters = if rest.starts_with("10") { 3 } else { 2 };
            let end = rest.char_indices().nth(letters).map_or(rest.len(), |(end, _)| end);
            let (first, others) = rest.split_at(end);
            let card = Self::read(first).ok_or_else(|| CardError::NotCard {
                given: excerpt(first),
                at: 1 + text[..text.len() - rest.len()].chars().count(),
            })?;
            if seen.contains(card) {
                return Err(CardError::CardTwice { card, given: excerpt(text) });
            }
            (seen, rest) = (seen.with(card), others.trim_start_matches(separates));
            cards.push(card);
        }
        Ok(cards)
    }

    /// A card from its rank and its suit, without regard to case: `Th`, also `10h` and `T♥`.
    fn read(text: &str) -> Option<Self> {
        let (rank, rest) = match text.strip_prefix("10") {
            Some(rest) => ('T', rest),
            None => (text.chars().next()?, text.get(1..)?),
        };
        let mut letters = rest.chars();
        let letter = letters.next()?;
        let known = |suit: &usize| {
            SUITS[*suit].eq_ignore_ascii_case(&letter) || SUIT_SIGNS[*suit].contains(&letter)
        };
        let suit = (0..SUITS.len()).find(known)?;
        letters.next().is_none().then_some(Self::new(rank_of(rank)?, suit))
    }
}

/// The rank of a letter, without regard to case.
pub(super) fn rank_of(letter: char) -> Option<usize> {
    RANKS.iter().position(|known| known.eq_ignore_ascii_case(&letter))
}

/// True for what may stand between cards.
fn separates(letter: char) -> bool {
    letter == ',' || letter.is_whitespace()
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(RANKS[self.rank()])?;
        f.write_char(SUITS[self.suit()])
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        Self::read(text).ok_or_else(|| CardError::NotCard { given: excerpt(text), at: 1 })
    }
}

/// A set of cards: 16 bits for each suit, of which the lowest 13 are its ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The set with this card as well.
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << (16 * card.suit() + card.rank()))
    }

    /// True if the card is in the set.
    pub fn contains(self, card: Card) -> bool {
        self.with(card) == self
    }

    /// True if no card is in both sets.
    pub fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Number of cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set has no card.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks of each suit, a bit for each.
    pub(super) fn suits(self) -> [u32; 4] {
        [0, 16, 32, 48].map(|from| (self.0 >> from) as u32 & 0x1fff)
    }
}

impl BitOr for CardSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::default(), Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for (at, card) in Card::deck().enumerate() {
            assert_eq!((card.index(), card.to_string().parse()), (at, Ok(card)));
            assert_eq!(card.to_string().to_uppercase().parse(), Ok(card));
        }
        assert_eq!(Card::deck().collect::<CardSet>().len(), 52);
        for same in ["Th9d2cAs", "10h9d2cAs", "T♥9♦2♣A♠", "10♡ 9♢, 2♧A♤", "tH9D2CaS"]
        {
            assert_eq!(Card::list(same), Card::list("Th 9d 2c As"), "{same}");
        }
    }

    #[test]
    fn errors_name_the_text_and_the_place() {
        for (text, words) in [
            ("AhKx", "“Kx” at character 3 is no card"),
            ("Ah100h", "“100” at character 3 is no card"),
            ("A♠1h", "“1h” at character 3 is no card"),
            ("♥A Kd", "“♥A” at character 1 is no card"),
            ("Ah Kd, 1", "“1” at character 8 is no card"),
            ("AhKdAh", "Ah is given twice in “AhKdAh”, expected each card once"),
        ] {
            let error = Card::list(text).unwrap_err().to_string();
            assert!(error.starts_with(words), "{text}: {error}");
        }
        let long = "AhKd".repeat(1 << 21);
        assert!(matches!(Card::list(&long), Err(CardError::CardTwice { .. })));
        assert_eq!(Card::list(&" ,".repeat(1 << 20)), Ok(Vec::new()));
    }
}
