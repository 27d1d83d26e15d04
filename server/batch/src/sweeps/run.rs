//! A batch: what the catalogue does not have is solved, and then the files are written.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rational_bluff::solve::Control;
use rational_bluff::sweep::sweep;

use crate::catalogue::{Catalogue, CatalogueError, Entry, Key};
use crate::compute::lock;
use bluff_questions::error::Error;

use super::cell::{CellClock, CellLimits, CellThreads};
use super::files::{AnswerSource, Written, write};
use super::folder::Folder;
use super::{CellTable, Plan};

/// Number of keys in one lookup.
const PAGE: usize = 1024;
/// Number of times that lost cells are solved again.
const ROUNDS: usize = 5;
/// Answers that wait to be committed at once.
const PENDING: usize = 64;
/// A cell that took longer is committed before its thread takes the next one.
const SMALL: Duration = Duration::from_millis(20);

/// The progress of a batch; another thread may read it.
#[derive(Debug, Default)]
pub struct BatchProgress {
    /// Cells of the plan.
    pub total: AtomicU64,
    /// Cells whose answer is stored.
    pub done: AtomicU64,
    /// Those among them whose answer was stored before.
    pub before: AtomicU64,
    /// Cells that failed.
    pub failed: AtomicU64,
}

/// The outcome of a batch.
#[derive(Debug)]
pub struct BatchOutcome {
    /// The files written.
    pub files: Vec<PathBuf>,
    /// Cells that were solved now; the others were stored before.
    pub solved: usize,
    /// Cells without an answer, by label, with the reason.
    pub failures: BTreeMap<String, String>,
}

/// A cell of a plan: its table, and its place there.
type PlanCell<'a> = (&'a CellTable, (u64, u32));

/// Solves the cells of a plan and writes its files.
///
/// Errors: those of the catalogue and of the disk, and `Stopped`. What was solved until then is
/// stored. A cell that fails is no error: it is listed in the outcome.
pub fn batch(
    plan: &Plan,
    catalogue: &Catalogue,
    folder: &Folder,
    threads: CellThreads,
    limits: CellLimits,
    control: &Control,
    progress: &BatchProgress,
) -> Result<BatchOutcome, Error> {
    let (mut solved, mut failures) = (0, BTreeMap::new());
    for _ in 0..ROUNDS {
        progress.total.store(plan.cells() as u64, Ordering::Relaxed);
        let mut open = missing(plan, catalogue, control)?;
        open.retain(|(table, cell)| !failures.contains_key(&table.key(*cell).to_string()));
        let before = (plan.cells() - open.len() - failures.len()) as u64;
        progress.before.store(before, Ordering::Relaxed);
        progress.done.store(before, Ordering::Relaxed);
        progress.failed.store(failures.len() as u64, Ordering::Relaxed);
        let failed = solve(&open, catalogue, (threads, limits), control, progress)?;
        solved += open.len() - failed.len();
        failures.extend(failed);
        catalogue.sync()?;
        let mut stored = StoredAnswers { catalogue, failures: &failures };
        if let Written::All(files) = write(plan, folder, &mut stored, control)? {
            return Ok(BatchOutcome { files, solved, failures });
        }
    }
    Err(Error::System(format!("the catalogue {} loses rows that it stored", catalogue.address())))
}

/// The answers of a batch.
struct StoredAnswers<'a> {
    catalogue: &'a Catalogue,
    failures: &'a BTreeMap<String, String>,
}

impl AnswerSource for StoredAnswers<'_> {
    fn answers(&mut self, keys: &[Key]) -> Result<Vec<Option<Entry>>, Error> {
        Ok(self.catalogue.read(keys)?)
    }

    fn failed(&self, key: &Key) -> bool {
        self.failures.contains_key(&key.to_string())
    }

    fn safe(&self) -> &'static str {
        ", and all solved cells are stored: --resume continues"
    }
}

/// The cells of a plan that have no answer yet.
fn missing<'a>(
    plan: &'a Plan,
    catalogue: &Catalogue,
    control: &Control,
) -> Result<Vec<PlanCell<'a>>, Error> {
    let mut missing = Vec::new();
    for table in &plan.tables {
        for cells in table.cells.chunks(PAGE) {
            control.check()?;
            let keys: Vec<Key> = cells.iter().map(|cell| table.key(*cell)).collect();
            let stored = catalogue.holds(&keys)?;
            let open = cells.iter().zip(stored).filter(|(_, stored)| !stored);
            missing.extend(open.map(|(cell, _)| (table, *cell)));
        }
    }
    Ok(missing)
}

