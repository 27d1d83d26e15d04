//! Sets of cards and lists of decks from text: `1,6..7`.

use std::ops::RangeInclusive;

use bluff_report::explain::card_number;
use bluff_report::picture::hands::HandGrid;
use rational_bluff::cards::HandRange;
use rational_bluff::exact::{Rational, RefusedValue};
use rational_bluff::game::{CARDS, Game};

use crate::error::Error;
use crate::given::{in_words, not_allowed};
use crate::text::printable;

/// Maximum number of cards in a set.
pub const MAX_SET: u64 = 1_000_000;

/// A set of cards of a game's deck: `1,6..7`, `{1,6,7}`, or nothing at all for no card. Hands of a
/// deck without an order go by their names: `AA,AKs`, `TT+`.
///
/// Errors: `Refused` for what is no card, `Beyond` above the deck and above [`MAX_SET`], and
/// `Outside` for a card that stands twice.
pub fn parse_cards(game: &Game, text: &str) -> Result<Vec<u64>, Error> {
    let text = text.trim();
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let items = inner.split(',').map(str::trim).filter(|_| !inner.trim().is_empty());
    let mut cards = Vec::new();
    for item in items {
        if !game.deck().is_ranks() {
            cards.append(&mut named_hands(game, item)?);
            continue;
        }
        let run = run(game, item)?;
        let size = run.end() - run.start();
        if size >= MAX_SET || cards.len() as u64 + size >= MAX_SET {
            return Err(Error::Beyond(format!("more than {MAX_SET} cards in a set")));
        }
        cards.extend(run);
    }
    cards.sort_unstable();
    let twice = cards.windows(2).find(|pair| pair[0] == pair[1]);
    let refused = |pair: &[u64]| {
        let (noun, allowed) = match game.deck().is_ranks() {
            true => ("card", format!("cards from 1 to {}, each once", game.n())),
            false => ("hand", "each hand once".to_owned()),
        };
        let given = format!("{noun} {} in a set", game.hand_name(pair[0]));
        Err(Error::Outside(RefusedValue::without_field(given, allowed)))
    };
    twice.map_or(Ok(()), refused)?;
    Ok(cards)
}

/// Hands of a deck without an order: one by its name, or those of hold'em in a range as players
/// write it, such as `TT+`.
///
/// Errors: `Game` for what names no hand of the deck.
pub fn named_hands(game: &Game, text: &str) -> Result<Vec<u64>, Error> {
    let of_range = || Some(HandGrid::of(game)?.hands_of(game, &text.parse::<HandRange>().ok()?));
    // Nearly all texts are names: reading a range takes longer.
    let unknown = match game.hand_number(text) {
        Ok(hand) => return Ok(vec![hand]),
        Err(unknown) => unknown,
    };
    match of_range() {
        Some(hands) if hands.is_empty() => {
            let given = format!("hand “{}”", printable(text));
            Err(not_allowed(given, "one that some player holds"))
        }
        found => found.ok_or(Error::from(unknown)),
    }
}

/// Cards from the first to the last of `6..9`, `6-9` or `6`.
fn run(game: &Game, item: &str) -> Result<RangeInclusive<u64>, Error> {
    let (first, last) = ends(item);
    let (first, last) = (card_number(game, first)?, card_number(game, last)?);
    if first > last {
        let item = printable(item);
        return Err(in_words("cards", &item, format!("cards {item}"), "the lower card first"));
    }
    Ok(first..=last)
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
    use rational_bluff::game::parse_label;

    use super::*;

    fn cards_of(label: &str, text: &str) -> Result<Vec<u64>, Error> {
        parse_cards(&parse_label(label)?, text)
    }

    #[test]
    fn hands_without_an_order_go_by_their_names() {
        let ranged = cards_of("push-fold/s10", "QQ+, AKs").unwrap();
        assert_eq!(ranged.len(), 4);
        assert_eq!(cards_of("push-fold/s10", "QQ,KK,AA,AKs").unwrap().len(), 4);
        assert_eq!(cards_of("leduc", "J,K").unwrap(), [1, 3]);
        for (label, text) in
            [("push-fold/s10", "1..20"), ("push-fold/s10", "7"), ("leduc", "1"), ("leduc", "A")]
        {
            let words = cards_of(label, text).unwrap_err().to_string();
            assert!(words.contains(text), "{words}");
        }
    }

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
            assert_eq!(cards_of("kuhn/n9-b1", text).unwrap(), cards, "{text}");
        }
        for (text, words) in [
            ("7..6", "cards 7..6, expected the lower card first"),
            ("1,,2", "card = , expected a whole number from 1 to 9"),
            ("1..x", "card = x, expected a whole number from 1 to 9"),
            ("-1", "card = -1, expected a whole number from 1 to 9"),
            ("1..99999999", "card = 99999999, expected a whole number from 1 to 9"),
        ] {
            assert_eq!(cards_of("kuhn/n9-b1", text).unwrap_err().to_string(), words, "{text}");
        }
        let many = cards_of("kuhn/n1000000000-b1", "1..1e8").unwrap_err().to_string();
        assert_eq!(many, "more than 1000000 cards in a set");
    }

    #[test]
    fn decks_are_lists_and_ranges() {
        assert_eq!(parse_decks("2,3,5..9").unwrap(), [2..=2, 3..=3, 5..=9]);
        let words = parse_decks("2..x").unwrap_err().to_string();
        assert!(words.starts_with("n = x, expected a whole number from 2"), "{words}");
    }
}
