//! Runs of cards that are played alike.

use rational_bluff::exact::{Piecewise, Rational, sweep};
use rational_bluff::game::{Deck, Game};

/// Cards that are played alike: the first, the last, and one entry per action, or per action that
/// is played.
pub type CardRun<T> = (u64, u64, Vec<T>);

/// Step functions of the card side by side, as maximal runs of cards on which all of them are
/// constant.
pub fn joined<'a>(
    functions: impl IntoIterator<Item = &'a Piecewise, IntoIter: ExactSizeIterator>,
) -> impl Iterator<Item = CardRun<Rational>> {
    let functions = functions.into_iter();
    let zeros = vec![Rational::ZERO; functions.len()];
    sweep(functions).map(move |(first, last, values)| {
        let mut row = zeros.clone();
        for (index, value) in values {
            row[index] = value;
        }
        (first, last, row)
    })
}

/// Rows card by card from 1, as maximal runs of equal ones.
pub fn joined_rows<T: Clone + PartialEq>(rows: &[Vec<T>]) -> Vec<CardRun<T>> {
    let mut runs: Vec<CardRun<T>> = Vec::new();
    for (card, row) in (1..).zip(rows) {
        match runs.last_mut() {
            Some((_, last, same)) if same == row => *last = card,
            _ => runs.push((card, card, row.clone())),
        }
    }
    runs
}

/// `AhKd`, or `J to Q`; of a deck of ranks as [`cards`].
pub fn hands(game: &Game, first: u64, last: u64) -> String {
    let [one, other] = [first, last].map(|hand| game.hand_name(hand));
    if first == last { one } else { format!("{one} to {other}") }
}

/// The word for a card with its number, `card 3`; of other decks the name of the hand, `AhKd`.
pub fn named_hand(game: &Game, card: &str, hand: u64) -> String {
    match game.deck() {
        Deck::Ranks { .. } => format!("{card} {hand}"),
        _ => game.hand_name(hand),
    }
}

/// `3`, or `25 to 28`.
pub fn cards(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}
