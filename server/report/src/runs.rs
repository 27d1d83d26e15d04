//! Runs of cards that are played alike.

use std::collections::{BTreeMap, BTreeSet};

use rational_bluff::cards::{HandClass, HandRange, HoleCards};
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

/// The names of hands: of a deck of ranks as [`cards`], `Q to K` where they have names; of others
/// each by itself, `J, Q`.
pub fn hands(game: &Game, first: u64, last: u64) -> String {
    if game.deck().is_ranks() {
        let name = |card| game.hand_name(card);
        return if first == last {
            name(first)
        } else {
            format!("{} to {}", name(first), name(last))
        };
    }
    (first..=last).map(|hand| game.hand_name(hand)).collect::<Vec<_>>().join(", ")
}

/// The class of a hand of hold'em; `None` of hands that are not two cards or a class of them.
pub(crate) fn class_of(game: &Game, hand: u64) -> Option<HandClass> {
    match game.deck() {
        Deck::Ranks { .. } | Deck::Independent(_) => None,
        Deck::Cards(_) => game.hole_cards(hand).map(HoleCards::class),
        Deck::Table(_) => HandClass::all().nth(usize::try_from(hand).ok()?.checked_sub(1)?),
    }
}

/// True if hands are those of hold'em: two cards each, or classes of them.
pub fn has_classes(game: &Game) -> bool {
    class_of(game, 1).is_some()
}

/// The runs of hands that are played alike and may be held at a view, with a probability for each
/// action. Only a deck of ranks has an order: of others each hand is a run.
pub(crate) fn held_runs(
    game: &Game,
    view: usize,
    taken: &[Piecewise],
) -> impl Iterator<Item = CardRun<Rational>> {
    let actions = taken.len();
    let may_hold = game.held_at(view);
    let functions: Vec<&Piecewise> = taken.iter().chain(&may_hold).collect();
    let runs: Vec<_> = joined(functions).collect();
    let held = by_hand(game, runs.into_iter()).filter(move |(hand, ..)| game.holds_at(view, *hand));
    held.map(move |(first, last, mut row)| {
        row.truncate(actions);
        (first, last, row)
    })
}

/// Runs of a deck of ranks; of others, which have no order, each hand by itself.
pub(crate) fn by_hand<T: Clone>(
    game: &Game,
    runs: impl Iterator<Item = CardRun<T>>,
) -> impl Iterator<Item = CardRun<T>> {
    let each = !game.deck().is_ranks();
    runs.flat_map(move |(first, last, row)| {
        let (count, length) = if each { (last - first + 1, 1) } else { (1, last - first + 1) };
        (0..count).map(move |at| (first + at, first + at + length - 1, row.clone()))
    })
}

/// The word for what a player holds: `card`, or of other decks `hand`.
pub fn noun(game: &Game) -> &'static str {
    if game.deck().is_numbered() { "card" } else { "hand" }
}

/// The head of a column of cards or hands.
pub fn head(game: &Game) -> &'static str {
    if noun(game) == "card" { "Cards" } else { "Hands" }
}

/// The word for a card with its number, `card 3`; of other decks the name of the hand, `AhKd`.
pub fn named_hand(game: &Game, card: &str, hand: u64) -> String {
    match game.deck() {
        Deck::Ranks { .. } | Deck::Independent(_) if game.card_names().is_empty() => {
            format!("{card} {hand}")
        }
        _ => game.hand_name(hand),
    }
}

/// `3`, or `25 to 28`.
pub fn cards(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Hands of hold'em as a range; a class of which the deck has no other hand is whole.
pub fn range_of(game: &Game, hands: &BTreeSet<u64>) -> String {
    let mut dealt: BTreeMap<HandClass, Vec<u64>> = BTreeMap::new();
    for hand in 1..=game.n() {
        if let Some(class) = class_of(game, hand) {
            dealt.entry(class).or_default().push(hand);
        }
    }
    let of_class = |(class, dealt): (HandClass, Vec<u64>)| -> Vec<HoleCards> {
        match dealt.iter().all(|hand| hands.contains(hand)) {
            true => class.hands().collect(),
            false => {
                let some = dealt.into_iter().filter(|hand| hands.contains(hand));
                some.filter_map(|hand| game.hole_cards(hand)).collect()
            }
        }
    };
    let hands = dealt.into_iter().flat_map(of_class);
    hands.map(|cards| (cards, Rational::ONE)).collect::<HandRange>().to_string()
}
