//! Sweeps: batches of games that are solved in the background.

use std::convert::Infallible;
use std::path;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, RawQuery, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bluff_batch::compute::SHORT;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::sweeps::{Plan, PlanLimits, State as SweepState, Status, Sweep, Sweeps};
use bluff_report as report;
use futures_util::stream;
use rational_bluff::solve::Control;
use tokio::io::AsyncReadExt;

use crate::limits::{PATIENCE, SWEEP_CELLS, SWEEP_DECK};
use crate::problem::Problem;
use crate::service::Service;

use super::body::TypedText;
use super::form::{JSON, TakesJson, acceptable};
use super::label::{Label, not_text};
use super::openapi::Problems;
use super::query::{NoQuery, Query};
use super::reply::json;
use super::sweep_quote::SweepQuote;

/// Size of the pieces in which a file is read, in bytes.
const PIECE: usize = 1 << 16;

/// Begins a sweep: all cells of a batch plan are solved in the background.
///
/// A sweep lives in the memory of the service. It is forgotten when the service restarts, and an
/// hour after its end. Its solutions stay in the catalogue, if the service has one.
#[utoipa::path(
    post,
    path = "/api/v1/sweeps",
    operation_id = "begin_sweep",
    tag = "sweeps",
    params((
        "quote" = Option<bool>, Query,
        description = "Only estimate the cost of the sweep, without beginning it"
    )),
    request_body(
        description = "A batch plan as in docs/BATCH.md: TOML, or JSON if the content type says so",
        content(
            (String = "application/toml"),
            (ref("#/components/schemas/Plan") = "application/json")
        )
    ),
    responses(
        (
            status = 200,
            description = "With `quote`: the estimated cost",
            body = ref("#/components/schemas/SweepQuote")
        ),
        (
            status = 202,
            description = "The sweep has begun",
            body = ref("#/components/schemas/Sweep"),
            headers(("location" = String, description = "The address of the sweep"))
        ),
        Problems
    )
)]
pub async fn begin(
    State(service): State<Service>,
    query: RawQuery,
    _: TakesJson,
    plan: PlanText,
) -> Result<Response, Problem> {
    let pool = &service.pool;
    if Query::of(query, &["quote"])?.flag("quote")? {
        let quote = pool.run_quoted(SHORT, move |control| {
            Ok(report::json(&SweepQuote::of(&plan.read()?, control)?))
        });
        return Ok(json(quote.await?));
    }
    service.sweeps_are_on()?;
    let plan = pool.run_quoted(SHORT, move |control| within_limits(plan.read()?, control));
    let status = service.sweeps.begin(plan.await?)?.status();
    let address = format!("/api/v1/sweeps/{}", status.id);
    let location = [(header::LOCATION, address)];
    Ok((StatusCode::ACCEPTED, location, json(report::json(&status))).into_response())
}

/// Limits of a sweep over HTTP.
const LIMITS: PlanLimits = PlanLimits { cells: SWEEP_CELLS, deck: SWEEP_DECK };

/// A plan in TOML, within the limits of a sweep.
///
/// Errors: those of [`Plan::read`], and `Beyond`.
pub(crate) fn plan(text: &str, control: &Control) -> Result<Plan, Error> {
    within_limits(Plan::read(text, &LIMITS)?, control)
}

/// Errors: `Beyond` if one game, or all together, are too large; `Stopped`.
fn within_limits(plan: Plan, control: &Control) -> Result<Plan, Error> {
    SweepQuote::of(&plan, control)?.affordable()?;
    Ok(plan)
}

/// A batch plan, in TOML or JSON.
pub struct PlanText(TypedText);

impl<S: Send + Sync> FromRequest<S> for PlanText {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        TypedText::read(request, state, &["application/toml", JSON]).await.map(Self)
    }
}

impl PlanText {
    /// The plan, within the limits of a sweep.
    fn read(&self) -> Result<Plan, Error> {
        let read = if self.0.media == JSON { Plan::read_json } else { Plan::read };
        read(&self.0.text, &LIMITS)
    }
}

/// A request of a sweep, without a query.
pub struct SweepRequest {
    service: Service,
    id: String,
    uri: Uri,
}

