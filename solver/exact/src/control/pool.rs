//! The thread pool of `rayon`, which does one piece of work at a time.
//!
//! Parts of two pieces of work would wait for each other on its threads. A thread that finds the
//! pool taken does its work alone.

use std::sync::{Mutex, MutexGuard, TryLockError};

use rayon::prelude::*;

/// Held while some piece of work has the pool.
static TAKEN: Mutex<()> = Mutex::new(());

/// The pool, until it is dropped, unless other work has it. Its own threads have it as long as
/// their work.
fn take() -> Option<Option<MutexGuard<'static, ()>>> {
    if rayon::current_thread_index().is_some() {
        return Some(None);
    }
    match TAKEN.try_lock() {
        Ok(pool) => Some(Some(pool)),
        // Work that was cancelled has unwound.
        Err(TryLockError::Poisoned(pool)) => Some(Some(pool.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Number of threads that share the work of [`map`](super::map) here.
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// Sets the number of threads that share the work of [`map`](super::map) in this process. After
/// the first such work it has no effect.
///
/// ```
/// bluff_exact::control::limit_threads(2);
/// assert!(bluff_exact::control::threads() <= 2);
/// ```
pub fn limit_threads(count: usize) {
    // It fails in a process that has the pool already.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(count.max(1)).build_global();
}

pub(super) fn join<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    match take() {
        Some(_pool) => rayon::join(one, other),
        None => (one(), other()),
    }
}

pub(super) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    match take() {
        Some(_pool) => items.into_par_iter().map(&work).collect(),
        None => items.into_iter().map(work).collect(),
    }
}

pub(super) fn on_each(threads: usize, work: impl Fn() + Sync) {
    let part = |_: rayon::BroadcastContext<'_>| work();
    match rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
        Ok(pool) => pool.broadcast(part),
        Err(_) => rayon::broadcast(part),
    };
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    /// The first piece of work ends when the second has, and holds all threads until then.
    #[test]
    fn work_does_not_wait_for_other_work() {
        let (begun, begins) = channel();
        let (ended, ends) = channel::<()>();
        let ends = Mutex::new(ends);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| {
                let wait = |_| {
                    let _ = begun.send(());
                    ends.lock().unwrap().recv_timeout(Duration::from_secs(10))
                };
                map((0..threads()).collect(), wait)
            });
            begins.recv().unwrap();
            assert_eq!(map(vec![1, 2, 3], |item| item * item), [1, 4, 9]);
            assert_eq!(join(|| 6 * 7, || "seven"), (42, "seven"));
            (0..threads()).for_each(|_| ended.send(()).unwrap());
            assert!(first.join().unwrap().iter().all(Result::is_ok));
        });
    }
}