/// An answer on its way into the catalogue, and the thread that waits until it is there, if one
/// does.
struct PendingEntry {
    entry: Entry,
    stored: Option<SyncSender<()>>,
}

/// Solves cells; returns those that failed.
///
/// One thread commits what the others have solved, many small answers at once. A cell that took
/// some time is waited for, so what a killed process loses is one cell per thread, or some tens of
/// milliseconds of small ones.
fn solve(
    open: &[PlanCell],
    catalogue: &Catalogue,
    (threads, limits): (CellThreads, CellLimits),
    control: &Control,
    progress: &BatchProgress,
) -> Result<BTreeMap<String, String>, Error> {
    let failed = Mutex::new(BTreeMap::new());
    let failures = &failed;
    let (to_catalogue, answers) = sync_channel(PENDING);
    let done = move |_, (answer, key, took): (Result<Entry, Error>, Key, Duration)| match answer {
        // Half an answer is none, and no failure either.
        Err(_) if control.cancelled() => {}
        Err(error) => {
            progress.failed.fetch_add(1, Ordering::Relaxed);
            lock(failures).insert(key.to_string(), error.to_string());
        }
        Ok(entry) => {
            let (stored, wait) = sync_channel(1);
            let stored = (took > SMALL).then_some(stored);
            // Once the catalogue has failed, nobody receives it, and all is cancelled.
            let _ = to_catalogue.send(PendingEntry { entry, stored });
            // Without a sender this returns at once.
            let _ = wait.recv();
        }
    };
    let swept = thread::scope(|scope| {
        let writer = scope.spawn(|| write_entries(catalogue, answers, failures, control, progress));
        // With `done` the channel to the catalogue closes, and the writer ends.
        let swept = CellClock::beside(limits, control, |clock| {
            let work = |(table, cell): &PlanCell| {
                threads.wait_for_turn(control);
                let (key, start) = (table.key(*cell), Instant::now());
                (clock.answer(&key), key, start.elapsed())
            };
            let cost = |(table, cell): &PlanCell| table.cost(*cell);
            sweep(open, cost, threads.count, control, work, done)
        });
        match writer.join() {
            Ok(Err(error)) => Err(Error::from(error)),
            _ => swept.map_err(Error::from),
        }
    });
    swept.map(|()| failed.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Cells without an answer, by key, with the reason.
type Failures = BTreeMap<String, String>;

/// Commits answers until no more can come; the first that cannot be stored cancels the rest.
fn write_entries(
    catalogue: &Catalogue,
    answers: Receiver<PendingEntry>,
    failures: &Mutex<Failures>,
    control: &Control,
    progress: &BatchProgress,
) -> Result<(), CatalogueError> {
    while let Ok(first) = answers.recv() {
        let group = std::iter::once(first).chain(answers.try_iter().take(PENDING));
        let (entries, stored): (Vec<Entry>, Vec<_>) =
            group.map(|pending| (pending.entry, pending.stored)).unzip();
        let refused = match store(catalogue, &entries) {
            // Nothing waits any longer for a database that is away.
            Err(CatalogueError::Away { .. }) if control.cancelled() => return Ok(()),
            refused => refused.inspect_err(|_| control.cancel())?,
        };
        let count = refused.len() as u64;
        progress.done.fetch_add(entries.len() as u64 - count, Ordering::Relaxed);
        progress.failed.fetch_add(count, Ordering::Relaxed);
        lock(failures).extend(refused);
        for waiting in stored.into_iter().flatten() {
            // The thread may have given up.
            let _ = waiting.send(());
        }
    }
    Ok(())
}

/// Stores answers; returns those that the database refuses. One that it refuses harms no other.
fn store(catalogue: &Catalogue, entries: &[Entry]) -> Result<Failures, CatalogueError> {
    match (catalogue.write(entries), entries) {
        (Err(error), [one]) if error.is_of_one_row() => {
            Ok([(one.key().to_string(), error.to_string())].into())
        }
        (Err(error), many) if error.is_of_one_row() => {
            let mut refused = Failures::new();
            for entry in many {
                refused.append(&mut store(catalogue, std::slice::from_ref(entry))?);
            }
            Ok(refused)
        }
        (written, _) => written.map(|()| Failures::new()),
    }
}
