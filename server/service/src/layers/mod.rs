//! What stands around every answer: the log, metrics, headers, compression, limits per client.

mod body_budget;
pub mod client;
mod compression;
pub mod descriptors;
mod headers;
pub mod log;
pub mod metrics;
mod origin;
pub mod rate;
pub mod record;
mod response_cache;

use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower::ServiceBuilder;

use crate::api::limits;
use crate::problem::Problem;
use crate::router::{body_limit, catch_panics, guarded, wrong_method};
use crate::settings::Settings;

use body_budget::BodyBudget;
use compression::Compressor;
use metrics::Metrics;
use rate::Rate;
use record::{LogEntry, Taken};
use response_cache::{Name, ResponseCache};

/// What stands around the service, as two layers: [`recorded`] and, within compression,
/// [`admitted`]. A layer more would box another future and copy all that is within once more for
/// every request.
struct OperationLayers {
    metrics: Arc<Metrics>,
    cache: Option<ResponseCache>,
    rate: Option<Rate>,
    body_budget: BodyBudget,
    compressor: Compressor,
}

/// The routes of the service with those of its operation, and everything that stands around them.
pub fn operated(routes: Router, settings: &Settings, metrics: Arc<Metrics>) -> Router {
    let own = Router::new()
        .route("/metrics", get(metrics::show))
        .with_state(Arc::clone(&metrics))
        .merge(
            Router::new()
                .route("/api/v1/limits", get(limits::show))
                .with_state(Arc::new(settings.clone())),
        )
        .method_not_allowed_fallback(wrong_method);
    let operation = Arc::new(OperationLayers {
        metrics,
        cache: (settings.keep > 0).then(|| ResponseCache::new(settings.keep << 20)),
        rate: (settings.rate > 0)
            .then(|| Rate::new(settings.rate, settings.trusted_proxies.clone())),
        body_budget: BodyBudget::new(),
        compressor: Compressor::new(),
    });
    // Around all routes at once: around each of them, every layer would copy those within for every
    // request.
    let service = ServiceBuilder::new()
        .layer(from_fn_with_state(Arc::clone(&operation), recorded))
        .layer(compression::layer())
        .layer(catch_panics())
        .layer(body_limit())
        .service(routes.merge(own).layer(from_fn_with_state(operation, admitted)));
    Router::new().fallback_service(service)
}

/// Writes every request down when it is over, answers from memory, and adds the headers of all
/// answers.
async fn recorded(
    State(operation): State<Arc<OperationLayers>>,
    mut request: Request,
    next: Next,
) -> Response {
    let OperationLayers { metrics, cache, .. } = &*operation;
    // One encoding is asked for, so all clients that would get it share the answer in memory.
    let encoding = compression::selected(request.headers());
    if let Some(encoding) = encoding {
        request.headers_mut().insert(header::ACCEPT_ENCODING, compression::only(encoding));
    }
    let keeping = cache.as_ref().and_then(|cache| Some((cache, Name::of(&request, encoding?)?)));
    if let Some(answer) = keeping.as_ref().and_then(|(cache, name)| cache.known(name, request.headers()))
        // A client above its rate limit is refused below.
        && operation.too_often(&request).is_none()
    {
        metrics.repeated();
        let record =
            LogEntry::begin(&request, Taken::known(Arc::clone(&answer.route)), Arc::clone(metrics));
        return record.around(answer.reply(request.headers()));
    }
    let taken = Taken::default();
    let record = LogEntry::begin(&request, taken.clone(), Arc::clone(metrics));
    request.extensions_mut().insert(taken.clone());
    let mut response = operation.compressor.finished(next.run(request).await).await;
    headers::put(response.headers_mut());
    if let Some((cache, name)) = keeping {
        response = cache.keep(name, &taken, response).await;
    }
    record.around(response)
}

/// Notes the route, and refuses clients above their rate limit, other sites, and bodies without
/// room; passes the others on, [`guarded`].
async fn admitted(
    State(operation): State<Arc<OperationLayers>>,
    request: Request,
    next: Next,
) -> Response {
    let extensions = request.extensions();
    if let Some((taken, path)) = extensions.get::<Taken>().zip(extensions.get::<MatchedPath>()) {
        taken.note(path.as_str());
    }
    if let Some(refusal) = operation.too_often(&request) {
        return refusal.into_response();
    }
    if let Some(refusal) = origin::refused(&request) {
        return refusal;
    }
    let room = match operation.body_budget.receive(request.body()) {
        Ok(room) => room,
        Err(full) => return full.into_response(),
    };
    let response = guarded(request, next).await;
    drop(room);
    operation.body_budget.send(response).unwrap_or_else(IntoResponse::into_response)
}

impl OperationLayers {
    /// Counts a request; the refusal if it is one too many.
    fn too_often(&self, request: &Request) -> Option<Problem> {
        self.rate.as_ref()?.refusal(request)
    }
}
