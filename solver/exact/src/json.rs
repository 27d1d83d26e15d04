//! Rationals as text in JSON, and JSON read strictly: objects only where objects are expected, each
//! key once, and no `null` for what is left out.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};

use super::rational::Repr::Small;
use super::{Rational, excerpt};

/// A value that JSON may spell as an object only; serde would take an array of the fields too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(ObjectOnly(deserializer)).map(Self)
    }
}

struct ObjectOnly<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
        identifier ignored_any
    }
}

/// A JSON object in the order of its keys, each of which stands once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
            type Value = Entries<T>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry::<String, T>()? {
                    entries.push(entry);
                }
                let mut keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
                keys.sort_unstable();
                match keys.windows(2).find(|pair| pair[0] == pair[1]) {
                    Some(twice) => {
                        let key = excerpt(twice[0]);
                        Err(A::Error::custom(format!("“{key}” stands twice")))
                    }
                    None => Ok(Entries(entries)),
                }
            }
        }
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

/// A value as its text, with `#[serde(serialize_with = …)]`.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Dealt {
///     #[serde(serialize_with = "bluff_exact::json::as_text")]
///     card: u64,
/// }
/// assert_eq!(serde_json::to_string(&Dealt { card: 3 })?, r#"{"card":"3"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn as_text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A field that may be left out and is not `null`, with `#[serde(default, deserialize_with = …)]`.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A number as a file spells it: a text such as `"5/2"`, or a whole JSON number.
///
/// ```
/// use bluff_exact::json::NumberText;
/// let read = |json| serde_json::from_str::<NumberText>(json).map_err(|error| error.to_string());
/// assert_eq!(read("10")?.text, read("\"10\"")?.text);
/// let refused = read("2.5").unwrap_err();
/// assert!(refused.contains("a fraction as text, such as \"5/2\""), "{refused}");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberText {
    /// The number as text.
    pub text: String,
    /// True for a JSON number.
    pub bare: bool,
}

impl From<usize> for NumberText {
    fn from(number: usize) -> Self {
        Self { text: number.to_string(), bare: true }
    }
}

impl From<String> for NumberText {
    fn from(text: String) -> Self {
        Self { text, bare: false }
    }
}

impl Serialize for NumberText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.text.parse::<u64>() {
            Ok(number) if self.bare => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&self.text),
        }
    }
}

impl<'de> Deserialize<'de> for NumberText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = NumberText;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number below 2^64, or a fraction as text, such as \"5/2\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<NumberText, E> {
        Ok(text.to_owned().into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<NumberText, E> {
        Ok(NumberText { text: number.to_string(), bare: true })
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<NumberText, E> {
        Ok(NumberText { text: number.to_string(), bare: true })
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<NumberText, E> {
        Err(E::invalid_type(Unexpected::Float(number), &self))
    }
}

impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Most probabilities are one of these.
        match &self.0 {
            Small { numerator: 0, .. } => serializer.serialize_str("0"),
            Small { numerator: 1, denominator: 1 } => serializer.serialize_str("1"),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        NumberText::deserialize(deserializer)?.text.parse().map_err(D::Error::custom)
    }
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
/// use bluff_exact::json::json_words;
/// let words = |text| serde_json::from_str::<Vec<u64>>(text).map_err(json_words).unwrap_err();
/// assert_eq!(words("[1,"), "the text ends within a value at line 1 column 3");
/// assert_eq!(words("[1,]"), "a comma with nothing behind it at line 1 column 4");
/// assert_eq!(words("{}"), "an object, expected a list at line 1 column 0");
/// assert_eq!(words("[true]"), "true, expected a whole number at line 1 column 5");
/// ```
pub fn json_words(error: impl std::error::Error) -> String {
    let [given, expected, place] = parts_of(&error.to_string());
    if expected.is_empty() {
        given + &place
    } else {
        format!("{given}, expected {expected}{place}")
    }
}

/// The part of [`json_words`] that says what was given and where, for those who know better what
/// was expected there.
pub fn json_given(error: impl std::error::Error) -> String {
    let [given, _, place] = parts_of(&error.to_string());
    given + &place
}

/// The words for what was given, for what was expected, if that is said, and for the place.
fn parts_of(message: &str) -> [String; 3] {
    let (theirs, place) = message.split_at(message.rfind(" at line ").unwrap_or(message.len()));
    let [given, expected] =
        if let Some((_, ours)) = SYNTAX.iter().find(|(known, _)| theirs.starts_with(known)) {
            [(*ours).to_owned(), String::new()]
        } else if let Some(within) = theirs.strip_prefix("EOF while parsing ") {
            [format!("the text ends within {within}"), String::new()]
        } else if let Some(kinds) = theirs.strip_prefix("invalid type: ")
            && let Some((given, expected)) = kinds.split_once(", expected ")
        {
            [given, expected].map(|kind| kind_words(kind).to_owned())
        } else {
            [theirs.to_owned(), String::new()]
        };
    [given, expected, place.to_owned()]
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
