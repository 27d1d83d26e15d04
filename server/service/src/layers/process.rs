//! This process, as the system sees it: memory and descriptors, under the names that Prometheus
//! gives them.

use std::fs;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

/// Gauges of the process; they stay at 0 on systems without `/proc`.
#[derive(Debug, Default)]
pub(super) struct ProcessGauges {
    resident: Gauge,
    open: Gauge,
    most: Gauge,
}

impl ProcessGauges {
    /// Gauges at zero, registered.
    pub(super) fn new(registry: &mut Registry) -> Self {
        let gauges = Self::default();
        let Self { resident, open, most } = &gauges;
        let help = "Memory of the process that is in main memory";
        registry.register_with_unit("process_resident_memory", help, Unit::Bytes, resident.clone());
        registry.register("process_open_fds", "Open file descriptors", open.clone());
        registry.register("process_max_fds", "Limit of open file descriptors", most.clone());
        gauges
    }

    /// Reads the present numbers.
    pub(super) fn update(&self) {
        if let Some(kilobytes) = resident_kilobytes() {
            self.resident.set(kilobytes << 10);
        }
        if let Ok(open) = fs::read_dir("/proc/self/fd") {
            self.open.set(i64::try_from(open.count()).unwrap_or(i64::MAX));
        }
        if let Ok(most) = rlimit::Resource::NOFILE.get_soft() {
            self.most.set(i64::try_from(most).unwrap_or(i64::MAX));
        }
    }
}

fn resident_kilobytes() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
