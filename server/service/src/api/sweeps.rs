//! Sweeps: batches of games that are solved in the background.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts, RawQuery, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bluff_batch::file::printable;
use bluff_batch::sweeps::{Format, Plan, PlanLimits, State as SweepState, Sweep};
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_report as report;
use futures_util::stream;
use tokio_util::io::ReaderStream;

use crate::limits::{PATIENCE, SWEEP_CELLS, SWEEP_DECK};
use crate::problem::{Problem, ReplyResult};
use crate::service::Service;

use super::body::TypedText;
use super::form::{JSON, TakesJson, acceptable};
use super::label::Label;
use super::query::{NoQuery, Query};
use super::reply::json;
use super::sweep_quote::SweepQuote;

/// Size of the pieces in which a file is read, in bytes.
const PIECE: usize = 1 << 16;
/// Limits of a plan over HTTP.
const LIMITS: PlanLimits = PlanLimits { cells: SWEEP_CELLS, deck: SWEEP_DECK };
/// The media type of a plan.
pub(crate) const TOML: &str = "application/toml";

/// Begins a sweep: all cells of a batch plan are solved in the background.
///
/// A sweep lives in the memory of the service. It is forgotten when the service restarts, and an
/// hour after its end. Its solutions stay in the catalogue, if the service has one.
#[utoipa::path(post, path = "/api/v1/sweeps", operation_id = "begin_sweep", tag = "sweeps",
    params(("quote" = Option<bool>, Query,
        description = "Only estimate the cost of the sweep, without beginning it")),
    request_body(
        description = "A batch plan as in docs/BATCH.md: TOML, or JSON if the content type says so",
        content((String = "application/toml"),
            (ref("#/components/schemas/Plan") = "application/json"))),
    responses(
        (status = 200, description = "With `quote`: the estimated cost",
            body = ref("#/components/schemas/SweepQuote")),
        (status = 202, description = "The sweep has begun",
            body = ref("#/components/schemas/Sweep"),
            headers(("location" = String, description = "The address of the sweep")))))]
pub async fn begin(
    State(service): State<Service>,
    query: RawQuery,
    _: TakesJson,
    request: Request,
) -> ReplyResult {
    let plan = TypedText::read(request, &(), &[TOML, JSON]).await?;
    if Query::of(query, &["quote"])?.flag("quote")? {
        return Ok(json(report::json(&quoted(&service, plan).await?.0)));
    }
    let status = begun(&service, plan).await?.status();
    let location = [(header::LOCATION, format!("/api/v1/sweeps/{}", status.id))];
    Ok((StatusCode::ACCEPTED, location, json(report::json(&status))).into_response())
}

/// A plan within the limits of one over HTTP, and what it costs.
async fn quoted(service: &Service, plan: TypedText) -> Result<(SweepQuote, Plan), Problem> {
    let quoted = service.pool.run_quoted(SHORT, move |control| {
        let read = if plan.media == JSON { Plan::read_json } else { Plan::read };
        let plan = read(&plan.text, &LIMITS)?;
        Ok((SweepQuote::of(&plan, control)?, plan))
    });
    Ok(quoted.await?)
}

/// Begins a sweep of a plan.
///
/// Errors: `SweepsOff`, those of [`Plan::read`], `Beyond` if one game, or all together, are too
/// large, `ManySweeps`.
pub(crate) async fn begun(service: &Service, plan: TypedText) -> Result<Arc<Sweep>, Problem> {
    service.sweeps_are_on()?;
    let (quote, plan) = quoted(service, plan).await?;
    quote.affordable()?;
    Ok(service.sweeps.begin(plan)?)
}

/// A sweep by the id in an address without a query, and what follows the id.
pub struct FoundSweep {
    pub(crate) sweep: Arc<Sweep>,
    file: String,
}

