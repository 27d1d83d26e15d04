//! Sets of cards and lists of decks from text: `1,6..7`.

use rational_bluff::game::parse_deck;

use crate::error::Error;
use crate::file::printable;

/// Maximum number of cards in a set.
pub const MAX_SET: u64 = 1_000_000;

/// A set of cards of a deck: `1,6..7`, `{1,6,7}`, or nothing at all for no card.
///
/// Errors: `Malformed` for what is no card, `Beyond` above [`MAX_SET`].
pub fn parse_cards(text: &str, n: u64) -> Result<Vec<u64>, Error> {
    let text = text.trim();
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let card = |text: &str| {
        digits(text).and_then(|digits| digits.parse::<u64>().ok()).ok_or_else(|| {
            let given = printable(text);
            not_whole(text, format!("card “{given}”, expected a whole number from 1 to {n}"))
        })
    };
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

/// Ranges of decks: `2..40`, `2,3,5..9`; first and last of each.
///
/// Errors: `NotWhole`.
pub fn parse_decks(text: &str) -> Result<Vec<(u64, u64)>, Error> {
    let range = |item: &str| {
        let (first, last) = item.split_once("..").unwrap_or((item, item));
        Ok((parse_deck(first.trim())?, parse_deck(last.trim())?))
    };
    text.split(',').map(range).collect()
}

/// The text, if it is digits only.
fn digits(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The error of a text that is no whole number of a range: a whole number is outside of it.
fn not_whole(text: &str, message: String) -> Error {
    if digits(text).is_some() { Error::Beyond(message) } else { Error::Malformed(message) }
}

/// First and last of `6..9` or `6-9`.
fn ends(item: &str) -> (&str, &str) {
    let ends = item.split_once("..").or_else(|| item.split_once('-'));
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
        ] {
            assert_eq!(parse_cards(text, 9).unwrap(), cards, "{text}");
        }
        for (text, words) in [
            ("7..6", "cards 7..6, expected the lower card first"),
            ("1,,2", "card “”, expected a whole number from 1 to 9"),
            ("1..x", "card “x”, expected a whole number from 1 to 9"),
            ("-1", "card “”, expected a whole number from 1 to 9"),
            (
                "1..99999999999999999999",
                "card “99999999999999999999”, expected a whole number from 1 to 9",
            ),
            ("1..99999999", "more than 1000000 cards in a set"),
        ] {
            assert_eq!(parse_cards(text, 9).unwrap_err().to_string(), words, "{text}");
        }
    }

    #[test]
    fn decks_are_lists_and_ranges() {
        assert_eq!(parse_decks("2,3,5..9").unwrap(), [(2, 2), (3, 3), (5, 9)]);
        let words = parse_decks("2..x").unwrap_err().to_string();
        assert!(words.starts_with("n = x, expected a whole number from 2"), "{words}");
    }
}
