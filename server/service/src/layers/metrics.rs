//! The metrics of the service, as OpenMetrics text, which Prometheus reads.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bluff_batch::compute::Pool;
use bluff_batch::error::Error;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::problem::Problem;
use crate::service::Service;

/// Connections, which the listener counts.
#[derive(Clone, Debug, Default)]
pub struct ConnectionCounts {
    /// Open connections.
    pub open: Gauge,
    /// Idle connections that were closed to make room for others.
    pub made_room: Counter,
    /// Connections closed at once, because their client had its maximum.
    pub refused: Counter,
}

/// Metrics of this process since it started.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabel, Histogram>,
    solves: Family<MethodLabel, Counter>,
    cache_hits: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: Arc<str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MethodLabel {
    method: String,
}

impl Metrics {
    /// Metrics at zero, and those that the pool, the listener and the service count.
    pub fn new(pool: &Pool, connections: &ConnectionCounts, service: &Service) -> Self {
        // Half a millisecond to half a minute.
        let latency = || Histogram::new(exponential_buckets(0.0005, 4.0, 9));
        let (requests, solves) = (Family::default(), Family::default());
        let seconds = Family::<RouteLabel, Histogram>::new_with_constructor(latency);
        let mut registry = Registry::with_prefix("bluff");
        registry.register("requests", "Requests by method, route and status", requests.clone());
        let help = "Time to the last byte, by route";
        registry.register_with_unit("request", help, Unit::Seconds, seconds.clone());
        let help = "Solutions answered, by the method that found them";
        registry.register("solutions", help, solves.clone());
        let help = "Computations by kind; coalesced requests share one";
        registry.register("computed", help, service.computed.clone());
        let help = "Equilibria found, solved here or read from the catalogue";
        registry.register("equilibria", help, service.answers.equilibria().clone());
        let help = "Errors of the catalogue, and entries that it rejected";
        registry.register("catalogue_errors", help, service.answers.errors().clone());
        let cache_hits = Counter::default();
        registry.register("repeated", "Answers from the cache", cache_hits.clone());
        let load = pool.load();
        registry.register("queue", "Requests in the queue", load.waiting.clone());
        registry.register("running", "Requests in the thread pool", load.running.clone());
        registry.register("lane_queue", "Requests in the queue, by lane", load.lanes.clone());
        let help = "Time in the queue, by lane";
        registry.register_with_unit("wait", help, Unit::Seconds, load.wait.clone());
        let help = "Requests refused because the queue was full";
        registry.register("refused", help, load.refused.clone());
        let help = "Requests refused because their client had used its quota of work";
        registry.register("over_quota", help, load.over_quota.clone());
        let ConnectionCounts { open, made_room, refused } = connections;
        registry.register("connections", "Open connections", open.clone());
        let help = "Idle connections closed to make room for others";
        registry.register("connections_made_room", help, made_room.clone());
        let help = "Connections closed at once, because their client had its maximum";
        registry.register("connections_refused", help, refused.clone());
        Self { registry, requests, seconds, solves, cache_hits }
    }

    /// Counts a request that is over.
    pub(super) fn request_ended(
        &self,
        method: &'static str,
        route: &Arc<str>,
        status: u16,
        seconds: f64,
    ) {
        let labels = RequestLabels { method, route: Arc::clone(route), status };
        self.requests.get_or_create(&labels).inc();
        self.seconds.get_or_create(&RouteLabel { route: Arc::clone(route) }).observe(seconds);
    }

    /// Counts an answer from the cache.
    pub(super) fn cache_hit(&self) {
        self.cache_hits.inc();
    }

    /// Counts a solution.
    pub(super) fn solved(&self, method: String) {
        self.solves.get_or_create(&MethodLabel { method }).inc();
    }
}

/// `GET /metrics`: the metrics.
pub(super) async fn show(State(metrics): State<Arc<Metrics>>) -> Result<Response, Problem> {
    let mut text = String::new();
    encode(&mut text, &metrics.registry)
        .map_err(|error| Error::System(format!("metrics: {error}")))?;
    let media = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, media)], text).into_response())
}
