//! Sets of cards and lists of decks from text: `1,6..7`.

use std::ops::RangeInclusive;

use rational_bluff::exact::Rational;
use rational_bluff::game::CARDS;

use crate::error::Error;
use crate::number::parse_whole;
use crate::text::printable;

/// Maximum number of cards in a set.
pub const MAX_SET: u64 = 1_000_000;

/// A set of cards of a deck: `1,6..7`, `{1,6,7}`, or nothing at all for no card.
///
/// Errors: `Malformed` for what is no card, `Beyond` above `n` cards and above [`MAX_SET`].
pub fn parse_cards(text: &str, n: u64) -> Result<Vec<u64>, Error> {
    let text = text.trim();
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let card = |text: &str| parse_whole("card", text, 1..=n);
    let mut cards = Vec::new();
    for item in inner.split(',').map(str::trim).filter(|_| !inner.trim().is_empty()) {
        let (first, last) = ends(item);
        let (first, last) = (card(first)?, card(last)?);
        if first > last {
            let item = printable(item);
            return Err(Error::Malformed(format!("cards {item}, expected the lower card first")));
        }
        if last - first >= MAX_SET || cards.len() as u64 + (last - first) >= MAX_SET {
            return Err(Error::Beyond(format!("more than {MAX_SET} cards in a set")));
        }
        cards.extend(first..=last);
    }
    Ok(cards)
}

/// Ranges of decks: `2..40`, `2,3,5..9`.
///
/// Errors: `NotWhole`.
pub fn parse_decks(text: &str) -> Result<Vec<RangeInclusive<u64>>, Error> {
    let range = |item: &str| {
        let (first, last) = item.split_once("..").unwrap_or((item, item));
        Ok(CARDS.whole(first.trim())?..=CARDS.whole(last.trim())?)
    };
    text.split(',').map(range).collect()
}

/// First and last of `6..9` or `6-9`; `60e-1` is one card.
fn ends(item: &str) -> (&str, &str) {
    let is_number = item.parse::<Rational>().is_ok();
    let ends = item.split_once("..").or_else(|| item.split_once('-').filter(|_| !is_number));
    ends.map_or((item, item), |(first, last)| (first.trim(), last.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_lists_and_ranges() {
        for (text, cards) in [
            ("", &[][..]),
            ("{}", &[]),
            ("1,8,9", &[1, 8, 9]),
            ("1,6..7", &[1, 6, 7]),
            ("{1, 6-7}", &[1, 6, 7]),
            ("3..3", &[3]),
            ("1., 6e0-70e-1, +9", &[1, 6, 7, 9]),
        ] {
            assert_eq!(parse_cards(text, 9).unwrap(), cards, "{text}");
        }
        for (text, words) in [
            ("7..6", "cards 7..6, expected the lower card first"),
            ("1,,2", "card = , expected a whole number from 1 to 9"),
            ("1..x", "card = x, expected a whole number from 1 to 9"),
            ("-1", "card = -1, expected a whole number from 1 to 9"),
            ("1..99999999", "card = 99999999, expected a whole number from 1 to 9"),
        ] {
            assert_eq!(parse_cards(text, 9).unwrap_err().to_string(), words, "{text}");
        }
        let many = parse_cards("1..1e8", 1_000_000_000).unwrap_err().to_string();
        assert_eq!(many, "more than 1000000 cards in a set");
    }

    #[test]
    fn decks_are_lists_and_ranges() {
        assert_eq!(parse_decks("2,3,5..9").unwrap(), [2..=2, 3..=3, 5..=9]);
        let words = parse_decks("2..x").unwrap_err().to_string();
        assert!(words.starts_with("n = x, expected a whole number from 2"), "{words}");
    }
}
