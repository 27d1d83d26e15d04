//! Sweeps: batches that a client of the service begins, watches, and gets the files of.
//!
//! They live in the memory and the temporary files of this process alone. A restart forgets them;
//! their answers stay if there is a catalogue.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};
use std::{fs, mem, thread};

use rational_bluff::solve::Control;
use serde::Serialize;
use tokio::sync::SetOnce;
use tokio::time::{sleep, timeout};

use crate::catalogue::{Address, Catalogue};
use crate::compute::{
    Client, Counts, Pool, SWEEPS_BEHIND, come_behind, counts, current_client, internal, lock,
};
use crate::limits::{
    SWEEP_FAILURES, SWEEP_KEPT, SWEEP_STOP, SWEEP_TIME, SWEEPS_KEPT, SWEEPS_OF_CLIENT,
    SWEEPS_RUNNING,
};
use bluff_questions::error::Error;

use super::{BatchOutcome, BatchProgress, CellLimits, CellThreads, Folder, Plan, batch};

/// Prefix of the names of their folders.
const FOLDER: &str = "bluff-sweep-";
/// Time between two looks at the progress.
const TICK: Duration = Duration::from_millis(50);

/// State of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Cells are being solved, or files written.
    #[default]
    Running,
    /// The files are there.
    Done,
    /// It was cancelled.
    Cancelled,
    /// It failed, for the `reason` in the status.
    Failed,
}

impl State {
    /// Its name, as in a document.
    pub fn name(self) -> &'static str {
        ["running", "done", "cancelled", "failed"][self as usize]
    }
}

/// Progress and outcome of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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

/// A sweep: a batch, its progress and its outcome.
pub struct Sweep {
    /// The names of its tables: the games, and `-pure` or `-cuts`.
    pub title: String,
    client: Client,
    begun: Status,
    control: Control,
    progress: BatchProgress,
    started: Instant,
    /// The last status, and its time.
    ended: SetOnce<(Instant, Status)>,
    folder: PathBuf,
    /// The lock of the folder, held as long as the files are there.
    lock: OnceLock<Folder>,
}

/// The sweeps of a service.
pub struct Sweeps {
    catalogue: Option<Arc<Catalogue>>,
    threads: usize,
    pool: Arc<Pool>,
    /// Counts of ended sweeps, by `state`.
    pub ended: Counts,
    /// Counts of their cells, by `result`: `done`, `failed`.
    pub cells: Counts,
    known: Mutex<Vec<Arc<Sweep>>>,
}

impl Sweeps {
    /// No sweeps yet. Each will work with this many threads, behind the questions to the pool and
    /// with its limit of memory for a cell, and store its answers in the catalogue if there is one.
    pub fn new(catalogue: Option<Arc<Catalogue>>, threads: usize, pool: Arc<Pool>) -> Self {
        let ended = [State::Done, State::Cancelled, State::Failed].map(State::name);
        let (ended, cells) = (counts("state", ended), counts("result", ["done", "failed"]));
        Self { catalogue, threads, pool, ended, cells, known: Mutex::default() }
    }

    /// Number of sweeps under way.
    pub fn running(&self) -> usize {
        running(&self.known())
    }

    /// Starts a sweep of the client of this task, on threads of its own; its time is limited by a
    /// task of tokio.
    ///
    /// Errors: `ManySweeps` while others run; `System` if the system gives no thread.
    pub fn begin(self: &Arc<Self>, plan: Plan) -> Result<Arc<Sweep>, Error> {
        let mut known = self.known();
        let client = current_client();
        let own = known.iter().filter(|sweep| sweep.client == client && sweep.is_running()).count();
        for (running, most) in [(running(&known), SWEEPS_RUNNING), (own, SWEEPS_OF_CLIENT)] {
            if running >= most {
                return Err(Error::ManySweeps(running));
            }
        }
        let sweep = Arc::new(Sweep::new(&plan, client, self.pool.memory()));
        let (sweeps, own) = (Arc::clone(self), Arc::clone(&sweep));
        let work = move || {
            come_behind(SWEEPS_BEHIND);
            let last = own.work(&plan, &sweeps);
            // It ends once.
            let _ = own.ended.set((Instant::now(), last.clone()));
            sweeps.ended.get_or_create(&[("state", last.state.name())]).inc();
            sweeps.cells.get_or_create(&[("result", "done")]).inc_by(last.done);
            sweeps.cells.get_or_create(&[("result", "failed")]).inc_by(last.failed);
        };
        let started = thread::Builder::new().name("sweep".to_owned()).spawn(work);
        started.map_err(|error| Error::System(format!("no thread for a sweep: {error}")))?;
        let limited = Arc::downgrade(&sweep);
        tokio::spawn(async move {
            sleep(SWEEP_TIME).await;
            limited.upgrade().inspect(|sweep| sweep.control.cancel())
        });
        known.push(Arc::clone(&sweep));
        Ok(sweep)
    }

    /// The sweep of this name, unless it is forgotten.
    pub fn find(&self, id: &str) -> Option<Arc<Sweep>> {
        self.known().iter().find(|sweep| sweep.begun.id == id).cloned()
    }

    /// Forgets a sweep; its files are removed after their last reader.
    pub fn forget(&self, id: &str) {
        self.known().retain(|sweep| sweep.begun.id != id);
    }

    /// Cancels them all.
    pub fn cancel(&self) {
        self.known().iter().for_each(|sweep| sweep.control.cancel());
    }

