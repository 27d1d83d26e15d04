//! The thread pool of `rayon`.

use rayon::prelude::*;

pub(super) fn threads() -> usize {
    rayon::current_num_threads()
}

pub(super) fn join<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(one, other)
}

pub(super) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    items.into_par_iter().map(&work).collect()
}

pub(super) fn on_each(threads: usize, work: impl Fn() + Sync) {
    let part = |_: rayon::BroadcastContext<'_>| work();
    match rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
        Ok(pool) => pool.broadcast(part),
        Err(_) => rayon::broadcast(part),
    };
}
