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
    probes: Quota,
}

impl Rate {
    /// The limit `per_second`, above 0.
    pub fn new(per_second: u64) -> Self {
        let quota = || Quota::new(Duration::from_secs(BURST_SECONDS));
        Self { per_second, quota: quota(), probes: quota() }
    }

    /// Counts a request, or one of many questions in it.
    ///
    /// Errors: the time to wait if it exceeds the limit.
    pub(super) fn charge(&self, client: Client) -> Result<(), Duration> {
        self.quota.charge(client, self.each())
    }

    fn each(&self) -> Duration {
        Duration::from_secs(1) / self.per_second as u32
    }

    /// Counts a request; the refusal if it exceeds the limit. The operator's probes do not count.
    pub(super) fn refusal(&self, request: &Request) -> Option<Problem> {
        let client = request.extensions().get::<Client>().filter(|_| !is_probe(request))?;
        let wait = self.charge(*client).err()?;
        let wait = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Some(Problem::TooOften { most: self.per_second, wait })
    }

    /// Counts a probe of the operator; true if its client probes above the limit.
    pub(super) fn probes_too_often(&self, request: &Request) -> bool {
        let client = request.extensions().get::<Client>().filter(|_| is_probe(request));
        client.is_some_and(|client| self.probes.charge(*client, self.each()).is_err())
    }
}

/// True for the requests with which an operator watches the service.
fn is_probe(request: &Request) -> bool {
    matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics")
}
