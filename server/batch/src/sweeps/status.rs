//! The figures of a worker, for Prometheus.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::compute::lock;

/// The figures of a worker.
#[derive(Debug, Default)]
pub struct WorkerStatus {
    cells: Family<[(&'static str, &'static str); 1], Counter>,
    leases: Gauge,
    oldest: Gauge<f64, AtomicU64>,
    away: Gauge,
    held: Mutex<BTreeMap<i64, Instant>>,
}

impl WorkerStatus {
    /// Adds the figures to a registry.
    pub fn register(&self, registry: &mut Registry) {
        let cells = "Cells, solved and stored, or failed";
        registry.register("bluff_worker_cells", cells, self.cells.clone());
        registry.register("bluff_worker_leases", "Chunks that it holds", self.leases.clone());
        let oldest = "Seconds since it took the oldest of them";
        registry.register("bluff_worker_oldest_lease_seconds", oldest, self.oldest.clone());
        let away = "1 while the database does not answer";
        registry.register("bluff_worker_database_away", away, self.away.clone());
    }

    /// Number of cells that it solved.
    pub fn solved(&self) -> u64 {
        self.cells.get_or_create(&[("outcome", "solved")]).get()
    }

    /// Brings figures to the present that change by themselves.
    pub fn refresh(&self, away: bool) {
        let oldest = lock(&self.held).values().min().map_or(Duration::ZERO, Instant::elapsed);
        self.oldest.set(oldest.as_secs_f64());
        self.away.set(i64::from(away));
    }

    pub(super) fn count(&self, solved: u64, failed: u64) {
        self.cells.get_or_create(&[("outcome", "solved")]).inc_by(solved);
        self.cells.get_or_create(&[("outcome", "failed")]).inc_by(failed);
    }

    pub(super) fn took(&self, token: i64) {
        lock(&self.held).insert(token, Instant::now());
        self.leases.inc();
    }

    pub(super) fn gave_back(&self, token: i64) {
        lock(&self.held).remove(&token);
        self.leases.dec();
    }
}
