//! Parts of operations.

use serde_json::{Value, json};

/// A pattern of labels that may have one of these suffixes.
pub(super) fn with_suffixes<'a>(pattern: &str, suffixes: impl Iterator<Item = &'a str>) -> String {
    let suffixes = suffixes.collect::<Vec<_>>().join("|");
    format!(r"{}(\.({suffixes}))?$", pattern.trim_end_matches('$'))
}

/// Gives the answer a tag. 304 is left out: it has no body, for which generated clients would have
/// no type.
pub(super) fn never_changes(operation: &mut Value) {
    operation["responses"]["200"]["headers"]["etag"] =
        header("Strong: the answer never changes", "string");
}

/// A header of an answer.
pub(super) fn header(description: &str, kind: &str) -> Value {
    json!({ "description": description, "schema": { "type": kind } })
}
