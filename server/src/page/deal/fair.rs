//! The proof that a deal is fair, made when it is asked for.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use rational_bluff::protocol::fairness::Certificate;

use crate::api::deals::setting;
use crate::api::fairness::proved;
use crate::api::query::Query;
use crate::page::frame::{Refused, page, wide};
use crate::service::Service;

/// `GET /fairness?protocol=&players=&cards=&hand=&bug=`: plays every sequence of coins and says what came of it.
pub(crate) async fn show(State(service): State<Service>, query: RawQuery) -> Result<Response, Refused> {
    let query = Query::of(query, &["protocol", "players", "cards", "hand", "bug"])?;
    let (system, setting) = setting(query.text("protocol").unwrap_or("barany-furedi"), &query, ["3", "3", "1"], "bug")?;
    let key = format!("fairness {} {setting:?}", system.name);
    let pool = Arc::clone(service.pool());
    let main = service.drawing().join(&key, async move {
        pool.run(move |control| Ok(Arc::from(shown(&proved(system, &setting, control)?).into_string()))).await
    });
    Ok(page(&format!("Is {} fair?", system.name), &PreEscaped(main.await?.to_string())))
}

fn shown(certificate: &Certificate) -> Markup {
    let asked = &certificate.asked;
    html! {
        h1 { "Is " (asked.protocol) " fair?" }
        p.lead { strong { @if certificate.fair { "Yes" } @else { "No" } } ": " (asked.players) " players, " (asked.cards) " cards, " (asked.hand) " each"
            @if let Some(bug) = &asked.bug { ", with the planted bug " strong { (bug) } } "." }
        p { "Every one of " (certificate.branches) " sequences of coins was played just now, by the code that deals. They come to " (certificate.outcomes) " outcomes"
            @if certificate.unfinished != "0" { "; with probability " (certificate.unfinished) " there is no end, and all laws are given that there is one" } "." }
        @if certificate.fair {
            p { "Every legal outcome is equally likely. And after every message, whatever anybody of those listed has tossed, sent and received until then, the law of the outcome is exactly what it is for somebody who knows his own part alone." }
        } @else {
            section aria-labelledby="witness" {
                h2 id="witness" { "Witness" }
                ul { @for witness in &certificate.witness { li { (witness) } } }
            }
        }
        (wide("Views", &html! { table {
            caption { "Who was looked over the shoulder" }
            thead { tr { th scope="col" { "Coalition" } th scope="col" { "Different views, after every event" } th scope="col" { "Knows too much" } } }
            tbody { @for (who, views) in &certificate.views {
                tr { th scope="row" { (who) } td { (views) } td { @if certificate.offenders.contains(who) { strong { "yes" } } @else { "no" } } }
            } }
        } }))
        p.soft { "Digest of all laws: " code { (certificate.laws) } ". Ciphertexts are ideal ones here: that real ones hide what is in them is an assumption, which no enumeration can prove." }
        p { a href=(format!("/deals?protocol={}&players={}&cards={}&hand={}", asked.protocol, asked.players, asked.cards, asked.hand)) { "See a deal, message by message" } }
    }
}
