//! Strategies as text: a line for each run of cards, in any notation of ranges and probabilities
//! that other pages and the command take.

use bluff_batch::file::printable;
use bluff_questions::cards::named_hands;
use bluff_questions::error::Error;
use bluff_report::explain::card_number;
use bluff_report::text::play;
use bluff_report::{cards, hands};
use rational_bluff::certificate::format::read_profile;
use rational_bluff::exact::{Rational, sweep};
use rational_bluff::game::{Game, View};
use rational_bluff::strategy::Profile;
use serde_json::{Map, Value, json};

use crate::page::parts::tabs::GameTab;
use bluff_questions::check::checkable;

/// A profile as text: for each view, a line for each run of cards, or of hands by name.
pub(crate) fn written(game: &Game, profile: &Profile) -> Vec<String> {
    texts(game, profile, |first, last| hands(game, first, last))
}

/// The address where strategies are judged.
pub(super) fn address(game: &Game, profile: &Profile) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (at, text) in written(game, profile).iter().enumerate() {
        query.append_pair(&format!("view{at}"), text);
    }
    GameTab::Lock.address(&game.label(), &query.finish())
}

/// The same with numbers of hands, for the script that paints.
pub(super) fn numbered(game: &Game, profile: &Profile) -> Vec<String> {
    texts(game, profile, cards)
}

fn texts(game: &Game, profile: &Profile, run: impl Fn(u64, u64) -> String) -> Vec<String> {
    let line = |view: &View, (first, last, played): (u64, u64, Vec<(usize, Rational)>)| {
        format!("{}: {}", run(first, last), play(&view.actions, &played))
    };
    let field = |(at, view): (usize, &View)| {
        let runs = sweep(profile.at(at));
        runs.map(|found| line(view, found)).collect::<Vec<_>>().join("\n")
    };
    game.views().iter().enumerate().map(field).collect()
}

/// The strategies typed in, read as the API reads a profile.
///
/// Errors: those of the library, naming view and card; `Malformed` for a line that is none.
pub(super) fn typed(game: &Game, texts: &[String]) -> Result<Profile, Error> {
    let strategy = |(view, text): (&View, &String)| {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut runs: Vec<Value> =
            lines.map(|line| runs(game, view, line)).collect::<Result<Vec<_>, Error>>()?.concat();
        let first = |run: &Value| run["cards"][0].as_str()?.parse::<u64>().ok();
        runs.sort_by_key(|run| first(run).unwrap_or(u64::MAX));
        Ok(json!({ "player": view.player.to_string(), "view": view.name, "runs": runs }))
    };
    let strategies =
        game.views().iter().zip(texts).map(strategy).collect::<Result<Vec<_>, Error>>()?;
    let document = json!({ "strategies": strategies }).to_string();
    checkable(&document)?;
    Ok(read_profile(game, &document)?)
}

/// The runs of a line, as in a solution document: of `25 to 28: bet 4`, `1..3, 7: fold` or
/// `3: bet 50%, check 1/2`.
fn runs(game: &Game, view: &View, line: &str) -> Result<Vec<Value>, Error> {
    let bad = || {
        Error::Malformed(format!(
            "player {}, “{}”: the line “{}”, expected cards and what they play, such as {}",
            view.player,
            view.name,
            printable(line),
            example(game, view)
        ))
    };
    let (cards, played) = line.split_once(':').ok_or_else(bad)?;
    let mut actions = Map::new();
    for part in played.split(',').map(str::trim) {
        let (action, probability) = action(view, part);
        if actions.insert(action, Value::from(probability)).is_some() {
            return Err(bad());
        }
    }
    let run = |cards: [String; 2]| json!({ "cards": cards, "actions": actions });
    Ok(named_runs(game, cards)?.into_iter().map(run).collect())
}

/// The first and the last card of each run that a text names. Only ranks have an order; hands of
/// hold'em are ranges as players write them, others stand by themselves.
fn named_runs(game: &Game, text: &str) -> Result<Vec<[String; 2]>, Error> {
    let parts = text.split(',').map(str::trim);
    if game.deck().is_ranks() {
        return Ok(parts.map(|part| range(game, part)).collect());
    }
    let found = parts.map(|part| named_hands(game, part)).collect::<Result<Vec<_>, _>>()?.concat();
    Ok(found.into_iter().map(|hand| [hand.to_string(), hand.to_string()]).collect())
}

/// A line that the field of a view takes: `3 to 7: fold`, `K: bet 2`.
pub(super) fn example(game: &Game, view: &View) -> String {
    let first = if game.deck().is_ranks() { game.n().div_ceil(2) } else { game.n() };
    let cards = hands(game, first, game.n());
    format!("{cards}: {}", view.actions[0])
}

