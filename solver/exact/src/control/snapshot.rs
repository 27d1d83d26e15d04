//! A look at where a linear program has come to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Control;

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
    requested: AtomicBool,
    point: Mutex<Option<Snapshot>>,
}

impl Control {
    /// Snapshot of a linear program since the last call, if it has published one; requests another.
    /// Without a request this costs nothing, and a look does not change what becomes of the solve.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let SnapshotSlot { requested, point } = &self.window;
        let point = point.lock().unwrap_or_else(PoisonError::into_inner).take();
        requested.store(true, Ordering::Relaxed);
        point
    }

    /// Shows a point to whoever looks; it is made only if somebody does.
    pub fn publish_snapshot(&self, point: impl FnOnce() -> Snapshot) {
        let SnapshotSlot { requested, point: slot } = &self.window;
        if requested.load(Ordering::Relaxed) {
            let point = point();
            requested.store(false, Ordering::Relaxed);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(point);
        }
    }
}
