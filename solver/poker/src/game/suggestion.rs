//! Names that are nearly right.

use super::FAMILIES;

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

/// The candidate that a name nearly is: one that differs in at most a third of its letters.
///
/// ```
/// use bluff_poker::game::nearest;
/// assert_eq!(nearest("jsno", ["text", "json", "csv"]), Some("json"));
/// assert_eq!(nearest("yaml", ["text", "json", "csv"]), None);
/// ```
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = letters(given);
    if given.is_empty() || given.len() > 40 {
        return None;
    }
    let distance = |candidate: &&str| strsim::osa_distance(&given, &letters(candidate));
    let nearest = candidates.into_iter().min_by_key(distance)?;
    let most = (letters(nearest).len() / 3).max(1);
    (given.len() > 1 && distance(&nearest) <= most).then_some(nearest)
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

/// A name without case and without anything but letters and digits.
fn letters(name: &str) -> String {
    let kept = name.chars().take(80).filter(char::is_ascii_alphanumeric);
    kept.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The end of an error about a name that is nearly a game's.
pub fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}