/// The first and the last card of `7`, `3 to 7`, `3..7` or `3-7`; cards with names by number.
fn range(game: &Game, cards: &str) -> [String; 2] {
    let ends = [" to ", "..", "-", "–"].iter().find_map(|between| cards.split_once(between));
    let (first, last) = ends.unwrap_or((cards, cards));
    // A card that is none is left to the library, which refuses it.
    let number = |card: &str| card_number(game, card).map(|number| number.to_string());
    [first, last].map(|card| number(card.trim()).unwrap_or_else(|_| card.trim().to_owned()))
}

/// An action and its probability: `bet 4`, `bet with probability 1/2`, `bet 50%`, `1/2 bet`. A
/// name that no action has is left to the library, which refuses it.
fn action(view: &View, part: &str) -> (String, String) {
    if let Some(name) = named(view, part) {
        return (name, "1".to_owned());
    }
    let parts = [
        part.split_once(" with probability "),
        part.rsplit_once(' '),
        part.split_once(' ').map(|(first, rest)| (rest, first)),
    ];
    let read = |(name, number): (&str, &str)| Some((named(view, name.trim())?, fraction(number)?));
    let found = parts.into_iter().flatten().find_map(read);
    found.unwrap_or_else(|| match parts[0] {
        Some((name, number)) => (name.trim().to_owned(), number.trim().to_owned()),
        None => (part.to_owned(), "1".to_owned()),
    })
}

/// The action of this name, or the only one that begins with this word.
fn named(view: &View, text: &str) -> Option<String> {
    if let Some(exact) = view.actions.iter().find(|action| *action == text) {
        return Some(exact.clone());
    }
    let mut alike = view
        .actions
        .iter()
        .filter(|action| action.split_once(' ').is_some_and(|(word, _)| word == text));
    alike.next().filter(|_| alike.next().is_none()).cloned()
}

/// A number as the library writes it; percent are hundredths.
fn fraction(text: &str) -> Option<String> {
    Rational::part(text).ok().map(|number| number.to_string())
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;

    use super::*;

    #[test]
    fn every_notation_of_cards_and_probabilities_is_the_same_strategy() {
        let game = parse_label("von-neumann/n9-b2").unwrap();
        let typed = |bets: &str| typed(&game, &[bets.to_owned(), "1..9: call".to_owned()]);
        let first = written(&game, &typed("1 to 3: bet 2\n4 to 9: check").unwrap());
        for same in [
            "1..3: bet 2\n4..9: check",
            "1-3: bet\n4–9: check",
            "1,2,3: bet 100%\n9, 4..8: check",
            "4 to 9: 1 check\n1 to 3: bet with probability 1",
        ] {
            assert_eq!(written(&game, &typed(same).unwrap()), first, "{same}");
        }
        let half = written(&game, &typed("1..9: bet 1/2, check 50%").unwrap());
        assert_eq!(half[0], "1 to 9: check with probability 1/2, bet 2 with probability 1/2");
        for same in ["1..9: 50% bet 2, 1/2 check", "1-9: bet 2 with probability 50%, check 1/2"] {
            assert_eq!(written(&game, &typed(same).unwrap()), half, "{same}");
        }
    }

    #[test]
    fn hands_have_names() {
        let game = parse_label("push-fold/s10").unwrap();
        let suited = "A2s+, K2s+, Q2s+, J2s+, T2s+, 92s+, 82s+, 72s+, 62s+, 52s+, 42s+, 32s";
        let push = format!("AA-22: push\n{suited}, {}: fold", suited.replace('s', "o"));
        let typed = |reply: &str| typed(&game, &[push.clone(), reply.to_owned()]);
        let [aces, others] =
            ["AA: call", "KK-22, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+: fold"];
        let profile = typed(&format!("{aces}\n{others}\n52+, 42+, 32: fold")).unwrap();
        for hand in 1..=game.n() {
            let name = game.hand_name(hand);
            let mut cards = name.chars();
            let pair = cards.next() == cards.next();
            assert_eq!(profile.at(0)[1].at(hand).is_one(), pair, "{name}");
        }
        assert_eq!(numbered(&game, &profile)[1], "1: call\n2 to 169: fold");
        for not_held in ["AhKd", "AA..22", "1..169", "all hands", "170"] {
            let refused = typed(&format!("{not_held}: fold")).unwrap_err().to_string();
            assert!(refused.contains(&format!("“{not_held}”")), "{refused}");
        }
        let game = parse_label("leduc").unwrap();
        let refused = runs(&game, &game.views()[0], "J-K: check").unwrap_err().to_string();
        assert!(refused.contains("“J-K”, expected one that"), "{refused}");
    }

    #[test]
    fn a_word_of_several_sizes_names_none_of_them() {
        let game = parse_label("newman/n6-b3").unwrap();
        let view = &game.views()[0];
        assert_eq!(named(view, "bet"), None);
        assert_eq!(action(view, "bet 2 1/2"), ("bet 2".to_owned(), "1/2".to_owned()));
        assert_eq!(action(view, "bet 2"), ("bet 2".to_owned(), "1".to_owned()));
    }
}
