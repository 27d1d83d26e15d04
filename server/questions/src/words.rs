//! Words in place of a question: `kuhn 5 2`, `AKs vs QQ`, `Ks9d6h3c2s`, `how often should I bluff`.
//! The command and the search of pages read them alike.

mod hands;
mod pages;

use rational_bluff::continuous::{label, read_label};
use rational_bluff::exact::RefusedValue;
use rational_bluff::game::{
    CARDS, COPIES, FAMILIES, Family, GameArguments, GameError, NamedGame, Parameter, Spelling,
    meant,
};

use self::hands::{board_of, equity_of};
use self::pages::page_named;
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

fn is_value(word: &str) -> bool {
    let number = word.strip_prefix(['-', '−']).unwrap_or(word);
    word == "max" || number.starts_with(|first: char| first.is_ascii_digit() || first == '.')
}

/// A game by its name and numbers: `kuhn 5 2`, `kuhn n=5 b=2`, `kuhn --cards 5 --bet 2`,
/// `vnNE(28,4)`. Numbers without a name stand in the order of labels. Those of the example of the
/// family stand for those that are not given.
fn of_game(words: &str) -> Result<Option<WordsMeaning>, Error> {
    let spaced =
        if words.contains('(') { words.replace(['(', ')', ','], " ") } else { words.into() };
    let spaced = spaced.replace('=', " ");
    let all: Vec<&str> = spaced.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let Some((family, rest)) = named(&all) else { return Ok(None) };
    if rest.is_empty() {
        let page = WordsMeaning::new(format!("/{}", family.name), &[]);
        return Ok(Some(WordsMeaning { is_name: true, ..page }));
    }
    let deck = (!family.has_own_deck()).then_some(&CARDS);
    let own: Vec<&Parameter> =
        deck.into_iter().chain(family.parameters.iter().copied()).chain([&COPIES]).collect();
    let Some(given) = given_values(&own, rest) else { return Ok(None) };
    let given: Vec<_> = given.into_iter().map(|(of, value)| (of.key, value.to_owned())).collect();
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

/// The values of parameters in words behind the name of a game; `None` if a word is none of a game.
fn given_values<'a>(
    own: &[&'static Parameter],
    words: &[&'a str],
) -> Option<Vec<(&'static Parameter, &'a str)>> {
    let mut given: Vec<(&Parameter, &str)> = Vec::new();
    let mut next = None;
    for &word in words {
        let bare = word.trim_start_matches('-');
        let is_name =
            |one: &&&Parameter| [one.key, one.prefix, one.option, one.keyword].contains(&bare);
        let joined = own.iter().find_map(|one| Some((*one, bare.strip_prefix(one.prefix)?)));
        let is_unnamed = |one: &&&'static Parameter| {
            let takes = word != "max" || one.key == "b";
            takes && one.default.is_none() && !given.iter().any(|(of, _)| of == *one)
        };
        let unnamed = || own.iter().find(is_unnamed).copied();
        let (parameter, value) = match (own.iter().find(is_name), joined) {
            (Some(one), _) => {
                next = Some(*one);
                continue;
            }
            (None, _) if is_value(word) => (next.take().or_else(unnamed)?, word),
            (None, Some((one, value))) if is_value(value) => (one, value),
            (None, _) if word == "bb" => continue,
            (None, _) => return None,
        };
        if given.iter().any(|(of, _)| *of == parameter) {
            return None;
        }
        given.push((parameter, value.trim_end_matches("bb")));
    }
    Some(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words, and the page and the command that answer them.
    const MEANT: &str = "
kuhn 5 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
Kuhn poker | /kuhn |
Kuhn's poker, 5 cards, bet 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn n=5 b=2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn b=2 n=5 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn n5 b2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn --cards 5 --bet 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn -n 5 -b 5/2 | /kuhn/n5-b5_2 | solve kuhn/n5-b5_2
kuhn -b 2.5 -n 5 | /kuhn/n5-b5_2 | solve kuhn/n5-b5_2
kuhm 5 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
kuhn/n05-b2_1 | /kuhn/n5-b2 | solve kuhn/n5-b2
/kuhn/n5-b2 | /kuhn/n5-b2 | solve kuhn/n5-b2
von Neumann 28 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
vnNE 28 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
vnNE(28,4) | /von-neumann/n28-b4 | solve von-neumann/n28-b4
vn 28 4 | /von-neumann/n28-b4 | solve von-neumann/n28-b4
nNE(14, max) | /newman/n14-bmax | solve newman/n14-bmax
newman 14 | /newman/n14-b5 | solve newman/n14-b5
kuhn 9 1 copies 4 | /kuhn/n9-b1-r4 | solve kuhn/n9-b1-r4
one raise 9 1 raise 3 | /one-raise/n9-b1-raise3 | solve one-raise/n9-b1-raise3
one-street 9 1,5/2 | /one-street/n9-s1-5_2 | solve one-street/n9-s1-5_2
push fold 10 | /push-fold/s10 | solve push-fold/s10
push/fold 7.5bb | /push-fold/s15_2 | solve push-fold/s15_2
push or fold 10 bb | /push-fold/s10 | solve push-fold/s10
leduc | /leduc | solve leduc
basic endgame 3 4 | /basic-endgame/n3-b4-w1_3 | solve basic-endgame/n3-b4-w1_3
formulas/kuhn/b1 | /formulas/kuhn/b1 | formula kuhn/b1
kuhn/b1 | /formulas/kuhn/b1 | formula kuhn/b1
newman/bmax | /formulas/newman/bmax | formula newman/bmax
formula von Neumann 5/2 | /formulas/von-neumann/b5_2 | formula von-neumann/b5_2
compare kuhn 1 | /compare/kuhn/b1 | compare kuhn/b1 -n 2..20
solve kuhn 5 2 | /kuhn/n5-b2 | solve kuhn/n5-b2
newman max 14 | /newman/n14-bmax | solve newman/n14-bmax
leduc holdem | /leduc |
AKs vs QQ | /equity?hand=AKs&range=QQ | equity AKs QQ
AKs QQ | /equity?hand=AKs&range=QQ | equity AKs QQ
72o | /equity?hand=72o&range=all | equity 72o all
AA | /equity?hand=AA&range=all | equity AA all
AhKd against 22+, A2s+ | /equity?hand=AhKd&range=22%2B%2CA2s%2B | equity AhKd 22+,A2s+
AA v KK on Ks 7h 2d | /equity?hand=AA&range=KK&board=Ks7h2d | equity AA KK --board Ks7h2d
Ks9d6h3c2s | /holdem?board=Ks9d6h3c2s |
Ks 9d 6h 3c 2s | /holdem?board=Ks9d6h3c2s |
Ks9d6h | /holdem?board=Ks9d6h |
how often should I bluff | /?b=1 | solve von-neumann/n3-b1
How often should you bluff? | /?b=1 | solve von-neumann/n3-b1
how often do I fold | /?b=1 | solve von-neumann/n3-b1
how often should I bluff with a pot bet | /?b=2 | solve von-neumann/n3-b2
how often should I bluff with a half pot bet | /?b=1 | solve von-neumann/n3-b1
Hold'em | /holdem |
river | /holdem |
the lectures | /teach |
";

    #[test]
    fn words_are_read_as_questions() {
        for line in MEANT.lines().skip(1) {
            let mut parts = line.split(" |").map(str::trim);
            let [words, address, command] = [(); 3].map(|()| parts.next().unwrap());
            let found =
                WordsMeaning::read(words).unwrap_or_else(|error| panic!("{words}: {error}"));
            let found = found.map(|meaning| (meaning.address, meaning.command.join(" ")));
            assert_eq!(found, Some((address.to_owned(), command.to_owned())), "{words}");
        }
    }

    #[test]
    fn other_words_are_not_taken_for_questions() {
        for words in [
            "",
            " ",
            "rivers of hold'em",
            "how often should I bluff with a third of the pot",
            "aces",
            "gto",
            "hand history",
            "zebra 3 4",
            "slove kuhn -n 3 -b 1",
            "value kuhn",
            "kuhn 5 2 7 9 9",
            "kuhn 5 5 n=5",
            "neumann vs newman",
            "AK vs",
            "vs QQ",
            "22",
            "Ks9d",
            "Ks9dKs3c2s",
            "how often",
            "leduc 3",
            "kuhn --json",
            "3 4",
            "((((",
            "=",
        ] {
            assert_eq!(WordsMeaning::read(words).unwrap(), None, "{words}");
        }
        for (words, refused) in [
            ("kuhn 1 2", "n = 1, expected"),
            ("kuhn 5 0", "b = 0, expected"),
            ("push fold 0", "stack = 0"),
            ("kuhn 0 1", "n = 0, expected"),
            ("kuhn 5 -1", "b = -1, expected b > 0"),
            ("kuhn b=−1", "b = −1, expected"),
            ("kuhn -5 1", "n = -5, expected"),
            ("kuhn 1,000 2", "n = 1,000, expected 1000 without commas"),
            ("kuhn 5 1,5", "b = 1,5, expected"),
            ("kuhn 5 2x", "b = 2x, expected"),
            ("kuhn/n0-b1", "n = 0, expected"),
        ] {
            let error = WordsMeaning::read(words).unwrap_err().to_string();
            assert!(error.contains(refused), "{words}: {error}");
        }
    }
}
