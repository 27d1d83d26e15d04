//! Findings of the project, closed forms of the literature, and its errors.

use std::sync::LazyLock;

use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;

use crate::page::pages::book;
use crate::page::parts::frame::page;
use crate::page::parts::markdown::{lowered, rendered};

static FINDINGS: LazyLock<Markup> =
    LazyLock::new(|| rendered(include_str!("../../../../../docs/FINDINGS.md"), book::address));
static LITERATURE: LazyLock<Markup> =
    LazyLock::new(|| rendered(include_str!("../../../../../docs/LITERATURE.md"), book::address));
static ERRATA: LazyLock<Markup> = LazyLock::new(errata_body);

/// `GET /findings`: what was not known, or printed otherwise.
pub(crate) async fn findings() -> Response {
    page("Findings", &FINDINGS)
}

/// `GET /literature`: closed forms and numbers of others, as commands.
pub(crate) async fn literature() -> Response {
    page("Literature", &LITERATURE)
}

/// `GET /errata`: errors in the literature, as printed, as right, and the proof.
pub(crate) async fn errata() -> Response {
    page("Errata", &ERRATA)
}

#[derive(Default, Deserialize)]
struct Published {
    source: String,
    corrections: Vec<Correction>,
    /// Statements that are right as printed, and can be made smaller.
    #[serde(default)]
    smaller: Vec<Correction>,
}

#[derive(Deserialize)]
struct Correction {
    id: String,
    title: String,
    place: String,
    printed: String,
    correction: String,
    /// The proof, in Markdown.
    proof: String,
}

/// Data in the binary; tests say that they can be read.
fn read<T: Default + for<'a> Deserialize<'a>>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

fn errata_body() -> Markup {
    let mut all: Vec<Published> =
        vec![read(include_str!("../../../../../data/published/finite-deck-poker.json"))];
    all.extend(read::<Vec<_>>(include_str!("../../../../../data/published/push-or-fold.json")));
    all.extend(read::<Vec<_>>(include_str!("../../../../../data/published/mental-poker.json")));
    html! {
        h1 { "Errata" }
        p {
            "Errors in what was published, each as printed beside what is right, with the proof. \
                Tests compute the numbers of the proofs again, in fractions. The other numbers of \
                the first paper agree with ours, and tests say so. The address of each, "
            code { "/errata#…" }
            ", stays."
        }
        @for Published { source, corrections, smaller } in &all {
            h2 {
                @if source == "KTZ24" { "Krityakierne, Thanatipanonda and Zeilberger, von \
                    Neumann and Newman Pokers with Finite Decks (2024)" }
                @else { (source) }
            }
            @for correction in corrections { (erratum(correction, "Right")) }
            @if !smaller.is_empty() { p { "Right as printed, and can be made smaller:" } }
            @for correction in smaller { (erratum(correction, "Smaller")) }
        }
    }
}

fn erratum(shown: &Correction, instead: &str) -> Markup {
    let Correction { id, title, place, printed, correction, proof } = shown;
    html! {
        section aria-labelledby=(id) {
            h3 id=(id) { a href=(format!("#{id}")) { (title) } }
            dl {
                dt { "Printed" } dd { (lowered(printed)) span.soft { " (" (place) ")" } }
                dt { (instead) } dd { (lowered(correction)) }
                dt { "Proof" } dd { (rendered(proof, book::address)) }
            }
        }
    }
}
