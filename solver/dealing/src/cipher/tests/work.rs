//! Counted work, so that what a protocol costs can be compared with its formula.

use std::cell::Cell;

/// The work of the group on this thread: counts that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    /// Multiplications of a base with a table.
    pub(crate) fixed: u64,
    /// Multiplications of any other point.
    pub(crate) variable: u64,
    /// Terms of sums of secret multiples.
    pub(crate) terms: u64,
    /// Terms of sums of public multiples.
    pub(crate) public_terms: u64,
    /// Elements read from a message.
    pub(crate) decoded: u64,
}

thread_local! {
    static WORK: Cell<Work> = Cell::default();
}

impl Work {
    /// Does something and says what it took.
    pub(crate) fn of<T>(task: impl FnOnce() -> T) -> (T, Self) {
        let before = WORK.replace(Self::default());
        let done = task();
        let work = WORK.get();
        WORK.set(Self {
            fixed: before.fixed + work.fixed,
            variable: before.variable + work.variable,
            terms: before.terms + work.terms,
            public_terms: before.public_terms + work.public_terms,
            decoded: before.decoded + work.decoded,
        });
        (done, work)
    }

    /// Multiplications of whatever kind: what papers call exponentiations.
    pub(crate) fn exponentiations(&self) -> u64 {
        self.fixed + self.variable + self.terms + self.public_terms
    }
}

/// Notes something done.
pub(crate) fn count(what: impl FnOnce(&mut Work)) {
    let mut work = WORK.get();
    what(&mut work);
    WORK.set(work);
}
