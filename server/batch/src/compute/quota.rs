//! Quotas of clients.

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Number of places for clients: two megabytes, however many clients there are.
const PLACES: usize = 1 << 18;

/// A second of each client in every second on average, with a burst.
///
/// One number per client, the time at which its charges so far would be over if they came evenly
/// (the generic cell rate algorithm). The numbers stand in a table of fixed size, at places drawn
/// by a key of this process. Clients at the same place share a quota, and no client can choose its
/// place.
#[derive(Debug)]
pub struct Quota {
    burst: Duration,
    start: Instant,
    key: RandomState,
    places: Box<[AtomicU64]>,
}

impl Quota {
    /// A quota with a burst, which a client may use at once.
    pub fn new(burst: Duration) -> Self {
        let places = (0..PLACES).map(|_| AtomicU64::new(0)).collect();
        Self { burst, start: Instant::now(), key: RandomState::new(), places }
    }

    /// Charges a client.
    ///
    /// Errors: the time to wait if the charge exceeds the quota.
    pub fn charge(&self, client: impl Hash, charge: Duration) -> Result<(), Duration> {
        self.charge_at(client, charge, self.start.elapsed())
    }

    /// Charges a client what it has used already: it waits for its next charge.
    pub fn debit(&self, client: impl Hash, used: Duration) {
        let now = nanoseconds(self.start.elapsed());
        let after = |over: u64| Some(over.max(now).saturating_add(nanoseconds(used)));
        // The closure always returns a number.
        let _ = self.place(client).fetch_update(Ordering::Relaxed, Ordering::Relaxed, after);
    }

    /// Gives back a part of a charge.
    pub fn refund(&self, client: impl Hash, unused: Duration) {
        let back = |over: u64| Some(over.saturating_sub(nanoseconds(unused)));
        // The closure always returns a number.
        let _ = self.place(client).fetch_update(Ordering::Relaxed, Ordering::Relaxed, back);
    }

    fn place(&self, client: impl Hash) -> &AtomicU64 {
        &self.places[self.key.hash_one(client) as usize % PLACES]
    }

    fn charge_at(
        &self,
        client: impl Hash,
        charge: Duration,
        now: Duration,
    ) -> Result<(), Duration> {
        let (charge, now) = (nanoseconds(charge), nanoseconds(now));
        let most = now.saturating_add(nanoseconds(self.burst));
        let after = |over: u64| over.max(now).saturating_add(charge);
        let charged = |over| Some(after(over)).filter(|after| *after <= most);
        let place = self.place(client);
        let charged = place.fetch_update(Ordering::Relaxed, Ordering::Relaxed, charged);
        charged.map(|_| ()).map_err(|over| Duration::from_nanos(after(over) - most))
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_the_average_and_others_go_on() {
        let quota = Quota::new(Duration::from_secs(10));
        let half = Duration::from_millis(500);
        let at =
            |client: &str, seconds| quota.charge_at(client, half, Duration::from_secs_f64(seconds));
        assert_eq!((0..100).take_while(|_| at("one", 0.0).is_ok()).count(), 20);
        assert_eq!(at("one", 0.0), Err(half));
        assert_eq!(at("two", 0.0), Ok(()));
        assert_eq!(at("one", 0.5), Ok(()));
        assert_eq!(at("one", 0.5), Err(half));
        quota.refund("one", half);
        assert_eq!(at("one", 0.5), Ok(()));
        assert_eq!(at("one", 1_000.0), Ok(()));
    }
}
