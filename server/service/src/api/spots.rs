//! Spots of hold'em: bounds that close while a client follows them, and what was proved.
//!
//! A client follows its own work: it ends when the stream is closed, and answers with the bounds so
//! far when it is stopped. The closest bounds of a spot stay under its label.

use std::collections::hash_map::RandomState;
use std::convert::Infallible;
use std::hash::BuildHasher;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawQuery, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bluff_batch::compute::{LONG, current_client, work_for};
use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::interval::{BoundedSpot, BoundsReport};
use bluff_questions::over_http::SHORT;
use bluff_questions::{AnswerContext, Given, WorkNews};
use bluff_report::pio::PlaceRanges;
use futures_util::stream;
use rational_bluff::cards::Card;
use rational_bluff::exact::Rational;
use rational_bluff::solve::Control;
use rational_bluff::spot::{NodeHand, SpotBounds, SpotNode, plan_of_document};
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use crate::limits::PATIENCE;
use crate::problem::{Problem, ReplyResult};
use crate::proved_spots::{KeptSpot, OpenPlace};
use crate::service::Service;

use super::body::TypedText;
use super::form::{JSON, TakesJson, acceptable};
use super::label::Label;
use super::query::{NoQuery, Query};
use super::question::{fields_of, known, reading_cost};
use super::reply::json as json_reply;

/// The media type of events.
const EVENTS: &str = "text/event-stream";
/// The media type of a plan file.
const PLAN: &str = "application/octet-stream";
/// The media type of ranges.
const PIO: &str = "text/x-pio";
/// Digits of the decimals beside bounds.
const DIGITS: usize = 12;

type Bounding = Pin<Box<dyn Future<Output = Result<BoundsReport, Error>> + Send>>;

/// The work on a spot that a client follows.
struct FollowedSpot {
    work: Bounding,
    /// Bounds so far; none of work that has just got a thread.
    news: watch::Receiver<Option<Value>>,
    /// The answer, where it was there at once.
    answer: Option<Result<BoundsReport, Error>>,
    /// Told to stop while the work waits for a thread.
    stopped: Arc<Notify>,
}

/// Proves bounds of a spot of hold'em and streams them as server-sent events as they close.
///
/// One event `begin` has the address at which `DELETE` stops the work. An event `start` says that
/// it no longer waits for a thread. Events `progress` carry the bounds that each judgement proves.
/// One last event is `end` or `error`. A client that closes the stream ends the work; at the time
/// limit of answers, the bounds so far are the answer.
#[utoipa::path(post, path = "/api/v1/spots", operation_id = "follow_spot", tag = "solutions",
    request_body(description = "Fields of a solve: `game`, `within`, `lock`, `seconds`, `memory`",
        content((ref("#/components/schemas/SolveSpot") = "application/json"))),
    responses((status = 200, body = ref("#/components/schemas/SpotProgress"),
        content_type = "text/event-stream",
        description = "Events `begin`, `start`, `progress`, and one last: `end` with the bounds \
            and the addresses of document and plan, or `error` with a problem document")))]
pub async fn follow(State(service): State<Service>, request: Request) -> ReplyResult {
    acceptable(request.headers(), EVENTS)?;
    let text = TypedText::read(request, &(), &[JSON]).await?.text;
    let (entry, cost) = (known("solve", "/api/v1/solve")?, reading_cost(text.len()));
    let read =
        move || BoundedSpot::needed(&Given::new(&(entry.fields)(), fields_of(entry, &text)?)?);
    let read = Arc::new(read);
    let quoted = Arc::clone(&read);
    let cost = service.pool.run_quoted(cost, move |_: &Control| quoted()?.cost()).await?;
    // The keys of the hashers are random.
    let part = || RandomState::new().hash_one(0);
    let run = format!("{:016x}{:016x}", part(), part());
    let (sender, news) = watch::channel(None);
    let (own, name) = (service.clone(), watched_name(&run));
    let work = async move {
        let solver = own.clone();
        let answer = move |control: &Control| {
            sender.send_replace(None);
            let say = |news: WorkNews<'_>| {
                if let WorkNews::Bounds(rounds, bounds) = news {
                    sender.send_replace(Some(progress(rounds, bounds)));
                }
            };
            let context = AnswerContext::of(control);
            read()?.answer(AnswerContext { solver: &solver, say: &say, ..context })
        };
        own.pool.run_as(&name, cost, answer).await
    };
    let mut work: Bounding = Box::pin(work_for(current_client(), work));
    // What the pool refuses has a status of its own.
    let answer = match futures_util::future::poll_immediate(&mut work).await {
        Some(Err(error)) => return Err(error.into()),
        answer => answer,
    };
    let stopped = service.spots.follow(&run);
    let begin = json!({ "stop": format!("/api/v1/spots/{run}") });
    let begin = Event::default().event("begin").data(begin.to_string());
    let events = stream::unfold(
        (Some(begin), Some(FollowedSpot { work, news, answer, stopped })),
        |(begin, open)| async move {
            if begin.is_some() {
                return begin.map(|begin| (Ok::<_, Infallible>(begin), (None, open)));
            }
            let mut open = open?;
            let found = match open.answer.take() {
                Some(found) => found,
                None => tokio::select! {
                    biased;
                    Ok(()) = open.news.changed() => {
                        let event = news_event(open.news.borrow_and_update().as_ref());
                        return Some((Ok(event), (None, Some(open))));
                    }
                    found = &mut open.work => found,
                    () = open.stopped.notified() => {
                        Err(Error::Malformed("stopped before it began".to_owned()))
                    }
                },
            };
            Some((Ok(last(found)), (None, None)))
        },
    );
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE / 3));
    Ok(events.into_response())
}

