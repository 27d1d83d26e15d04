//! Words, tables and lists of the reference, from JSON.

use maud::{Markup, html};
use serde_json::Value;

use crate::page::parts::frame::{self, wide};

/// A table that scrolls by itself; the first cell of a row names it.
pub(super) fn table<const N: usize>(
    name: &str,
    heads: [&str; N],
    rows: Vec<[Markup; N]>,
) -> Markup {
    html! { @if !rows.is_empty() { (wide(name, &frame::table("api", "", heads, rows))) } }
}

/// Paragraphs of plain text, with code between backquotes.
pub(super) fn prose(words: &str) -> Markup {
    html! {
        @for part in words.split("\n\n").filter(|part| !part.is_empty()) { p { (inline(part)) } }
    }
}

pub(super) fn inline(words: &str) -> Markup {
    html! {
        @for (at, part) in words.split('`').enumerate() {
            @if at % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

pub(super) fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

pub(super) fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
