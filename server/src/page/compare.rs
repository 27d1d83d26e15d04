//! Decks beside the continuous game, as a page.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use maud::{Markup, html};
use rational_bluff::continuous::Real;

use crate::api::{compare, label};
use crate::compute::Pool;
use crate::report::compare::{Question, View, find};

use super::frame::{Refused, number, page};
use super::{Fields, fields, neighbours};

/// Digits after the point of numbers that are differences.
const DIGITS: usize = 12;

/// `GET /compare/{game}/b{B}?from=&to=`: the values of decks over n, and the value that they approach.
pub(crate) async fn show(
    State(pool): State<Arc<Pool>>,
    path: Result<Path<String>, PathRejection>,
    query: Fields,
) -> Result<Response, Refused> {
    let label = label(path)?;
    let given: Vec<String> = fields(query)?.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let query = if given.is_empty() { neighbours::decks(&label).unwrap_or_default() } else { given.join("&") };
    let question = compare::question(&label, &query)?;
    let shown = label.clone();
    let main = pool.run(move |control| Ok(body(&shown, &question, &find(&question, control)?))).await?;
    Ok(page(&format!("{label}: decks and the continuous game"), &main))
}

fn body(label: &str, question: &Question, view: &View) -> Markup {
    let (from, to, found) = (question.from, question.to, view.found());
    let limit = found.continuous.value();
    let file = |suffix: &str| format!("/api/v1/compare/{label}.{suffix}?from={from}&to={to}");
    let solved = label.split_once('/').filter(|(_, bets)| *bets != "bmax");
    html! {
        h1 { (label) ": decks beside the continuous game" }
        p.lead { "With hands uniform on [0, 1] the value to player I is " strong { (real(&limit)) } }
        form.ask action=(format!("/compare/{label}")) method="get" aria-label="Decks to compare" {
            div.field { label for="from" { "First deck" } input id="from" name="from" type="text" inputmode="numeric" value=(from); }
            div.field { label for="to" { "Last deck" } input id="to" name="to" type="text" inputmode="numeric" value=(to); }
            button type="submit" { "Compare" }
        }
        figure {
            img src=(file("svg")) width="720" height="420" alt=(format!("The value of decks of {from} to {to} cards, and a line at {}; the table has the numbers", limit.decimal(DIGITS)));
        }
        ul.links { @for (suffix, name) in [("csv", "table, CSV"), ("json", "JSON"), ("svg", "picture, SVG")] { li { a href=(file(suffix)) { (name) } } } }
        div.wide { table {
            caption { "Values to player I, in antes per hand, each with its certificate" }
            thead { tr { th scope="col" { "Cards" } th scope="col" { "Value" } th scope="col" { "Minus the continuous value" } } }
            tbody { @for deck in &found.decks { tr {
                th scope="row" {
                    @match solved {
                        Some((game, bets)) => a href=(format!("/{game}/n{}-{bets}", deck.n)) { (deck.n) },
                        None => (deck.n),
                    }
                }
                td { (number(&deck.value)) }
                td { (deck.difference.decimal(DIGITS)) }
            } } }
        } }
    }
}

fn real(real: &Real) -> Markup {
    match real.exact() {
        Some(exact) => number(exact),
        None => html! { (real.decimal(DIGITS)) },
    }
}