impl FromRequestParts<Service> for SweepRequest {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, service: &Service) -> Result<Self, Problem> {
        let Label(id) = Label::from_request_parts(parts, service).await?;
        NoQuery::from_request_parts(parts, service).await?;
        Ok(Self { service: service.clone(), id, uri: parts.uri.clone() })
    }
}

impl SweepRequest {
    /// The sweep.
    ///
    /// Errors: `NotFound`.
    fn find(&self) -> Result<Arc<Sweep>, Problem> {
        find(&self.service.sweeps, &self.id, &self.uri)
    }
}

/// Returns the state of a sweep.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}",
    operation_id = "get_sweep",
    tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep")),
    responses(
        (status = 200, description = "The state", body = ref("#/components/schemas/Sweep")),
        Problems
    )
)]
pub async fn show(request: SweepRequest, _: TakesJson) -> Result<Response, Problem> {
    Ok(state(&request.find()?.status()))
}

/// Cancels a running sweep; forgets one that has ended.
#[utoipa::path(
    delete,
    path = "/api/v1/sweeps/{id}",
    operation_id = "cancel_sweep",
    tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep")),
    responses(
        (status = 200, description = "The last state", body = ref("#/components/schemas/Sweep")),
        Problems
    )
)]
pub async fn cancel(request: SweepRequest, _: TakesJson) -> Result<Response, Problem> {
    let sweep = request.find()?;
    if sweep.status().state == SweepState::Running {
        sweep.stop().await;
    } else {
        request.service.sweeps.forget(&request.id);
    }
    Ok(state(&sweep.status()))
}

/// Streams the state of a sweep as server-sent events, at once and whenever it changes.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}/events",
    operation_id = "follow_sweep",
    tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep")),
    responses(
        (
            status = 200,
            description = "Events `progress` and one last `end`; the data of each is a state",
            body = ref("#/components/schemas/Sweep"),
            content_type = "text/event-stream"
        ),
        Problems
    )
)]
pub async fn events(request: SweepRequest, headers: HeaderMap) -> Result<Response, Problem> {
    acceptable(&headers, "text/event-stream")?;
    let states = request.find()?.watch();
    let events = stream::unfold(Some((states, true)), |open| async {
        let (mut states, first) = open?;
        if !first {
            states.changed().await.ok()?;
        }
        let status = states.borrow_and_update().clone();
        let running = status.state == SweepState::Running;
        let event = Event::default().event(if running { "progress" } else { "end" });
        // A state is text and numbers, which always have a JSON form.
        let event = event.json_data(&status).unwrap_or_default();
        Some((Ok::<_, Infallible>(event), running.then_some((states, false))))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE / 3)).into_response())
}

/// Returns a file of a sweep that is done.
#[utoipa::path(
    get,
    path = "/api/v1/sweeps/{id}/files/{name}",
    operation_id = "get_sweep_file",
    tag = "sweeps",
    params(
        ("id" = String, Path, description = "The id of the sweep"),
        ("name" = String, Path, description = "One of `files` in the state of the sweep")
    ),
    responses(
        (
            status = 200,
            description = "The same bytes that `bluff batch` writes",
            content(
                (String = "application/jsonl"),
                (String = "text/plain"),
                (String = "text/csv"),
                (String = "image/svg+xml")
            )
        ),
        Problems
    )
)]
pub async fn file(
    State(service): State<Service>,
    path: Result<Path<(String, String)>, PathRejection>,
    uri: Uri,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path((id, name)) = path.map_err(|_| not_text())?;
    let sweep = find(&service.sweeps, &id, &uri)?;
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

fn content_type(path: &path::Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("jsonl") => "application/jsonl",
        Some("csv") => "text/csv; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

/// The sweep of this id.
///
/// Errors: `NotFound`.
pub(crate) fn find(sweeps: &Sweeps, id: &str, uri: &Uri) -> Result<Arc<Sweep>, Problem> {
    sweeps.find(id).ok_or_else(|| unknown(uri))
}

fn unknown(uri: &Uri) -> Problem {
    Problem::NotFound(printable(uri.path()))
}

/// The answer with a state, which clients must not cache.
fn state(status: &Status) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], json(report::json(status))).into_response()
}
