//! The chart of push or fold: two grids of hands at a stack, and the stacks of every hand.

use std::sync::{Arc, LazyLock};

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use bluff_questions::chart::ChartQuestion;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::{AnswerContext, Question};
use bluff_report::picture::hands::{HandSquare, frame, squares};
use bluff_report::push_fold::{DOING, PushFoldReport, chart_label};
use maud::{Markup, html};
use quick_cache::sync::Cache;
use rational_bluff::cards::{CLASSES, HandClass};
use rational_bluff::exact::Rational;
use rational_bluff::formula::{ChartPiece, HandPlan, MAX_CHART_STACK};
use rational_bluff::game::{ANTE, Parameter, Player, STACK, Value};
use rational_bluff::solve::Control;

use crate::api::query::{Query, unexpected};
use crate::service::Service;

use crate::page::pages::book;
use crate::page::parts::controls::{leading, sliding, stepping};
use crate::page::parts::frame::{Refused, crumbs, files, headed, saves};
use crate::page::parts::number::number;
use crate::page::parts::request::{PageLabel, whole};

use super::layout::{framed, pages};

/// The stack that is shown unless another is wanted, in big blinds.
const STACK_SHOWN: i64 = 10;
/// Steps of the slider in a big blind.
const STEPS: i64 = 20;
/// The files of a chart: suffix and name.
const FILES: [(&str, &str); 3] =
    [("svg", "all stacks, SVG"), ("csv", "all stacks, CSV"), ("json", "all stacks, JSON")];
/// Antes that a step of the field passes, in one big blind.
const ANTE_STEPS: i64 = 8;
/// The most charts that are kept.
const KEPT: usize = 16;

/// Charts by ante, for all visitors: a chart takes half a second, and a slider asks for it at every
/// stack.
static CHARTS: LazyLock<Cache<Rational, Arc<PushFoldReport>>> = LazyLock::new(|| Cache::new(KEPT));

/// The address of the chart with an ante.
pub(in crate::page) fn address(ante: &Rational) -> String {
    format!("/holdem/{}", chart_label(ante))
}

/// `GET /charts/push-fold`, which has joined the room.
pub(crate) async fn moved(PageLabel(label): PageLabel, RawQuery(query): RawQuery) -> Redirect {
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::permanent(&format!("/holdem/{label}{query}"))
}

/// `GET /holdem/push-fold/a{ANTE}?stack=`.
pub(crate) async fn show(
    State(service): State<Service>,
    PageLabel(label): PageLabel,
    query: RawQuery,
) -> Result<Response, Refused> {
    let question = ChartQuestion::of_label(&label)?;
    let query = Query::of(query, &["stack", "ante", "card"])?;
    let given =
        |parameter: &Parameter| query.text(parameter.key).map(|text| number_of(parameter, text));
    let (stack, ante) = (given(&STACK).transpose()?, given(&ANTE).transpose()?);
    let class = whole(&query, "card", 1..=CLASSES as u64)?;
    // The form without a script has the ante in its query; a label may be spelled otherwise.
    let canonical = address(ante.as_ref().unwrap_or(&question.ante));
    if format!("/holdem/{label}") != canonical {
        let stack = stack.map(|stack| format!("?stack={stack}")).unwrap_or_default();
        return Ok(Redirect::to(&format!("{canonical}{stack}")).into_response());
    }
    let stack = stack.unwrap_or(Rational::from(STACK_SHOWN));
    let title = match question.ante.is_zero() {
        true => "Push or fold, every stack".to_owned(),
        false => format!("Push or fold, ante {}, every stack", question.ante),
    };
    let drawn = service
        .pool
        .run_quoted(SHORT, move |control| body(&*chart(question, control)?, &stack, class));
    Ok(framed(&title, &drawn.await?))
}

/// Errors: `Malformed` for a text that is no number.
fn number_of(parameter: &Parameter, text: &str) -> Result<Rational, Error> {
    match parameter.value(text)? {
        Value::Number(number) => Ok(number),
        _ => Err(unexpected(parameter.key, text, "a number")),
    }
}

/// The chart, computed unless it is kept.
///
/// Errors: those of the computation.
fn chart(question: ChartQuestion, control: &Control) -> Result<Arc<PushFoldReport>, Error> {
    if let Some(kept) = CHARTS.get(&question.ante) {
        return Ok(kept);
    }
    let report = Arc::new(question.answer(AnswerContext::of(control))?);
    CHARTS.insert(report.chart.ante.clone(), Arc::clone(&report));
    Ok(report)
}

/// Errors: `Malformed` for a stack outside the chart.
fn body(report: &PushFoldReport, stack: &Rational, class: Option<u64>) -> Result<Markup, Error> {
    let (label, ante, least) = (report.label(), &report.chart.ante, report.chart.least());
    let outside = || {
        let expected = format!("a stack from {least} to {MAX_CHART_STACK}");
        unexpected("stack", &stack.to_string(), &expected)
    };
    let piece = report.chart.piece(stack).ok_or_else(outside)?;
    let base = format!("{}?stack={stack}", address(ante));
    let dials = html! {
        (sliding(&STACK, stack, ends(&least), None))
        (stepping(&ANTE, ante, ANTE_STEPS))
        button.unscripted type="submit" { "Show" }
    };
    let grid = |(at, (player, action)): (usize, (Player, &str))| {
        let who = html! { b { "Player " (player) } " " (action) };
        let square = |class_of: HandClass| {
            let square = square(piece, player, action, stack, class_of);
            let chosen = class == Some(square.card);
            (Some(square), chosen)
        };
        squares(&base, (at, &who), square, "stage")
    };
    let details = html! { @if !ante.is_zero() { "ante " (ante) ", " } "every stack" };
    let rules = html! {
        "The small blind goes all in or folds; the big blind calls or folds. Both have the same \
            stack, in big blinds. There are " (report.chart.pieces.len())
        " pieces with exact ends, and one equilibrium inside each. "
        @if let Some(chapter) = book::of_game("push-fold") { a href=(chapter) { "Proof" } }
    };
    let way = html! { (crumbs(&[("/holdem", "Hold’em")], &label)) (pages(2)) };
    let file = |(suffix, name)| (format!("/api/v1/charts/{label}.{suffix}"), name);
    let grids: Vec<Markup> = DOING.into_iter().enumerate().map(grid).collect();
    Ok(html! {
        (headed(&way, "Push or fold", &details, &rules))
        (leading("/holdem/push-fold", "/holdem/push-fold/a{ante}?stack={stack}", &dials))
        section.panel.board aria-label="Hands at a stack" {
            p data-part="worth" {
                "Value to the small blind with " (stack) " big blinds: "
                (number(&piece.value(stack)))
            }
            div data-part="stage" data-stage {
                (frame("stage", CLASSES as u64, false, &grids))
            }
            (tip(report, class))
            (saves("push-fold", "[data-part=stage]"))
            p.note { "Touch a hand for all stacks at which it is played. The ante has no slider: \
                each ante has a chart of its own, which takes about half a second." }
            (files(FILES.map(file)))
        }
    })
}

/// The ends of the slider of stacks, and its steps in a big blind.
fn ends(least: &Rational) -> (i64, i64, i64) {
    let steps = |stack: f64| (stack * STEPS as f64).ceil() as i64;
    (steps(least.to_f64()), steps(MAX_CHART_STACK as f64), STEPS)
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
