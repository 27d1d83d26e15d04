//! JSON documents.

use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use serde::Serialize;

/// JSON text, indented, with a last newline.
pub fn json<T: Serialize>(value: &T) -> String {
    // Our views hold text, numbers and lists only; JSON has all of these.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
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
