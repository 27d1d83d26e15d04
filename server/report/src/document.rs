//! JSON documents.

use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use serde::Serialize;

/// JSON text, indented, with a last newline.
pub fn json<T: Serialize>(value: &T) -> String {
    // Our views hold text, numbers and lists only; JSON has all of these.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// An object of a JSON document, with its fields in their order. One with a question mark is an
/// `Option`, and left out where it is `None`; `..name: value` takes in the fields of the value.
///
/// ```
/// use bluff_report::{json, object};
/// let deck = object! { n: "3", value: 0.5, at?: None::<u64> };
/// assert_eq!(json(&deck), "{\n  \"n\": \"3\",\n  \"value\": 0.5\n}\n");
/// ```
#[macro_export]
macro_rules! object {
    (@[$($fields:tt)*] [$($types:tt)*] [$($values:tt)*]
        $name:ident?: $value:expr $(, $($rest:tt)*)?) => {
        object!(@[
            $($fields)* #[serde(skip_serializing_if = "Option::is_none")] $name: Option<$name>,
        ] [$($types)* $name,] [$($values)* $name: $value,] $($($rest)*)?)
    };
    (@[$($fields:tt)*] [$($types:tt)*] [$($values:tt)*]
        $name:ident: $value:expr $(, $($rest:tt)*)?) => {
        object!(@[$($fields)* $name: $name,] [$($types)* $name,]
            [$($values)* $name: $value,] $($($rest)*)?)
    };
    (@[$($fields:tt)*] [$($types:tt)*] [$($values:tt)*]
        ..$name:ident: $value:expr $(, $($rest:tt)*)?) => {
        object!(@[$($fields)* #[serde(flatten)] $name: $name,] [$($types)* $name,]
            [$($values)* $name: $value,] $($($rest)*)?)
    };
    (@[$($fields:tt)*] [$($types:tt)*] [$($values:tt)*] $name:ident $(, $($rest:tt)*)?) => {
        object!(@[$($fields)*] [$($types)*] [$($values)*] $name: $name, $($($rest)*)?)
    };
    (@[$($fields:tt)*] [$($types:tt)*] [$($values:tt)*]) => {{
        // Each field has a type of its own, with the name of the field.
        #[allow(non_camel_case_types, non_snake_case, clippy::let_and_return)]
        let object = {
            #[derive(::serde::Serialize)]
            struct DocumentObject<$($types)*> { $($fields)* }
            DocumentObject { $($values)* }
        };
        object
    }};
    ($($fields:tt)*) => { object!(@[] [] [] $($fields)*) };
}

/// Lines of a document as JSON text.
#[derive(Clone, Copy, Debug)]
pub enum JsonLines {
    /// Many, indented, as of [`json`].
    Indented,
    /// One.
    Single,
}

impl JsonLines {
    pub(crate) fn of<T: Serialize>(self, value: &T) -> String {
        match self {
            Self::Indented => json(value),
            Self::Single => serde_json::to_string(value).unwrap_or_default() + "\n",
        }
    }
}

/// The solution document.
pub fn document(solution: &Certified<Solution>) -> String {
    // As for `json`: JSON has every part of a document.
    Document::of(solution).to_json().unwrap_or_default()
}

/// Several solution documents, as a JSON list.
pub fn documents(solutions: &[Certified<Solution>]) -> String {
    format!("[\n{}]\n", solutions.iter().map(document).collect::<Vec<_>>().join(",\n"))
}
