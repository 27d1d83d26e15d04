//! JSON documents.

use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// JSON text as every answer ends: indented, with a last newline.
pub fn json<T: Serialize>(value: &T) -> String {
    // Our views hold text, numbers and lists only; there is nothing in them that JSON cannot say.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// The solution document.
pub fn document(solution: &Certified<Solution>) -> String {
    // As for `json`: every part of a document can be said.
    Document::of(solution).to_json().unwrap_or_default()
}

/// Several solution documents, as a JSON list.
pub fn documents(solutions: &[Certified<Solution>]) -> String {
    format!("[\n{}]\n", solutions.iter().map(document).collect::<Vec<_>>().join(",\n"))
}

/// A JSON object with its keys in the order given.
#[derive(Clone, Debug)]
pub(crate) struct InOrder<V>(pub(crate) Vec<(String, V)>);

impl<V: Serialize> Serialize for InOrder<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
