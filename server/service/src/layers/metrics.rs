//! The metrics of the service, as OpenMetrics text, which Prometheus reads.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use bluff_batch::compute::Pool;
use bluff_questions::error::Error;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use rational_bluff::solve::MemoryBudget;
use tokio::task::spawn_blocking;

use crate::problem::{RefusalReason, ReplyResult};
use crate::service::Service;
use crate::settings::Settings;

use super::process::ProcessGauges;

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
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<[(&'static str, Arc<str>); 1], Histogram>,
    solves: Family<[(&'static str, String); 1], Counter>,
    cache_hits: Counter,
    process: ProcessGauges,
    looked_up: LookedUp,
    service: Service,
}

/// Numbers that are looked up when somebody asks for the metrics.
#[derive(Debug, Default)]
struct LookedUp {
    memory: Gauge,
    entries: Gauge,
    usable: Gauge,
    sweeps: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

impl Metrics {
    /// Metrics at zero, and those that the pool, the listener and the service count.
    pub fn new(settings: &Settings, connections: &ConnectionCounts, service: &Service) -> Self {
        // Half a millisecond to half a minute.
        let latency = || Histogram::new(exponential_buckets(0.0005, 4.0, 9));
        let (requests, solves, cache_hits) =
            (Family::default(), Family::default(), Counter::default());
        let seconds = Family::<[_; 1], Histogram>::new_with_constructor(latency);
        let mut whole = Registry::default();
        let process = ProcessGauges::new(&mut whole);
        let registry = whole.sub_registry_with_prefix("bluff");
        registry.register(
            "build",
            "Version of the service",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        registry.register("requests", "Requests by method, route and status", requests.clone());
        let help = "Time to the last byte, by route";
        registry.register_with_unit("request", help, Unit::Seconds, seconds.clone());
        let help = "Requests refused, by reason; mistakes of clients are counted by status alone";
        registry.register("refusals", help, service.refusals.clone());
        let help = "Solutions answered, by the method that found them";
        registry.register("solutions", help, solves.clone());
        let help = "Computations by kind; coalesced requests share one";
        registry.register("computed", help, service.computed.clone());
        registry.register("repeated", "Answers from the cache", cache_hits.clone());
        register_pool(registry, &service.pool);
        let looked_up = LookedUp::default();
        register_catalogue(registry, service, &looked_up);
        register_sweeps(registry, service, &looked_up);
        let budget = Gauge::<i64>::default();
        budget.set(i64::try_from(settings.all_memory).unwrap_or(i64::MAX));
        let help = "Memory budget of all answers and sweeps together";
        registry.register_with_unit("memory_budget", help, Unit::Bytes, budget);
        let help = "Memory that answers and sweeps hold while they are computed";
        registry.register_with_unit("memory_held", help, Unit::Bytes, looked_up.memory.clone());
        let ConnectionCounts { open, made_room, refused } = connections;
        registry.register("connections", "Open connections", open.clone());
        let help = "Idle connections closed to make room for others";
        registry.register("connections_made_room", help, made_room.clone());
        let help = "Connections closed at once, because their client had its maximum";
        registry.register("connections_refused", help, refused.clone());
        Self {
            registry: whole,
            requests,
            seconds,
            solves,
            cache_hits,
            process,
            looked_up,
            service: service.clone(),
        }
    }

    /// Looks up the numbers that nothing counts. Call it on a thread that may block.
    fn look_up(&self) {
        let LookedUp { memory, entries, usable, sweeps } = &self.looked_up;
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.process.update();
        memory.set(whole(MemoryBudget::of_process().held()));
        sweeps.set(whole(self.service.sweeps.running() as u64));
        entries.set(whole(self.service.answers.entries()));
        usable.set(i64::from(self.service.answers.trouble().is_none()));
    }

    /// Counts a refusal.
    pub(super) fn refused(&self, RefusalReason(reason): RefusalReason) {
        self.service.refusals.get_or_create(&[("reason", reason)]).inc();
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
        self.seconds.get_or_create(&[("route", Arc::clone(route))]).observe(seconds);
    }

    /// Counts an answer from the cache.
    pub(super) fn cache_hit(&self) {
        self.cache_hits.inc();
    }

    /// Counts a solution.
    pub(super) fn solved(&self, method: String) {
        self.solves.get_or_create(&[("method", method)]).inc();
    }
}

fn register_pool(registry: &mut Registry, pool: &Pool) {
    let load = pool.load();
    registry.register("queue", "Requests in the queue", load.waiting.clone());
    registry.register("running", "Requests in the thread pool", load.running.clone());
    registry.register("lane_queue", "Requests in the queue, by lane", load.lanes.clone());
    let help = "Time in the queue, by lane";
    registry.register_with_unit("wait", help, Unit::Seconds, load.wait.clone());
    let help = "Questions that used more than the lane allows in which they began";
    registry.register("overran", help, load.overran.clone());
    let help = "Requests refused because the queue was full";
    registry.register("refused", help, load.refused.clone());
    let help = "Requests refused because their client had used its quota of work";
    registry.register("over_quota", help, load.over_quota.clone());
}

fn register_catalogue(registry: &mut Registry, service: &Service, looked_up: &LookedUp) {
    let answers = &service.answers;
    let help = "Equilibria found, solved here or read from the catalogue";
    registry.register("equilibria", help, answers.equilibria.clone());
    let help = "Errors of the catalogue, and entries that it rejected";
    registry.register("catalogue_errors", help, answers.errors.clone());
    let help = "Time of an operation of the catalogue";
    registry.register_with_unit("catalogue", help, Unit::Seconds, answers.times.clone());
    let help = "Entries of the catalogue, counted once a minute at most";
    registry.register("catalogue_entries", help, looked_up.entries.clone());
    let help = "1 if answers are stored in the catalogue, 0 if it cannot be used";
    registry.register("catalogue_usable", help, looked_up.usable.clone());
}

fn register_sweeps(registry: &mut Registry, service: &Service, looked_up: &LookedUp) {
    registry.register("sweeps_running", "Sweeps under way", looked_up.sweeps.clone());
    let help = "Sweeps that have ended, by their last state";
    registry.register("sweeps_ended", help, service.sweeps.ended.clone());
    let help = "Cells of sweeps that have ended: done, or failed";
    registry.register("sweep_cells", help, service.sweeps.cells.clone());
}

/// The metrics alone, for an address of their own.
pub fn routes(metrics: Arc<Metrics>) -> Router {
    Router::new().route("/metrics", get(show).with_state(metrics))
}

/// `GET /metrics`: the metrics.
async fn show(State(metrics): State<Arc<Metrics>>) -> ReplyResult {
    let own = Arc::clone(&metrics);
    // A catalogue that does not reply delays the numbers, and nothing else.
    let _ = spawn_blocking(move || own.look_up()).await;
    let mut text = String::new();
    encode(&mut text, &metrics.registry)
        .map_err(|error| Error::System(format!("metrics: {error}")))?;
    let media = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, media)], text).into_response())
}
