//! Names of games that are nearly right.

use bluff_exact::{letters, nearest};

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
