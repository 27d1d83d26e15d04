//! What the service counts, as OpenMetrics text, which Prometheus reads.

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

/// Counts of this process since it started.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram>,
    solves: Family<SolvedLabel, Counter>,
    repeated: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: Arc<str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SolvedLabel {
    method: String,
}

impl Metrics {
    /// Metrics at zero. Those of the pool, the connections and the answers are read from their
    /// owners.
    pub fn new(pool: &Pool, connections: &Gauge, service: &Service) -> Self {
        // Half a millisecond to half a minute.
        let latency = || Histogram::new(exponential_buckets(0.0005, 4.0, 9));
        let (requests, solves) = (Family::default(), Family::default());
        let seconds = Family::<Route, Histogram>::new_with_constructor(latency);
        let mut registry = Registry::with_prefix("bluff");
        registry.register("requests", "Requests by method, route and status", requests.clone());
        let unit = Unit::Seconds;
        registry.register_with_unit(
            "request",
            "Time to the last byte, by route",
            unit,
            seconds.clone(),
        );
        registry.register(
            "solutions",
            "Solutions answered, by the method that found them",
            solves.clone(),
        );
        let words = "Computations by kind; coalesced requests share one";
        registry.register("computed", words, service.computed.clone());
        let found = service.answers.found().clone();
        registry.register(
            "equilibria",
            "Equilibria found, solved here or read from the catalogue",
            found,
        );
        let errors = service.answers.errors().clone();
        registry.register(
            "catalogue_errors",
            "Errors of the catalogue, and entries that it rejected",
            errors,
        );
        let repeated = Counter::default();
        registry.register("repeated", "Answers from the cache", repeated.clone());
        let load = pool.load();
        registry.register("queue", "Requests in the queue", load.waiting.clone());
        registry.register("running", "Requests in the thread pool", load.running.clone());
        registry.register(
            "refused",
            "Requests refused because the queue was full",
            load.refused.clone(),
        );
        registry.register("connections", "Open connections", connections.clone());
        Self { registry, requests, seconds, solves, repeated }
    }

    /// Counts a request that is over.
    pub(super) fn answered(
        &self,
        method: &'static str,
        route: &Arc<str>,
        status: u16,
        seconds: f64,
    ) {
        self.requests.get_or_create(&Answered { method, route: Arc::clone(route), status }).inc();
        self.seconds.get_or_create(&Route { route: Arc::clone(route) }).observe(seconds);
    }

    /// Counts an answer that was there already.
    pub(super) fn repeated(&self) {
        self.repeated.inc();
    }

    /// Counts a solution.
    pub(super) fn solved(&self, method: String) {
        self.solves.get_or_create(&SolvedLabel { method }).inc();
    }
}

/// `GET /metrics`: the counts.
pub(super) async fn show(State(metrics): State<Arc<Metrics>>) -> Result<Response, Problem> {
    let mut text = String::new();
    encode(&mut text, &metrics.registry)
        .map_err(|error| Error::System(format!("metrics: {error}")))?;
    Ok((
        [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")],
        text,
    )
        .into_response())
}
