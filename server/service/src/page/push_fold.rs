//! The chart of push or fold: two grids of hands at a stack, and the stacks of every hand.

use std::sync::OnceLock;

use axum::extract::State;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::questions::chart::ChartQuestion;
use bluff_report::push_fold::{DOING, PushFoldReport, word};
use maud::{Markup, html};
use rational_bluff::cards::{HandClass, RANKS};
use rational_bluff::exact::Rational;
use rational_bluff::formula::{ChartPiece, HandPlan, MAX_CHART_STACK};
use rational_bluff::game::{Player, STACK, Value};

use crate::api::label::Label;
use crate::problem::Problem;
use crate::service::Service;

use super::frame::{Refused, crumbs, number, page};
use super::{Fields, assets, book, fields};

/// The stack that is shown unless another is wanted, in big blinds.
const STACK_SHOWN: i64 = 10;
/// Steps of the slider in a big blind.
const STEPS: u64 = 20;
/// The files of a chart: suffix and name.
const FILES: [(&str, &str); 3] = [("svg", "picture, SVG"), ("csv", "table, CSV"), ("json", "JSON")];

/// The chart without an ante, for all visitors.
static NO_ANTE: OnceLock<PushFoldReport> = OnceLock::new();

/// `GET /charts/push-fold?stack=`.
pub(crate) async fn show(
    State(service): State<Service>,
    label: Result<Label, Problem>,
    query: Fields,
) -> Result<Response, Refused> {
    let Label(label) = label?;
    let question = ChartQuestion::read(&label)?;
    let mut stack = Rational::from(STACK_SHOWN);
    for (key, text) in fields(query)? {
        match (key.as_str(), STACK.value(text.trim()).map_err(Error::from)?) {
            ("stack", Value::Number(number)) => stack = number,
            _ => {
                let words = format!("{}, expected stack", printable(&key));
                return Err(Error::Malformed(words).into());
            }
        }
    }
    let drawn = service.pool.run(move |control| {
        let plain = question.ante.is_zero();
        match NO_ANTE.get().filter(|_| plain) {
            Some(report) => body(report, &stack),
            None => {
                let report = question.answer(control)?;
                body(if plain { NO_ANTE.get_or_init(|| report) } else { &report }, &stack)
            }
        }
    });
    Ok(page("Push or fold, every stack", &drawn.await?))
}

/// Errors: `Malformed` for a stack outside the chart.
fn body(report: &PushFoldReport, stack: &Rational) -> Result<Markup, Error> {
    let (label, least) = (report.label(), report.chart.least());
    let outside = || {
        let expected = format!("expected a stack from {least} to {MAX_CHART_STACK}");
        Error::Malformed(format!("stack = {}, {expected}", printable(&stack.to_string())))
    };
    let piece = report.chart.piece(stack).ok_or_else(outside)?;
    let hand = |class: HandClass| {
        html! {
            tr {
                th scope="row" { (class) }
                @for (player, _) in DOING { td { (report.stacks(player, class.index())) } }
            }
        }
    };
    Ok(html! {
        (crumbs(&[("/games", "Games")], &format!("charts/{label}")))
        h1 { "Push or fold, " span { "every stack" } }
        p.rules {
            "The small blind goes all in or folds; the big blind calls or folds. Both have the \
                same stack, in big blinds. There are " (report.chart.pieces.len()) " pieces with \
                exact ends, and one equilibrium inside each. "
            @if let Some(chapter) = book::of_game("push-fold") { a href=(chapter) { "Proof" } }
        }
        section.panel.board aria-label="Hands at a stack" {
            form.ask action=(format!("/charts/{label}")) method="get" {
                div.field {
                    label for="stack" { "Stack" }
                    input id="stack" name="stack" type="text" inputmode="decimal" size="8"
                        autocomplete="off" value=(stack);
                }
                input.scripted id="slide" type="range" aria-label="Stack, in big blinds"
                    min=(least.to_f64()) max=(MAX_CHART_STACK) step=(1.0 / STEPS as f64)
                    value=(stack.to_f64());
                button type="submit" { "Show" }
            }
            p id="worth" {
                "Value to the small blind with " (stack) " big blinds: "
                (number(&piece.value(stack)))
            }
            div.grids {
                @for (player, action) in DOING { (grid(piece, player, action, stack)) }
            }
            p.note id="touched" aria-live="polite" {
                "Filled: always. Hatched: part of the time. The table below has the stacks of \
                    every hand."
            }
            p.links {
                @for (suffix, name) in FILES {
                    a href=(format!("/api/v1/charts/{label}.{suffix}")) { (name) } " "
                }
            }
        }
        section.panel {
            details {
                summary { "The stacks of every hand" }
                p.note { "Stacks are cut to four places. In brackets: part of the time." }
                table.full id="stacks" {
                    thead { tr {
                        th scope="col" { "Hand" }
                        @for (_, action) in DOING { th scope="col" { (action) } }
                    } }
                    tbody { @for class in HandClass::all() { (hand(class)) } }
                }
            }
        }
        script src=(assets::CHART.address) defer {}
    })
}

/// The hands at a stack, those that mix with their probability.
fn grid(piece: &ChartPiece, player: Player, action: &str, stack: &Rational) -> Markup {
    let cell = |class: HandClass| {
        let plan = piece.plans[player.index()][class.index()];
        let mixed = (plan == HandPlan::Mixed).then(|| {
            let probability = piece.probability(player, class.index(), stack);
            format!("{class}: {action} {}", probability.decimal(6))
        });
        html! { td class=(word(plan)) title=[mixed] { (class) } }
    };
    let classes: Vec<HandClass> = HandClass::all().collect();
    html! {
        table.stack-grid {
            caption { (action) }
            tbody {
                @for row in classes.chunks(RANKS.len()) {
                    tr { @for class in row { (cell(*class)) } }
                }
            }
        }
    }
}
