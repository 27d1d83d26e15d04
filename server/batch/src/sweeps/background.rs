//! Sweeps in the background of a service: begun, watched, cancelled, and forgotten after a while.
//!
//! They live in the memory and the temporary files of this process alone: a restart forgets them,
//! and keeps what they solved if there is a catalogue.

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

use rational_bluff::solve::Control;
use serde::Serialize;
use tokio::sync::watch;

use crate::catalogue::{Address, Catalogue};
use crate::compute::{internal, lock};
use crate::error::Error;
use crate::limits::{
    SWEEP_FAILURES, SWEEP_KEPT, SWEEP_STOP, SWEEP_TIME, SWEEPS_KEPT, SWEEPS_RUNNING,
};

use super::{BatchProgress, Folder, Outcome, Plan, batch};

/// What the names of the folders of sweeps begin with.
const FOLDER: &str = "bluff-sweep-";
/// Between two looks at how far a sweep is.
const TICK: Duration = Duration::from_millis(50);

/// What has become of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Cells are being solved, or files written.
    Running,
    /// The files are there.
    Done,
    /// Somebody cancelled it.
    Cancelled,
    /// It failed: `reason` says why.
    Failed,
}

/// How far a sweep is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Its name: a secret of the client that started it.
    pub id: String,
    /// What has become of it.
    pub state: State,
    /// Cells of the plan.
    pub total: u64,
    /// Cells whose answer is certified and stored.
    pub done: u64,
    /// Cells without an answer.
    pub failed: u64,
    /// The names of the files, once they are there.
    pub files: Vec<String>,
    /// The first cells without an answer, and why; they are left out of the files.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, String>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A sweep: what it does is told to all who watch.
pub struct Sweep {
    control: Control,
    told: watch::Sender<Status>,
    tables: Vec<String>,
    begun: Instant,
    ended: OnceLock<Instant>,
    folder: PathBuf,
    /// Held as long as the files are there.
    taken: OnceLock<Folder>,
}

/// The sweeps of a service.
pub struct Sweeps {
    catalogue: Option<Arc<Catalogue>>,
    threads: usize,
    memory: Option<u64>,
    known: Mutex<Vec<Arc<Sweep>>>,
}

impl Sweeps {
    /// No sweeps yet. Each will work with so many threads, each of which may hold so many bytes of
    /// memory for a cell, and keep what it solves in the catalogue if there is one.
    pub fn new(catalogue: Option<Arc<Catalogue>>, threads: usize, memory: Option<u64>) -> Self {
        Self { catalogue, threads, memory, known: Mutex::default() }
    }

    /// Begins a sweep, on threads of its own.
    ///
    /// Errors: `ManySweeps` while others run; `System` if the system gives no thread.
    pub fn begin(&self, plan: Plan) -> Result<Arc<Sweep>, Error> {
        let mut known = self.known();
        if known.iter().filter(|sweep| sweep.ended.get().is_none()).count() >= SWEEPS_RUNNING {
            return Err(Error::ManySweeps);
        }
        let sweep = Arc::new(Sweep::new(&plan, self.memory));
        let (working, catalogue, threads) =
            (Arc::clone(&sweep), self.catalogue.clone(), self.threads);
        let work = move || working.work(&plan, catalogue, threads);
        let started = thread::Builder::new().name("sweep".to_owned()).spawn(work);
        started.map_err(|error| Error::System(format!("no thread for a sweep: {error}")))?;
        known.push(Arc::clone(&sweep));
        Ok(sweep)
    }

    /// The sweep of this name, unless it is forgotten.
    pub fn find(&self, id: &str) -> Option<Arc<Sweep>> {
        self.known().iter().find(|sweep| sweep.told.borrow().id == id).cloned()
    }

    /// Forgets a sweep; its files go with the last who reads them.
    pub fn forget(&self, id: &str) {
        self.known().retain(|sweep| sweep.told.borrow().id != id);
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

/// Removes what sweeps left behind whose process was killed; the folders of living ones are locked.
pub fn clear_abandoned() {
    let entries = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    let sweeps = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(FOLDER));
    for path in sweeps.map(|entry| entry.path()).filter(|path| Folder::is_abandoned(path)) {
        // What cannot be removed is not ours.
        let _ = fs::remove_dir_all(path);
    }
}

impl Sweep {
    fn new(plan: &Plan, memory: Option<u64>) -> Self {
        // The keys of the hashers are random.
        let part = || RandomState::new().build_hasher().finish();
        let id = format!("{:016x}{:016x}", part(), part());
        let folder = std::env::temp_dir().join(format!("{FOLDER}{id}"));
        let (total, tables) =
            (plan.cells() as u64, plan.tables.iter().map(|table| table.name.clone()).collect());
        let (state, files, failures) = (State::Running, Vec::new(), BTreeMap::new());
        let status = Status { id, state, total, done: 0, failed: 0, files, failures, reason: None };
        let told = watch::Sender::new(status);
        Self {
            control: memory.map_or_else(Control::new, Control::within),
            told,
            tables,
            begun: Instant::now(),
            ended: OnceLock::new(),
            folder,
            taken: OnceLock::new(),
        }
    }

