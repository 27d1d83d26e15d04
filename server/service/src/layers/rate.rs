//! The rate limit of clients.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::Request;
use bluff_batch::compute::{Client, Quota};

use crate::limits::BURST_SECONDS;
use crate::problem::Problem;

use super::client::client_of;

/// Requests per second of each client on average, with bursts ([`BURST_SECONDS`]).
#[derive(Debug)]
pub struct Rate {
    per_second: u64,
    trusted: Vec<IpAddr>,
    quota: Quota,
}

impl Rate {
    /// The limit `per_second`, above 0; `trusted` are the proxies whose `X-Forwarded-For` is
    /// believed.
    pub fn new(per_second: u64, trusted: Vec<IpAddr>) -> Self {
        Self { per_second, trusted, quota: Quota::new(Duration::from_secs(BURST_SECONDS)) }
    }

    /// Counts a request; the refusal if it exceeds the limit. The operator's probes do not count.
    pub(super) fn refusal(&self, request: &Request) -> Option<Problem> {
        let probe = matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics");
        let client = client_of(request, &self.trusted).filter(|_| !probe)?;
        let each = Duration::from_secs(1) / self.per_second as u32;
        let wait = self.quota.charge(Client::at(client), each).err()?;
        let wait = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Some(Problem::TooOften { most: self.per_second, wait })
    }
}
