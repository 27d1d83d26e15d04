//! Every address of the service.

use std::any::Any;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use bluff_batch::compute::internal;
use bluff_batch::file::printable;
use bluff_report as report;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::label::redirect;
use crate::api::{
    deals, games, openapi, progress, question, quote, solution_batch, solutions, spots, sweeps,
    tables,
};
use crate::limits::BODY_BYTES;
use crate::page;
use crate::problem::{Canonical, Problem};
use crate::service::Service;

/// The address of the OpenAPI document.
pub(crate) const DOCUMENT: &str = "/api/v1/openapi.json";

/// The addresses above all others of the API, which lead to its description.
const ROOTS: [&str; 2] = ["/api", "/api/v1"];
/// The address of the sweeps.
const SWEEPS: &str = "/api/v1/sweeps";

/// The routes within the layers that every answer needs.
pub fn router(service: Service) -> Router {
    let around =
        ServiceBuilder::new().layer(catch_panics()).layer(from_fn(guarded)).layer(body_limit());
    let whole = around.service(routes(service));
    Router::new().fallback_service(whole)
}

/// The limit of the size of a body.
pub(crate) fn body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(BODY_BYTES)
}

/// The routes alone. They need the layers `guarded`, `body_limit` and `catch_panics`.
pub fn routes(service: Service) -> Router {
    let (described, document) = described().split_for_parts();
    let document = openapi::finished(&document);
    let pages = page::routes(&document);
    let document = Bytes::from(report::json(&document));
    let root = || get(|| async { Redirect::to("/docs") });
    ROOTS
        .iter()
        .fold(described.merge(question::routes()).merge(pages), |routes, path| {
            routes.route(path, root())
        })
        .route(DOCUMENT, get(|| async { ([(header::CONTENT_TYPE, "application/json")], document) }))
        .fallback(|uri: Uri, headers: HeaderMap| async move {
            page::refusal(Problem::NotFound(printable(uri.path())), &headers)
        })
        .method_not_allowed_fallback(wrong_method)
        .with_state(service)
}

/// The routes that the OpenAPI document lists.
fn described() -> OpenApiRouter<Service> {
    OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(alive))
        .routes(routes!(ready))
        .routes(routes!(games::list))
        .routes(routes!(games::show))
        .routes(routes!(solutions::show, solutions::solve_locked))
        .routes(routes!(solutions::solve_file))
        .routes(routes!(solution_batch::solve))
        .routes(routes!(progress::show))
        .routes(routes!(quote::show))
        .routes(routes!(spots::follow))
        .routes(routes!(spots::show, spots::stop))
        .routes(routes!(spots::plan))
        .routes(routes!(spots::node))
        .routes(routes!(spots::ranges))
        .routes(routes!(deals::protocols))
        .routes(routes!(tables::put, tables::get))
        .routes(routes!(tables::events))
        .routes(routes!(sweeps::begin))
        .routes(routes!(sweeps::show, sweeps::cancel))
        .routes(routes!(sweeps::events))
        .routes(routes!(sweeps::file))
}

/// Confirms that the process answers requests.
#[utoipa::path(get, path = "/healthz", operation_id = "check_health", tag = "operation",
    responses((status = 200, description = "`ok`", body = String)))]
async fn alive() -> &'static str {
    "ok"
}

/// Returns the state of the catalogue.
///
/// Requests are answered without a catalogue too, but their answers are not stored.
#[utoipa::path(get, path = "/readyz", operation_id = "check_readiness", tag = "operation",
    responses(
        (status = 200, body = String,
            description = "`ready`; or `degraded` and the reason, where answers are not stored"),
        (status = 503, description = "`draining`: the service will stop", body = String)))]
async fn ready(State(service): State<Service>) -> (StatusCode, String) {
    if service.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n".to_owned());
    }
    let degraded = |words| format!("degraded: {words}, so answers are given and not stored\n");
    let words = service.answers.trouble().map_or_else(|| "ready\n".to_owned(), degraded);
    (StatusCode::OK, words)
}

/// The answer to a method that the address does not have: 204 to `OPTIONS`, otherwise an error.
/// axum adds the `Allow` header.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Response {
    match method {
        Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
        Method::GET if uri.path() == SWEEPS => Problem::Unlisted.into_response(),
        other => Problem::WrongMethod(printable(other.as_str())).into_response(),
    }
}

/// The redirect from an address with slashes at its end to the one without.
fn without_slash(uri: &Uri) -> Option<Problem> {
    let given = uri.path().strip_suffix('/').filter(|rest| !rest.is_empty())?;
    let path = given.trim_end_matches('/');
    // Two slashes at the beginning would name another host.
    if !path.starts_with('/') || path.contains("//") || path.contains('\\') {
        return None;
    }
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let address = format!("{path}{query}");
    let (given, expected) = (printable(uri.path()), path.to_owned());
    Some(Problem::Moved { field: "address".to_owned(), given, expected, address })
}

/// Refuses a body that is declared too long before it is sent, and redirects to canonical addresses
/// and labels.
pub(crate) async fn guarded(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let uri = request.uri().clone();
    let declared = request.headers().get(header::CONTENT_LENGTH);
    let declared = declared.and_then(|length| length.to_str().ok()?.parse().ok());
    if declared.is_some_and(|length: u64| length > BODY_BYTES as u64) {
        return Problem::BodyTooLong(BODY_BYTES).into_response();
    }
    if let Some(moved) = without_slash(&uri) {
        return moved.into_response();
    }
    let mut response = next.run(request).await;
    if let Some(canonical) = response.extensions_mut().remove::<Canonical>()
        && reads
        && let Some(moved) = redirect(&uri, &canonical)
    {
        response = moved;
    }
    response
}

/// The payload of a panic.
type Panic = Box<dyn Any + Send>;

/// Turns a panic of a handler into an answer.
pub(crate) fn catch_panics() -> CatchPanicLayer<fn(Panic) -> Response> {
    CatchPanicLayer::custom(|panic: Panic| Problem::from(internal(panic.as_ref())).into_response())
}

#[cfg(test)]
mod tests;
