//! The rate limit of clients.

use std::time::Duration;

use axum::extract::Request;
use bluff_batch::compute::{Client, Quota};

use crate::limits::BURST_SECONDS;
use crate::problem::Problem;

/// Requests per second of each client on average, with bursts ([`BURST_SECONDS`]).
#[derive(Debug)]
pub struct Rate {
    per_second: u64,
    quota: Quota,
}

impl Rate {
    /// The limit `per_second`, above 0.
    pub fn new(per_second: u64) -> Self {
        Self { per_second, quota: Quota::new(Duration::from_secs(BURST_SECONDS)) }
    }

    /// Counts a request, or one of many questions in it.
    ///
    /// Errors: the time to wait if it exceeds the limit.
    pub(super) fn charge(&self, client: Client) -> Result<(), Duration> {
        let each = Duration::from_secs(1) / self.per_second as u32;
        self.quota.charge(client, each)
    }

    /// Counts a request; the refusal if it exceeds the limit. The operator's probes do not count.
    pub(super) fn refusal(&self, request: &Request) -> Option<Problem> {
        let probe = matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics");
        let client = request.extensions().get::<Client>().filter(|_| !probe)?;
        let wait = self.charge(*client).err()?;
        let wait = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Some(Problem::TooOften { most: self.per_second, wait })
    }
}
