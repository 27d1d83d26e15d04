//! Watching and stopping long work from another thread.
//!
//! Exact numbers can grow so long that a single sum takes minutes. So the arithmetic itself looks
//! whether it is still wanted: [`Control::run`] sets a flag for the thread that works, and every
//! operation on a big number or a piece of a function looks at it. Work that is no longer wanted is
//! abandoned by unwinding; nothing half done comes out. Work that holds more memory than it may
//! ends in the same way.

mod memory;
mod parallel;
#[cfg_attr(not(feature = "parallel"), path = "one_thread.rs")]
mod pool;
mod signal;
mod snapshot;

pub use memory::{MemoryBudget, count_memory};

pub use parallel::{join, map, on_each};
pub use pool::{limit_threads, threads};
pub use signal::{ThreadClock, count_time};
pub use snapshot::Snapshot;

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use memory::TooMuch;
use signal::Signal;

/// Shared by the thread that works and those that watch it.
///
/// ```
/// use bluff_exact::control::{Control, Stopped};
/// let control = Control::new();
/// control.cancel();
/// assert_eq!(control.run(|| 6 * 7), Err(Stopped));
/// ```
#[derive(Debug, Default)]
pub struct Control {
    signal: Arc<Signal>,
    pivots: AtomicU64,
    /// Parts of the work that are done, and their number.
    parts: [AtomicU64; 2],
    memory: Option<u64>,
    /// Early end of work: 0 not possible, 1 possible, 2 wanted.
    early_end: AtomicU8,
    budget_used_up: AtomicBool,
    window: snapshot::SnapshotSlot,
}

/// The work was cancelled, or held more memory than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solve was cancelled")]
pub struct Stopped;

/// Signals to the work of a thread, and to the work within it.
type Signals = Vec<Arc<Signal>>;

thread_local! {
    /// Signals that the work of this thread heeds.
    static WATCHED: RefCell<Signals> = const { RefCell::new(Vec::new()) };
}

/// Forgets the innermost signal when its work is over, also when that unwinds.
struct Watch;

impl Drop for Watch {
    fn drop(&mut self) {
        count_used();
        WATCHED.with_borrow_mut(Vec::pop);
    }
}

impl Control {
    /// Not cancelled, no pivots yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, for work that may hold so many bytes of memory, on all its threads together,
    /// beside what the thread that calls [`run`](Self::run) holds already. This needs an allocator
    /// that calls [`count_memory`].
    ///
    /// ```
    /// use bluff_exact::control::{Control, Stopped, count_memory};
    /// let control = Control::within(1 << 20);
    /// let work = || {
    ///     // What an allocator would say.
    ///     count_memory(1 << 21);
    ///     control.check()
    /// };
    /// assert_eq!(control.run(work), Err(Stopped));
    /// assert!(!control.cancelled());
    /// ```
    pub fn within(bytes: u64) -> Self {
        Self { memory: Some(bytes), ..Self::default() }
    }

    /// Bytes that work may hold on all its threads together, if that is limited.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// True if the work ended because the budget of all work was used up ([`MemoryBudget`]).
    pub fn budget_was_used_up(&self) -> bool {
        self.budget_used_up.load(Ordering::Relaxed)
    }

    /// True if [`cancel`](Self::cancel) was called.
    pub fn cancelled(&self) -> bool {
        self.signal.is_cancelled()
    }

    /// Pivots so far, of all solves that share this.
    pub fn pivots(&self) -> u64 {
        self.pivots.load(Ordering::Relaxed)
    }

    /// Parts of the work that are done, and their number, if it is known.
    pub fn parts(&self) -> Option<(u64, u64)> {
        let [done, all] = &self.parts;
        let all = all.load(Ordering::Relaxed);
        (all > 0).then(|| (done.load(Ordering::Relaxed), all))
    }

    /// Begins work in so many parts, for those who look at its progress.
    pub fn begin_parts(&self, all: u64) {
        let [done, number] = &self.parts;
        done.store(0, Ordering::Relaxed);
        number.store(all, Ordering::Relaxed);
    }

