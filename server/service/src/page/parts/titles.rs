//! A game in words for people: its title, its deck and its rules.

use maud::{Markup, html};
use rational_bluff::game::{Family, Game, Parameter, SIZES, Stakes, Value};

/// The title for people: "Von Neumann’s poker, 28 cards, bet 4".
pub(crate) fn title(game: &Game) -> String {
    match parameters(game) {
        none if none.is_empty() => name(game),
        parameters => format!("{}, {parameters}", name(game)),
    }
}

pub(crate) fn name(game: &Game) -> String {
    game.family().map_or_else(|| game.name().to_owned(), |family| family.title.to_owned())
}

/// The deck and the stakes in words.
pub(crate) fn parameters(game: &Game) -> String {
    if has_own_deck(game) {
        let words = |(parameter, value): (&Parameter, &Value)| {
            // "stack 10 big blinds", but "ante 1/8".
            let unit = parameter.phrase.strip_prefix("{}").unwrap_or_default();
            format!("{} {value}{unit}", parameter.key)
        };
        return game.stakes().iter().map(words).collect::<Vec<_>>().join(", ");
    }
    let copies = match game.copies() {
        1 => String::new(),
        copies => format!(" ({copies} of each)"),
    };
    let whole = game.family().is_some_and(|family| family.whole_bets);
    let bets = match whole {
        true => format!("bets up to {}", game.stakes().words()),
        false => bets(game.stakes()),
    };
    format!("{} cards{copies}, {bets}", game.n())
}

/// The stakes after the word bet: "bet 2 with 4 players", "bets 1, 5/2, 7".
pub(crate) fn bets(stakes: &Stakes) -> String {
    let Some(sizes) = stakes.get(&SIZES).map(Value::to_string) else {
        return format!("bet {}", stakes.words());
    };
    format!("bet{} {}", if sizes.contains(',') { "s" } else { "" }, sizes.replace(',', ", "))
}

/// The rules of a family, with its letters as variables.
pub(crate) fn family_rules(about: &str) -> Markup {
    html! {
        @for (at, part) in about.split('`').enumerate() {
            @if at % 2 == 1 { i { (part) } } @else { (part) }
        }
    }
}

/// True if the rules say what is dealt.
fn has_own_deck(game: &Game) -> bool {
    game.family().is_some_and(Family::has_own_deck)
}

/// Deal of the game, in a sentence; empty where the rules of the family say it.
pub(crate) fn deck(game: &Game) -> String {
    if has_own_deck(game) {
        return String::new();
    }
    if game.has_ranges() {
        return "Each player antes 1.".to_owned();
    }
    format!(
        "Each player antes 1 and gets one of {} cards.",
        u128::from(game.n()) * u128::from(game.copies())
    )
}

/// The rules of a family with the numbers of a game in place of its letters.
pub(crate) fn rules(about: &str, game: &Game) -> String {
    let mut rules = about.to_owned();
    for (parameter, value) in game.stakes().iter() {
        rules = rules.replace(&format!("`{}`", parameter.key), &value.to_string());
    }
    rules.replace('`', "")
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;

    use super::title;

    #[test]
    fn titles_are_sentences_of_people() {
        for (label, expected) in [
            ("von-neumann/n28-b4", "Von Neumann’s poker, 28 cards, bet 4"),
            ("newman/n14-b5", "Newman’s poker, 14 cards, bets up to 5"),
            ("one-street/n9-s2", "The one-street game, 9 cards, bet 2"),
            ("one-street/n28-s1-3", "The one-street game, 28 cards, bets 1, 3"),
            ("one-street/n28-s1-5_2-7", "The one-street game, 28 cards, bets 1, 5/2, 7"),
            ("callers/n12-b2-p6", "One bet against callers, 12 cards, bet 2 with 6 players"),
        ] {
            assert_eq!(title(&parse_label(label).unwrap()), expected);
        }
    }
}
