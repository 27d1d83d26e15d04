//! The page of equities: a board to pick, two ranges to draw, and who is ahead, hand by hand.

use axum::response::Response;
use bluff_questions::over_http::SHORT;
use bluff_questions::{AnswerContext, Given, Question};
use bluff_report::equity::{EquityQuestion, EquityReport};
use bluff_report::number::percent;
use bluff_report::text::Paint;
use maud::{Markup, html};
use rational_bluff::cards::{Equity, HandClass};
use rational_bluff::exact::Rational;

use crate::api::fields::value;
use crate::problem::Problem;
use crate::service::{Service, in_time};

use crate::page::parts::form::{refusal, typed};
use crate::page::parts::frame::{crumbs, files, table, wrong};
use crate::page::parts::number::{brief, part};

use super::layout::{dressed, framed, pages};
use super::range::{brushes, deck, range};

/// The fields of both ranges, and their headings.
const SIDES: [(&str, &str); 2] = [("hand", "First"), ("range", "Second")];

/// `GET /equity?hand=&range=&board=`, with its query and the fields in it.
pub(crate) async fn show(service: &Service, given: &[(String, String)], query: &str) -> Response {
    if given.is_empty() {
        return framed("Equity", &body(given, None, None));
    }
    match in_time(&service.pool, answer(service, given)).await {
        Ok(report) => framed("Equity", &body(given, None, Some((&report, query)))),
        Err(problem) => {
            let main = dressed(&body(given, Some(&problem.message()), None));
            wrong(problem, "Equity", &main)
        }
    }
}

async fn answer(service: &Service, given: &[(String, String)]) -> Result<EquityReport, Problem> {
    let given = Given::new(&EquityQuestion::fields(), given.iter().cloned())?;
    let question = <EquityQuestion as Question>::read(&given)?;
    let found = service
        .pool
        .run_quoted(SHORT, move |control| Question::answer(question, AnswerContext::of(control)));
    Ok(found.await?)
}

fn body(
    given: &[(String, String)],
    refused: Option<&str>,
    found: Option<(&EquityReport, &str)>,
) -> Markup {
    let text = |key: &str| value(given, key).unwrap_or_default();
    let fields = EquityQuestion::fields();
    let board = fields.iter().find(|field| field.key == "board");
    html! {
        div data-part="head" {
            (crumbs(&[("/holdem", "Hold’em")], "Equity"))
            (pages(1))
            h1 { "Who is ahead, " span { "two ranges "
                @if text("board").is_empty() { "before the flop" } @else { "on " (text("board")) }
            } }
        }
        form.room.two action="/equity" method="get" {
            div {
                section.panel aria-label="Board" {
                    @if let Some(board) = board { (typed("Board", board, Some(text("board")))) }
                    (deck())
                }
                (brushes())
                div.ranges { @for (at, (key, heading)) in SIDES.into_iter().enumerate() {
                    (range(key, [heading, ""], text(key), |class| {
                        let (_, equity) = found?.0.classes[at].iter().find(|(it, _)| *it == class)?;
                        Some(format!("{:.0}", equity.share().to_f64() * 100.0))
                    }))
                } }
            }
            div.stack {
                section.panel {
                    (refusal(refused))
                    @if let Some((report, _)) = found { (ahead(&report.equity)) }
                    button.first type="submit" { "Who is ahead?" }
                    p.note { a href="/equity?hand=AKs&range=QQ" { "AKs against QQ" } }
                }
                @if let Some((report, _)) = found {
                    @for ((_, heading), classes) in SIDES.iter().zip(&report.classes) {
                        (by_class(heading, classes))
                    }
                }
            }
        }
        @if let Some((report, query)) = found {
            details { summary { "In words" } pre tabindex="0" { (report.text(Paint::Plain)) } }
            @let address = |form| (format!("/api/v1/equity.{form}?{query}"), form);
            (files(["json", "csv", "svg"].map(address)))
        }
    }
}

/// Both equities, large, and the exact one of the first.
fn ahead(equity: &Equity) -> Markup {
    let share = equity.share();
    let rest = Rational::ONE - &share;
    html! {
        div.ahead {
            p { span.soft { "first" } b { (percent(&share)) } }
            p { span.soft { "second" } b { (percent(&rest)) } }
        }
        (outcomes(equity))
        p.note {
            @let Equity { win, tie, lose, .. } = equity;
            @for (name, count) in [("wins", win), ("ties", tie), ("loses", lose)] {
                (name) " " (part(&(count / &equity.boards()), true)) " "
            }
            br; (brief(&share)) " of all " (equity.deals) " deals."
        }
    }
}

/// A bar of what is won, tied and lost.
fn outcomes(equity: &Equity) -> Markup {
    let width = |count: &Rational| (count / &equity.boards()).to_f64() * 100.0;
    let (win, tie) = (width(&equity.win), width(&equity.tie));
    html! {
        svg.outcomes width="100%" height="12" aria-hidden="true" {
            rect.lost width="100%" height="100%" {}
            rect.tied width=(format!("{:.2}%", win + tie)) height="100%" {}
            rect width=(format!("{win:.2}%")) height="100%" {}
        }
    }
}

/// The equity of each class of a range, from the best.
fn by_class(heading: &str, classes: &[(HandClass, Equity)]) -> Markup {
    let mut classes: Vec<&(HandClass, Equity)> = classes.iter().collect();
    classes.sort_by_key(|(_, equity)| std::cmp::Reverse(equity.share()));
    let all: Rational = classes.iter().map(|(_, equity)| equity.boards()).sum();
    let heads = ["hand", "share", "wins, ties, loses", "equity"];
    let rows = classes.into_iter().map(|(class, equity)| {
        let [share, equals] = [equity.boards() / &all, equity.share()];
        [html! { (class) }, part(&share, true), outcomes(equity), part(&equals, true)]
    });
    html! {
        section.panel.listed aria-label=(format!("{heading}, hand by hand")) {
            h3 { (heading) ", hand by hand" }
            (table("plays", "", heads, rows))
        }
    }
}
