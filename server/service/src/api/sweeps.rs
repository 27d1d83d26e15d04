//! Whole grids, solved in the background.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, Path, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bluff_batch::compute::Pool;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::sweeps::{Plan, PlanLimits, State as Sweeping, Status, Sweep, Sweeps};
use bluff_report as report;
use futures_util::stream;
use rational_bluff::solve::Control;
use tokio::io::AsyncReadExt;

use crate::limits::{PATIENCE, SWEEP_CELLS, SWEEP_DECK};
use crate::problem::Problem;

use super::body::TypedText;
use super::form::{TakesJson, acceptable};
use super::label::{Label, not_text};
use super::openapi::Problems;
use super::query::{NoQuery, Query};
use super::reply::json;
use super::sweep_quote::SweepQuote;

/// How much of a file is read at once.
const PIECE: usize = 1 << 16;

/// `POST /api/v1/sweeps`: begins a sweep of all cells of a batch plan, in TOML, or in JSON if the
/// content type says so.
///
/// A sweep lives in the memory of the service: a restart forgets it, and so does an hour after its
/// end. What it solved stays in the catalogue, if the service has one.
#[utoipa::path(
    post,
    path = "/api/v1/sweeps",
    operation_id = "begin_sweep",
    tag = "sweeps",
    params(("quote" = Option<bool>, Query, description = "Only say what it would cost")),
    request_body(description = "A batch plan, as docs/BATCH.md has it", content(
        (String = "application/toml"), (ref("#/components/schemas/Plan") = "application/json")
    )),
    responses(
        (status = 200, description = "With `quote`: what it would cost, and nothing is begun", body = ref("#/components/schemas/SweepQuote")),
        (status = 202, description = "It is begun", body = ref("#/components/schemas/Sweep"), headers(("location" = String, description = "Its address"))),
        Problems
    )
)]
pub async fn begin(
    State(pool): State<Arc<Pool>>,
    State(sweeps): State<Arc<Sweeps>>,
    query: RawQuery,
    _: TakesJson,
    plan: PlanText,
) -> Result<Response, Problem> {
    if Query::of(query, &["quote"])?.flag("quote")? {
        let quote =
            pool.run(move |control| Ok(report::json(&SweepQuote::of(&plan.read()?, control)?)));
        return Ok(json(quote.await?));
    }
    let plan = pool.run(move |control| within_reach(plan.read()?, control));
    let status = sweeps.begin(plan.await?)?.status();
    let place = format!("/api/v1/sweeps/{}", status.id);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], json(report::json(&status)))
        .into_response())
}

/// Limits of a sweep over HTTP.
const LIMITS: PlanLimits = PlanLimits { cells: SWEEP_CELLS, deck: SWEEP_DECK };

/// A plan in TOML, within the limits of a sweep.
///
/// Errors: those of [`Plan::read`], and `Beyond`.
pub(crate) fn plan(text: &str, control: &Control) -> Result<Plan, Error> {
    within_reach(Plan::read(text, &LIMITS)?, control)
}

/// Errors: `Beyond` if a game or all of them are too much, `Stopped`.
fn within_reach(plan: Plan, control: &Control) -> Result<Plan, Error> {
    SweepQuote::of(&plan, control)?.affordable()?;
    Ok(plan)
}

/// A batch plan, in TOML or JSON.
pub struct PlanText(TypedText);

impl<S: Send + Sync> FromRequest<S> for PlanText {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        TypedText::read(request, state, &["application/toml", "application/json"]).await.map(Self)
    }
}

impl PlanText {
    /// The plan, within the limits of a sweep.
    fn read(&self) -> Result<Plan, Error> {
        let text = &self.0.text;
        if self.0.media == "application/json" {
            Plan::read_json(text, &LIMITS)
        } else {
            Plan::read(text, &LIMITS)
        }
    }
}

/// `GET /api/v1/sweeps/{id}`: how far a sweep is.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}",
    operation_id = "sweep",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given")),
    responses((status = 200, description = "How far it is", body = ref("#/components/schemas/Sweep")), Problems)
)]
pub async fn show(
    State(sweeps): State<Arc<Sweeps>>,
    Label(id): Label,
    uri: Uri,
    _: NoQuery,
    _: TakesJson,
) -> Result<Response, Problem> {
    Ok(shown(&find(&sweeps, &id, &uri)?.status()))
}

/// `DELETE /api/v1/sweeps/{id}`: cancels a running sweep, and forgets one that has ended.
#[utoipa::path(
    delete,
    path = "/api/v1/sweeps/{id}",
    operation_id = "cancel_sweep",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given")),
    responses((status = 200, description = "Its last state", body = ref("#/components/schemas/Sweep")), Problems)
)]
pub async fn cancel(
    State(sweeps): State<Arc<Sweeps>>,
    Label(id): Label,
    uri: Uri,
    _: NoQuery,
    _: TakesJson,
) -> Result<Response, Problem> {
    let sweep = find(&sweeps, &id, &uri)?;
    if sweep.status().state != Sweeping::Running {
        sweeps.forget(&id);
        return Ok(shown(&sweep.status()));
    }
    sweep.stop().await;
    Ok(shown(&sweep.status()))
}

/// `GET /api/v1/sweeps/{id}/events`: the state at once and whenever it changes, as server-sent
/// events `progress`, and one last event `end`.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}/events",
    operation_id = "sweep_events",
    tag = "sweeps",
    params(("id" = String, Path, description = "The name that the sweep was given")),
    responses(
        (status = 200, description = "Events `progress` and one last `end`; the data of each is a \
            state", body = ref("#/components/schemas/Sweep"),
            content_type = "text/event-stream"),
        Problems
    )
)]
pub async fn events(
    State(sweeps): State<Arc<Sweeps>>,
    Label(id): Label,
    uri: Uri,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    acceptable(&headers, "text/event-stream")?;
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
    operation_id = "sweep_file",
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
    path: Result<Path<(String, String)>, PathRejection>,
    uri: Uri,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path((id, name)) = path.map_err(|_| not_text())?;
    let sweep = find(&sweeps, &id, &uri)?;
    let path = sweep.file(&name).ok_or_else(|| unknown(&uri))?;
    let media = content_type(&path);
    acceptable(&headers, media.split(';').next().unwrap_or_default())?;
    let failed = |error| Error::System(format!("a file of a sweep: {error}"));
    let file = tokio::fs::File::open(&path).await.map_err(failed)?;
    let length = file.metadata().await.map_err(failed)?.len();
    let pieces = stream::try_unfold(file, |mut file| async {
        let mut piece = Vec::with_capacity(PIECE);
        let read = file.read_buf(&mut piece).await?;
        Ok::<_, std::io::Error>((read > 0).then(|| (Bytes::from(piece), file)))
    });
    let head =
        [(header::CONTENT_TYPE, media.to_owned()), (header::CONTENT_LENGTH, length.to_string())];
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
pub(crate) fn find(sweeps: &Sweeps, id: &str, uri: &Uri) -> Result<Arc<Sweep>, Problem> {
    sweeps.find(id).ok_or_else(|| unknown(uri))
}

fn unknown(uri: &Uri) -> Problem {
    Problem::NotFound(printable(uri.path()))
}

/// A state, which nobody may keep for later.
fn shown(status: &Status) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], json(report::json(status))).into_response()
}
