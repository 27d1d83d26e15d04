//! Watching and stopping a solve from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared by the thread that solves and those that watch it.
///
/// ```
/// use rational_bluff::engine::lp::{solve, Control, Problem, Stopped};
/// let control = Control::new();
/// control.cancel();
/// assert_eq!(solve(&Problem::new(), None, &control), Err(Stopped));
/// ```
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    pivots: AtomicU64,
}

/// The solve was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solve was cancelled")]
pub struct Stopped;

impl Control {
    /// Not cancelled, no pivots yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the solve to stop; it does so at its next pivot.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    pub fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Pivots so far, of all solves that share this.
    pub fn pivots(&self) -> u64 {
        self.pivots.load(Ordering::Relaxed)
    }

    pub(super) fn check(&self) -> Result<(), Stopped> {
        if self.cancelled() { Err(Stopped) } else { Ok(()) }
    }

    pub(super) fn count_pivot(&self) {
        self.pivots.fetch_add(1, Ordering::Relaxed);
    }
}
