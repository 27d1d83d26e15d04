//! The fields that a question was given, whatever the door.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rational_bluff::exact::{RefusedValue, one_of};
use rational_bluff::game::ARGUMENTS;
use rational_bluff::spot::pasted;
use rational_bluff::tree::TreeFile;

use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::number::parse_whole;
use crate::text::{is_game_file, printable, unmarked};

/// The fields that a question was given: known, each once, and none that is needed missing.
#[derive(Clone, Debug)]
pub struct Given {
    fields: Vec<(&'static str, Arc<String>)>,
}

/// Values of a flag that is set, and of one that is not.
const FLAGS: [(&str, bool); 4] = [("false", false), ("0", false), ("true", true), ("1", true)];

impl Given {
    /// Fields by their keys.
    ///
    /// Errors: `UnknownField`; `Refused` for a key that stands twice, a flag that is neither true
    /// nor false, and a needed field that is missing.
    pub fn new(
        fields: &[QuestionField],
        given: impl IntoIterator<Item = (impl AsRef<str>, String)>,
    ) -> Result<Self, Error> {
        let known: Vec<&str> = fields.iter().map(|field| field.key).collect();
        let mut read: Vec<(&'static str, Arc<String>)> = Vec::new();
        for (key, value) in given {
            let key = key.as_ref();
            // A document has one spelling.
            let value = if key == "document" { value } else { unmarked(value) };
            let Some(field) = fields.iter().find(|field| field.key == key) else {
                return Err(unknown_field(key, &value, &known));
            };
            if read.iter().any(|(before, _)| *before == key) {
                return Err(given_twice(key, &value));
            }
            let is_flag = field.kind == FieldKind::Flag;
            if is_flag && FLAGS.iter().all(|(word, _)| *word != value.trim()) {
                return Err(unexpected(key, &value, "true or false"));
            }
            let pasted = Some(&value).filter(|_| key == "game").and_then(|text| pasted(text));
            let value = pasted.transpose()?.unwrap_or(value);
            // Blanks in a document count for the places that errors name.
            let is_document =
                field.is_long() || is_game_file(&value) || TreeFile::kind_of(&value).is_some();
            let value = if is_document { value } else { value.trim().to_owned() };
            read.push((field.key, Arc::new(value)));
        }
        let given = Self { fields: read };
        let missing = fields.iter().find(|field| field.is_needed() && !given.has(field.key));
        match missing {
            Some(QuestionField { key, example, .. }) => {
                let example = example.lines().next().unwrap_or_default();
                let allowed = format!("for instance {key}={example}");
                Err(in_words(key, "", format!("no {key}"), allowed))
            }
            None => Ok(given),
        }
    }

    fn has(&self, key: &str) -> bool {
        self.text(key).is_some()
    }

    /// The value of a field, without blanks around it unless it may be long; `None` if it is left
    /// out.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.shared(key).map(|value| value.as_str())
    }

    /// The same, for what keeps it: a dump is long.
    pub(crate) fn shared(&self, key: &str) -> Option<&Arc<String>> {
        let (_, value) = self.fields.iter().find(|(known, _)| *known == key)?;
        Some(value)
    }

    /// The value of a field that is needed.
    pub fn needed(&self, key: &str) -> &str {
        self.text(key).unwrap_or_default()
    }

    /// True if a flag is set.
    pub fn flag(&self, key: &str) -> bool {
        FLAGS.iter().any(|(word, set)| *set && self.text(key) == Some(word))
    }

    /// The whole number of a field; `None` if it is left out.
    ///
    /// Errors: those of [`parse_whole`].
    pub fn whole(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Error> {
        self.text(key).map(|text| parse_whole(key, text, range)).transpose()
    }

    /// Errors: `Refused` for the first of these fields that is given.
    pub(crate) fn refuse(
        &self,
        keys: impl IntoIterator<Item = &'static str>,
        expected: &str,
    ) -> Result<(), Error> {
        let given = keys.into_iter().find_map(|key| Some((key, self.text(key)?)));
        given.map_or(Ok(()), |(key, text)| Err(unexpected(key, text, expected)))
    }

    /// The arguments of a game among the fields.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        let all = ARGUMENTS.into_iter().map(|parameter| parameter.key);
        let given = all.filter_map(|key| Some((key, self.text(key)?.to_owned())));
        given.collect()
    }
}

/// The error of a field that is given a second time.
pub fn given_twice(key: &str, value: &str) -> Error {
    in_words(
        &printable(key),
        printable(value),
        format!("{} a second time", pair(key, value)),
        "once",
    )
}

/// A field with its value; a field alone has none.
fn pair(key: &str, value: &str) -> String {
    printable(&if value.is_empty() { key.to_owned() } else { format!("{key} = {value}") })
}

/// The error of a field that is not among the known ones.
///
/// The API refuses with it; pages redirect to the address without the field.
pub fn unknown_field(key: &str, value: &str, known: &[&str]) -> Error {
    let mut expected = allowed_fields(key, known);
    if key == "format" {
        expected += "; over HTTP a form is the end of the address, such as .csv";
    }
    let known = known.iter().map(|name| (*name).to_owned()).collect();
    let value = match value {
        "" => RefusedValue::without_field(printable(key), expected),
        value => RefusedValue::of(printable(key), printable(value), expected),
    };
    Error::UnknownField { value, known }
}

/// The names of fields in words, for one that is not among them.
pub fn allowed_fields(key: &str, known: &[impl AsRef<str>]) -> String {
    match known {
        [] => "nothing behind the question mark".to_owned(),
        [one] => one.as_ref().to_owned(),
        several => one_of(key, several.iter().map(AsRef::as_ref)),
    }
}

/// The error of something given that is not the value of one field.
pub fn not_allowed(given: impl ToString, allowed: impl ToString) -> Error {
    Error::Refused(RefusedValue::without_field(given, allowed))
}

/// The error of a value of a field, empty where it is missing, in other words than the two.
pub fn in_words(
    key: &str,
    value: impl ToString,
    words: impl ToString,
    allowed: impl ToString,
) -> Error {
    Error::Refused(RefusedValue::of(key, value, allowed).in_words(words))
}

/// The error of a value that is not allowed.
pub fn unexpected(key: &str, value: &str, expected: &str) -> Error {
    Error::Refused(RefusedValue::of(key, printable(value), expected))
}
