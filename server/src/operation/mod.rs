//! What stands around every answer: the log, metrics, headers, compression, limits per client.

pub mod client;
pub mod descriptors;
mod headers;
pub mod kept;
pub mod limits;
pub mod log;
pub mod metrics;
mod origin;
pub mod rate;
pub mod record;
pub mod settings;
mod transit;

use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::error::Error;
use crate::limits::COMPRESSED_BYTES;
use crate::router::{body_limit, guarded, wrong_method};

use kept::{Kept, Name};
use metrics::Metrics;
use rate::Rate;
use record::{Record, Taken};
use settings::Settings;
use transit::Transit;

/// What stands around the service, as two layers: [`recorded`] and, within compression, [`admitted`]. A layer more would box another
/// future and copy all that is within once more for every request.
struct Operation {
    metrics: Arc<Metrics>,
    kept: Option<Kept>,
    rate: Option<Rate>,
    transit: Transit,
}

/// The routes of the service with those of its operation, and everything that stands around them.
pub fn operated(routes: Router, settings: &Settings, metrics: Arc<Metrics>) -> Router {
    let own = Router::new()
        .route("/metrics", get(metrics::show))
        .with_state(Arc::clone(&metrics))
        .merge(Router::new().route("/api/v1/limits", get(limits::show)).with_state(Arc::new(settings.clone())))
        .method_not_allowed_fallback(wrong_method);
    let operation = Arc::new(Operation {
        metrics,
        kept: (settings.keep > 0).then(|| Kept::new(settings.keep << 20)),
        rate: (settings.rate > 0).then(|| Rate::new(settings.rate, settings.trusted_proxies.clone())),
        transit: Transit::new(),
    });
    // Events must arrive one by one, and pictures are packed already, except those of text.
    let worthwhile = SizeAbove::new(COMPRESSED_BYTES).and(NotForContentType::IMAGES).and(NotForContentType::SSE);
    // Around all routes at once: around each of them, every layer would copy those within for every request.
    let service = ServiceBuilder::new()
        .layer(from_fn_with_state(Arc::clone(&operation), recorded))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worthwhile))
        .layer(body_limit())
        .service(routes.merge(own).layer(from_fn_with_state(operation, admitted)));
    Router::new().fallback_service(service)
}

/// Writes every request down when it is over, answers from memory, and adds the headers of all answers.
async fn recorded(State(operation): State<Arc<Operation>>, mut request: Request, next: Next) -> Response {
    let Operation { metrics, kept, .. } = &*operation;
    let keeping = kept.as_ref().and_then(|kept| Some((kept, Name::of(&request)?)));
    if let Some(answer) = keeping.as_ref().and_then(|(kept, name)| kept.known(name))
        // Who asks too often is refused further on.
        && operation.too_often(&request).is_none()
    {
        metrics.repeated();
        let record = Record::begin(&request, Taken::known(Arc::clone(&answer.route)), Arc::clone(metrics));
        return record.around(answer.reply(request.headers()));
    }
    let taken = Taken::default();
    let record = Record::begin(&request, taken.clone(), Arc::clone(metrics));
    let docs = request.uri().path().starts_with("/docs");
    request.extensions_mut().insert(taken.clone());
    let mut response = next.run(request).await;
    headers::put(response.headers_mut(), docs);
    if let Some((kept, name)) = keeping {
        response = kept.keep(name, &taken, response).await;
    }
    record.around(response)
}

/// Notes the route, and refuses clients that ask too often, other sites, and what there is no room for; lets the others in, [`guarded`].
async fn admitted(State(operation): State<Arc<Operation>>, request: Request, next: Next) -> Response {
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
    let room = match operation.transit.receive(request.body()) {
        Ok(room) => room,
        Err(full) => return full.into_response(),
    };
    let response = guarded(request, next).await;
    drop(room);
    operation.transit.send(response).unwrap_or_else(IntoResponse::into_response)
}

impl Operation {
    /// Counts a request; the refusal if it is one too many.
    fn too_often(&self, request: &Request) -> Option<Error> {
        self.rate.as_ref()?.refusal(request)
    }
}
