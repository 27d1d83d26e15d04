//! Requests of other threads to the work of a control, and the processor time that it has used.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::Control;

/// The processor time of the calling thread so far.
pub type ThreadClock = fn() -> Duration;

/// The clock of this process, if it has one.
static CLOCK: OnceLock<ThreadClock> = OnceLock::new();

/// Counts the processor time of all work in this process by a clock. The first one stays.
pub fn count_time(clock: ThreadClock) {
    let _ = CLOCK.set(clock);
}

/// Its threads count their processor time.
const COUNT: u8 = 1;
/// It waits until it may go on.
const PAUSE: u8 = 2;
/// It ends.
const CANCEL: u8 = 4;

thread_local! {
    /// The clock of this thread when its time was last counted.
    static COUNTED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Requests to one piece of work, on all its threads.
#[derive(Debug, Default)]
pub(super) struct Signal {
    asked: AtomicU8,
    /// Nanoseconds of processor time.
    used: AtomicU64,
    paused: Mutex<()>,
    resumed: Condvar,
}

impl Signal {
    fn ask(&self, what: u8) {
        self.asked.fetch_or(what, Ordering::Relaxed);
    }

    /// Changes what is asked, and wakes the thread that waits.
    fn wake(&self, change: impl Fn()) {
        let _paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.resumed.notify_all();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.asked.load(Ordering::Relaxed) & CANCEL > 0
    }

    /// True if anything is asked of its threads.
    pub(super) fn is_raised(&self) -> bool {
        self.asked.load(Ordering::Relaxed) > 0
    }

    /// Adds processor time that its work has used.
    pub(super) fn add(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.used.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// True if its threads should count their time, once.
    pub(super) fn must_count(&self) -> bool {
        self.asked.fetch_and(!COUNT, Ordering::Relaxed) & COUNT > 0
    }

    /// Waits while the work is paused, and not cancelled.
    pub(super) fn wait(&self) {
        if self.asked.load(Ordering::Relaxed) & PAUSE == 0 {
            return;
        }
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        while self.asked.load(Ordering::Relaxed) & (PAUSE | CANCEL) == PAUSE {
            paused = self.resumed.wait(paused).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Control {
    /// Processor time of the work so far, on all its threads; zero unless the process has a clock
    /// ([`count_time`]). They count it at their end, and after a call at their next checkpoint:
    /// [`check`](Self::check), or an operation on a big number.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bluff_exact::control::{Control, count_time};
    /// // A thread has a clock of its own; this one stands still.
    /// count_time(|| Duration::from_secs(7));
    /// let control = Control::new();
    /// assert_eq!(control.run(|| 6 * 7), Ok(42));
    /// assert_eq!(control.used(), Duration::ZERO);
    /// ```
    pub fn used(&self) -> Duration {
        if CLOCK.get().is_some() {
            self.signal.ask(COUNT);
        }
        Duration::from_nanos(self.signal.used.load(Ordering::Relaxed))
    }

    /// Asks the work to stop; it does so at its next pivot or its next operation on a big number.
    pub fn cancel(&self) {
        self.signal.wake(|| self.signal.ask(CANCEL));
    }

    /// Asks the work to wait at its next checkpoint until it may [`resume`](Self::resume). Threads
    /// of [`join`](super::join) and [`map`](super::map) do not wait: others share them.
    pub fn pause(&self) {
        self.signal.ask(PAUSE);
    }

    /// Lets the work go on.
    pub fn resume(&self) {
        self.signal.wake(|| {
            self.signal.asked.fetch_and(!PAUSE, Ordering::Relaxed);
        });
    }
}

/// The processor time of this thread since the last call on it; zero without a clock.
pub(super) fn since_last() -> Duration {
    let Some(clock) = CLOCK.get() else { return Duration::ZERO };
    let now = clock();
    now.saturating_sub(COUNTED.replace(now))
}
