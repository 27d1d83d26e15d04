//! Names that are nearly right, and numbers of things, for messages.

use std::fmt;

/// The candidate that a name nearly is: one that differs in at most a third of its letters.
///
/// ```
/// use bluff_exact::nearest;
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

/// A name without case and without anything but letters and digits.
pub fn letters(name: &str) -> String {
    let kept = name.chars().take(80).filter(char::is_ascii_alphanumeric);
    kept.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A number of things: `1 card`, `2 cards`.
///
/// ```
/// use bluff_exact::counted;
/// assert_eq!(counted(1, "entry", "entries"), "1 entry");
/// assert_eq!(counted(0, "entry", "entries"), "0 entries");
/// ```
pub fn counted(count: impl fmt::Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let name = if count == "1" { one } else { many };
    format!("{count} {name}")
}

/// The end of an error about a name that is nearly another.
pub fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// The names that are allowed in place of a name that is none of them, and the one that it nearly
/// is.
///
/// ```
/// use bluff_exact::one_of;
/// assert_eq!(one_of("cvs", ["text", "csv"]), "one of: text, csv; did you mean csv?");
/// assert_eq!(one_of("yaml", ["text", "csv"]), "one of: text, csv");
/// ```
pub fn one_of<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let meant = did_you_mean(nearest(given, names.iter().copied()));
    format!("one of: {}{meant}", names.join(", "))
}
