//! Tables that are listed some rows at a time.

use bluff_questions::error::Error;
use maud::{Markup, html};

use super::request::among;

/// The rows of one part, counted from 1; parts have so many rows.
///
/// Errors: `Malformed` for a part that there is not.
pub(crate) fn part<T>(rows: &[T], size: usize, part: usize) -> Result<&[T], Error> {
    let parts = rows.len().div_ceil(size) as u64;
    let part = among("part", &part.to_string(), 1..=parts)? as usize;
    Ok(rows.chunks(size).nth(part - 1).unwrap_or_default())
}

/// Links to all parts, where there are several.
pub(crate) fn links(parts: usize, shown: usize, address: impl Fn(usize) -> String) -> Markup {
    html! {
        @if parts > 1 { nav aria-label="Parts of the table" { ul.links {
            @for other in 1..=parts { li {
                @if other == shown { span aria-current="page" { "part " (other) } }
                @else { a href=(address(other)) { "part " (other) } }
            } }
        } } }
    }
}