impl FromRequestParts<Service> for FoundSweep {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, service: &Service) -> Result<Self, Problem> {
        let Label(label) = Label::from_request_parts(parts, service).await?;
        NoQuery::from_request_parts(parts, service).await?;
        let (id, file) = label.split_once('/').unwrap_or((&label, ""));
        let unknown = || Problem::NotFound(printable(parts.uri.path()));
        let sweep = service.sweeps.find(id).ok_or_else(unknown)?;
        Ok(Self { sweep, file: file.to_owned() })
    }
}

/// Returns the state of a sweep.
#[utoipa::path(get, path = "/api/v1/sweeps/{id}", operation_id = "get_sweep", tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep")), responses(
        (status = 200, description = "The state", body = ref("#/components/schemas/Sweep"))))]
pub async fn show(found: FoundSweep, _: TakesJson) -> Response {
    // Clients must not cache it.
    let uncached = [(header::CACHE_CONTROL, "no-store")];
    (uncached, json(report::json(&found.sweep.status()))).into_response()
}

/// Cancels a running sweep; forgets one that has ended.
#[utoipa::path(delete, path = "/api/v1/sweeps/{id}", operation_id = "cancel_sweep", tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep")), responses(
        (status = 200, description = "The last state", body = ref("#/components/schemas/Sweep"))))]
pub async fn cancel(State(all): State<Service>, found: FoundSweep, json: TakesJson) -> Response {
    let status = found.sweep.status();
    if status.state == SweepState::Running {
        found.sweep.stop().await;
    } else {
        all.sweeps.forget(&status.id);
    }
    show(found, json).await
}

/// Streams the state of a sweep as server-sent events, at once and whenever it changes.
#[utoipa::path(
    get, path = "/api/v1/sweeps/{id}/events", operation_id = "follow_sweep", tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep")), responses(
        (status = 200, body = ref("#/components/schemas/Sweep"), content_type = "text/event-stream",
            description = "Events `progress` and one last `end`; the data of each is a state")))]
pub async fn events(found: FoundSweep, headers: HeaderMap) -> ReplyResult {
    acceptable(&headers, "text/event-stream")?;
    let events = stream::unfold((found.sweep, None), |(sweep, known)| async move {
        let status = sweep.status_after(known.as_ref()).await?;
        let name = if status.state == SweepState::Running { "progress" } else { "end" };
        // A state is text and numbers, which always have a JSON form.
        let event = Event::default().event(name).json_data(&status).unwrap_or_default();
        Some((Ok::<_, Infallible>(event), (sweep, Some(status))))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE / 3)).into_response())
}

/// Returns a file of a sweep that is done.
#[utoipa::path(
    get, path = "/api/v1/sweeps/{id}/files/{name}", operation_id = "get_sweep_file", tag = "sweeps",
    params(("id" = String, Path, description = "The id of the sweep"),
        ("name" = String, Path, description = "One of `files` in the state of the sweep")),
    responses(
        (status = 200, description = "The same bytes that `bluff batch` writes",
            content((String = "application/jsonl"), (String = "text/plain"), (String = "text/csv"),
                (String = "image/svg+xml")))))]
pub async fn file(found: FoundSweep, uri: Uri, headers: HeaderMap) -> ReplyResult {
    let FoundSweep { sweep, file: name } = found;
    let unknown = || Problem::NotFound(printable(uri.path()));
    let (path, format) = sweep.file(&name).zip(Format::of(&name)).ok_or_else(unknown)?;
    acceptable(&headers, format.media().split(';').next().unwrap_or_default())?;
    let failed = |error| Error::System(format!("a file of a sweep: {error}"));
    let file = tokio::fs::File::open(&path).await.map_err(failed)?;
    let length = file.metadata().await.map_err(failed)?.len().to_string();
    let media = (header::CONTENT_TYPE, format.media().to_owned());
    let head = [media, (header::CONTENT_LENGTH, length)];
    Ok((head, Body::from_stream(ReaderStream::with_capacity(file, PIECE))).into_response())
}
