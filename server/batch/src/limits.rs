//! Limits of the thread pool and of sweeps in the background.

use std::time::Duration;

pub use bluff_questions::limits::RETRY_AFTER;

/// Maximum number of running sweeps; more get 503.
pub const SWEEPS_RUNNING: usize = 3;
/// Maximum number of running sweeps of one client, so that others find a place.
pub const SWEEPS_OF_CLIENT: usize = 2;
/// Time limit of a sweep.
pub const SWEEP_TIME: Duration = Duration::from_secs(600);
/// Maximum number of ended sweeps whose files are stored.
pub const SWEEPS_KEPT: usize = 16;
/// Time for which the files of an ended sweep are stored.
pub const SWEEP_KEPT: Duration = Duration::from_secs(3_600);
/// Maximum number of failed cells that a status names.
pub const SWEEP_FAILURES: usize = 100;
/// Wait of an answer for a cancelled sweep to stop.
pub const SWEEP_STOP: Duration = Duration::from_secs(2);
