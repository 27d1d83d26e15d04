//! One cell: its answer, within limits of memory and time of its own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rational_bluff::exact::counted;
use rational_bluff::game::parse_label;
use rational_bluff::solve::{Control, SolveError};

use crate::allowed::beyond;
use crate::catalogue::{Entry, EntryQuestion, Key};
use crate::compute::{lock, run_within};
use bluff_questions::error::Error;
use bluff_questions::not_allowed;

/// Maximum delay before a cell beyond its time is stopped.
const NOTICE: Duration = Duration::from_millis(20);

/// Limits of one cell. What is beyond them fails, and no other cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellLimits {
    /// Maximum memory, in bytes.
    pub memory: Option<u64>,
    /// Words on this limit in a reason.
    pub of_memory: &'static str,
    /// Maximum time.
    pub time: Option<Duration>,
}

impl CellLimits {
    /// A control with the limit of memory, for one cell or, since each has the limit by itself, for
    /// all.
    pub fn control(&self) -> Control {
        self.memory.map_or_else(Control::new, Control::within)
    }

    /// True if a cell that was begun then has no time left.
    fn is_over(&self, start: Instant) -> bool {
        self.time.is_some_and(|time| start.elapsed() >= time)
    }

    /// The reason why a cell that was begun then has no answer: the limit that it reached, or its
    /// error.
    fn reason(&self, error: Error, start: Instant) -> Error {
        let stopped =
            matches!(&error, Error::Solve(error) if matches!(**error, SolveError::Stopped(_)));
        match (&error, self.memory, self.time) {
            (Error::TooMuchMemory(_), Some(bytes), _) => beyond(bytes, self.of_memory),
            (_, _, Some(time)) if stopped && self.is_over(start) => {
                let seconds = counted(time.as_secs(), "second", "seconds");
                Error::Beyond(format!("more than {seconds}, the limit of a cell"))
            }
            _ => error,
        }
    }
}

/// The threads that solve cells. Each may have to wait for the turn of its next cell.
#[derive(Clone, Copy)]
pub struct CellThreads<'a> {
    /// Their number.
    pub(super) count: usize,
    pub(super) turn: Option<&'a (dyn Fn(&Control) + Sync)>,
}

impl From<usize> for CellThreads<'_> {
    fn from(count: usize) -> Self {
        Self { count, turn: None }
    }
}

impl CellThreads<'_> {
    /// Waits until the next cell may begin, or is cancelled.
    pub(super) fn wait_for_turn(&self, control: &Control) {
        if let Some(wait) = self.turn {
            wait(control);
        }
    }
}

/// The answer to a question, certified; a panic is a failure of this cell alone.
///
/// Errors: those of the library, `TooMuchMemory`, `MemoryFull`, and `Internal`.
pub fn answer(key: &Key, control: &Control) -> Result<Entry, Error> {
    run_within(control, || {
        let EntryQuestion::Deck(question) = key.question else {
            return Err(not_allowed(key, "a question about one deck"));
        };
        let game = parse_label(&key.label)?;
        Ok(Entry::of(key.clone(), &question.answer(&game, control)?))
    })
}

/// The cells that are being solved, each with the time when it was begun.
pub(super) struct CellClock<'a> {
    limits: CellLimits,
    control: &'a Control,
    next: AtomicU64,
    running: Mutex<HashMap<u64, RunningCell>>,
}

struct RunningCell {
    start: Instant,
    control: Arc<Control>,
}

/// Cancels when it is dropped, by a panic too.
struct Finished<'a>(&'a Control);

impl Drop for Finished<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl<'a> CellClock<'a> {
    /// Does work that solves cells within limits; `control` stops them all, and has their limit of
    /// memory.
    pub(super) fn beside<T>(
        limits: CellLimits,
        control: &'a Control,
        work: impl FnOnce(&Self) -> T,
    ) -> T {
        let clock = Self { limits, control, next: AtomicU64::new(0), running: Mutex::default() };
        let over = Control::new();
        thread::scope(|scope| {
            let _finished = Finished(&over);
            if limits.time.is_some() {
                scope.spawn(|| clock.watch(&over));
            }
            work(&clock)
        })
    }

    /// The answer to a question, certified.
    ///
    /// Errors: those of [`answer`], `Beyond` for a cell that reached its limits.
    pub(super) fn answer(&self, key: &Key) -> Result<Entry, Error> {
        let (number, start) = (self.next.fetch_add(1, Ordering::Relaxed), Instant::now());
        if self.limits.time.is_none() {
            return answer(key, self.control).map_err(|error| self.limits.reason(error, start));
        }
        let control = Arc::new(self.limits.control());
        let cell = RunningCell { start, control: Arc::clone(&control) };
        lock(&self.running).insert(number, cell);
        let result = answer(key, &control);
        lock(&self.running).remove(&number);
        result.map_err(|error| self.limits.reason(error, start))
    }

    /// Stops cells beyond their time, and all when the work is cancelled.
    fn watch(&self, over: &Control) {
        while !over.cancelled() {
            thread::sleep(NOTICE);
            for cell in lock(&self.running).values() {
                if self.control.cancelled() || self.limits.is_over(cell.start) {
                    cell.control.cancel();
                }
            }
        }
    }
}
