//! A worker: takes chunks from the queue of a shared catalogue, and stores the answers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread;
use std::time::{Duration, Instant};

use rational_bluff::solve::Control;

use crate::catalogue::{
    Catalogue, CatalogueError, Entry, FailedCells, Key, Lease, Queue, QueuedCell, pause,
};
use crate::compute::lock;

use super::WorkerStatus;
use super::cell::{CellClock, CellLimits, CellThreads};

/// Default lease of a chunk; it is renewed three times as often.
pub const LEASE: Duration = Duration::from_secs(15);
/// Number of attempts at a cell before it is given up: so many workers in a row died or lost it.
const ATTEMPTS: i32 = 5;
/// Shortest pause between two polls of an empty queue; each is twice as long as the one before.
const FIRST_IDLE: Duration = Duration::from_millis(100);
/// Longest such pause.
const LAST_IDLE: Duration = Duration::from_secs(2);
/// Pause between two looks at what other threads of the process say.
const TICK: Duration = Duration::from_millis(20);
/// Time after which answers are stored, and a chunk that its cost did not foresee is cut.
const STORE: Duration = Duration::from_secs(1);
/// Time on a chunk, after which the rest of it becomes chunks of their own.
const CUT: Duration = Duration::from_secs(10);

/// The condition on which a worker ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkUntil {
    /// Only on request.
    Never,
    /// An empty queue.
    Empty,
}

/// Settings of a worker.
#[derive(Clone, Copy)]
pub struct WorkerSettings<'a> {
    /// The threads that solve.
    pub threads: CellThreads<'a>,
    /// Limits of each cell.
    pub limits: CellLimits,
    /// Time for which a chunk is taken.
    pub lease: Duration,
    /// The condition on which it ends.
    pub end: WorkUntil,
}

/// State that the threads of a worker share.
struct Worker<'a> {
    threads: CellThreads<'a>,
    catalogue: &'a Catalogue,
    queue: &'a Queue,
    clock: &'a CellClock<'a>,
    /// Ends the work of all threads.
    stop: &'a Control,
    /// The leases that this process holds, by token, each with what stops the work on it.
    held: Mutex<HashMap<i64, (Lease, Arc<Control>)>>,
    /// Held by all that have a lease, and alone by the one whose cell may have killed a worker.
    alone: RwLock<()>,
    /// Held by that one, who may have to wait for the others.
    suspect: Mutex<()>,
    /// Held by the thread that polls an empty queue for all.
    poller: Mutex<()>,
    /// Number of chunks found.
    found: AtomicU64,
    status: &'a WorkerStatus,
}

/// Works through the queue until `control` is cancelled, or the queue is empty.
///
/// Cancelled, it stops its solves and returns the chunks.
///
/// Errors: those of the catalogue that another attempt does not mend.
pub fn work(
    catalogue: &Catalogue,
    queue: &Queue,
    settings: WorkerSettings<'_>,
    control: &Control,
    status: &WorkerStatus,
) -> Result<(), CatalogueError> {
    let WorkerSettings { threads, limits, lease, end } = settings;
    let stop = Control::new();
    CellClock::beside(limits, &stop, |clock| {
        let worker = Worker {
            threads,
            catalogue,
            queue,
            clock,
            stop: &stop,
            held: Mutex::default(),
            alone: RwLock::new(()),
            suspect: Mutex::new(()),
            poller: Mutex::new(()),
            found: AtomicU64::new(0),
            status,
        };
        let finished = Control::new();
        thread::scope(|scope| {
            scope.spawn(|| worker.beat(lease, control, &finished));
            let one = || match worker.run(lease, end) {
                // Its leases run out by themselves.
                Err(CatalogueError::Away { .. }) if control.cancelled() => Ok(()),
                worked => worked.inspect_err(|_| stop.cancel()),
            };
            let threads: Vec<_> = (0..threads.count.max(1)).map(|_| scope.spawn(one)).collect();
            // A panic of a solve is caught where it happens.
            let ended: Vec<_> =
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect();
            finished.cancel();
            ended.into_iter().collect()
        })
    })
}

