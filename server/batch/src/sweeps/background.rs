//! Sweeps in the background of a service: started, watched, cancelled, and forgotten after a while.
//!
//! They live in the memory and the temporary files of this process alone. A restart forgets them;
//! their answers stay if there is a catalogue.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use rational_bluff::solve::Control;
use serde::Serialize;
use tokio::sync::watch;

use crate::catalogue::{Address, Catalogue};
use crate::compute::{Pool, come_behind, internal, lock};
use crate::error::Error;
use crate::limits::{
    SWEEP_FAILURES, SWEEP_KEPT, SWEEP_STOP, SWEEP_TIME, SWEEPS_KEPT, SWEEPS_RUNNING,
};

use super::{BatchOutcome, BatchProgress, CellLimits, CellThreads, Folder, Plan, batch};

/// Prefix of the names of the folders of sweeps.
const FOLDER: &str = "bluff-sweep-";
/// Time between two updates of a status.
const TICK: Duration = Duration::from_millis(50);

/// State of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Cells are being solved, or files written.
    Running,
    /// The files are there.
    Done,
    /// It was cancelled.
    Cancelled,
    /// It failed, for the `reason` in the status.
    Failed,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }
}

/// Counts by one label.
pub type SweepCounts = Family<[(&'static str, &'static str); 1], Counter>;

/// Progress and outcome of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Its name: a secret of the client that started it.
    pub id: String,
    /// Its state.
    pub state: State,
    /// Cells of the plan.
    pub total: u64,
    /// Cells whose answer is certified and stored.
    pub done: u64,
    /// Cells without an answer.
    pub failed: u64,
    /// The names of the files, once they are there.
    pub files: Vec<String>,
    /// The first cells without an answer, with the reason; they are left out of the files.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, String>,
    /// The reason why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A sweep; a client that watches it gets every change of its status.
pub struct Sweep {
    control: Control,
    status: watch::Sender<Status>,
    tables: Vec<String>,
    started: Instant,
    ended: OnceLock<Instant>,
    folder: PathBuf,
    /// The lock of the folder, held as long as the files are there.
    lock: OnceLock<Folder>,
}

/// The sweeps of a service.
pub struct Sweeps {
    catalogue: Option<Arc<Catalogue>>,
    threads: usize,
    pool: Arc<Pool>,
    ended: SweepCounts,
    cells: SweepCounts,
    known: Mutex<Vec<Arc<Sweep>>>,
}

impl Sweeps {
    /// No sweeps yet. Each will work with so many threads, behind the questions to the pool and
    /// with its limit of memory for a cell, and store its answers in the catalogue if there is one.
    pub fn new(catalogue: Option<Arc<Catalogue>>, threads: usize, pool: Arc<Pool>) -> Self {
        let (ended, cells) = (SweepCounts::default(), SweepCounts::default());
        // From 0 on, so that a rate sees the first.
        for state in [State::Done, State::Cancelled, State::Failed] {
            drop(ended.get_or_create(&[("state", state.name())]));
        }
        for result in ["done", "failed"] {
            drop(cells.get_or_create(&[("result", result)]));
        }
        Self { catalogue, threads, pool, ended, cells, known: Mutex::default() }
    }

    /// Number of sweeps under way.
    pub fn running(&self) -> usize {
        self.known().iter().filter(|sweep| sweep.ended.get().is_none()).count()
    }

    /// The counts of ended sweeps, by `state`.
    pub fn ended(&self) -> &SweepCounts {
        &self.ended
    }

    /// The counts of their cells, by `result`: `done`, `failed`.
    pub fn cells(&self) -> &SweepCounts {
        &self.cells
    }

