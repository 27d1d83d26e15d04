//! The values of parameters in words behind the name of a game.

use rational_bluff::game::{ANTE, BET, CARDS, COPIES, Parameter, RAISE, STACK};

/// Values of parameters, by their keys.
type GivenValues = Vec<(&'static str, String)>;

/// A word behind the name of a game.
#[derive(Clone, Copy)]
enum ValueWord<'a> {
    /// The name of a parameter; true if its value comes next, as behind `--cards` and `n=`.
    Name(&'static Parameter, bool),
    /// A value, with its parameter where one word has both.
    Value(&'a str, Option<&'static Parameter>),
}

/// True of a number, and of the largest bet.
pub(super) fn is_value(word: &str) -> bool {
    let number = word.strip_prefix(['-', '−']).unwrap_or(word);
    word == "max" || number.starts_with(|first: char| first.is_ascii_digit() || first == '.')
}

/// The values that words give to the parameters of a game, its own ones in the order of labels.
///
/// A name stands before its value or behind it: `bet 2`, `2 bet`. `None` if a word is neither, or
/// has no part in a value, and if the words can be read in several ways, of which not exactly one
/// gives the values in the order of labels.
pub(super) fn given_values(own: &[&'static Parameter], words: &[&str]) -> Option<GivenValues> {
    let words = value_words(own, words)?;
    let names = words.iter().filter(|word| matches!(word, ValueWord::Name(..))).count();
    if names > own.len() {
        return None;
    }
    let mut all: Vec<_> = (0..1_usize << names).filter_map(|of| reading(own, &words, of)).collect();
    if all.len() > 1 {
        let place = |key: &str| own.iter().position(|one| one.key == key);
        all.retain(|given| given.is_sorted_by_key(|(key, _)| place(key)));
    }
    // Of `kuhn 5 bet 2 copies` the 5 may be the deck.
    let deck = own.first().filter(|first| **first == &CARDS);
    let lacks_deck = |given: &GivenValues| {
        given.len() > 1 && deck.is_some_and(|deck| given.iter().all(|(key, _)| *key != deck.key))
    };
    if all.len() == 1 { all.pop().filter(|given| !lacks_deck(given)) } else { None }
}

/// The words of a question; `None` if one is none of a game with these parameters.
fn value_words<'a>(own: &[&'static Parameter], words: &[&'a str]) -> Option<Vec<ValueWord<'a>>> {
    let has_stack = own.contains(&&STACK);
    // A raise is written with the letter of copies, too.
    let letter = if own.contains(&&RAISE) { COPIES.prefix } else { "" };
    let mut read = Vec::new();
    for &word in words {
        let bare = word.trim_start_matches('-');
        let joined = || {
            own.iter().find_map(|one| {
                let value = bare.strip_prefix(one.prefix).filter(|value| is_value(value))?;
                let is_clear = one.prefix != letter;
                is_clear.then_some(ValueWord::Value(value, Some(*one)))
            })
        };
        let named = own.iter().find(|one| bare != letter && is_name(one, bare));
        match (named, read.last_mut()) {
            (Some(one), _) => read.push(ValueWord::Name(one, bare != word)),
            (None, Some(ValueWord::Name(_, is_next))) if word == "=" => *is_next = true,
            // The unit of stacks.
            (None, Some(ValueWord::Value(..))) if word == "bb" && has_stack => {}
            (None, _) if is_value(word) => read.push(ValueWord::Value(word, None)),
            (None, _) => read.push(joined()?),
        }
    }
    Some(read)
}

/// True if a word names the parameter: one of its names, of one thing or several.
fn is_name(parameter: &Parameter, word: &str) -> bool {
    let Parameter { key, prefix, option, keyword, .. } = parameter;
    let one = |name: &str| match name {
        "copies" => "copy".to_owned(),
        name => name.strip_suffix('s').filter(|one| one.len() > 1).unwrap_or(name).to_owned(),
    };
    [key, prefix, option, keyword].into_iter().any(|name| one(name) == one(word))
}

/// The values where the names of these bits stand before theirs, and the others behind; `None` if
/// a name is without a value, a value has two, or a parameter has two values.
fn reading(
    own: &[&'static Parameter],
    words: &[ValueWord<'_>],
    before: usize,
) -> Option<GivenValues> {
    let mut names: Vec<Option<&'static Parameter>> = words
        .iter()
        .map(|word| match word {
            ValueWord::Value(_, joined) => *joined,
            ValueWord::Name(..) => None,
        })
        .collect();
    let mut number = 0;
    for (at, word) in words.iter().enumerate() {
        let ValueWord::Name(parameter, is_next) = word else { continue };
        let stands_before = before >> number & 1 == 1;
        number += 1;
        let value = if stands_before { at + 1 } else { at.checked_sub(1)? };
        let is_value = matches!(words.get(value)?, ValueWord::Value(..));
        if *is_next && !stands_before || !is_value || names[value].replace(*parameter).is_some() {
            return None;
        }
    }
    let named_at = |at: usize| names[at].is_some();
    let mut given = GivenValues::new();
    for (at, word) in words.iter().enumerate() {
        let ValueWord::Value(value, _) = word else { continue };
        // Without a name it is of the first that has no value, and `max` is the largest bet.
        let is_left = |one: &&&'static Parameter| {
            **one != &COPIES
                && (*value != "max" || **one == &BET)
                && !names.contains(&Some(**one))
                && !given.iter().any(|(key, _)| *key == one.key)
        };
        let parameter = match names[at] {
            Some(named) => named,
            None => own.iter().find(is_left).copied()?,
        };
        let in_blinds = [&STACK, &ANTE].contains(&parameter);
        let value = if in_blinds { value.trim_end_matches("bb") } else { value };
        let is_whole = parameter != &CARDS || !value.contains(['/', '.']);
        if given.iter().any(|(key, _)| *key == parameter.key) || named_at(at) && !is_whole {
            return None;
        }
        given.push((parameter.key, value.to_owned()));
    }
    Some(given)
}
