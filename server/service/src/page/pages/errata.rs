//! Errors in the literature: what was printed, what is right, and the proof.

use std::sync::LazyLock;

use axum::extract::State;
use axum::response::Response;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use maud::{Markup, html};
use rational_bluff::errata::{PrintedProfile, Refutation};
use rational_bluff::solve::Control;
use serde::Deserialize;

use crate::service::Service;

use crate::page::pages::{book, refutation};
use crate::page::parts::frame::{Refused, page};
use crate::page::parts::markdown::{lowered, rendered};

/// Corrections of the numbers of the paper.
static PAPER: LazyLock<Published> =
    LazyLock::new(|| read(include_str!("../../../../../data/published/finite-deck-poker.json")));
/// Corrections of papers on dealing without a dealer.
static DEALING: LazyLock<Vec<Published>> =
    LazyLock::new(|| read(include_str!("../../../../../data/published/mental-poker.json")));

/// Corrections of charts of push or fold.
static CHARTS: LazyLock<Vec<Published>> =
    LazyLock::new(|| read(include_str!("../../../../../data/published/push-or-fold.json")));

#[derive(Default, Deserialize)]
struct Published {
    source: String,
    corrections: Vec<Correction>,
    /// Statements that are right as printed, and can be made smaller.
    #[serde(default)]
    smaller: Vec<Correction>,
    #[serde(default)]
    three_players: Vec<PrintedProfile>,
}

#[derive(Deserialize)]
struct Correction {
    id: String,
    title: String,
    place: String,
    printed: String,
    correction: String,
    /// The proof in words.
    proof: Option<String>,
}

/// Data in the binary; tests say that they can be read.
fn read<T: Default + for<'a> Deserialize<'a>>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

/// `GET /errata`: everything that can be computed is, now.
pub(crate) async fn show(State(service): State<Service>) -> Result<Response, Refused> {
    let body = service.pool.run_quoted(SHORT, body);
    Ok(page("Errata", &body.await?))
}

fn body(control: &Control) -> Result<Markup, Error> {
    let all = std::iter::once(&*PAPER).chain(CHARTS.iter()).chain(DEALING.iter());
    Ok(html! {
        h1 { "Errata" }
        p {
            "Errors in what was published, each as printed beside what is right, with the proof. \
                Numbers in the proofs were computed when this page was made, in fractions. The \
                other numbers of the first paper agree with ours, and tests say so. The address of \
                each, "
            code { "/errata#…" }
            ", stays."
        }
        @for Published { source, corrections, smaller, .. } in all {
            h2 {
                @if source == "KTZ24" { "Krityakierne, Thanatipanonda and Zeilberger, von \
                    Neumann and Newman Pokers with Finite Decks (2024)" }
                @else { (source) }
            }
            @for correction in corrections { (entry(correction, "Right", control)?) }
            @if !smaller.is_empty() { p { "Right as printed, and can be made smaller:" } }
            @for correction in smaller { (entry(correction, "Smaller", control)?) }
        }
    })
}

fn entry(shown: &Correction, instead: &str, control: &Control) -> Result<Markup, Error> {
    let Correction { id, title, place, printed, correction, proof } = shown;
    let computed = Refutation::new(id, &PAPER.three_players, control)?;
    Ok(html! {
        section aria-labelledby=(id) {
            h3 id=(id) { a href=(format!("#{id}")) { (title) } }
            dl {
                dt { "Printed" } dd { (lowered(printed)) span.soft { " (" (place) ")" } }
                dt { (instead) } dd { (lowered(correction)) }
                dt { "Proof" } dd {
                    @if let Some(words) = proof { (rendered(words, book::address)) }
                    @if let Some(refutation) = &computed { (refutation::shown(refutation)) }
                }
            }
        }
    })
}
