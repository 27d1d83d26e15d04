//! Memory that the work of a thread holds, where the program counts it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The number of the limit that this thread exceeds by itself.
pub(super) fn exceeded() -> Option<u64> {
    let MemoryBound { most, limit } = BOUND.get();
    (HELD.get() > most).then_some(limit)
}

/// The limit of the work in hand, until it is dropped.
pub(super) struct MemoryLimit {
    outer: MemoryBound,
    number: u64,
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

    /// The number under which this limit is exceeded.
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for MemoryLimit {
    fn drop(&mut self) {
        BOUND.set(self.outer);
    }
}
