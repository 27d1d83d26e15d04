//! The cards that all players share.

use std::fmt;
use std::str::FromStr;

use bluff_exact::excerpt;

use super::{Card, CardError, CardSet};

/// The open cards: none, a flop, a turn or a river, written `Ks9d6h`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OpenCards(Vec<Card>);

impl OpenCards {
    /// These cards, of which no two are the same and no number is refused.
    pub(crate) fn of(cards: Vec<Card>) -> Self {
        Self(cards)
    }

    /// The cards as a set.
    pub fn cards(&self) -> CardSet {
        self.0.iter().copied().collect()
    }

    /// The cards in the order in which they were dealt.
    pub fn dealt(&self) -> &[Card] {
        &self.0
    }
}

impl fmt::Display for OpenCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl FromStr for OpenCards {
    type Err = CardError;

    /// Reads cards with commas or blanks between them, or none.
    ///
    /// Errors: `NotCard`, `CardTwice`, `BoardSize`.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let cards = Card::list(text)?;
        if !matches!(cards.len(), 0 | 3 | 4 | 5) {
            return Err(CardError::BoardSize { given: excerpt(text), count: cards.len() });
        }
        Ok(Self(cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_none_three_four_or_five_cards() {
        for text in ["", "Ks9d6h", "Ks9d6h3c", "Ks9d6h3c2s"] {
            assert_eq!(text.parse::<OpenCards>().unwrap().to_string(), text);
        }
        assert_eq!("Ks 9d, 6h".parse::<OpenCards>(), "Ks9d6h".parse());
        for (text, words) in [
            ("Ks9d", "“Ks9d” has 2 cards, expected a board of 0, 3, 4 or 5"),
            ("Ks9d6h3c2s2h", "“Ks9d6h3c2s2h” has 6 cards, expected a board of 0, 3, 4 or 5"),
            ("Ks9dKs", "Ks is given twice in “Ks9dKs”, expected each card once"),
        ] {
            assert_eq!(text.parse::<OpenCards>().unwrap_err().to_string(), words);
        }
    }
}