    /// Cancels and forgets them all; waits at most this long until their files are gone.
    pub async fn end(&self, wait: Duration) {
        self.cancel();
        let known = mem::take(&mut *self.known());
        let all_ended = async {
            for sweep in &known {
                sweep.ended.wait().await;
            }
        };
        let _ = timeout(wait, all_ended).await;
        // A client that still reads one of them would hold its files beyond the end of the process.
        known.iter().for_each(|sweep| sweep.clear());
    }

    /// Those that run, and those that ended last. Where too many have ended, the first of the
    /// client with most of them goes.
    fn known(&self) -> MutexGuard<'_, Vec<Arc<Sweep>>> {
        let mut known = lock(&self.known);
        known.retain(|sweep| sweep.ended.get().is_none_or(|(end, _)| end.elapsed() < SWEEP_KEPT));
        while known.len() - running(&known) > SWEEPS_KEPT {
            let ended = || known.iter().enumerate().filter(|(_, sweep)| !sweep.is_running());
            let of = |client| ended().filter(|(_, sweep)| sweep.client == client).count();
            // The last of those with most, from the newest on.
            let first = ended().rev().max_by_key(|(_, sweep)| of(sweep.client));
            let Some((at, _)) = first else { break };
            known.remove(at);
        }
        known
    }
}

fn running(sweeps: &[Arc<Sweep>]) -> usize {
    sweeps.iter().filter(|sweep| sweep.is_running()).count()
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
    fn new(plan: &Plan, client: Client, memory: Option<u64>) -> Self {
        // The keys of the hashers are random.
        let part = || RandomState::new().hash_one(0);
        let id = format!("{:016x}{:016x}", part(), part());
        let tables: Vec<&str> = plan.tables.iter().map(|table| table.name.as_str()).collect();
        Self {
            folder: std::env::temp_dir().join(format!("{FOLDER}{id}")),
            title: tables.join(", "),
            client,
            begun: Status { id, total: plan.cells() as u64, ..Status::default() },
            control: memory.map_or_else(Control::new, Control::within),
            progress: BatchProgress::default(),
            started: Instant::now(),
            ended: SetOnce::new(),
            lock: OnceLock::new(),
        }
    }

    fn is_running(&self) -> bool {
        self.ended.get().is_none()
    }

    /// Its status.
    pub fn status(&self) -> Status {
        if let Some((_, last)) = self.ended.get() {
            return last.clone();
        }
        let [done, failed] =
            [&self.progress.done, &self.progress.failed].map(|cells| cells.load(Ordering::Relaxed));
        Status { done, failed, ..self.begun.clone() }
    }

    /// The next status that is not this one, if one is known; none follows the last.
    pub async fn status_after(&self, known: Option<&Status>) -> Option<Status> {
        let mut status = self.status();
        while known == Some(&status) && status.state == State::Running {
            sleep(TICK).await;
            status = self.status();
        }
        (known != Some(&status)).then_some(status)
    }

    /// The time that it has worked.
    pub fn time(&self) -> Duration {
        self.ended.get().map_or_else(Instant::now, |(end, _)| *end).duration_since(self.started)
    }

    /// Stops it, and waits a while until it has, so that the next read of the state shows it.
    pub async fn stop(&self) {
        self.control.cancel();
        let _ = timeout(SWEEP_STOP, self.ended.wait()).await;
    }

    /// The path of its file of this name, if there is one.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        let (_, last) = self.ended.get()?;
        last.files.iter().find(|file| *file == name).map(|file| self.folder.join(file))
    }

    /// Solves a plan; returns the last status.
    fn work(&self, plan: &Plan, sweeps: &Sweeps) -> Status {
        let solve = AssertUnwindSafe(|| self.solve(plan, sweeps));
        let result = catch_unwind(solve).unwrap_or_else(|panic| Err(internal(panic.as_ref())));
        let (last, late) = (self.status(), self.started.elapsed() >= SWEEP_TIME);
        match result {
            Ok(BatchOutcome { files, failures, .. }) => {
                let name = |file: PathBuf| Some(file.file_name()?.to_string_lossy().into_owned());
                let files = files.into_iter().filter_map(name).collect();
                let failures = failures.into_iter().take(SWEEP_FAILURES).collect();
                Status { state: State::Done, files, failures, ..last }
            }
            Err(_) if self.control.cancelled() && !late => {
                Status { state: State::Cancelled, ..last }
            }
            Err(error) => {
                let error = if late { Error::TimedOut(SWEEP_TIME.as_secs()) } else { error };
                Status { state: State::Failed, reason: Some(error.public_message()), ..last }
            }
        }
    }

    fn solve(&self, plan: &Plan, sweeps: &Sweeps) -> Result<BatchOutcome, Error> {
        let folder = Folder::take(&self.folder)?;
        let folder = self.lock.get_or_init(|| folder);
        let own = || Catalogue::open(&Address::File(folder.file(".catalogue.sqlite")), |_| {});
        let catalogue = sweeps.catalogue.clone().map_or_else(|| own().map(Arc::new), Ok)?;
        let turn = |control: &Control| sweeps.pool.wait_for_cell(control);
        let threads = CellThreads { count: sweeps.threads, turn: Some(&turn) };
        // The control has the limit of memory.
        let limits = CellLimits::default();
        batch(plan, &catalogue, folder, threads, limits, &self.control, &self.progress)
    }

    /// Removes its files, if there are any; the system cleans away those that it holds.
    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Sweep {
    fn drop(&mut self) {
        self.clear();
    }
}
