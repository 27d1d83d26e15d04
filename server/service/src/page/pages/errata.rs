//! Errors in the literature: what was printed, what is right, and the proof.

use std::sync::LazyLock;

use axum::extract::State;
use axum::response::Response;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use maud::{Markup, PreEscaped, html};
use rational_bluff::errata::{PrintedProfile, Refutation};
use serde::Deserialize;

use crate::service::Service;

use crate::page::pages::{book, refutation};
use crate::page::parts::frame::{Refused, page};
use crate::page::parts::markdown::rendered;

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
    let body = service.pool.run_quoted(SHORT, |control| {
        let proof = |correction: &Correction| {
            let computed = Refutation::new(&correction.id, &PAPER.three_players, control)?;
            Ok(html! {
                @if let Some(words) = &correction.proof {
                    (lowered(&rendered(words, book::address)))
                }
                @if let Some(refutation) = &computed { (refutation::shown(refutation)) }
            })
        };
        let all = std::iter::once(&*PAPER).chain(CHARTS.iter()).chain(DEALING.iter());
        let parts = all.map(|published| {
            let proofs = |corrections: &[Correction]| {
                corrections.iter().map(proof).collect::<Result<Vec<_>, Error>>()
            };
            Ok(part(published, &proofs(&published.corrections)?, &proofs(&published.smaller)?))
        });
        Ok(body(&parts.collect::<Result<Vec<_>, Error>>()?))
    });
    Ok(page("Errata", &body.await?))
}

fn body(parts: &[Markup]) -> Markup {
    html! {
        h1 { "Errata" }
        p {
            "Errors in what was published, each as printed beside what is right, with the proof. \
                Numbers in the proofs were computed when this page was made, in fractions. The \
                other numbers of the first paper agree with ours, and tests say so. The address of \
                each, "
            code { "/errata#…" }
            ", stays."
        }
        @for part in parts { (part) }
    }
}

fn part(published: &Published, proofs: &[Markup], smaller: &[Markup]) -> Markup {
    html! {
        h2 {
            @if published.source == "KTZ24" { "Krityakierne, Thanatipanonda and Zeilberger, von \
                Neumann and Newman Pokers with Finite Decks (2024)" }
            @else { (published.source) }
        }
        @for (correction, proof) in published.corrections.iter().zip(proofs) {
            (entry(correction, "Right", proof))
        }
        @if !smaller.is_empty() { p { "Right as printed, and can be made smaller:" } }
        @for (correction, proof) in published.smaller.iter().zip(smaller) {
            (entry(correction, "Smaller", proof))
        }
    }
}

fn entry(
    Correction { id, title, place, printed, correction, .. }: &Correction,
    instead: &str,
    proof: &Markup,
) -> Markup {
    html! {
        section aria-labelledby=(id) {
            h3 id=(id) { a href=(format!("#{id}")) { (title) } }
            dl {
                dt { "Printed" } dd {
                    (lowered(&html! { (printed) })) span.soft { " (" (place) ")" }
                }
                dt { (instead) } dd { (lowered(&html! { (correction) })) }
                dt { "Proof" } dd { (proof) }
            }
        }
    }
}

/// A text with the single letters after a low line below the line: the k of `q_k`.
fn lowered(text: &Markup) -> Markup {
    let mut parts = text.0.split('_');
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), next)
                if letter.is_ascii_lowercase()
                    && !next
                        .is_some_and(|next| next.is_alphanumeric() || "/.\"".contains(next)) =>
            {
                shown.push_str(&format!("<sub>{letter}</sub>{}", &part[1..]));
            }
            _ => shown.push_str(&format!("_{part}")),
        }
    }
    PreEscaped(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_after_a_low_line_are_lowered() {
        let shown = |text: &str| lowered(&html! { (text) }).into_string();
        assert_eq!(shown("q_k·r_j < 1"), "q<sub>k</sub>·r<sub>j</sub> &lt; 1");
        assert_eq!(shown("one_street, n3-b1_2"), "one_street, n3-b1_2");
    }
}
