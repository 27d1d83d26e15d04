//! The chart of push or fold: two grids of hands at a stack, and the stacks of every hand.

use std::sync::{Arc, LazyLock};

use axum::response::{IntoResponse, Redirect};
use bluff_questions::chart::ChartQuestion;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::{AnswerContext, Question};
use bluff_report::lock::{LockEffect, locked_cards};
use bluff_report::picture::card_link;
use bluff_report::picture::hands::{HandGrid, HandSquare, frame, squares};
use bluff_report::picture::strip::{LockMarks, Stage};
use bluff_report::push_fold::{DOING, PushFoldReport, chart_label};
use maud::{Markup, html};
use quick_cache::sync::Cache;
use rational_bluff::cards::{CLASSES, HandClass};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::formula::{ChartPiece, HandPlan, MAX_CHART_STACK};
use rational_bluff::game::{ANTE, Parameter, Player, STACK, Value, push_fold};
use rational_bluff::solve::Control;

use crate::api::query::unexpected;
use crate::api::solutions::GameSource;
use crate::service::Service;

use crate::page::pages::book;
use crate::page::parts::controls::{leading, sliding, stepping};
use crate::page::parts::frame::{PageResult, Refused, crumbs, files, headed, saves};
use crate::page::parts::lock;
use crate::page::parts::number::number;
use crate::page::parts::request::{Fields, LabelPage, equilibrium};

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
pub(crate) fn address(ante: &Rational) -> String {
    format!("/holdem/{}", chart_label(ante))
}

/// `GET /charts/push-fold`, which has joined the room.
pub(crate) async fn moved(LabelPage { label, query, .. }: LabelPage) -> Redirect {
    let query = query.0.map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::permanent(&format!("/holdem/{label}{query}"))
}

/// `GET /holdem/push-fold/a{ANTE}?stack=`.
pub(crate) async fn show(LabelPage { service, label, query, .. }: LabelPage) -> PageResult {
    let question = ChartQuestion::of_label(&label)?;
    let query = Fields::read(&query);
    let known = ["stack", "ante", "card", "view"].into_iter().chain(lock::FIELDS);
    query.all_known(&known.collect::<Vec<_>>())?;
    let given =
        |parameter: &Parameter| query.text(parameter.key).map(|text| number_of(parameter, text));
    let (stack, ante) = (given(&STACK).transpose()?, given(&ANTE).transpose()?);
    let class = query.number("card", CLASSES as u64)?;
    let view = query.number("view", 2)?.unwrap_or(1);
    let lock = lock::text(&query);
    // The form without a script has the ante in its query; a label may be spelled otherwise.
    let ante = ante.unwrap_or(question.ante);
    let canonical = address(&ante);
    if format!("/holdem/{label}") != canonical {
        let stack = stack.map(|stack| format!("stack={stack}"));
        let lock = lock.map(|lock| field("lock", lock));
        let fields = stack.into_iter().chain(lock).collect::<Vec<_>>().join("&");
        let join = if fields.is_empty() { "" } else { "?" };
        return Ok(Redirect::to(&format!("{canonical}{join}{fields}")).into_response());
    }
    let stack = stack.unwrap_or(Rational::from(STACK_SHOWN));
    let title = match ante.is_zero() {
        true => "Push or fold, every stack".to_owned(),
        false => format!("Push or fold, ante {ante}, every stack"),
    };
    let page = StackPage { ante, stack, class, lock: lock.map(str::to_owned) };
    if lock::adds_hands(&query) {
        let at = usize::try_from(view - 1).unwrap_or_default();
        let relocked = move |_: &Control| page.relocked(&query, at);
        let address = service.pool.run_quoted(SHORT, relocked).await?;
        return Ok(Redirect::to(&address).into_response());
    }
    let answer = page.answer(&service).await?;
    let drawn = service.pool.run_quoted(SHORT, move |control| {
        let report = chart(ChartQuestion { ante: page.ante.clone() }, control)?;
        page.drawn(&report, answer)
    });
    Ok(framed(&title, &drawn.await?))
}

/// A field of a query.
fn field(key: &str, text: &str) -> String {
    form_urlencoded::Serializer::new(String::new()).append_pair(key, text).finish()
}

