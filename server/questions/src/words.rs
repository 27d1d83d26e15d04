//! Words in place of a question: `kuhn 5 2`, `AKs vs QQ`, `Ks9d6h3c2s`, `how often should I bluff`.
//! The command and the search of pages read them alike.

mod hands;
mod pages;
mod values;

use rational_bluff::continuous::{label, read_label};
use rational_bluff::exact::RefusedValue;
use rational_bluff::game::{
    CARDS, COPIES, FAMILIES, Family, GameArguments, GameError, NamedGame, Parameter, Spelling,
    meant,
};

use self::hands::{board_of, equity_of};
use self::pages::page_named;
use self::values::{given_values, is_value};
use crate::error::Error;
use crate::game::refuse_ranges;
use crate::limits::SEARCHED;

/// A question that words ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsMeaning {
    /// The page that answers it.
    pub address: String,
    /// The arguments of `bluff` that answer it; none where only a page does.
    pub command: Vec<String>,
    /// True of the name of a page alone, such as that of a family, which asks nothing yet.
    pub is_name: bool,
}

/// Names of games in the Maple package of KTZ24.
const MAPLE: [(&str, &str); 3] =
    [("vnne", "von-neumann"), ("nne", "newman"), ("tpne", "three-player")];

/// The headline of the first page: what it must have, what it asks for, and all that it may have.
const HEADLINE: [&str; 2] = ["how", "often"];
const ITS_ACTIONS: [&str; 4] = ["bluff", "bet", "call", "fold"];
const ITS_WORDS: [&str; 23] = [
    "should", "do", "does", "can", "i", "you", "one", "we", "a", "the", "with", "if", "when", "on",
    "in", "at", "poker", "pot", "half", "size", "sized", "betting", "bluffing",
];

impl WordsMeaning {
    fn new(address: String, command: &[&str]) -> Self {
        let command = command.iter().map(|&part| part.to_owned()).collect();
        Self { address, command, is_name: false }
    }

    fn of_named(game: NamedGame) -> Self {
        let label = match game {
            NamedGame::Game(game) => game.label(),
            NamedGame::Saturated(n) => format!("newman/n{n}-bmax"),
        };
        Self::new(format!("/{label}"), &["solve", &label])
    }

    /// The question that words ask; `None` for words that ask none.
    ///
    /// Errors: those of [`Self::few`], and of a game that is named, with a number that it does not
    /// take.
    ///
    /// ```
    /// use bluff_questions::words::WordsMeaning;
    /// let command = |words| Some(WordsMeaning::read(words).ok()??.command.join(" "));
    /// assert_eq!(command("Kuhn's poker 5 2"), Some("solve kuhn/n5-b2".to_owned()));
    /// assert_eq!(command("AKs vs QQ on Qs7h2d"), Some("equity AKs QQ --board Qs7h2d".to_owned()));
    /// assert_eq!(command("a zebra"), None);
    /// let refused = WordsMeaning::read("kuhn 1 2").unwrap_err();
    /// assert!(refused.to_string().starts_with("n = 1, expected"));
    /// ```
    pub fn read(words: &str) -> Result<Option<Self>, Error> {
        Self::few(words)?;
        let words = words.trim();
        let words = words.strip_prefix("solve ").unwrap_or(words);
        let found = of_label(words)?
            .or_else(|| of_all_decks(words))
            .or_else(|| {
                let (address, command) = equity_of(words)?;
                Some(Self { address, command, is_name: false })
            })
            .or_else(|| Some(Self::new(board_of(words)?, &[])))
            .or_else(|| of_headline(words))
            .or_else(|| of_page(words));
        found.map_or_else(|| of_game(words), |meaning| Ok(Some(meaning)))
    }

    /// Errors: `Outside` for more letters than anybody asks with.
    pub fn few(words: &str) -> Result<(), Error> {
        let (given, most) = (words.chars().count(), SEARCHED);
        if given <= most {
            return Ok(());
        }
        let (given, allowed) = (format!("{given} letters"), format!("at most {most}"));
        Err(Error::Outside(RefusedValue::of("words", given, allowed)))
    }
}

/// A label in any spelling of its numbers.
///
/// Errors: those of a number that the game does not take. The name of a family alone has none.
fn of_label(words: &str) -> Result<Option<WordsMeaning>, Error> {
    let text = words.trim_start_matches('/');
    let Ok(arguments) = GameArguments::from_label(text) else { return Ok(None) };
    match arguments.game(Spelling::Fields) {
        Ok(game) => Ok(Some(WordsMeaning::of_named(game))),
        Err(GameError::UnknownGame { .. }) => Ok(None),
        Err(refused) if text.contains('/') => Err(refused.into()),
        Err(_) => Ok(None),
    }
}

