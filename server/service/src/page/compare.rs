//! Values over n beside the continuous game that decks approach.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::questions::continuous::ComparisonQuestion;
use bluff_report::compare::ComparisonReport;
use bluff_report::picture::plot::{Plot, Series, within_page};
use maud::{Markup, PreEscaped, html};
use rational_bluff::compare::DeckComparison;
use rational_bluff::continuous::Real;
use rational_bluff::exact::Rational;
use rational_bluff::game::Family;

use crate::api::compare;
use crate::api::label::Label;
use crate::problem::Problem;
use crate::service::Service;

use super::frame::{Refused, number, page};
use super::{Fields, fields, neighbours};

/// Digits after the point of numbers that are differences.
const DIGITS: usize = 12;
/// Number of decks that the table lists at once.
const LISTED: usize = 80;
/// The files of a comparison: suffix and name.
const FILES: [(&str, &str); 3] = [("csv", "table, CSV"), ("json", "JSON"), ("svg", "picture, SVG")];

/// `GET /compare/{game}/b{B}?from=&to=`: the values of decks over n, and the value that they
/// approach.
pub(crate) async fn show(
    State(service): State<Service>,
    label: Result<Label, Problem>,
    query: Fields,
) -> Result<Response, Refused> {
    let Label(label) = label?;
    let (part, given): (Vec<_>, Vec<_>) =
        fields(query)?.into_iter().partition(|(key, _)| key == "part");
    let part = part.first().map_or("1", |(_, part)| part).to_owned();
    let given: Vec<String> =
        given.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let query = if given.is_empty() {
        neighbours::decks(&label).unwrap_or_default()
    } else {
        given.join("&")
    };
    let question = compare::question(&label, &query)?;
    let title = format!("{label}: decks and the continuous game");
    let main = service
        .pool
        .run(move |control| body(&label, &question, &question.answer(control)?, &part))
        .await?;
    Ok(page(&title, &main))
}

fn body(
    label: &str,
    question: &ComparisonQuestion,
    view: &ComparisonReport,
    part: &str,
) -> Result<Markup, Error> {
    let (from, to, found) = (question.from, question.to, &view.comparison);
    let limit = found.continuous.value();
    let file = |suffix: &str| format!("/api/v1/compare/{label}.{suffix}?from={from}&to={to}");
    Ok(html! {
        h1 { (label) ": decks beside the continuous game" }
        p.lead {
            "With hands uniform on [0, 1] the value to player I is "
            strong { (real(&limit)) }
        }
        form.ask action=(format!("/compare/{label}")) method="get" aria-label="Decks to compare" {
            div.field {
                label for="from" { "First deck" }
                input id="from" name="from" type="text" inputmode="numeric" value=(from);
            }
            div.field {
                label for="to" { "Last deck" }
                input id="to" name="to" type="text" inputmode="numeric" value=(to);
            }
            button type="submit" { "Compare" }
        }
        @for (id, plot) in pictures(view) {
            figure.wide tabindex="0" role="region" aria-label=(plot.title) {
                (PreEscaped(within_page(&plot, id)))
            }
        }
        ul.links {
            @for (suffix, name) in FILES { li { a href=(file(suffix)) { (name) } } }
        }
        (table(label, question, view, part)?)
        nav aria-label="Beside this comparison" { ul.links {
            @if Family::named(&question.game).is_some() {
                li {
                    a href=(format!("/map/{}", question.game)) {
                        "values of "
                        (question.game)
                        " as a map"
                    }
                }
            }
            li { a href=(format!("/continuous/{label}")) { "the continuous game" } }
        } }
    })
}

