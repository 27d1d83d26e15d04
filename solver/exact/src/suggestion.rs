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

/// Words of a reader of JSON for a text that is none, and ours.
const SYNTAX: [(&str, &str); 7] = [
    ("expected value", "a value is missing"),
    ("expected ident", "a word that is not true, false or null"),
    ("key must be a string", "a key without quotation marks"),
    ("trailing comma", "a comma with nothing behind it"),
    ("trailing characters", "more text behind the end"),
    ("control character", "a line break or a control character within quotation marks"),
    ("recursion limit exceeded", "too many levels"),
];

/// The error of a reader of JSON in our words, with the line and the column where it has them.
///
/// ```
/// use bluff_exact::json_words;
/// let words = |text| serde_json::from_str::<Vec<u64>>(text).map_err(json_words).unwrap_err();
/// assert_eq!(words("[1,"), "the text ends within a value at line 1 column 3");
/// assert_eq!(words("[1,]"), "a comma with nothing behind it at line 1 column 4");
/// assert_eq!(words("{}"), "an object, expected a list at line 1 column 0");
/// assert_eq!(words("[true]"), "true, expected a whole number at line 1 column 5");
/// ```
pub fn json_words(error: impl ToString) -> String {
    let message = error.to_string();
    let (theirs, place) = message.split_at(message.rfind(" at line ").unwrap_or(message.len()));
    let ours = if let Some((_, ours)) = SYNTAX.iter().find(|(known, _)| theirs.starts_with(known)) {
        (*ours).to_owned()
    } else if let Some(within) = theirs.strip_prefix("EOF while parsing ") {
        format!("the text ends within {within}")
    } else if let Some(kinds) = theirs.strip_prefix("invalid type: ")
        && let Some((given, expected)) = kinds.split_once(", expected ")
    {
        format!("{}, expected {}", kind_words(given), kind_words(expected))
    } else {
        theirs.to_owned()
    };
    ours + place
}

/// A value or its kind in our words, of those of a reader of JSON.
fn kind_words(theirs: &str) -> &str {
    match theirs {
        "sequence" | "a sequence" => "a list",
        "map" | "a map" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        kind if kind.starts_with("struct ") => "an object",
        text if text.starts_with("string ") => &text["string ".len()..],
        value => value.split('`').nth(1).unwrap_or(value),
    }
}