/// A label without a deck, `kuhn/b1` or `formulas/kuhn/b1`, or its words behind `formula` or
/// `compare`: `formula kuhn 1`.
fn of_all_decks(words: &str) -> Option<WordsMeaning> {
    let words = words.trim_matches('/');
    let behind = |verbs: [&str; 2]| verbs.into_iter().find_map(|verb| words.strip_prefix(verb));
    let compared = behind(["compare/", "compare "]);
    let verb = compared.or_else(|| behind(["formulas/", "formula "]));
    let text = match verb.map(|text| text.split_whitespace().collect::<Vec<_>>()) {
        Some(words) if words.len() > 1 => {
            let (family, [bet]) = named(&words)? else { return None };
            format!("{}/b{}", family.name, bet.replace('/', "_"))
        }
        _ => verb.unwrap_or(words).to_owned(),
    };
    let (game, bets) = read_label(&text).ok()?;
    let label = label(Family::named(&game)?.name, &bets);
    Some(match compared {
        Some(_) => {
            WordsMeaning::new(format!("/compare/{label}"), &["compare", &label, "-n", "2..20"])
        }
        None => WordsMeaning::new(format!("/formulas/{label}"), &["formula", &label]),
    })
}

/// The headline of the first page, whose bet is half of the pot unless it is the pot.
fn of_headline(words: &str) -> Option<WordsMeaning> {
    let given = words.to_lowercase();
    let given = given.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let given: Vec<&str> = given.collect();
    let has = |word: &&str| given.contains(word);
    let is_known = |word: &&str| [&HEADLINE[..], &ITS_ACTIONS, &ITS_WORDS].concat().contains(word);
    let is_asked = HEADLINE.iter().all(has) && ITS_ACTIONS.iter().any(has);
    let bet = if has(&"pot") && !has(&"half") { 2 } else { 1 };
    let (address, label) = (format!("/?b={bet}"), format!("von-neumann/n3-b{bet}"));
    (is_asked && given.iter().all(is_known)).then(|| WordsMeaning::new(address, &["solve", &label]))
}

/// The name of a page.
fn of_page(words: &str) -> Option<WordsMeaning> {
    let address = page_named(words)?.to_owned();
    Some(WordsMeaning { is_name: true, ..WordsMeaning::new(address, &[]) })
}

/// The words of a name without those that every name of a game may have.
fn name_words(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace('\'', "’").replace("’s", "").replace(['-', '/'], " ");
    let words = name.split_whitespace();
    let is_own = |word: &&str| !["poker", "game", "the", "holdem", "hold’em"].contains(word);
    words.filter(is_own).map(str::to_owned).collect()
}

/// Words that change nothing about a game.
const SMALL: [&str; 5] = ["with", "and", "a", "at", "of"];

/// A game by its name and numbers: `kuhn 5 2`, `kuhn n=5 b=2`, `kuhn --cards 5 --bet 2`,
/// `kuhn 2 bet 5 cards`, `vnNE(28,4)`. Numbers without a name stand in the order of labels. Those
/// of the example of the family stand for those that are not given.
fn of_game(words: &str) -> Result<Option<WordsMeaning>, Error> {
    let spaced =
        if words.contains('(') { words.replace(['(', ')', ','], " ") } else { words.into() };
    let spaced = spaced.replace('=', " = ").replace("big blinds", "bb");
    let all = spaced.split_whitespace().map(|word| word.trim_end_matches(','));
    let all = all.filter(|word| !SMALL.contains(word));
    let all: Vec<&str> = all.map(|word| if word == "deck" { "cards" } else { word }).collect();
    let Some((family, rest)) = named(&all) else { return Ok(None) };
    if rest.is_empty() {
        let page = WordsMeaning::new(format!("/{}", family.name), &[]);
        return Ok(Some(WordsMeaning { is_name: true, ..page }));
    }
    // Where there is one deck alone, another number in front is the first of the stakes.
    let first = rest[0].parse().ok();
    let is_other = family.only_deck().is_some_and(|only| is_value(rest[0]) && first != Some(only));
    let deck = (!family.has_own_deck() && !is_other).then_some(&CARDS);
    let own: Vec<&Parameter> =
        deck.into_iter().chain(family.parameters.iter().copied()).chain([&COPIES]).collect();
    let Some(given) = given_values(&own, rest) else { return Ok(None) };
    refuse_ranges(family.name, &given, "")?;
    let example = GameArguments::from_label(family.example)?;
    let all = GameArguments::new(family.name, given, Spelling::Fields)?.or(example);
    Ok(Some(WordsMeaning::of_named(all.game(Spelling::Fields)?)))
}

/// The family that the first words name, and the words behind its name.
fn named<'a, 'b>(words: &'a [&'b str]) -> Option<(&'static Family, &'a [&'b str])> {
    let name_ends = |word: &&str| is_value(word) || word.starts_with('-');
    let end = words.iter().position(name_ends).unwrap_or(words.len());
    // The longest name: “raise” is one of a parameter, too.
    let exact = (1..=end).rev().find_map(|end| {
        let name = name_words(&words[..end].join(" "));
        let is_meant = |family: &&Family| {
            [family.name, family.title].iter().any(|text| name_words(text) == name)
                || MAPLE.contains(&(name.concat().as_str(), family.name))
        };
        Some((FAMILIES.into_iter().find(is_meant)?, &words[end..]))
    });
    // With numbers a name may be misspelt.
    let near = || {
        let name = words[..end].join("-");
        let family = Family::named(meant(&name)?)?;
        (0 < end && end < words.len()).then_some((family, &words[end..]))
    };
    exact.or_else(near)
}

#[cfg(test)]
mod tests;
