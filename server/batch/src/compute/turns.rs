//! Questions that wait, those that have begun, and what becomes of these by the time they use.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::thread::Thread;
use std::time::{Duration, Instant};

use rational_bluff::solve::Control;

use super::begun::Begun;
use super::client::Client;
use super::clock::{ThreadId, thread_time};
use super::lane::{INSTANT, LANES, LAST, Load, SHORT, lane_of};
use super::per_client::PerClient;
use super::schedule::{LONG_QUOTE, QueuePlace, Schedule};

/// The reason for which a question was ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndedBy {
    /// It used the processor time that it had.
    Time,
    /// It lost its place in the queue.
    FullQueue,
}

/// The least cost of a question that is not instant.
const BEYOND_INSTANT: Duration = INSTANT.saturating_add(Duration::from_nanos(1));

/// The client that asks a question, its costs and its end.
#[derive(Clone)]
pub(super) struct Terms {
    pub(super) client: Client,
    /// The lane that its quote named, or another behind it.
    pub(super) cost: Duration,
    /// Processor time that it may use.
    pub(super) most: Duration,
    pub(super) control: Arc<Control>,
    pub(super) ended_by: Arc<OnceLock<EndedBy>>,
}

/// A question of a client.
pub(super) struct PoolQuestion {
    pub(super) terms: Terms,
    /// Answers it.
    pub(super) run: Box<dyn FnOnce() + Send>,
}

/// Work that waits for a seat.
pub(super) enum Job {
    New(PoolQuestion),
    /// A question that has begun, by its number.
    Paused(u64),
}

/// A job in the queue, since when, and its lane.
pub(super) struct QueuedJob {
    pub(super) job: Job,
    pub(super) since: Instant,
    pub(super) lane: usize,
}

/// Questions that wait or have begun, and idle threads that wait for them.
pub(super) struct Turns {
    pub(super) schedule: Schedule<QueuedJob>,
    /// The idle threads of each lane.
    pub(super) idle: [Vec<Thread>; LANES.len()],
    /// Number of threads of sweeps that wait to begin a cell.
    pub(super) cells: usize,
    /// Lanes of the seats that need a thread.
    pub(super) empty_seats: Vec<usize>,
    /// True while nobody looks at the questions.
    pub(super) unwatched: bool,
    begun: HashMap<u64, Begun>,
    number: u64,
    /// Number of processors for the questions.
    processors: usize,
    under_way: PerClient,
    load: Load,
}

impl Turns {
    pub(super) fn new(length: usize, processors: usize, under_way: PerClient, load: Load) -> Self {
        Self {
            schedule: Schedule::new(length),
            idle: Default::default(),
            cells: 0,
            empty_seats: Vec::new(),
            unwatched: false,
            begun: HashMap::new(),
            number: 0,
            processors,
            under_way,
            load,
        }
    }

    /// True if a question has begun and not ended.
    pub(super) fn is_running(&self) -> bool {
        !self.begun.is_empty()
    }

    /// Takes an idle thread of the first lane from this one on that has any, to be woken.
    pub(super) fn idle_from(&mut self, lane: usize) -> Option<Thread> {
        self.idle[lane..].iter_mut().find_map(Vec::pop)
    }

    /// Takes the idle threads for which a question waits.
    pub(super) fn taken_idle(&mut self) -> Vec<Thread> {
        let lanes = (0..=LAST).filter(|lane| self.schedule.has_waiting(LANES[*lane].1));
        let lanes: Vec<usize> = lanes.collect();
        lanes.into_iter().filter_map(|lane| self.idle[lane].pop()).collect()
    }

    /// Puts a job into the queue; returns its place, and a question that lost its own. A network
    /// that committed much leaves the instant seat, and its priority, to others.
    pub(super) fn enter(
        &mut self,
        client: Client,
        cost: Duration,
        job: Job,
    ) -> (QueuePlace, Option<PoolQuestion>) {
        let much = self.schedule.committed_by(client) > LONG_QUOTE;
        let cost = if much { cost.max(BEYOND_INSTANT) } else { cost };
        let lane = lane_of(cost);
        self.load.entered(lane);
        let waiting = QueuedJob { job, since: Instant::now(), lane };
        let (place, lost) = self.schedule.push(client, cost, waiting);
        let Some(QueuedJob { job, lane, .. }) = lost else { return (place, None) };
        self.load.left(lane);
        self.load.refused.inc();
        match job {
            Job::New(question) => (place, Some(question)),
            Job::Paused(number) => {
                if let Some(begun) = self.begun.get_mut(&number) {
                    begun.place = None;
                    begun.end(EndedBy::FullQueue);
                }
                (place, None)
            }
        }
    }