/// A stack of the chart, as an address asks for it.
struct StackPage {
    ante: Rational,
    stack: Rational,
    /// The class that is chosen, from 1.
    class: Option<u64>,
    lock: Option<String>,
}

/// The equilibrium at a stack, and the answer to a lock.
type LockedStack = [Arc<Certified<Solution>>; 2];

impl StackPage {
    /// The address of the stack with a lock, without a class.
    fn address(&self, lock: Option<&str>) -> String {
        let lock = lock.filter(|lock| !lock.is_empty());
        let lock = lock.map_or_else(String::new, |lock| format!("&{}", field("lock", lock)));
        format!("{}?stack={}{lock}", address(&self.ante), self.stack)
    }

    /// The address with the hands of a query locked as well.
    ///
    /// Errors: those of the lock.
    fn relocked(&self, query: &Fields, at: usize) -> Result<String, Error> {
        let game = push_fold(self.stack.clone(), self.ante.clone())?;
        let base = self.address(Some(&lock::relocked(&game, query, at)?));
        Ok(self.class.map_or_else(|| base.clone(), |class| card_link(&base, class)))
    }

    /// The answer to the lock; `None` without one.
    ///
    /// Errors: those of the game, of the lock and of the solves.
    async fn answer(&self, service: &Service) -> Result<Option<LockedStack>, Refused> {
        let Some(lock) = self.lock.as_deref() else { return Ok(None) };
        let label = push_fold(self.stack.clone(), self.ante.clone()).map_err(Error::from)?.label();
        let free = GameSource::Label(label);
        let locked = free.clone().with_lock(Some(lock));
        Ok(Some([equilibrium(service, free).await?, equilibrium(service, locked).await?]))
    }

    /// Errors: `Malformed` for a stack outside the chart.
    fn drawn(&self, report: &PushFoldReport, answer: Option<LockedStack>) -> Result<Markup, Error> {
        let Self { ante, stack, class, lock } = self;
        let (label, least) = (report.label(), report.chart.least());
        let outside = || {
            let expected = format!("a stack from {least} to {MAX_CHART_STACK}");
            unexpected("stack", &stack.to_string(), &expected)
        };
        let piece = report.chart.piece(stack).ok_or_else(outside)?;
        let base = self.address(lock.as_deref());
        let dials = html! {
            (sliding(&STACK, stack, ends(&least), None))
            (stepping(&ANTE, ante, ANTE_STEPS))
            @if let Some(lock) = lock { input type="hidden" name="lock" value=(lock); }
            button.unscripted type="submit" { "Show" }
        };
        let fields = lock.as_ref().map(|lock| format!("&{}", field("lock", lock)));
        let moved =
            format!("/holdem/push-fold/a{{ante}}?stack={{stack}}{}", fields.unwrap_or_default());
        let details = html! { @if !ante.is_zero() { "ante " (ante) ", " } "every stack" };
        let rules = html! {
            "The small blind goes all in or folds; the big blind calls or folds. Both have the \
                same stack, in big blinds. There are " (report.chart.pieces.len())
            " pieces with exact ends, and one equilibrium inside each. "
            @if let Some(chapter) = book::of_game("push-fold") { a href=(chapter) { "Proof" } }
        };
        let way = html! { (crumbs(&[("/holdem", "Hold’em")], &label)) (pages(2)) };
        let file = |(suffix, name)| (format!("/api/v1/charts/{label}.{suffix}"), name);
        let effect = answer.as_ref().map(|[free, locked]| LockEffect::of(free, locked));
        let value = match &answer {
            Some([_, locked]) => locked.values[0].clone(),
            None => piece.value(stack),
        };
        let grid = |(at, (player, action)): (usize, (Player, &str))| {
            let who = html! { b { "Player " (player) } " " (action) };
            let square = |class_of: HandClass| {
                let square = square(piece, player, action, stack, class_of);
                let chosen = *class == Some(square.card);
                (Some(square), chosen)
            };
            squares(&base, (at, &who), square, "stage")
        };
        let grids = || {
            let grids: Vec<Markup> = DOING.into_iter().enumerate().map(grid).collect();
            frame("stage", CLASSES as u64, false, &grids)
        };
        Ok(html! {
            (headed(&way, "Push or fold", &details, &rules))
            (leading("/holdem/push-fold", &moved, &dials))
            div data-part="change" role="status" {
                @if let Some(effect) = &effect { (lock::effect(effect)) }
            }
            section.panel.board aria-label="Hands at a stack" {
                p data-part="worth" {
                    "Value to the small blind with " (stack) " big blinds: "
                    (number(&value))
                }
                div data-part="stage" data-stage {
                    @match answer.as_ref().zip(effect.as_ref()) {
                        Some((answer, effect)) => (locked_grids(answer, effect, (&base, *class))),
                        None => (grids()),
                    }
                }
                (tip(report, *class))
                (saves("push-fold", "[data-part=stage]"))
                p.note { "Touch a hand for all stacks at which it is played, and to lock it. The \
                    ante has no slider: each ante has a chart of its own, which takes about half a \
                    second." }
                (files(FILES.map(file)))
            }
            (self.locks(piece, answer.as_ref())?)
        })
    }

