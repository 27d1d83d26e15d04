//! Lanes of the thread pool: the queue that its threads take questions from, and their load.

use std::io;
use std::iter::repeat_n;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

use rational_bluff::solve::Control;

use super::lock;
use super::schedule::{Client, QueuePlace, Schedule};

/// Cost of questions that take microseconds, at most.
pub const INSTANT: Duration = Duration::from_millis(10);
/// Cost of short questions, at most.
pub const SHORT: Duration = Duration::from_secs(1);
/// The lanes: name, and the cost of a question at most. A thread takes questions of its lane and of
/// those before it. The first two have one thread each, so long questions never hold up others.
const LANES: [(&str, Duration); 3] =
    [("instant", INSTANT), ("short", SHORT), ("long", Duration::MAX)];
/// The lane whose threads take any question.
const LAST: usize = LANES.len() - 1;

/// Steps of priority by which long work comes behind other threads.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 5;

/// Maximum delay before a cell that waits for its turn notices that it is cancelled.
const NOTICE: Duration = Duration::from_millis(50);

/// A question with its answer's way back; the time since when it waits, and its lane.
pub(super) struct Job {
    run: Box<dyn FnOnce() + Send>,
    since: Instant,
    lane: usize,
}

/// The questions that wait, and the threads that answer them.
pub(super) struct WaitingQuestions {
    turns: Mutex<Turns>,
    /// Wakes a thread of a sweep that waits to begin a cell.
    cell_turn: Condvar,
    pub(super) load: Load,
}

/// Questions that wait, and idle threads that wait for them.
struct Turns {
    schedule: Schedule<Job>,
    /// The idle threads of each lane.
    idle: [Vec<Thread>; LANES.len()],
    /// Number of threads of sweeps that wait to begin a cell.
    cells: usize,
}

impl Turns {
    /// Takes an idle thread of the first lane from this one on that has any, to be woken.
    fn idle_from(&mut self, lane: usize) -> Option<Thread> {
        self.idle[lane..].iter_mut().find_map(Vec::pop)
    }
}

/// The load of the pool.
#[derive(Clone, Debug)]
pub struct Load {
    /// Requests in the queue.
    pub waiting: Gauge,
    /// Requests in the queue, by lane.
    pub lanes: Family<LaneLabel, Gauge>,
    /// Time in the queue, by lane.
    pub wait: Family<LaneLabel, Histogram>,
    /// Requests in the thread pool.
    pub running: Gauge,
    /// Requests refused because the queue was full.
    pub refused: Counter,
    /// Requests refused because their client had used its quota of work.
    pub over_quota: Counter,
}

/// The label of a lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct LaneLabel {
    /// Its name: `instant`, `short` or `long`.
    pub lane: &'static str,
}

impl Default for Load {
    fn default() -> Self {
        // A tenth of a millisecond to some seconds.
        let wait = || Histogram::new(exponential_buckets(0.0001, 4.0, 9));
        Self {
            waiting: Gauge::default(),
            lanes: Family::default(),
            wait: Family::new_with_constructor(wait),
            running: Gauge::default(),
            refused: Counter::default(),
            over_quota: Counter::default(),
        }
    }
}

impl WaitingQuestions {
    /// An empty queue of this length, and its threads: `threads` of the last lane, and one for each
    /// of the others.
    ///
    /// Errors: those of the operating system.
    pub(super) fn start(length: usize, threads: usize) -> io::Result<Arc<Self>> {
        let schedule = Schedule::new(length);
        let turns = Mutex::new(Turns { schedule, idle: Default::default(), cells: 0 });
        let queue = Arc::new(Self { turns, cell_turn: Condvar::new(), load: Load::default() });
        for lane in (0..LAST).filter(|_| threads > 0).chain(repeat_n(LAST, threads)) {
            let queue = Arc::clone(&queue);
            let name = format!("{}-answers", LANES[lane].0);
            thread::Builder::new().name(name).spawn(move || {
                if lane == LAST {
                    come_behind();
                }
                queue.work(lane);
            })?;
        }
        Ok(queue)
    }

    /// Takes out a job that nobody waits for any more.
    pub(super) fn remove(&self, place: QueuePlace) {
        // In one statement, so that the lock is released before the job is dropped.
        let job = lock(&self.turns).schedule.remove(place);
        job.iter().for_each(|job| self.left(job));
    }

    /// Counts a job that has left the queue.
    fn left(&self, job: &Job) {
        self.load.waiting.dec();
        self.load.lanes.get_or_create(&lane_label(job.lane)).dec();
    }

    /// Adds a job and wakes one thread that may take it. A job that loses its place is dropped, and
    /// its answer with it.
    pub(super) fn push(
        &self,
        client: Client,
        cost: Duration,
        run: Box<dyn FnOnce() + Send>,
    ) -> QueuePlace {
        let lane = lane_of(cost);
        let job = Job { run, since: Instant::now(), lane };
        self.load.waiting.inc();
        self.load.lanes.get_or_create(&lane_label(lane)).inc();
        let mut turns = lock(&self.turns);
        let (place, lost) = turns.schedule.push(client, cost, job);
        let idle = turns.idle_from(lane);
        drop(turns);
        idle.iter().for_each(Thread::unpark);
        if let Some(job) = lost {
            self.left(&job);
            self.load.refused.inc();
        }
        place
    }

    /// Waits until a cell of a sweep may begin behind the questions, or is cancelled.
    pub(super) fn wait_for_cell(&self, control: &Control) {
        let mut turns = lock(&self.turns);
        turns.cells += 1;
        while !control.cancelled() && !turns.schedule.begin_cell() {
            let waited = self.cell_turn.wait_timeout(turns, NOTICE);
            turns = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        turns.cells -= 1;
    }

    /// Takes jobs up to the cost of a lane, one after the other.
    fn work(&self, lane: usize) {
        let own = thread::current();
        let mut turns = lock(&self.turns);
        loop {
            let Some(job) = turns.schedule.next(LANES[lane].1) else {
                turns.idle[lane].push(own.clone());
                drop(turns);
                thread::park();
                turns = lock(&self.turns);
                // It may have woken without a call.
                turns.idle[lane].retain(|idle| idle.id() != own.id());
                continue;
            };
            // This job may be another than the one for which the thread was woken.
            let more = turns.schedule.waiting() > 0;
            let idle = if more { turns.idle_from(LAST) } else { None };
            let cells = turns.cells > 0;
            drop(turns);
            idle.iter().for_each(Thread::unpark);
            if cells {
                self.cell_turn.notify_one();
            }
            self.left(&job);
            let waited = job.since.elapsed().as_secs_f64();
            self.load.wait.get_or_create(&lane_label(job.lane)).observe(waited);
            (job.run)();
            turns = lock(&self.turns);
        }
    }
}

/// Puts this thread, and those that it starts, behind the threads of cheaper questions and of the
/// network. Only on Linux has a thread a priority of its own.
pub(crate) fn come_behind() {
    // Where the system refuses, all threads are equal.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(BEHIND);
}

fn lane_of(cost: Duration) -> usize {
    LANES.iter().position(|(_, most)| cost <= *most).unwrap_or(LAST)
}

fn lane_label(lane: usize) -> LaneLabel {
    LaneLabel { lane: LANES[lane].0 }
}
