//! Memory that the work of a thread holds, where the program counts it.

use std::cell::Cell;

thread_local! {
    /// Bytes taken on this thread less bytes given back on it.
    static HELD: Cell<i64> = const { Cell::new(0) };
    /// What the work in hand may let [`HELD`] come to.
    static MOST: Cell<i64> = const { Cell::new(i64::MAX) };
}

/// Notes that this thread took so many bytes of memory, or gave them back (below 0).
///
/// A program whose allocator calls this gives [`Control::within`](super::Control::within) its meaning; in others memory has no limit. It
/// allocates nothing itself.
pub fn count_memory(change: i64) {
    HELD.set(HELD.get().wrapping_add(change));
}

/// Whether the work in hand holds more than it may.
pub(super) fn exceeded() -> bool {
    HELD.get() > MOST.get()
}

/// The limit of the work in hand, until it is dropped.
pub(super) struct Limit {
    outer: i64,
    own: i64,
}

impl Limit {
    /// Work that may take so many bytes more, and no more than the work around it.
    pub(super) fn set(bytes: Option<u64>) -> Self {
        let own = bytes.and_then(|bytes| HELD.get().checked_add_unsigned(bytes)).unwrap_or(i64::MAX);
        let outer = MOST.get();
        MOST.set(own.min(outer));
        Self { outer, own }
    }

    /// Whether it is this limit that binds, rather than one of the work around it.
    pub(super) fn binds(&self) -> bool {
        self.own <= self.outer
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        MOST.set(self.outer);
    }
}