    /// The forms that lock a class, for both players.
    ///
    /// Errors: those of the game.
    fn locks(&self, piece: &ChartPiece, answer: Option<&LockedStack>) -> Result<Markup, Error> {
        let game = match answer {
            Some([_, locked]) => locked.game.clone(),
            None => push_fold(self.stack.clone(), self.ante.clone())?,
        };
        let kept = [("stack", Some(self.stack.to_string())), ("lock", self.lock.clone())];
        let kept = kept.into_iter().chain([("card", self.class.map(|class| class.to_string()))]);
        let kept: Vec<(String, String)> =
            kept.filter_map(|(key, text)| Some((key.to_owned(), text?))).collect();
        let form = |at: usize, card: u64| {
            let hand = game.hand_name(card);
            let (player, action) = DOING[at];
            let place = card as usize - 1;
            let now =
                game.views()[at].actions.iter().enumerate().map(|(place_of, name)| match answer {
                    Some([_, locked]) => locked.profile.at(at)[place_of].at(card),
                    None => {
                        let taken = taken(piece, player, place, &self.stack);
                        if name == action { taken } else { Rational::ONE - taken }
                    }
                });
            let now: Vec<Rational> = now.collect();
            let free = self.lock.as_deref().map(|lock| {
                let these = format!("{}&view={}&hands={hand}", self.address(Some(lock)), at + 1);
                [card_link(&these, card), card_link(&self.address(None), card)]
            });
            lock::form((&address(&self.ante), &kept), (&game, at), (&hand, card, &now), free)
        };
        Ok(html! {
            section.panel data-part="class" aria-label="Lock" hidden[self.class.is_none()] {
                @if let Some(card) = self.class {
                    h3 { "Lock " (game.hand_name(card)) }
                    @for at in 0..DOING.len() {
                        p.who { b { "Player " (DOING[at].0) } " " (game.views()[at].name) }
                        (form(at, card))
                    }
                }
            }
        })
    }
}

/// Both grids of the answer to a lock.
fn locked_grids(
    [free, locked]: &LockedStack,
    effect: &LockEffect,
    (base, class): (&str, Option<u64>),
) -> Markup {
    let game = &locked.game;
    let cards = locked_cards(game);
    let marks = LockMarks { equilibrium: &free.profile, locked: &cards, changes: &effect.changes };
    let stage =
        Stage { card: class, base, lock: Some(marks), ..Stage::of(game, &locked.profile, None) };
    html! { @if let Some(grid) = HandGrid::of(game) { (grid.stage(&stage, &[0, 1])) } }
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
    let pushed = taken(piece, player, class.index(), stack);
    let mut played = vec![(0, Rational::ONE - &pushed), (1, pushed)];
    played.retain(|(_, part)| !part.is_zero());
    HandSquare::of_class(class, &["fold".to_owned(), action.to_owned()], &played)
}

/// The probability with which a class, from 0, is pushed, or calls, at a stack.
fn taken(piece: &ChartPiece, player: Player, class: usize, stack: &Rational) -> Rational {
    match piece.plans[player.index()][class] {
        HandPlan::Never => Rational::ZERO,
        HandPlan::Always => Rational::ONE,
        HandPlan::Mixed => piece.probability(player, class, stack),
    }
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