    /// How far it is.
    pub fn status(&self) -> Status {
        self.told.borrow().clone()
    }

    /// What its files are named after: the games, and `-pure` or `-cuts`.
    pub fn tables(&self) -> &[String] {
        &self.tables
    }

    /// How long it has worked, or did.
    pub fn time(&self) -> Duration {
        self.ended.get().copied().unwrap_or_else(Instant::now).duration_since(self.begun)
    }

    /// What tells of every change.
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.told.subscribe()
    }

    /// Stops it, and waits a while until it has, so that the next read of the state shows it.
    pub async fn stop(&self) {
        self.control.cancel();
        let mut told = self.watch();
        let _ = tokio::time::timeout(
            SWEEP_STOP,
            told.wait_for(|status| status.state != State::Running),
        )
        .await;
    }

    /// Where a file of it stands, if it has one of this name.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        self.told
            .borrow()
            .files
            .iter()
            .find(|file| *file == name)
            .map(|file| self.folder.join(file))
    }

    fn work(&self, plan: &Plan, catalogue: Option<Arc<Catalogue>>, threads: usize) {
        let (progress, overdue) = (BatchProgress::default(), AtomicBool::new(false));
        let found = thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            scope.spawn(|| self.tell(&progress, done, &overdue));
            let solve = AssertUnwindSafe(|| self.solve(plan, catalogue, threads, &progress));
            let found = catch_unwind(solve).unwrap_or_else(|panic| Err(internal(panic.as_ref())));
            drop(working);
            found
        });
        let (mut files, mut failures, mut reason) = (Vec::new(), BTreeMap::new(), None);
        let state = match found {
            Ok(outcome) => {
                let names = outcome.files.iter().filter_map(|file| file.file_name());
                files = names.map(|name| name.to_string_lossy().into_owned()).collect();
                failures = outcome.failures.into_iter().take(SWEEP_FAILURES).collect();
                State::Done
            }
            Err(_) if overdue.into_inner() => {
                reason = Some(Error::TimedOut(SWEEP_TIME.as_secs()).to_string());
                State::Failed
            }
            Err(_) if self.control.cancelled() => State::Cancelled,
            Err(error) => {
                reason = Some(error.public_message());
                State::Failed
            }
        };
        let _ = self.ended.set(Instant::now());
        self.told.send_modify(|status| {
            status.count(&progress);
            *status = Status { state, files, failures, reason, ..status.clone() };
        });
    }

    fn solve(
        &self,
        plan: &Plan,
        catalogue: Option<Arc<Catalogue>>,
        threads: usize,
        progress: &BatchProgress,
    ) -> Result<Outcome, Error> {
        let folder = Folder::take(&self.folder)?;
        let folder = self.taken.get_or_init(|| folder);
        let catalogue = match catalogue {
            Some(catalogue) => catalogue,
            None => {
                Arc::new(Catalogue::open(&Address::File(folder.file(".catalogue.sqlite")), |_| {})?)
            }
        };
        batch(plan, &catalogue, folder, threads, &self.control, progress)
    }

    /// Removes its files, if there are any; what the system keeps it may clean away.
    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }

    /// Tells how far it is until the work is done, and ends the work when its time is over.
    fn tell(&self, progress: &BatchProgress, done: mpsc::Receiver<()>, overdue: &AtomicBool) {
        let start = Instant::now();
        while done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            self.told.send_if_modified(|status| status.count(progress));
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
    /// Takes over the numbers; whether they are new.
    fn count(&mut self, progress: &BatchProgress) -> bool {
        let (done, failed) =
            (progress.done.load(Ordering::Relaxed), progress.failed.load(Ordering::Relaxed));
        let new = (self.done, self.failed) != (done, failed);
        (self.done, self.failed) = (done, failed);
        new
    }
}
