//! Every family of games, and what is looked up by name.

use bluff_exact::{did_you_mean, excerpt, letters, nearest};

use super::{
    Family, Game, GameError, Unit, basic_endgame, borel, callers, hand_flip, in_turn, kuhn, leduc,
    newman, one_raise, one_street, push_fold, three_player, von_neumann,
};

/// Every family, in the order of lists: those with decks of their own are last.
pub static FAMILIES: [&Family; 13] = [
    &von_neumann::FAMILY,
    &newman::FAMILY,
    &one_street::FAMILY,
    &three_player::FAMILY,
    &callers::FAMILY,
    &kuhn::FAMILY,
    &borel::FAMILY,
    &one_raise::FAMILY,
    &hand_flip::FAMILY,
    &in_turn::FAMILY,
    &basic_endgame::FAMILY,
    &leduc::FAMILY,
    &push_fold::FAMILY,
];

/// Other names of games, in letters and digits alone.
const ALIASES: [(&str, &str); 9] = [
    ("neumann", "von-neumann"),
    ("jvn", "von-neumann"),
    ("dn", "newman"),
    ("3player", "three-player"),
    ("3players", "three-player"),
    ("threeplayers", "three-player"),
    ("onecard", "kuhn"),
    ("laplace", "borel"),
    ("endgame", "basic-endgame"),
];

impl Family {
    /// The family of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FAMILIES.into_iter().find(|family| family.name == name)
    }

    /// The families with cards `1..=n`, in the order of lists.
    pub fn ranked() -> impl Iterator<Item = &'static Self> {
        FAMILIES.into_iter().filter(|family| !family.has_own_deck())
    }

    /// The family of this name.
    ///
    /// Errors: `UnknownGame`.
    pub fn known(name: &str) -> Result<&'static Self, GameError> {
        Self::named(name).ok_or_else(|| {
            if name == SPOT {
                return label_of_spot(name);
            }
            let given = excerpt(name);
            let meant = did_you_mean(meant(&given));
            let expected = format!("{}, or a game file", Self::names());
            GameError::UnknownGame { given, expected, meant }
        })
    }

    /// The names of all families, with commas.
    pub fn names() -> String {
        FAMILIES.map(|family| family.name).join(", ")
    }
}

impl Unit {
    /// The unit of the games with a name: that of the family, or chips if it is none.
    pub fn of_game(name: &str) -> Self {
        Family::named(name).map_or(Self::Chip, |family| family.unit)
    }
}

impl Game {
    /// The unit of payoffs and of chips paid: that of the family, or chips in games from files.
    pub fn unit(&self) -> Unit {
        Unit::of_game(self.name())
    }
}

/// The game that a name means: by its letters, its initials, another name of it, a part of it, or
/// nearly.
///
/// ```
/// use bluff_poker::game::meant;
/// let written = ["vonneumann", "VonNeumann", "vn", "newmann", "khun", "3-player", "chess"];
/// let games = ["von-neumann", "von-neumann", "von-neumann", "newman", "kuhn", "three-player"];
/// assert_eq!(written.map(meant)[..6], games.map(Some));
/// assert_eq!(meant("chess"), None);
/// ```
pub fn meant(given: &str) -> Option<&'static str> {
    let wanted = letters(given);
    let names = FAMILIES.into_iter().map(|family| family.name);
    let alias = ALIASES.into_iter().find(|(alias, _)| *alias == wanted).map(|(_, name)| name);
    let initials =
        |name: &str| name.split('-').filter_map(|word| word.chars().next()).collect::<String>();
    let of_initials = names.clone().find(|name| name.contains('-') && initials(name) == wanted);
    let only = || {
        let is_part = |name: &&str| wanted.len() > 3 && letters(name).contains(&wanted);
        let mut parts = names.clone().filter(is_part);
        parts.next().filter(|_| parts.next().is_none())
    };
    alias.or(of_initials).or_else(|| nearest(given, names.clone())).or_else(only)
}

/// Refuses a name of a game that does not fit into a label, or is taken.
pub(super) fn check_game_name(name: &str) -> Result<(), GameError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let fits = (1..=40).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(plain);
    if !fits || Family::named(name).is_some() {
        let allowed = "1 to 40 of a–z, 0–9 and -, starting with a letter, not the name of a \
                       built-in game";
        return Err(GameError::expected(format!("name “{}”", excerpt(name)), allowed));
    }
    Ok(())
}

/// The beginning of labels of spots.
const SPOT: &str = "spot";

/// The error of a label of a spot where a game is wanted.
fn label_of_spot(given: &str) -> GameError {
    let allowed = "the game file of the spot: its label does not say the game";
    GameError::expected(format!("label “{}”", excerpt(given)), allowed)
}

/// The error of a text that is no label.
pub(super) fn bad_label(given: &str) -> GameError {
    if given.split('/').next() == Some(SPOT) {
        return label_of_spot(given);
    }
    let given = excerpt(given);
    GameError::BadLabel { example: example_like(&given), given }
}

/// The example of the family that a label begins with, otherwise two examples.
fn example_like(label: &str) -> &'static str {
    let name = label.split('/').next().unwrap_or(label);
    let family = Family::named(name).or_else(|| Family::named(meant(name)?));
    family.map_or("von-neumann/n28-b4 or one-street/n28-s1-5_2-7", |family| family.example)
}
