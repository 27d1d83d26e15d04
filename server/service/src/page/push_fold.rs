//! The chart of push or fold: two grids of hands at a stack, and the stacks of every hand.

use std::sync::OnceLock;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::questions::chart::ChartQuestion;
use bluff_report::picture::hands::{HandSquare, frame, squares};
use bluff_report::push_fold::{DOING, PushFoldReport};
use maud::{Markup, html};
use rational_bluff::cards::{CLASSES, HandClass};
use rational_bluff::exact::Rational;
use rational_bluff::formula::{ChartPiece, HandPlan, MAX_CHART_STACK};
use rational_bluff::game::{Player, STACK, Value};

use crate::api::query::{Query, unexpected};
use crate::service::Service;

use super::dials::one_number;
use super::frame::{Refused, crumbs, number, page, saves};
use super::{PageLabel, book, whole};

/// The stack that is shown unless another is wanted, in big blinds.
const STACK_SHOWN: i64 = 10;
/// Steps of the slider in a big blind.
const STEPS: i64 = 20;
/// The files of a chart: suffix and name.
const FILES: [(&str, &str); 3] = [("svg", "picture, SVG"), ("csv", "table, CSV"), ("json", "JSON")];

/// The chart without an ante, for all visitors.
static NO_ANTE: OnceLock<PushFoldReport> = OnceLock::new();

/// `GET /charts/push-fold?stack=`.
pub(crate) async fn show(
    State(service): State<Service>,
    PageLabel(label): PageLabel,
    query: RawQuery,
) -> Result<Response, Refused> {
    let question = ChartQuestion::read(&label)?;
    let query = Query::of(query, &["stack", "card"])?;
    let stack = |text| match STACK.value(text)? {
        Value::Number(number) => Ok(number),
        _ => Err(unexpected("stack", text, "a number")),
    };
    let stack = query.text("stack").map_or(Ok(Rational::from(STACK_SHOWN)), stack)?;
    let class = whole(&query, "card", 1..=CLASSES as u64)?;
    let drawn = service.pool.run(move |control| {
        let plain = question.ante.is_zero();
        match NO_ANTE.get().filter(|_| plain) {
            Some(report) => body(report, &stack, class),
            None => {
                let report = question.answer(control)?;
                body(if plain { NO_ANTE.get_or_init(|| report) } else { &report }, &stack, class)
            }
        }
    });
    Ok(page("Push or fold, every stack", &drawn.await?))
}

/// Errors: `Malformed` for a stack outside the chart.
fn body(report: &PushFoldReport, stack: &Rational, class: Option<u64>) -> Result<Markup, Error> {
    let (label, least) = (report.label(), report.chart.least());
    let outside = || {
        let expected = format!("a stack from {least} to {MAX_CHART_STACK}");
        unexpected("stack", &stack.to_string(), &expected)
    };
    let piece = report.chart.piece(stack).ok_or_else(outside)?;
    let (address, base) = (format!("/charts/{label}"), format!("/charts/{label}?stack={stack}"));
    let steps = |stack: f64| (stack * STEPS as f64).ceil() as i64;
    let ends = (steps(least.to_f64()), steps(MAX_CHART_STACK as f64), STEPS);
    let grid = |(at, (player, action)): (usize, (Player, &str))| {
        let who = html! { b { "Player " (player) } " " (action) };
        let square = |class_of: HandClass| {
            let square = square(piece, player, action, stack, class_of);
            let chosen = class == Some(square.card);
            (Some(square), chosen)
        };
        squares(&base, (at, &who), square, "stage")
    };
    let grids: Vec<Markup> = DOING.into_iter().enumerate().map(grid).collect();
    Ok(html! {
        (crumbs(&[("/games", "Games")], &format!("charts/{label}")))
        h1 { "Push or fold, " span { "every stack" } }
        p.rules {
            "The small blind goes all in or folds; the big blind calls or folds. Both have the \
                same stack, in big blinds. There are " (report.chart.pieces.len()) " pieces with \
                exact ends, and one equilibrium inside each. "
            @if let Some(chapter) = book::of_game("push-fold") { a href=(chapter) { "Proof" } }
        }
        (one_number(&address, &STACK, stack, ends))
        section.panel.board aria-label="Hands at a stack" {
            p data-part="worth" {
                "Value to the small blind with " (stack) " big blinds: "
                (number(&piece.value(stack)))
            }
            div data-part="stage" data-stage {
                (frame(("stage", &base), CLASSES as u64, false, &grids))
            }
            (tip(report, class))
            (saves("push-fold", "[data-part=stage]"))
            p.note { "Touch a hand for all stacks at which it is played." }
            ul.links { @for (suffix, name) in FILES {
                li { a href=(format!("/api/v1/charts/{label}.{suffix}")) { (name) } }
            } }
        }
    })
}

/// A class at a stack: how often it is pushed, or calls.
fn square(
    piece: &ChartPiece,
    player: Player,
    action: &str,
    stack: &Rational,
    class: HandClass,
) -> HandSquare {
    let pushed = match piece.plans[player.index()][class.index()] {
        HandPlan::Never => Rational::ZERO,
        HandPlan::Always => Rational::ONE,
        HandPlan::Mixed => piece.probability(player, class.index(), stack),
    };
    let mut played = vec![(0, Rational::ONE - &pushed), (1, pushed)];
    played.retain(|(_, part)| !part.is_zero());
    HandSquare::of_class(class, &["fold".to_owned(), action.to_owned()], &played)
}

/// The stacks of a class, beside its cell.
fn tip(report: &PushFoldReport, class: Option<u64>) -> Markup {
    let chosen = class.and_then(|class| HandClass::all().nth(class as usize - 1));
    html! {
        @match (class, chosen) {
            (Some(card), Some(class)) => {
                div.tip data-part="card" id="card" role="status" tabindex="0" data-chosen=(card) {
                    @for (at, (player, action)) in DOING.iter().enumerate() {
                        div data-tip=(at) {
                            h3 { (class) span { "player " (player) ", " (action) } }
                            p { (report.stacks(*player, class.index())) }
                        }
                    }
                    p { "Stacks in big blinds, cut to four places; in brackets: part of the time." }
                }
            }
            _ => div.tip data-part="card" hidden {},
        }
    }
}
