//! JSON from outside, with the place of what is wrong in it.

use serde::Deserialize;
use serde_json::Deserializer;

use bluff_exact::json::json_words;

/// The value of a text in JSON.
///
/// Errors: in our words what is wrong, at which line, and within which keys: `, in betting.pot`.
pub(crate) fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        // Only a value of the wrong kind is looked for again, to name its keys.
        let again = || {
            let again = serde_path_to_error::deserialize::<_, T>(&mut Deserializer::from_str(text));
            Some(again.err()?.path().to_string())
        };
        let path = error.is_data().then(again).flatten().filter(|path| path != ".");
        json_words(error) + &path.map(|path| format!(", in {path}")).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn an_error_names_its_keys() {
        let words = |text| from_json::<BTreeMap<String, BTreeMap<String, u64>>>(text).unwrap_err();
        let wrong = "a list, expected a whole number at line 1 column 20, in betting.pot";
        assert_eq!(words(r#"{"betting": {"pot": []}}"#), wrong);
        assert_eq!(words("[]"), "a list, expected an object at line 1 column 0");
        assert_eq!(words("{"), "the text ends within an object at line 1 column 1");
    }
}
