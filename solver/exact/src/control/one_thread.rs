//! One thread in place of the pool, in a build without the feature `parallel`.

/// The one thread that does the work of [`map`](super::map) here.
pub fn threads() -> usize {
    1
}

/// Does nothing: there is one thread.
pub fn limit_threads(_count: usize) {}

pub(super) fn join<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    (one(), other())
}

pub(super) fn map<T, R>(items: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(work).collect()
}

pub(super) fn on_each(_threads: usize, work: impl Fn()) {
    work();
}
