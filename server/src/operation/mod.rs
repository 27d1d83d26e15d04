//! What stands around every answer: the log, metrics, headers, compression, limits per client.

pub mod client;
pub mod descriptors;
mod headers;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod rate;
pub mod record;
pub mod settings;
mod transit;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::limits::COMPRESSED_BYTES;
use crate::router::wrong_method;

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
    let mut service = service.merge(own).layer(from_fn_with_state(Transit::new(), transit::bounded));
    if settings.rate > 0 {
        let rate = Arc::new(Rate::new(settings.rate, settings.trusted_proxies.clone()));
        service = service.layer(from_fn_with_state(rate, rate::limited));
    }
    // Events must arrive one by one, and pictures are packed already, except those of text.
    let worthwhile = SizeAbove::new(COMPRESSED_BYTES).and(NotForContentType::IMAGES).and(NotForContentType::SSE);
    service
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worthwhile))
        .layer(from_fn(headers::headed))
        .layer(from_fn_with_state(metrics, record::recorded))
}
