//! What stands around every answer: the log, metrics, headers, compression, limits per client.

pub mod client;
pub mod descriptors;
mod headers;
mod kept;
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
use axum::middleware::{from_fn, from_fn_with_state, map_request};
use axum::routing::get;
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::limits::COMPRESSED_BYTES;
use crate::router::wrong_method;

use kept::Kept;
use metrics::Metrics;
use rate::Rate;
use settings::Settings;
use transit::Transit;

/// The service with its own addresses added and everything that stands around it, the outermost last.
pub fn operated(service: Router, settings: &Settings, metrics: Arc<Metrics>) -> Router {
    let own = Router::new()
        .route("/metrics", get(metrics::show))
        .with_state(Arc::clone(&metrics))
        .merge(Router::new().route("/api/v1/limits", get(limits::show)).with_state(Arc::new(settings.clone())))
        .method_not_allowed_fallback(wrong_method);
    let rate = (settings.rate > 0).then(|| Arc::new(Rate::new(settings.rate, settings.trusted_proxies.clone())));
    let limited = rate.clone().map(|rate| from_fn_with_state(rate, rate::limited));
    // Events must arrive one by one, and pictures are packed already, except those of text.
    let worthwhile = SizeAbove::new(COMPRESSED_BYTES).and(NotForContentType::IMAGES).and(NotForContentType::SSE);
    // Around all routes at once: around each of them, every layer would copy those within for every request.
    let service = ServiceBuilder::new()
        .layer(from_fn_with_state(Arc::clone(&metrics), record::recorded))
        .layer(from_fn(kept::keep))
        .layer(from_fn(headers::headed))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worthwhile))
        .option_layer(limited)
        .layer(from_fn(origin::own))
        .layer(from_fn_with_state(Transit::new(), transit::bounded))
        .service(service.merge(own).layer(map_request(record::routed)));
    let service = Router::new().fallback_service(service);
    if settings.keep == 0 {
        return service;
    }
    let kept = Arc::new(Kept::new(settings.keep << 20, rate, metrics));
    service.layer(from_fn_with_state(kept, kept::given))
}