/// The name of a client's work in the pool: no other work has such a name.
fn watched_name(run: &str) -> String {
    format!("spot {run}")
}

fn progress(rounds: u32, bounds: &SpotBounds) -> Value {
    let decimals = [&bounds.lower, &bounds.upper].map(|end: &Rational| end.decimal(DIGITS));
    json!({
        "rounds": rounds, "lower": bounds.lower, "upper": bounds.upper, "decimals": decimals,
        "exploitability": bounds.exploitability, "exploitability_of_pot": bounds.of_pot
    })
}

/// The start of the work, or bounds that it has proved.
fn news_event(bounds: Option<&Value>) -> Event {
    match bounds {
        Some(bounds) => Event::default().event("progress").data(bounds.to_string()),
        None => Event::default().event("start").data("{}"),
    }
}

fn last(found: Result<BoundsReport, Error>) -> Event {
    match found {
        Ok(report) => {
            let mut data = progress(report.rounds, &report.bounds);
            let document = format!("/api/v1/{}", report.label.replacen("spot", "spots", 1));
            data["label"] = report.label.into();
            data["plan"] = format!("{document}/plan").into();
            data["document"] = document.into();
            Event::default().event("end").data(data.to_string())
        }
        Err(error) => Event::default().event("error").data(Problem::from(error).document()),
    }
}

/// A spot that was proved, by the id in an address without a query.
pub struct ProvedSpot(Arc<KeptSpot>);

impl FromRequestParts<Service> for ProvedSpot {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, service: &Service) -> Result<Self, Problem> {
        let Label(id) = Label::from_request_parts(parts, service).await?;
        let unknown = || Problem::NotFound(printable(parts.uri.path()));
        service.spot_of(&format!("spot/{id}")).await?.map(Self).ok_or_else(unknown)
    }
}

/// Returns the closest bounds of a spot that this service has proved, with their plan.
///
/// The id is what follows `spot/` in the label: the hash of the game. Spots are in the
/// catalogue, or without one in memory, until newer ones have taken their place.
#[utoipa::path(get, path = "/api/v1/spots/{id}", operation_id = "get_spot", tag = "solutions",
    params(("id" = String, Path, description = "The id of the spot")),
    responses((status = 200, description = "The document, as `bluff solve` writes it",
        body = ref("#/components/schemas/BoundsDocument"))))]
pub async fn show(ProvedSpot(kept): ProvedSpot, _: NoQuery, _: TakesJson) -> Response {
    let caching = [(header::CACHE_CONTROL, "no-cache")];
    (caching, json_reply(kept.document.clone() + "\n")).into_response()
}

/// Stops the work on a spot: its stream ends with the bounds so far.
#[utoipa::path(delete, path = "/api/v1/spots/{id}", operation_id = "stop_spot", tag = "solutions",
    params(("id" = String, Path, description = "The end of the address in the event `begin`")),
    responses((status = 200, description = "The work ends after its next judgement, or before it \
        begins",
        body = String, content_type = "text/plain")))]
pub async fn stop(
    State(service): State<Service>,
    Label(run): Label,
    _: NoQuery,
) -> Result<&'static str, Problem> {
    let unknown = || Problem::NotFound(format!("/api/v1/spots/{}", printable(&run)));
    if let Some(control) = service.pool.watched(&watched_name(&run)) {
        control.end_early();
        return Ok("the work ends after its next judgement\n");
    }
    service.spots.followed(&run).ok_or_else(unknown)?.notify_one();
    Ok("the work ends before it begins\n")
}

/// Returns the plan that proves the bounds of a spot, as a file.
#[utoipa::path(get, path = "/api/v1/spots/{id}/plan", operation_id = "get_spot_plan",
    tag = "solutions", params(("id" = String, Path, description = "The id of the spot")),
    responses((status = 200, description = "A plan file: whole parts by view, action and hand",
        body = Vec<u8>, content_type = "application/octet-stream")))]
