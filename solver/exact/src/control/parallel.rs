//! Work on several threads that heeds the controls of the thread that asked for it.
//!
//! Nothing else in the project calls the thread pool. A thread that waits for its part may take up
//! a part of another piece of work meanwhile, so each part sets aside what its thread was doing and
//! puts it back at its end.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use super::memory::{BOUND, HELD, MemoryBound, MemoryBudget, TooMuch};
use super::{Signals, WATCHED, count_used, pool};

thread_local! {
    /// The parallel work that this thread has a part in.
    static TEAM: RefCell<Option<Arc<Team>>> = const { RefCell::new(None) };
    /// Part of [`HELD`] that the team knows of.
    static NOTED: Cell<i64> = const { Cell::new(0) };
}

/// A thread tells its team of so many bytes at a time: fewer would cost time, more would let it
/// exceed its limit further.
const STEP: i64 = 4096;

/// One piece of parallel work: what all its threads hold together, and what ends it.
struct Team {
    held: AtomicI64,
    bound: MemoryBound,
    /// The limit that was exceeded first. It stays when those who stop first give their memory
    /// back, so that the others stop too.
    over: OnceLock<TooMuch>,
    signals: Signals,
    /// The parallel work of which this one is a part.
    above: Option<Arc<Self>>,
    share: Option<Share>,
}

/// The part of a piece of work in the budget of all.
struct Share {
    budget: &'static MemoryBudget,
    /// The number of the limit of the work.
    limit: u64,
}

impl Team {
    /// This team and those it is a part of.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |team| team.above.as_deref())
    }

    /// The signals to it and to those it is a part of.
    fn signals(&self) -> Signals {
        self.all().flat_map(|team| team.signals.iter().cloned()).collect()
    }

    fn note(&self, change: i64) {
        for team in self.all() {
            team.held.fetch_add(change, Ordering::Relaxed);
            team.share.iter().for_each(|share| share.budget.note(change));
            team.judge();
        }
    }

    /// Compares what it holds with its limits, after a change.
    fn judge(&self) {
        let held = self.held.load(Ordering::Relaxed);
        let shared = self.share.as_ref().filter(|share| share.budget.is_overdrawn_by(held));
        if held > self.bound.most {
            let _ = self.over.set(TooMuch { limit: self.bound.limit, of_all: false });
        } else if let Some(share) = shared {
            let _ = self.over.set(TooMuch { limit: share.limit, of_all: true });
        }
    }
}

/// The limit that the parallel work around exceeds.
pub(super) fn exceeded() -> Option<TooMuch> {
    TEAM.with_borrow(|team| {
        let team = team.as_ref()?;
        if (HELD.get() - NOTED.get()).abs() >= STEP {
            note(team);
        }
        team.all().find_map(|team| team.over.get().copied())
    })
}

/// True if anything is asked of the parallel work around.
pub(super) fn raised() -> bool {
    TEAM.with_borrow(|team| {
        let Some(team) = team else { return false };
        team.all().any(|team| team.signals.iter().any(|signal| signal.is_raised()))
    })
}

/// The signals to the parallel work around.
pub(super) fn signals() -> Signals {
    TEAM.with_borrow(|team| team.as_ref().map(|team| team.signals()).unwrap_or_default())
}

/// Tells the team what this thread took since it was told last.
fn note(team: &Team) {
    team.note(HELD.get() - NOTED.replace(HELD.get()));
}

/// Parallel work from its begin to its end, on the thread that waits for it.
struct Section(Arc<Team>);

impl Section {
    fn begin(share: Option<Share>) -> Self {
        let above = TEAM.with_borrow(|team| {
            team.as_deref().inspect(|team| note(team));
            team.clone()
        });
        let MemoryBound { most, limit } = BOUND.get();
        // What is left of the limit.
        let most = if most == i64::MAX { most } else { most - HELD.get() };
        let signals = WATCHED.with_borrow(Vec::clone);
        let (held, bound) = (AtomicI64::new(0), MemoryBound { most, limit });
        share.iter().for_each(|share| share.budget.count_work(1));
        let team = Team { held, bound, over: OnceLock::new(), signals, above, share };
        team.judge();
        Self(Arc::new(team))
    }

    /// Does a part of the work on this thread.
    fn part<T>(&self, work: impl FnOnce() -> T) -> T {
        let _aside = Aside::put(&self.0);
        work()
    }
}

impl Drop for Section {
    /// Memory that the parts left is held by the thread that waited for them. The teams above know
    /// of it.
    fn drop(&mut self) {
        let left = self.0.held.load(Ordering::Relaxed);
        HELD.set(HELD.get() + left);
        NOTED.set(NOTED.get() + left);
        // Nor does the budget count what the work leaves behind.
        if let Some(share) = &self.0.share {
            share.budget.note(-left);
            share.budget.count_work(-1);
        }
    }
}

/// Does work that shares a budget under the limit of this number, unless the budget has no limit or
/// the work around shares it already.
pub(super) fn sharing<T>(budget: &'static MemoryBudget, limit: u64, work: impl FnOnce() -> T) -> T {
    let shared = |team: &Arc<Team>| team.all().any(|team| team.share.is_some());
    if !budget.is_limited() || TEAM.with_borrow(|team| team.as_ref().is_some_and(shared)) {
        return work();
    }
    Section::begin(Some(Share { budget, limit })).part(work)
}

/// Work of a thread before it took up a part.
struct Aside {
    held: i64,
    noted: i64,
    bound: MemoryBound,
    signals: Signals,
    team: Option<Arc<Team>>,
}

impl Aside {
    fn put(team: &Arc<Team>) -> Self {
        count_used();
        let held = HELD.get();
        let noted = NOTED.replace(held);
        let (bound, signals) = (BOUND.replace(MemoryBound::NONE), WATCHED.take());
        Self { held, noted, bound, signals, team: TEAM.replace(Some(Arc::clone(team))) }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        count_used();
        TEAM.replace(self.team.take()).as_deref().inspect(|team| note(team));
        HELD.set(self.held);
        NOTED.set(self.noted);
        BOUND.set(self.bound);
        WATCHED.replace(std::mem::take(&mut self.signals));
    }
}

/// Does both at once if no other work has the threads, under the controls of this thread.
///
/// All threads together may hold what this one may. Panics of either go through when both have
/// ended.
///
/// ```
/// use bluff_exact::control::join;
/// assert_eq!(join(|| 6 * 7, || "seven"), (42, "seven"));
/// ```
pub fn join<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    let section = Section::begin(None);
    pool::join(|| section.part(one), || section.part(other))
}

/// Does work on every item, on several threads if no other work has them, under the controls of
/// this thread. Results come in the order of the items.
///
/// All threads together may hold what this one may. A panic of the work goes through.
///
/// ```
/// use bluff_exact::control::map;
/// assert_eq!(map(vec![1, 2, 3], |item| item * item), [1, 4, 9]);
/// ```
pub fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let section = Section::begin(None);
    pool::map(items, |item| section.part(|| work(item)))
}

/// Does the same work once on each of so many threads, under the controls of this thread. If the
/// system gives no more threads, those that there are do it. A panic of the work goes through.
pub fn on_each(threads: usize, work: impl Fn() + Sync) {
    let section = Section::begin(None);
    pool::on_each(threads, || section.part(&work));
}