    /// Starts a sweep, on threads of its own.
    ///
    /// Errors: `ManySweeps` while others run; `System` if the system gives no thread.
    pub fn begin(&self, plan: Plan) -> Result<Arc<Sweep>, Error> {
        let mut known = self.known();
        let running = known.iter().filter(|sweep| sweep.ended.get().is_none()).count();
        if running >= SWEEPS_RUNNING {
            return Err(Error::ManySweeps);
        }
        let sweep = Arc::new(Sweep::new(&plan, self.pool.memory()));
        let (working, catalogue, count, pool) =
            (Arc::clone(&sweep), self.catalogue.clone(), self.threads, Arc::clone(&self.pool));
        let (ended, cells) = (self.ended.clone(), self.cells.clone());
        let work = move || {
            come_behind();
            let turn = |control: &Control| pool.wait_for_cell(control);
            working.work(&plan, catalogue, CellThreads { count, turn: Some(&turn) });
            let Status { state, done, failed, .. } = working.status();
            ended.get_or_create(&[("state", state.name())]).inc();
            cells.get_or_create(&[("result", "done")]).inc_by(done);
            cells.get_or_create(&[("result", "failed")]).inc_by(failed);
        };
        let started = thread::Builder::new().name("sweep".to_owned()).spawn(work);
        started.map_err(|error| Error::System(format!("no thread for a sweep: {error}")))?;
        known.push(Arc::clone(&sweep));
        Ok(sweep)
    }

    /// The sweep of this name, unless it is forgotten.
    pub fn find(&self, id: &str) -> Option<Arc<Sweep>> {
        self.known().iter().find(|sweep| sweep.status.borrow().id == id).cloned()
    }

    /// Forgets a sweep; its files are removed after their last reader.
    pub fn forget(&self, id: &str) {
        self.known().retain(|sweep| sweep.status.borrow().id != id);
    }

    /// Cancels them all.
    pub fn cancel(&self) {
        self.known().iter().for_each(|sweep| sweep.control.cancel());
    }

    /// Cancels and forgets them all; waits for so long until their files are gone.
    pub fn end(&self, wait: Duration) {
        self.cancel();
        let end = Instant::now() + wait;
        while Instant::now() < end && self.known().iter().any(|sweep| sweep.ended.get().is_none()) {
            thread::sleep(TICK / 10);
        }
        // A client that still reads one of them would hold its files beyond the end of the process.
        self.known().drain(..).for_each(|sweep| sweep.clear());
    }

    /// Those that are not yet forgotten.
    fn known(&self) -> MutexGuard<'_, Vec<Arc<Sweep>>> {
        let mut known = lock(&self.known);
        let ended = known.iter().filter(|sweep| sweep.ended.get().is_some()).count();
        let mut too_many = ended.saturating_sub(SWEEPS_KEPT);
        known.retain(|sweep| match sweep.ended.get() {
            Some(_) if too_many > 0 => {
                too_many -= 1;
                false
            }
            Some(ended) => ended.elapsed() < SWEEP_KEPT,
            None => true,
        });
        known
    }
}

/// Removes the folders of sweeps whose process was killed; those of living ones are locked.
pub fn clear_abandoned() {
    let entries = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    let sweeps = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(FOLDER));
    for path in sweeps.map(|entry| entry.path()).filter(|path| Folder::is_abandoned(path)) {
        // A folder that cannot be removed is not ours.
        let _ = fs::remove_dir_all(path);
    }
}

impl Sweep {
    fn new(plan: &Plan, memory: Option<u64>) -> Self {
        // The keys of the hashers are random.
        let part = || RandomState::new().build_hasher().finish();
        let id = format!("{:016x}{:016x}", part(), part());
        let folder = std::env::temp_dir().join(format!("{FOLDER}{id}"));
        let status = Status {
            id,
            state: State::Running,
            total: plan.cells() as u64,
            done: 0,
            failed: 0,
            files: Vec::new(),
            failures: BTreeMap::new(),
            reason: None,
        };
        Self {
            control: memory.map_or_else(Control::new, Control::within),
            status: watch::Sender::new(status),
            tables: plan.tables.iter().map(|table| table.name.clone()).collect(),
            started: Instant::now(),
            ended: OnceLock::new(),
            folder,
            lock: OnceLock::new(),
        }
    }