pub async fn plan(
    State(service): State<Service>,
    ProvedSpot(kept): ProvedSpot,
    _: NoQuery,
    headers: HeaderMap,
) -> ReplyResult {
    acceptable(&headers, PLAN)?;
    let plan = move |_: &Control| {
        plan_of_document(&kept.document).map_err(|error| Error::Malformed(error.to_string()))
    };
    let plan = service.pool.run_quoted(SHORT, plan).await?;
    let head = [(header::CONTENT_TYPE, PLAN), (header::CACHE_CONTROL, "no-cache")];
    Ok((head, plan).into_response())
}

/// Returns a place of a plan: actions, cards, and both players' hands that come there.
///
/// Weights and probabilities are exact. `ev` has the chips that a hand wins with both plans, half
/// of the pot at the start included; `equity` the part of the pot without more bets. Both are
/// decimals that no certificate covers.
#[utoipa::path(get, path = "/api/v1/spots/{id}/node", operation_id = "get_spot_node",
    tag = "solutions", params(("id" = String, Path, description = "The id of the spot"),
        ("path" = Option<String>, Query,
            description = "Actions and cards with commas between them; by default the start")),
    responses((status = 200, description = "The place",
        body = ref("#/components/schemas/SpotNode"))))]
pub async fn node(
    State(service): State<Service>,
    ProvedSpot(kept): ProvedSpot,
    query: RawQuery,
    _: TakesJson,
) -> ReplyResult {
    let query = Query::of(query, &["path"])?;
    let path = query.text("path").unwrap_or_default().to_owned();
    let place = place(&service, &kept, &path).await?;
    let text = node_document(&place.node).to_string() + "\n";
    Ok(([(header::CACHE_CONTROL, "no-cache")], json_reply(text)).into_response())
}

/// The place of a spot to which a path leads. The last trees and places are kept.
///
/// Errors: those of paths and of the pool.
pub(crate) async fn place(
    service: &Service,
    kept: &Arc<KeptSpot>,
    path: &str,
) -> Result<Arc<OpenPlace>, Problem> {
    if let Some(place) = service.spots.seen(kept, path) {
        return Ok(place);
    }
    let (kept, path, own) = (Arc::clone(kept), path.to_owned(), service.clone());
    let found = move |_: &Control| own.spots.place(&kept, &path);
    Ok(service.pool.run_quoted(LONG, found).await?)
}

/// Returns the ranges of both players at a place of a plan, as PioViewer's clipboard takes them.
///
/// Weights have six digits. A hand that comes there weighs at least one millionth.
#[utoipa::path(get, path = "/api/v1/spots/{id}/ranges", operation_id = "get_spot_ranges",
    tag = "solutions", params(("id" = String, Path, description = "The id of the spot"),
        ("path" = Option<String>, Query,
            description = "Actions and cards with commas between them; by default the start")),
    responses((status = 200, description = "Lines such as `#Range0#AA,AKs:0.5`",
        body = String, content_type = "text/x-pio")))]
pub async fn ranges(
    State(service): State<Service>,
    ProvedSpot(kept): ProvedSpot,
    query: RawQuery,
    headers: HeaderMap,
) -> ReplyResult {
    acceptable(&headers, PIO)?;
    let query = Query::of(query, &["path"])?;
    let path = query.text("path").unwrap_or_default();
    let (own, path) = (service.clone(), path.to_owned());
    let text = move |_: &Control| {
        let (spot, place) = (own.spots.open(&kept)?, own.spots.place(&kept, &path)?);
        Ok(PlaceRanges::of_node(&spot.spot, &place.node)?.text())
    };
    let text = service.pool.run_quoted(LONG, text).await?;
    let head = [(header::CONTENT_TYPE, PIO), (header::CACHE_CONTROL, "no-cache")];
    Ok((head, text).into_response())
}

fn node_document(node: &SpotNode) -> Value {
    let decimal = |number: Option<f64>| number.map(|number| format!("{number:.6}"));
    let hands = |player: usize| -> Vec<Value> {
        let hands = node.hands[player].iter().map(|of: &NodeHand| {
            json!({
                "hand": of.hand.to_string(), "weight": of.weight,
                "probabilities": of.probabilities, "locked": of.is_locked,
                "ev": decimal(of.ev), "equity": decimal(of.equity)
            })
        });
        hands.collect()
    };
    let texts = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    json!({
        "view": node.view, "board": texts(&node.board),
        "player": node.player.map(|player| ["I", "II"][player]),
        "actions": node.actions, "cards": texts(&node.cards),
        "hands": { "I": hands(0), "II": hands(1) }
    })
}
