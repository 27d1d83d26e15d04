//! Errors in the literature, with what is right and how to see it.

use std::sync::LazyLock;

use axum::response::Response;
use maud::html;
use serde::Deserialize;

use super::frame::page;

/// What was published and is wrong, as it is kept beside the numbers of the paper.
static PUBLISHED: LazyLock<Published> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/published/finite-deck-poker.json")).unwrap_or_default()
});

#[derive(Default, Deserialize)]
struct Published {
    source: String,
    corrections: Vec<Correction>,
}

#[derive(Deserialize)]
struct Correction {
    id: String,
    place: String,
    printed: String,
    correction: String,
}

/// Where a correction can be seen.
fn seen_at(id: &str) -> Option<(&'static str, &'static str)> {
    Some(match id {
        "value-65-2" => ("/three-player/n65-b2#certificate", "the certificate: every gain is exactly 0"),
        "integer-bet-limit" => ("/findings#whole-bets", "the limit, and its proof"),
        "best-bet" => ("/api/v1/continuous/three-player/best", "the best bet with digits that are all certain"),
        "cuts-22-to-24" => ("/api/v1/pure/von-neumann/n22-b2", "the list of all pure equilibria at n = 22 is empty"),
        _ => return None,
    })
}

/// `GET /errata`.
pub(crate) async fn show() -> Response {
    let main = html! {
        h1 { "Errata" }
        p { "Errors in what was published, each kept as printed beside what is right. The source is " (PUBLISHED.source) ", see " a href="/source" { "Source" } "; the numbers that are right there agree with ours, and tests say so." }
        @for correction in &PUBLISHED.corrections {
            section aria-labelledby=(correction.id) {
                h2 id=(correction.id) { (correction.place) }
                dl {
                    dt { "Printed" } dd { (correction.printed) }
                    dt { "Right" } dd { (correction.correction) }
                    @if let Some((address, what)) = seen_at(&correction.id) { dt { "To see it" } dd { a href=(address) { (what) } } }
                }
            }
        }
    };
    page("Errata", &main)
}