    /// Counts so many more parts that are done.
    pub fn count_parts(&self, more: u64) {
        self.parts[0].fetch_add(more, Ordering::Relaxed);
    }

    /// Notes that the work has an answer so far, with which it ends once it should.
    pub fn allow_early_end(&self) {
        let _ = self.early_end.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Asks the work to end with its answer so far; false if it has none, or was asked before.
    ///
    /// ```
    /// use bluff_exact::control::Control;
    /// let control = Control::new();
    /// assert!(!control.end_early());
    /// control.allow_early_end();
    /// assert!(control.end_early() && control.should_end() && !control.end_early());
    /// ```
    pub fn end_early(&self) -> bool {
        self.early_end.compare_exchange(1, 2, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// True once the work should end with its answer so far.
    pub fn should_end(&self) -> bool {
        self.early_end.load(Ordering::Relaxed) == 2
    }

    /// Does exact work on this thread that ends early when it is cancelled: a certificate, for
    /// instance.
    ///
    /// Work within work heeds both controls. So do the threads of [`join`] and [`map`]; other
    /// threads that the work starts heed none unless they call this themselves. Needs panics that
    /// unwind, as they do unless a program is built otherwise.
    ///
    /// Errors: [`Stopped`]. Panics of the work pass through.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_exact::control::{Control, Stopped};
    /// let control = Control::new();
    /// let sum = || Rational::ratio(1, 3) + Rational::ratio(1, 6);
    /// assert_eq!(control.run(sum), Ok(Rational::ratio(1, 2)));
    /// control.cancel();
    /// assert_eq!(control.run(sum), Err(Stopped));
    /// ```
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        self.run_sharing(MemoryBudget::of_process(), work)
    }

    fn run_sharing<T>(
        &self,
        budget: &'static MemoryBudget,
        work: impl FnOnce() -> T,
    ) -> Result<T, Stopped> {
        self.check()?;
        count_used();
        WATCHED.with_borrow_mut(|watched| watched.push(Arc::clone(&self.signal)));
        let _watch = Watch;
        let limit = memory::MemoryLimit::set(self.memory);
        let work = || parallel::sharing(budget, limit.number, work);
        // Nobody sees what the work left behind when it unwinds: it is dropped with the work.
        catch_unwind(AssertUnwindSafe(work)).map_err(|panic: Box<dyn Any + Send>| {
            let exceeded = panic.downcast_ref::<TooMuch>();
            let exceeded = exceeded.filter(|exceeded| exceeded.limit == limit.number);
            if let Some(exceeded) = exceeded {
                self.budget_used_up.store(exceeded.of_all, Ordering::Relaxed);
            }
            let ours = exceeded.is_some() || panic.is::<Stopped>() && self.cancelled();
            if ours { Stopped } else { resume_unwind(panic) }
        })
    }

    /// Errors: [`Stopped`] once [`cancel`](Self::cancel) was called. Abandons work of
    /// [`run`](Self::run) that holds too much memory.
    pub fn check(&self) -> Result<(), Stopped> {
        heed_signals();
        check_memory();
        if self.cancelled() { Err(Stopped) } else { Ok(()) }
    }

    /// Counts one more pivot.
    pub fn count_pivot(&self) {
        self.pivots.fetch_add(1, Ordering::Relaxed);
    }
}

/// Abandons the work in hand, by unwinding to [`Control::run`], if it holds more memory than it
/// may.
fn check_memory() {
    if let Some(exceeded) = memory::exceeded().or_else(parallel::exceeded) {
        resume_unwind(Box::new(exceeded));
    }
}

/// Abandons the work in hand, by unwinding to [`Control::run`], if that was cancelled or holds too
/// much memory.
pub fn check_cancelled() {
    if heed_signals() {
        resume_unwind(Box::new(Stopped));
    }
    check_memory();
}

/// Does what is asked of the work in hand; true if it was cancelled.
fn heed_signals() -> bool {
    let raised = |watched: &Signals| watched.iter().any(|signal| signal.is_raised());
    if !WATCHED.with_borrow(raised) && !parallel::raised() {
        return false;
    }
    let signals = signals();
    // Each of them, not the first alone.
    if signals.iter().filter(|signal| signal.must_count()).count() > 0 {
        count_used();
    }
    signals.into_iter().any(|signal| {
        signal.wait();
        signal.is_cancelled()
    })
}

/// The signals to the work of this thread.
fn signals() -> Signals {
    let own = WATCHED.with_borrow(Vec::clone);
    own.into_iter().chain(parallel::signals()).collect()
}

/// Counts the processor time of this thread since the last call to the work that it is in.
fn count_used() {
    let time = signal::since_last();
    if !time.is_zero() {
        signals().iter().for_each(|signal| signal.add(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_it_is_cancelled_and_the_thread_goes_on() {
        let (outer, inner) = (Control::new(), Control::new());
        let done = outer.run(|| {
            let stopped = inner.run(|| {
                inner.cancel();
                check_cancelled();
            });
            assert_eq!(stopped, Err(Stopped));
            // Back in the work of a control that nobody cancelled.
            check_cancelled();
        });
        assert_eq!(done, Ok(()));
        assert_eq!(inner.run(|| unreachable!()), Err(Stopped));
        // The outer one ends the work within its work.
        let stopped = outer.run(|| {
            Control::new().run(|| {
                outer.cancel();
                check_cancelled();
            })
        });
        assert_eq!(stopped, Err(Stopped));
        check_cancelled();
    }

    #[test]
    fn who_holds_too_much_ends_and_who_gives_back_goes_on() {
        let (wide, narrow) = (Control::within(1_000), Control::within(100));
        let hold = |bytes: i64| {
            count_memory(bytes);
            check_cancelled();
            count_memory(-bytes);
        };
        let done = wide.run(|| {
            assert_eq!(narrow.run(|| hold(90)), Ok(()));
            assert_eq!(narrow.run(|| hold(110)), Err(Stopped));
            // What an abandoned work held is given back as it unwinds.
            count_memory(-110);
            hold(900);
            // The limit around is the one that ends this.
            Control::within(10_000).run(|| hold(1_100))
        });
        assert_eq!(done, Err(Stopped));
        assert!(!wide.cancelled() && !narrow.cancelled());
        check_cancelled();
    }

    #[test]
    fn a_budget_ends_who_holds_more_than_a_share_and_spares_who_holds_less() {
        let budget: &MemoryBudget = Box::leak(Box::new(MemoryBudget::unlimited()));
        budget.limit(1 << 20);
        let (small, large) = (Control::new(), Control::within(1 << 30));
        let (held, holds) = std::sync::mpsc::channel();
        let (go, goes) = std::sync::mpsc::channel::<()>();
        let take = |bytes: i64| {
            count_memory(bytes);
            check_cancelled();
        };
        std::thread::scope(|scope| {
            let held = &held;
            let worker = scope.spawn(move || {
                small.run_sharing(budget, || {
                    take(500 << 10);
                    held.send(()).unwrap();
                    goes.recv().unwrap();
                    take(1 << 10);
                    count_memory(-(501 << 10));
                })
            });
            holds.recv().unwrap();
            // Work on other threads counts too.
            let stopped =
                large.run_sharing(budget, || join(|| take(300 << 10), || take(400 << 10)));
            assert_eq!(stopped.map(drop), Err(Stopped));
            count_memory(-(700 << 10));
            go.send(()).unwrap();
            assert_eq!(worker.join().unwrap(), Ok(()));
        });
        assert!(large.budget_was_used_up());
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn a_panic_is_not_taken_for_a_stop() {
        let panic = catch_unwind(|| Control::new().run(|| panic!("on purpose"))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"on purpose"));
    }
}