    /// Notes that the calling thread begins a question, which waited in a lane, on a seat; returns
    /// its number.
    pub(super) fn begin(&mut self, terms: Terms, lane: usize, seat: usize, behind: bool) -> u64 {
        self.number += 1;
        let begun = Begun {
            terms,
            lane,
            thread: ThreadId::current(),
            began: thread_time(),
            behind,
            seat: Some(seat),
            place: None,
            seated: Instant::now(),
            used_before: Duration::ZERO,
            charged: Duration::ZERO,
            counted: None,
            held: false,
        };
        self.begun.insert(self.number, begun);
        self.share_processors();
        self.number
    }

    /// Gives a seat to the thread of a question that waited.
    pub(super) fn resume(&mut self, number: u64, seat: usize) {
        // One that is over leaves the queue with `end`.
        let Some(begun) = self.begun.get_mut(&number) else {
            self.empty_seats.push(seat);
            return;
        };
        (begun.seat, begun.place, begun.seated) = (Some(seat), None, Instant::now());
        begun.used_before = begun.charged;
        begun.terms.control.resume();
        self.share_processors();
    }

    /// Notes the end of a question on the calling thread; returns the lane of its seat, if it has
    /// one.
    pub(super) fn end(&mut self, number: u64) -> Option<usize> {
        let mut begun = self.begun.remove(&number)?;
        let used = begun.charge();
        self.schedule.charge(begun.terms.client, used);
        let removed = begun.place.and_then(|place| self.schedule.remove(place));
        removed.iter().for_each(|waiting| self.load.left(waiting.lane));
        self.share_processors();
        begun.seat
    }

    /// Looks at every question that has begun: charges its client what it used, ends it at its time
    /// limit, and takes its seat where its lane or its slice is over. Returns questions that lost
    /// their places.
    pub(super) fn look(&mut self) -> Vec<PoolQuestion> {
        let mut paused = Vec::new();
        let begun_and_waiting = self.begun.values().filter(|begun| begun.place.is_some());
        let least_used = begun_and_waiting.map(|begun| begun.charged).min();
        for (number, begun) in &mut self.begun {
            let time = begun.charge_running();
            self.schedule.charge(begun.terms.client, time);
            if begun.charged > begun.terms.most {
                if begun.terms.control.end_early() {
                    begun.terms.most += SHORT;
                    continue;
                }
                begun.end(EndedBy::Time);
                continue;
            }
            if begun.overruns() {
                self.load.overran.inc();
            }
            if begun.terms.client != Client::OWN
                && begun.terms.cost <= INSTANT
                && begun.charged > INSTANT
                && begun.counted.is_none()
            {
                begun.counted = self.under_way.begin(begun.terms.client, usize::MAX).ok();
            }
            let Some(seat) = begun.seat else { continue };
            // On the last seats, one that has used much lets one go on that has used little: new
            // ones wait, so that not all of them hold memory. On the others, a network that has
            // used little lately does not wait for the end of a slice.
            let gives_way = || match seat {
                LAST => {
                    begun.slice_is_over()
                        && least_used.is_some_and(|least| 2 * least < begun.charged)
                }
                _ => {
                    let limit = LANES[seat].1;
                    begun.slice_is_over() && self.schedule.has_waiting(limit)
                        || self.schedule.lighter_waits(begun.terms.client, limit)
                }
            };
            if begun.charged > LANES[seat].1 || gives_way() {
                (begun.seat, begun.held) = (None, false);
                begun.terms.control.pause();
                self.empty_seats.push(seat);
                paused.push((*number, begun.terms.client, begun.charged.max(begun.terms.cost)));
            }
        }
        let mut lost = Vec::new();
        for (number, client, cost) in paused {
            let (place, other) = self.enter(client, cost, Job::Paused(number));
            if let Some(begun) = self.begun.get_mut(&number)
                && begun.terms.ended_by.get().is_none()
            {
                begun.place = Some(place);
            }
            lost.extend(other);
        }
        self.share_processors();
        lost
    }

    /// Lets questions stand still that have seats but no processor. Of those that are not instant
    /// as many go on as there are processors, of the networks that committed least. Of networks
    /// that committed much, and more than twice as much as the least, none goes on beyond that
    /// number.
    fn share_processors(&mut self) {
        let seated = self.begun.iter().filter(|(_, begun)| begun.seat.is_some());
        let committed = |begun: &Begun| self.schedule.committed_by(begun.terms.client);
        let mut seated: Vec<_> =
            seated.map(|(number, begun)| (committed(begun), begun.charged, *number)).collect();
        seated.sort_unstable();
        let least = seated.first().map_or(Duration::ZERO, |(committed, ..)| *committed);
        let mut longer = 0;
        for (at, (committed, _, number)) in seated.into_iter().enumerate() {
            let much = committed > LONG_QUOTE && committed > 2 * least;
            let Some(begun) = self.begun.get_mut(&number) else { continue };
            let is_longer = begun.lane > 0;
            longer += usize::from(is_longer);
            begun.hold(longer > self.processors && is_longer || at >= self.processors && much);
        }
    }
}
