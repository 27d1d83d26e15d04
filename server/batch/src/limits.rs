//! What the threads that answer questions, and sweeps in the background, may take.

use std::time::Duration;

/// When a client that was turned away may come back, in seconds.
pub const RETRY_AFTER: u64 = 2;
/// Sweeps at work at once; further ones are told to come back.
pub const SWEEPS_RUNNING: usize = 2;
/// How long a sweep may take.
pub const SWEEP_TIME: Duration = Duration::from_secs(600);
/// How many sweeps that have ended are kept, with their files.
pub const SWEEPS_KEPT: usize = 16;
/// For how long.
pub const SWEEP_KEPT: Duration = Duration::from_secs(3_600);
/// How many cells without an answer are named.
pub const SWEEP_FAILURES: usize = 100;
/// How long an answer waits for a cancelled sweep to stop.
pub const SWEEP_STOP: Duration = Duration::from_secs(2);