/// Cells of a chunk without an answer; those of all others are stored.
struct SolvedChunk {
    failed: FailedCells,
    /// Cells that are left, in chunks.
    left: Vec<Vec<QueuedCell>>,
}

impl Worker<'_> {
    /// Takes chunk after chunk.
    fn run(&self, lease: Duration, end: WorkUntil) -> Result<(), CatalogueError> {
        let mut idle = FIRST_IDLE;
        while !self.stop.cancelled() {
            self.threads.wait_for_turn(self.stop);
            let found = self.found.load(Ordering::Relaxed);
            let beside = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            match self.queue.lease(lease)? {
                Some(taken) => {
                    idle = FIRST_IDLE;
                    self.found.fetch_add(1, Ordering::Relaxed);
                    self.take(&taken, beside)?;
                }
                None if end == WorkUntil::Empty => break,
                None => {
                    drop(beside);
                    self.rest(found, &mut idle);
                }
            }
        }
        Ok(())
    }

    /// Waits until the queue may have a chunk. One thread polls for all; the others wait until it
    /// has found more than so many chunks.
    fn rest(&self, found: u64, idle: &mut Duration) {
        let Ok(_poller) = self.poller.try_lock() else {
            while self.found.load(Ordering::Relaxed) == found && !self.stop.cancelled() {
                pause(TICK, self.stop);
            }
            return;
        };
        pause(*idle, self.stop);
        *idle = (2 * *idle).min(LAST_IDLE);
    }

    /// Solves a chunk. One whose worker died is taken apart: each of its cells is then solved while
    /// this process holds no other lease, so that a deadly cell takes no other along.
    fn take(&self, lease: &Lease, beside: RwLockReadGuard<'_, ()>) -> Result<(), CatalogueError> {
        let mut failed = FailedCells::new();
        let open = self.open(lease, &mut failed)?;
        if lease.attempts > ATTEMPTS {
            let reason = format!(
                "given up after {ATTEMPTS} attempts, each ended by the death of its worker"
            );
            failed.extend(open.into_iter().map(|(cell, _)| (cell.clone(), reason.clone())));
            return self.queue.end(lease, &failed, (&[], 0)).map(drop);
        }
        if lease.attempts == 1 {
            return self.hold(lease, |own| self.solve(&open, own, failed));
        }
        if open.len() > 1 {
            let cells: Vec<_> = open.into_iter().map(|(cell, _)| vec![cell.clone()]).collect();
            return self.queue.end(lease, &failed, (&cells, lease.attempts - 1)).map(drop);
        }
        drop(beside);
        let Ok(_one) = self.suspect.try_lock() else { return self.queue.release(lease) };
        self.hold(lease, |own| {
            let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
            self.solve(&open, own, failed)
        })
    }

    /// Works on a chunk and prolongs its lease meanwhile; ends it, or returns it if it was stopped.
    fn hold(
        &self,
        lease: &Lease,
        work: impl FnOnce(&Arc<Control>) -> Result<SolvedChunk, CatalogueError>,
    ) -> Result<(), CatalogueError> {
        let own = Arc::new(Control::new());
        lock(&self.held).insert(lease.token(), (lease.clone(), Arc::clone(&own)));
        self.status.took(lease.token());
        let solved = work(&own);
        self.status.gave_back(lease.token());
        lock(&self.held).remove(&lease.token());
        match solved {
            Ok(SolvedChunk { failed, left }) if !own.cancelled() => {
                self.queue.end(lease, &failed, (&left, 0)).map(drop)
            }
            // A lease that was lost is not returned by this.
            solved => self.queue.release(lease).and(solved.map(drop)),
        }
    }

    /// The cells of a chunk that have no answer yet; those that this version does not know fail.
    fn open<'a>(
        &self,
        lease: &'a Lease,
        failed: &mut FailedCells,
    ) -> Result<Vec<(&'a QueuedCell, &'a Key)>, CatalogueError> {
        let mut known = Vec::new();
        for cell in &lease.cells {
            match &cell.key {
                Some(key) => known.push((cell, key)),
                None => {
                    let reason = "a question that this version does not know";
                    failed.push((cell.clone(), reason.to_owned()));
                }
            }
        }
        let keys: Vec<Key> = known.iter().map(|(_, key)| (*key).clone()).collect();
        let stored = self.catalogue.holds(&keys)?.into_iter();
        Ok(known
            .into_iter()
            .zip(stored)
            .filter(|(_, stored)| !stored)
            .map(|(cell, _)| cell)
            .collect())
    }

    /// Solves cells one after the other and stores the answers, until `own` is cancelled.
    fn solve(
        &self,
        cells: &[(&QueuedCell, &Key)],
        own: &Arc<Control>,
        mut failed: FailedCells,
    ) -> Result<SolvedChunk, CatalogueError> {
        let (start, mut stored, mut answers) = (Instant::now(), Instant::now(), Vec::new());
        let mut left = Vec::new();
        for (done, (cell, key)) in cells.iter().enumerate() {
            if own.cancelled() {
                break;
            }
            if start.elapsed() > CUT {
                let chunk = |cells: &[(&QueuedCell, &Key)]| {
                    cells.iter().map(|(cell, _)| (*cell).clone()).collect()
                };
                left = cells[done..].chunks(done.max(1)).map(chunk).collect();
                break;
            }
            match self.clock.answer_unless(key, Some(own)) {
                Ok(entry) => answers.push((*cell, entry)),
                // Half an answer is none, and no failure either.
                Err(_) if own.cancelled() => break,
                Err(error) => {
                    self.status.count(0, 1);
                    failed.push(((*cell).clone(), error.to_string()));
                }
            }
            if stored.elapsed() > STORE {
                self.store(std::mem::take(&mut answers), &mut failed)?;
                stored = Instant::now();
            }
        }
        self.store(answers, &mut failed)?;
        Ok(SolvedChunk { failed, left })
    }

    /// Stores answers. One that the database does not take fails, and no other.
    fn store(
        &self,
        answers: Vec<(&QueuedCell, Entry)>,
        failed: &mut FailedCells,
    ) -> Result<(), CatalogueError> {
        let (cells, entries): (Vec<&QueuedCell>, Vec<Entry>) = answers.into_iter().unzip();
        let mut refused = 0;
        match self.catalogue.write(&entries) {
            Err(error) if error.is_of_one_row() => {
                for (cell, entry) in cells.into_iter().zip(&entries) {
                    match self.catalogue.write(std::slice::from_ref(entry)) {
                        Err(error) if error.is_of_one_row() => {
                            refused += 1;
                            failed.push((cell.clone(), error.to_string()));
                        }
                        other => other?,
                    }
                }
            }
            other => other?,
        }
        self.status.count(entries.len() as u64 - refused, refused);
        Ok(())
    }

    /// Prolongs all leases; a lost one stops its work, and so does the end.
    fn beat(&self, time: Duration, control: &Control, finished: &Control) {
        let mut last = Instant::now();
        while !finished.cancelled() {
            pause(TICK, finished);
            if control.cancelled() {
                self.stop.cancel();
            }
            if self.stop.cancelled() {
                lock(&self.held).values().for_each(|(_, own)| own.cancel());
            } else if last.elapsed() >= time / 3 {
                last = Instant::now();
                let held: Vec<_> = lock(&self.held).values().cloned().collect();
                let leases: Vec<Lease> = held.iter().map(|(lease, _)| lease.clone()).collect();
                // A database that is away may be back before the leases run out.
                let Ok(kept) = self.queue.prolong(&leases, time) else { continue };
                let lost = held.iter().filter(|(lease, _)| !kept.contains(&lease.token()));
                lost.for_each(|(_, own)| own.cancel());
            }
        }
    }
}
