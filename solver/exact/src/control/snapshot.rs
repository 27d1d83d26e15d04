//! A look at where a linear program has come to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Point and dual values of a linear program under way, in doubles: a hint that proves nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The value of each column.
    pub primal: Vec<f64>,
    /// The dual value of each row, for the present basis.
    pub dual: Vec<f64>,
}

/// Request of an observer and snapshot of the solve, between two threads.
#[derive(Debug, Default)]
pub(super) struct SnapshotSlot {
    snapshot_requested: AtomicBool,
    point: Mutex<Option<Snapshot>>,
}

impl SnapshotSlot {
    /// True if somebody waits for a point.
    pub(super) fn snapshot_requested(&self) -> bool {
        self.snapshot_requested.load(Ordering::Relaxed)
    }

    pub(super) fn publish_snapshot(&self, point: Snapshot) {
        self.snapshot_requested.store(false, Ordering::Relaxed);
        *self.point.lock().unwrap_or_else(PoisonError::into_inner) = Some(point);
    }

    /// Snapshot published since the last call; requests another.
    pub(super) fn snapshot(&self) -> Option<Snapshot> {
        let point = self.point.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.snapshot_requested.store(true, Ordering::Relaxed);
        point
    }
}