/// The value over n, n times what is left of the way, the other players' values, and the cuts.
fn pictures(view: &ComparisonReport) -> Vec<(&'static str, Plot<'static>)> {
    let found = &view.comparison;
    let limit = found.continuous.value();
    let x = "cards n";
    let one = |name: String, points, line| vec![Series { name, points, line }];
    let name = format!("decks; the line is the continuous game, {}", limit.decimal(DIGITS));
    let values = one(name, view.points(|deck| Some(deck.value.to_f64())), Some(limit.to_f64()));
    let left = one("decks".to_owned(), view.points(|deck| Some(deck.scaled.to_f64())), Some(0.0));
    let mut pictures = vec![
        ("values", Plot { title: "Value to player I", x, y: "value in antes", series: values }),
        (
            "left",
            Plot {
                title: "n times the distance to the continuous value",
                x,
                y: "n × difference",
                series: left,
            },
        ),
    ];
    let players = found.decks.first().map_or(2, |deck| deck.values.len());
    if players > 2 {
        // Whoever faces the bet plays alike in what is solved here, decks and continuous game, and
        // shares what I does not get.
        let share = limit.times(&-Rational::ratio(1, players as i64 - 1));
        let name = format!(
            "II and all after II; the line is the continuous game, {}",
            share.decimal(DIGITS)
        );
        let points = view.points(|deck| Some(deck.values.get(1)?.to_f64()));
        let others = one(name, points, Some(share.to_f64()));
        pictures.push((
            "others",
            Plot { title: "Value to each other player", x, y: "value in antes", series: others },
        ));
    }
    if let Some(lines) = found.continuous.cuts()
        && found.decks.iter().any(|deck| deck.cuts.is_some())
    {
        let names = ["A: I bluffs below", "B: I bets for value from", "C: calls from"];
        let series = names.iter().zip(&lines).enumerate().map(|(at, (name, line))| Series {
            name: (*name).to_owned(),
            points: view.points(|deck| Some(deck.cuts.as_ref()?[at].to_f64())),
            line: Some(line.to_f64()),
        });
        let title = "Cuts as shares of the deck; the lines are those of the continuous game";
        pictures
            .push(("cuts", Plot { title, x, y: "share of the deck", series: series.collect() }));
    }
    pictures
}

/// The decks, some at a time.
///
/// Errors: `Malformed` for a part that there is not.
fn table(
    label: &str,
    question: &ComparisonQuestion,
    view: &ComparisonReport,
    part: &str,
) -> Result<Markup, Error> {
    let decks = &&view.comparison.decks;
    let parts = decks.len().div_ceil(LISTED);
    let shown =
        part.parse().ok().and_then(|part: usize| decks.chunks(LISTED).nth(part.checked_sub(1)?));
    let Some(shown) = shown else {
        return Err(Error::Malformed(format!("part = {}, expected 1 to {parts}", printable(part))));
    };
    let solved = label.split_once('/').filter(|(_, bets)| *bets != "bmax");
    let many = decks.first().is_some_and(|deck| deck.values.len() > 2);
    let cut = decks.iter().any(|deck| deck.cuts.is_some());
    let row = |deck: &DeckComparison| {
        html! { tr {
            th scope="row" {
                @match solved {
                    Some((game, bets)) => {
                        a href=(format!("/{game}/n{}-{bets}", deck.n)) { (deck.n) }
                    }
                    None => (deck.n),
                }
            }
            td { (number(&deck.value)) }
            @if many { td { (number(&deck.values[1])) } }
            td { (deck.difference.decimal(DIGITS)) }
            td { (deck.scaled.decimal(DIGITS / 2)) }
            @if cut {
                td {
                    @for (at, cut) in deck.cuts.iter().flatten().enumerate() {
                        @if at > 0 { ", " }
                        (cut)
                    }
                }
            }
        } }
    };
    Ok(html! {
        div.wide tabindex="0" role="region" aria-label="Decks" { table {
            caption { "Values in antes per hand, each with its certificate" @if cut { "; cuts A, \
                B, C as shares of the deck" } }
            thead { tr {
                th scope="col" { "Cards" }
                th scope="col" { "Value to I" }
                @if many { th scope="col" { "To each other player" } }
                th scope="col" { "Minus the continuous value" }
                th scope="col" { "Times n" }
                @if cut { th scope="col" { "Cuts" } }
            } }
            tbody { @for deck in shown { (row(deck)) } }
        } }
        @if parts > 1 { nav aria-label="Parts of the table" { ul.links {
            @for other in 1..=parts { li {
                @if other.to_string() == part { span aria-current="page" { "part " (other) } }
                @else {
                    a
                        href=(format!(
                            "/compare/{label}?from={}&to={}&part={other}",
                            question.from, question.to
                        )) {
                        "part "
                        (other)
                    }
                }
            } }
        } } }
    })
}

fn real(real: &Real) -> Markup {
    match real.exact() {
        Some(exact) => number(exact),
        None => html! { (real.decimal(DIGITS)) },
    }
}
