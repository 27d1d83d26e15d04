//! Fields of questions in queries.

use bluff_questions::{FieldKind, QuestionField};
use rational_bluff::cards::HandRange;

/// Fields by their keys.
pub(crate) type Fields = Vec<(String, String)>;

/// The first value of a key.
pub(crate) fn value<'a>(fields: &'a [(String, String)], key: &str) -> Option<&'a str> {
    fields.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
}

/// The fields of a query, of a question with these. Forms send the empty ones too, which are left
/// out. A flag may be alone. A plus is one where it means “and up”, behind hands and before a
/// comma, a colon or the end; elsewhere forms send it for a blank.
pub(crate) fn pairs(fields: &[QuestionField], query: &str) -> Fields {
    let is_flag =
        |key: &str| fields.iter().any(|field| field.key == key && field.kind == FieldKind::Flag);
    let parts = query.split('&').filter(|part| !part.is_empty());
    let pair = |part: &str| {
        let plain = with_pluses(part);
        let pair = form_urlencoded::parse(plain.as_bytes()).into_owned().next();
        let (key, value) = pair.unwrap_or_default();
        let alone = !part.contains('=') && is_flag(&key);
        (key, if alone { "true".to_owned() } else { value })
    };
    let is_known = |key: &str| fields.iter().any(|field| field.key == key);
    // An empty field that is not known is refused by its name, as one with a value is.
    parts.map(pair).filter(|(key, value)| !value.trim().is_empty() || !is_known(key)).collect()
}

/// The query of fields, in which no blank is a plus.
pub(crate) fn query_of(fields: &[(&str, &str)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    query.replace('+', "%20")
}

/// Escapes each plus that means “and up”: behind hands, such as `22` or `A2s`, and before a comma,
/// a colon or the end.
fn with_pluses(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let (before, behind) = (&text[..at], &text[at + letter.len_utf8()..]);
        let ends = behind.is_empty() || UP_TO.iter().any(|end| behind.starts_with(end));
        match letter {
            '+' if ends && are_hands(before) => escaped.push_str("%2B"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// True of a text that ends with hands, to which a range may add those above.
fn are_hands(text: &str) -> bool {
    let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
    let (before, word) = text.rsplit_once(is_sign).unwrap_or(("", text));
    // Two digits behind a sign of per cent are an escape.
    let is_escape = text[before.len()..].starts_with('%');
    let word = if is_escape { word.get(2..).unwrap_or_default() } else { word };
    format!("{word}+").parse::<HandRange>().is_ok()
}

/// The ends of a group of hands, as they are and escaped.
const UP_TO: [&str; 6] = [",", ":", "%2C", "%3A", "%2c", "%3a"];

#[cfg(test)]
mod tests {
    use bluff_questions::named;

    use super::*;

    #[test]
    fn a_plus_is_one_where_it_means_and_up() {
        let entry = named("equity").unwrap();
        let read = |query: &str| pairs(&(entry.fields)(), query).pop().unwrap().1;
        for (query, value) in [
            ("range=22+", "22+"),
            ("range=22+,A2s+:1/2", "22+,A2s+:1/2"),
            ("range=22%2B%2CAKs", "22+,AKs"),
            ("range=22+%2CAKs", "22+,AKs"),
            ("range=AKs%2Ca2S+", "AKs,a2S+"),
            ("board=Q+", "Q "),
            ("board=3..5+", "3..5 "),
            ("board=13+", "13 "),
            ("board=Th+7c+2s", "Th 7c 2s"),
            ("board=Th%207c", "Th 7c"),
            ("board=%7B+%22a%22+%3A+%22b%22+%7D", "{ \"a\" : \"b\" }"),
        ] {
            assert_eq!(read(query), value, "{query}");
        }
        let flag = pairs(&(named("continuous").unwrap().fields)(), "best-bet");
        assert_eq!(flag, [("best-bet".to_owned(), "true".to_owned())]);
    }
}
