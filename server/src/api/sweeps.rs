//! Whole grids, solved in the background.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use rational_bluff::game::parse_label;
use rational_bluff::solve::Control;
use tokio::io::AsyncReadExt;

use crate::compute::Pool;
use crate::error::Error;
use crate::file::printable;
use crate::limits::{PATIENCE, SWEEP_CELLS, SWEEP_DECK, SWEEP_NUMBERS};
use crate::report;
use crate::sweeps::{Bounds, Plan, State as Sweeping, Status, Sweep, Sweeps};

use super::openapi::Problems;
use super::reply::json;
use super::{affordable, text};

/// How much of a file is read at once.
const PIECE: usize = 1 << 16;

/// `POST /api/v1/sweeps`: begins a sweep of all cells of a batch plan, in TOML, or in JSON if the content type says so.
///
/// A sweep lives in the memory of the service: a restart forgets it, and so does an hour after its end. What it solved stays in the
/// catalogue, if the service has one.
#[utoipa::path(
    post,
    path = "/api/v1/sweeps",
    tag = "sweeps",
    request_body(description = "A batch plan, as docs/BATCH.md has it", content(
        (String = "application/toml"), (serde_json::Value = "application/json")
    )),
    responses(
        (status = 202, description = "It is begun", body = Status, headers(("location" = String, description = "Its address"))),
        Problems
    )
)]
pub async fn begin(
    State(pool): State<Arc<Pool>>,
    State(sweeps): State<Arc<Sweeps>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Error> {
    let body = text(body)?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    let plan = pool.run(move |control| if is_json { plan_json(&body, control) } else { plan(&body, control) });
    let status = sweeps.begin(plan.await?)?.status();
    let place = format!("/api/v1/sweeps/{}", status.id);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], json(report::json(&status))).into_response())
}

/// What a passer-by may ask of a sweep.
const BOUNDS: Bounds = Bounds { cells: SWEEP_CELLS, deck: SWEEP_DECK };

/// A plan in TOML that is not too much for a passer-by.
///
/// Errors: those of [`Plan::read`], and `Beyond`.
pub(crate) fn plan(text: &str, control: &Control) -> Result<Plan, Error> {
    within_reach(Plan::read(text, &BOUNDS)?, control)
}

/// The same of a plan in JSON.
fn plan_json(text: &str, control: &Control) -> Result<Plan, Error> {
    within_reach(Plan::read_json(text, &BOUNDS)?, control)
}

/// Errors: `Beyond` if a game or all of them are too much, `Stopped`.
fn within_reach(plan: Plan, control: &Control) -> Result<Plan, Error> {
    for table in &plan.tables {
        for choice in 0..table.choices.len() as u32 {
            control.check()?;
            let largest = table.cells.iter().rev().find(|cell| cell.1 == choice);
            largest.map_or(Ok(()), |cell| affordable(&parse_label(&table.key(*cell).label)?))?;
        }
    }
    let numbers = plan.numbers();
    if numbers > SWEEP_NUMBERS {
        return Err(Error::Beyond(format!(
            "the plan comes to {numbers} cards × bets, expected at most {SWEEP_NUMBERS} over HTTP; the bluff command \
             takes more"
        )));
    }
    Ok(plan)
}

/// `GET /api/v1/sweeps/{id}`: how far a sweep is.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given")),
    responses((status = 200, description = "How far it is", body = Status), Problems)
)]
pub async fn show(State(sweeps): State<Arc<Sweeps>>, Path(id): Path<String>, uri: Uri) -> Result<Response, Error> {
    Ok(shown(&find(&sweeps, &id, &uri)?.status()))
}

/// `DELETE /api/v1/sweeps/{id}`: cancels a running sweep, and forgets one that has ended.
#[utoipa::path(
    delete,
    path = "/api/v1/sweeps/{id}",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given")),
    responses((status = 200, description = "Its last state", body = Status), Problems)
)]
pub async fn cancel(State(sweeps): State<Arc<Sweeps>>, Path(id): Path<String>, uri: Uri) -> Result<Response, Error> {
    let sweep = find(&sweeps, &id, &uri)?;
    if sweep.status().state != Sweeping::Running {
        sweeps.forget(&id);
        return Ok(shown(&sweep.status()));
    }
    sweep.stop().await;
    Ok(shown(&sweep.status()))
}

/// `GET /api/v1/sweeps/{id}/events`: the state at once and whenever it changes, as server-sent events `progress`, and one last
/// event `end`.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}/events",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given")),
    responses(
        (status = 200, description = "Events `progress` and one last `end`; the data of each is a state", body = Status,
            content_type = "text/event-stream"),
        Problems
    )
)]
pub async fn events(State(sweeps): State<Arc<Sweeps>>, Path(id): Path<String>, uri: Uri) -> Result<Response, Error> {
    let told = find(&sweeps, &id, &uri)?.watch();
    let events = stream::unfold(Some((told, true)), |open| async {
        let (mut told, first) = open?;
        if !first {
            told.changed().await.ok()?;
        }
        let status = told.borrow_and_update().clone();
        let running = status.state == Sweeping::Running;
        let event = Event::default().event(if running { "progress" } else { "end" });
        // A status is text and numbers, which JSON can always say.
        let event = event.json_data(&status).unwrap_or_default();
        Some((Ok::<_, Infallible>(event), running.then_some((told, false))))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE / 3)).into_response())
}

/// `GET /api/v1/sweeps/{id}/files/{name}`: a file of a sweep that is done.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}/files/{name}",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given"), ("name" = String, Path, description = "One of `files` in its state")),
    responses(
        (status = 200, description = "The same bytes as of `bluff batch`", content(
            (String = "application/jsonl"), (String = "text/plain"), (String = "text/csv"), (String = "image/svg+xml")
        )),
        Problems
    )
)]
pub async fn file(
    State(sweeps): State<Arc<Sweeps>>,
    Path((id, name)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Error> {
    let sweep = find(&sweeps, &id, &uri)?;
    let path = sweep.file(&name).ok_or_else(|| unknown(&uri))?;
    let failed = |error| Error::System(format!("a file of a sweep: {error}"));
    let file = tokio::fs::File::open(&path).await.map_err(failed)?;
    let length = file.metadata().await.map_err(failed)?.len();
    let pieces = stream::try_unfold(file, |mut file| async {
        let mut piece = Vec::with_capacity(PIECE);
        let read = file.read_buf(&mut piece).await?;
        Ok::<_, std::io::Error>((read > 0).then(|| (Bytes::from(piece), file)))
    });
    let head = [(header::CONTENT_TYPE, content_type(&path).to_owned()), (header::CONTENT_LENGTH, length.to_string())];
    Ok((head, Body::from_stream(pieces)).into_response())
}

fn content_type(path: &std::path::Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("jsonl") => "application/jsonl",
        Some("csv") => "text/csv; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

/// The sweep of this name.
///
/// Errors: `NotFound`, naming the address.
pub(crate) fn find(sweeps: &Sweeps, id: &str, uri: &Uri) -> Result<Arc<Sweep>, Error> {
    sweeps.find(id).ok_or_else(|| unknown(uri))
}

fn unknown(uri: &Uri) -> Error {
    Error::NotFound(printable(uri.path()))
}

/// A state, which nobody may keep for later.
fn shown(status: &Status) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], json(report::json(status))).into_response()
}
