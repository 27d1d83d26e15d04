//! A look at where a linear program has come to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Where a linear program has come to, in doubles: a hint that proves nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The value of each column.
    pub primal: Vec<f64>,
    /// The dual value of each row, for the present basis.
    pub dual: Vec<f64>,
}

/// Where the one who watches leaves a wish, and the one who works a point.
#[derive(Debug, Default)]
pub(super) struct SnapshotSlot {
    snapshot_requested: AtomicBool,
    point: Mutex<Option<Snapshot>>,
}

impl SnapshotSlot {
    /// Whether somebody waits for a point.
    pub(super) fn snapshot_requested(&self) -> bool {
        self.snapshot_requested.load(Ordering::Relaxed)
    }

    pub(super) fn publish_snapshot(&self, point: Snapshot) {
        self.snapshot_requested.store(false, Ordering::Relaxed);
        *self.point.lock().unwrap_or_else(PoisonError::into_inner) = Some(point);
    }

    /// What was shown since the last look; wishes for more.
    pub(super) fn snapshot(&self) -> Option<Snapshot> {
        let point = self.point.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.snapshot_requested.store(true, Ordering::Relaxed);
        point
    }
}