    /// Its status.
    pub fn status(&self) -> Status {
        self.status.borrow().clone()
    }

    /// The names of its tables: the games, and `-pure` or `-cuts`.
    pub fn tables(&self) -> &[String] {
        &self.tables
    }

    /// The time that it has worked.
    pub fn time(&self) -> Duration {
        self.ended.get().copied().unwrap_or_else(Instant::now).duration_since(self.started)
    }

    /// A receiver of every change.
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Stops it, and waits a while until it has, so that the next read of the state shows it.
    pub async fn stop(&self) {
        self.control.cancel();
        let mut watch = self.watch();
        let stopped = watch.wait_for(|status| status.state != State::Running);
        let _ = tokio::time::timeout(SWEEP_STOP, stopped).await;
    }

    /// The path of its file of this name, if there is one.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        let status = self.status.borrow();
        status.files.iter().find(|file| *file == name).map(|file| self.folder.join(file))
    }

    fn work(&self, plan: &Plan, catalogue: Option<Arc<Catalogue>>, threads: CellThreads) {
        let (progress, overdue) = (BatchProgress::default(), AtomicBool::new(false));
        let result = thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            scope.spawn(|| self.follow(&progress, done, &overdue));
            let solve = AssertUnwindSafe(|| self.solve(plan, catalogue, threads, &progress));
            let result = catch_unwind(solve).unwrap_or_else(|panic| Err(internal(panic.as_ref())));
            drop(working);
            result
        });
        let mut status = self.status();
        status.count(&progress);
        status.state = State::Failed;
        match result {
            Ok(outcome) => {
                let names = outcome.files.iter().filter_map(|file| file.file_name());
                status.files = names.map(|name| name.to_string_lossy().into_owned()).collect();
                status.failures = outcome.failures.into_iter().take(SWEEP_FAILURES).collect();
                status.state = State::Done;
            }
            Err(_) if overdue.into_inner() => {
                status.reason = Some(Error::TimedOut(SWEEP_TIME.as_secs()).to_string());
            }
            Err(_) if self.control.cancelled() => status.state = State::Cancelled,
            Err(error) => status.reason = Some(error.public_message()),
        }
        let _ = self.ended.set(Instant::now());
        self.status.send_replace(status);
    }

    fn solve(
        &self,
        plan: &Plan,
        catalogue: Option<Arc<Catalogue>>,
        threads: CellThreads,
        progress: &BatchProgress,
    ) -> Result<BatchOutcome, Error> {
        let folder = Folder::take(&self.folder)?;
        let folder = self.lock.get_or_init(|| folder);
        let own = || Catalogue::open(&Address::File(folder.file(".catalogue.sqlite")), |_| {});
        let catalogue = catalogue.map_or_else(|| own().map(Arc::new), Ok)?;
        // The control has the limit of memory.
        let limits = CellLimits::default();
        batch(plan, &catalogue, folder, threads, limits, &self.control, progress)
    }

    /// Removes its files, if there are any; the system cleans away those that it holds.
    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }

    /// Updates the status until the work is done, and ends the work when its time is over.
    fn follow(&self, progress: &BatchProgress, done: mpsc::Receiver<()>, overdue: &AtomicBool) {
        let start = Instant::now();
        while done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            self.status.send_if_modified(|status| status.count(progress));
            if start.elapsed() > SWEEP_TIME && !self.control.cancelled() {
                overdue.store(true, Ordering::Relaxed);
                self.control.cancel();
            }
        }
    }
}

impl Drop for Sweep {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Status {
    /// Takes over the numbers; `true` if they are new.
    fn count(&mut self, progress: &BatchProgress) -> bool {
        let (done, failed) =
            (progress.done.load(Ordering::Relaxed), progress.failed.load(Ordering::Relaxed));
        let new = (self.done, self.failed) != (done, failed);
        (self.done, self.failed) = (done, failed);
        new
    }
}
