//! Memory that the work of a thread holds, where the program counts it.

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

thread_local! {
    /// Bytes taken on this thread less bytes given back on it.
    pub(super) static HELD: Cell<i64> = const { Cell::new(0) };
    /// Limit of the bytes held here; tasks of a parallel piece of work start without one of their
    /// own.
    pub(super) static BOUND: Cell<MemoryBound> = const { Cell::new(MemoryBound::NONE) };
}

/// The most that [`HELD`] may come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryBound {
    pub(super) most: i64,
    /// The number of the limit that says so.
    pub(super) limit: u64,
}

impl MemoryBound {
    pub(super) const NONE: Self = Self { most: i64::MAX, limit: 0 };
}

/// Notes that this thread took so many bytes of memory, or gave them back (below 0).
///
/// A program whose allocator calls this gives [`Control::within`](super::Control::within) its
/// meaning; in others memory has no limit. It allocates nothing itself.
pub fn count_memory(change: i64) {
    HELD.set(HELD.get().wrapping_add(change));
}

/// Payload that unwinds from work that holds too much.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMuch {
    /// The number of the limit.
    pub(super) limit: u64,
    /// True if the work is within its limit, and the budget of all is used up.
    pub(super) of_all: bool,
}

/// The limit that this thread exceeds by itself.
pub(super) fn exceeded() -> Option<TooMuch> {
    let MemoryBound { most, limit } = BOUND.get();
    (HELD.get() > most).then_some(TooMuch { limit, of_all: false })
}

/// Memory that all work of a process may hold together.
///
/// Work within [`Control::run`](super::Control::run) counts, on all its threads. When all together
/// hold more, work that holds more than an equal share ends, and the rest goes on. So what is small
/// never pays for what is large.
#[derive(Debug)]
pub struct MemoryBudget {
    most: AtomicI64,
    held: AtomicI64,
    /// Number of pieces of work that share the budget.
    works: AtomicI64,
}

impl MemoryBudget {
    /// No limit.
    pub(super) const fn unlimited() -> Self {
        let (held, works) = (AtomicI64::new(0), AtomicI64::new(0));
        Self { most: AtomicI64::new(i64::MAX), held, works }
    }

    /// The budget of this process: no limit, until it has one.
    pub fn of_process() -> &'static Self {
        static BUDGET: MemoryBudget = MemoryBudget::unlimited();
        &BUDGET
    }

    /// Limits the bytes of work that begins from now on. This needs an allocator that calls
    /// [`count_memory`].
    pub fn limit(&self, bytes: u64) {
        self.most.store(i64::try_from(bytes).unwrap_or(i64::MAX), Ordering::Relaxed);
    }

    /// Bytes that the work holds now, give or take a few kilobytes per thread; 0 without a limit.
    pub fn held(&self) -> u64 {
        u64::try_from(self.held.load(Ordering::Relaxed)).unwrap_or(0)
    }

    pub(super) fn is_limited(&self) -> bool {
        self.most.load(Ordering::Relaxed) < i64::MAX
    }

    /// Notes the begin (1) or the end (-1) of a piece of work.
    pub(super) fn count_work(&self, change: i64) {
        self.works.fetch_add(change, Ordering::Relaxed);
    }

    /// Notes bytes taken, or given back (below 0).
    pub(super) fn note(&self, change: i64) {
        self.held.fetch_add(change, Ordering::Relaxed);
    }

    /// True if all hold too much, and work with so many bytes more than an equal share.
    pub(super) fn is_overdrawn_by(&self, bytes: i64) -> bool {
        let most = self.most.load(Ordering::Relaxed);
        self.held.load(Ordering::Relaxed) > most
            && bytes > most / self.works.load(Ordering::Relaxed).max(1)
    }
}

/// The limit of the work in hand, until it is dropped.
pub(super) struct MemoryLimit {
    outer: MemoryBound,
    /// The number under which it is exceeded.
    pub(super) number: u64,
}

impl MemoryLimit {
    /// Work that may take so many bytes more, and no more than the work around it.
    pub(super) fn set(bytes: Option<u64>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (outer, number) = (BOUND.get(), NEXT.fetch_add(1, Ordering::Relaxed));
        let own = bytes.and_then(|bytes| HELD.get().checked_add_unsigned(bytes));
        if let Some(most) = own.filter(|own| *own <= outer.most) {
            BOUND.set(MemoryBound { most, limit: number });
        }
        Self { outer, number }
    }
}

impl Drop for MemoryLimit {
    fn drop(&mut self) {
        BOUND.set(self.outer);
    }
}
