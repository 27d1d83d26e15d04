//! Lanes of the thread pool, and their load.

use std::time::Duration;

pub use bluff_questions::over_http::{INSTANT, SHORT};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

/// The cost of a question that may take the whole time limit.
pub const LONG: Duration = Duration::MAX;
/// The lanes: name, and processor time of a question at most. A seat takes questions of its lane
/// and of those before it. The first two have one seat each, so long questions never hold up
/// others.
pub(super) const LANES: [(&str, Duration); 3] =
    [("instant", INSTANT), ("short", SHORT), ("long", LONG)];
/// The lane whose seats take any question.
pub(super) const LAST: usize = LANES.len() - 1;

/// The load of the pool.
#[derive(Clone, Debug)]
pub struct Load {
    /// Requests in the queue.
    pub waiting: Gauge,
    /// Requests in the queue, by lane.
    pub lanes: CountedBy<Gauge>,
    /// Time in the queue, by lane.
    pub wait: CountedBy<Histogram>,
    /// Requests in the thread pool.
    pub running: Gauge,
    /// Requests that used more than the lane allows in which they began.
    pub overran: Counter,
    /// Requests refused because the queue was full.
    pub refused: Counter,
    /// Requests refused because their client had used its quota of work.
    pub over_quota: Counter,
}

/// Metrics by the value of one label.
pub type CountedBy<M> = Family<[(&'static str, &'static str); 1], M>;

/// Counts by one label.
pub type Counts = CountedBy<Counter>;

/// Counts by these values of a label, from 0 on, so that a rate sees the first.
pub fn counts(label: &'static str, values: impl IntoIterator<Item = &'static str>) -> Counts {
    let counts = Counts::default();
    values.into_iter().for_each(|value| drop(counts.get_or_create(&[(label, value)])));
    counts
}

impl Default for Load {
    fn default() -> Self {
        // A tenth of a millisecond to some seconds.
        let wait = || Histogram::new(exponential_buckets(0.0001, 4.0, 9));
        Self {
            waiting: Gauge::default(),
            lanes: CountedBy::default(),
            wait: CountedBy::new_with_constructor(wait),
            running: Gauge::default(),
            overran: Counter::default(),
            refused: Counter::default(),
            over_quota: Counter::default(),
        }
    }
}

impl Load {
    /// Counts a question that enters the queue in a lane.
    pub(super) fn entered(&self, lane: usize) {
        self.waiting.inc();
        self.lanes.get_or_create(&label(lane)).inc();
    }

    /// Counts a question that has left the queue.
    pub(super) fn left(&self, lane: usize) {
        self.waiting.dec();
        self.lanes.get_or_create(&label(lane)).dec();
    }

    /// Counts the wait of a question that begins.
    pub(super) fn waited(&self, lane: usize, time: Duration) {
        self.wait.get_or_create(&label(lane)).observe(time.as_secs_f64());
    }
}

/// The lane of a question by its cost.
pub(super) fn lane_of(cost: Duration) -> usize {
    LANES.iter().position(|(_, most)| cost <= *most).unwrap_or(LAST)
}

fn label(lane: usize) -> [(&'static str, &'static str); 1] {
    [("lane", LANES[lane].0)]
}
