//! The rate limit of clients.

use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::Request;

use crate::limits::BURST_SECONDS;
use crate::problem::Problem;

use super::client::{Peer, client_of};

/// Number of places for clients: two megabytes, however many clients there are.
const PLACES: usize = 1 << 18;
const SECOND: u64 = Duration::from_secs(1).as_nanos() as u64;

/// Requests per second of each client on average, with bursts ([`BURST_SECONDS`]).
///
/// One number per client, the time at which its requests so far would be over if they came evenly
/// (the generic cell rate algorithm). The numbers stand in a table of fixed size, at places drawn
/// by a key of this process. Clients at the same place share its rate, and no client can choose its
/// place.
#[derive(Debug)]
pub struct Rate {
    per_second: u64,
    trusted: Vec<IpAddr>,
    start: Instant,
    key: RandomState,
    places: Box<[AtomicU64]>,
}

impl Rate {
    /// The limit `per_second`, above 0; `trusted` are the proxies whose `X-Forwarded-For` is
    /// believed.
    pub fn new(per_second: u64, trusted: Vec<IpAddr>) -> Self {
        let places = (0..PLACES).map(|_| AtomicU64::new(0)).collect();
        Self { per_second, trusted, start: Instant::now(), key: RandomState::new(), places }
    }

    /// Counts a request; the refusal if it exceeds the limit. The operator's probes do not count.
    pub(super) fn refusal(&self, request: &Request) -> Option<Problem> {
        let probe = matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics");
        let Peer(peer) = request.extensions().get().filter(|_| !probe)?;
        let client = client_of(*peer, request.headers(), &self.trusted);
        let wait = self.admit(client, self.start.elapsed().as_nanos() as u64).err()?;
        Some(Problem::TooOften { most: self.per_second, wait: wait.div_ceil(SECOND) })
    }

    /// Counts a request at a time.
    ///
    /// Errors: the nanoseconds to wait if it exceeds the limit.
    fn admit(&self, client: IpAddr, now: u64) -> Result<(), u64> {
        let place = &self.places[self.key.hash_one(client) as usize % PLACES];
        let (each, ahead) = (SECOND / self.per_second, BURST_SECONDS * SECOND);
        let after = |over: u64| over.max(now) + each;
        let counted = place.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |over| {
            Some(after(over)).filter(|after| *after <= now + ahead)
        });
        counted.map(|_| ()).map_err(|over| after(over) - now - ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_the_rate_and_others_go_on() {
        let rate = Rate::new(2, Vec::new());
        let (client, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let burst = (0..100).take_while(|_| rate.admit(client, 0).is_ok()).count() as u64;
        assert_eq!(burst, 2 * BURST_SECONDS);
        assert_eq!(rate.admit(client, 0), Err(SECOND / 2));
        assert_eq!(rate.admit(other, 0), Ok(()));
        assert_eq!(rate.admit(client, SECOND / 2), Ok(()));
        assert_eq!(rate.admit(client, SECOND / 2), Err(SECOND / 2));
        assert_eq!(rate.admit(client, 1_000 * SECOND), Ok(()));
    }
}
