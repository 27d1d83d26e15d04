//! A worker: takes cells from the queue of a shared catalogue, solves them, hands them in.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rational_bluff::solve::Control;

use crate::catalogue::{Catalogue, CatalogueError, Lease, Queue};
use crate::compute::lock;
use crate::error::Error;

use super::cell::{CellLimits, NOTICE, answer};

/// Default lease of a cell; it is renewed three times as often.
pub const LEASE: Duration = Duration::from_secs(15);
/// Pause between two polls of an empty queue, and between two attempts to reach a database.
const IDLE: Duration = Duration::from_millis(200);

/// The condition on which a worker ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkUntil {
    /// Only on request.
    Never,
    /// An empty queue.
    Empty,
}

/// The leases that this process holds, with the start of the work on each, and what stops it.
type HeldLeases = Mutex<HashMap<i64, (Lease, Instant, Arc<Control>)>>;

/// Works through the queue with so many threads, each cell within limits, until `control` is
/// cancelled, or the queue is empty; returns the number of answers stored. Each cell is taken for
/// the time of a `lease`.
///
/// It waits for a database that is away for a while. Cancelled, it stops its solves and returns the
/// cells.
pub fn work(
    catalogue: &Catalogue,
    queue: &Queue,
    (threads, limits): (usize, CellLimits),
    lease: Duration,
    control: &Control,
    end: WorkUntil,
) -> u64 {
    let leases = HeldLeases::default();
    let solved = AtomicU64::new(0);
    let finished = Control::new();
    thread::scope(|scope| {
        scope.spawn(|| beat(queue, (lease, limits), &leases, control, &finished));
        let one = || {
            while !control.cancelled() {
                match patiently(catalogue, control, || queue.lease(lease)) {
                    Some(Some(taken)) => {
                        if solve(catalogue, (queue, limits), &taken, &leases, control) {
                            solved.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    Some(None) if end == WorkUntil::Empty => return,
                    Some(None) => pause(IDLE, control),
                    None => return,
                }
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(one)).collect();
        for worker in workers {
            // A panic of a solve is caught where it happens.
            let _ = worker.join();
        }
        finished.cancel();
    });
    solved.into_inner()
}

/// One cell; `true` if its answer was stored.
fn solve(
    catalogue: &Catalogue,
    (queue, limits): (&Queue, CellLimits),
    lease: &Lease,
    leases: &HeldLeases,
    control: &Control,
) -> bool {
    let (own, start) = (Arc::new(limits.control()), Instant::now());
    lock(leases).insert(lease.token(), (lease.clone(), start, Arc::clone(&own)));
    let result = match &lease.key {
        Some(key) => answer(key, &own).map_err(|error| limits.reason(error, start)),
        None => Err(Error::Malformed("a question that this version does not know".to_owned())),
    };
    let lost = own.cancelled() && !matches!(result, Err(Error::Beyond(_)));
    lock(leases).remove(&lease.token());
    let stored = match result {
        Ok(entry) => patiently(catalogue, control, || match queue.complete(lease, &entry) {
            Err(error) if error.is_of_one_row() => {
                queue.fail(lease, &error.to_string()).map(|()| false)
            }
            other => other,
        }),
        Err(_) if control.cancelled() => {
            // It runs out by itself if the database is away.
            let _ = queue.release(lease);
            None
        }
        Err(_) if lost => None,
        Err(error) => {
            patiently(catalogue, control, || queue.fail(lease, &error.to_string())).map(|()| false)
        }
    };
    stored == Some(true)
}

/// Prolongs all leases; a lost one stops its work, and so does the end.
fn beat(
    queue: &Queue,
    (time, limits): (Duration, CellLimits),
    leases: &HeldLeases,
    control: &Control,
    finished: &Control,
) {
    let mut last = Instant::now();
    while !finished.cancelled() {
        thread::sleep(NOTICE);
        for (_, start, own) in lock(leases).values() {
            if control.cancelled() || limits.is_over(*start) {
                own.cancel();
            }
        }
        if !control.cancelled() && last.elapsed() >= time / 3 {
            last = Instant::now();
            let now: Vec<(Lease, Instant, Arc<Control>)> = lock(leases).values().cloned().collect();
            for (lease, _, own) in now {
                // A database that is away may be back before the lease runs out.
                if let Ok(false) = queue.prolong(&lease, time) {
                    own.cancel();
                }
            }
        }
    }
}

/// Calls the database until it answers, or this worker is cancelled.
fn patiently<T>(
    catalogue: &Catalogue,
    control: &Control,
    call: impl Fn() -> Result<T, CatalogueError>,
) -> Option<T> {
    let mut reported = false;
    loop {
        match call() {
            Ok(answer) => return Some(answer),
            Err(_) if control.cancelled() => return None,
            Err(error) => {
                if !reported {
                    catalogue.notice(&format!("{error}; trying again"));
                }
                reported = true;
                pause(IDLE, control);
            }
        }
    }
}

/// Sleeps, at most until the control is cancelled.
pub(super) fn pause(time: Duration, control: &Control) {
    let end = Instant::now() + time;
    while Instant::now() < end && !control.cancelled() {
        thread::sleep(NOTICE);
    }
}
