//! A batch: what the catalogue does not have is solved, here or by workers anywhere, and then the
//! files are written.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rational_bluff::game::parse_label;
use rational_bluff::solve::Control;
use rational_bluff::sweep::sweep;

use crate::catalogue::{Catalogue, CatalogueError, Entry, Key, Queue};
use crate::compute::{internal, lock, stopped};
use crate::error::Error;

use super::files::{Written, write};
use super::folder::Folder;
use super::{Plan, Table, worker};

/// Number of keys in one lookup.
const PAGE: usize = 1024;
/// Number of times that lost cells are solved again.
const ROUNDS: usize = 5;
/// Answers that wait to be committed at once.
const PENDING: usize = 64;
/// A cell that took longer is committed before its thread takes the next one.
const SMALL: Duration = Duration::from_millis(20);
/// Pause between two polls of the workers' progress.
const LOOK: Duration = Duration::from_millis(200);

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
pub struct Outcome {
    /// The files written.
    pub files: Vec<PathBuf>,
    /// Cells that were solved now; the others were stored before.
    pub solved: usize,
    /// Cells without an answer, and why, by label.
    pub failures: BTreeMap<String, String>,
}

/// A cell of a plan that has no answer yet.
struct Missing {
    table: usize,
    cell: (u64, u32),
}

/// Solves and writes all that a plan asks for.
///
/// With a shared catalogue the cells are put into its queue, where any worker may take them;
/// `threads` of this process work as well. Otherwise `threads` solve them here.
///
/// Errors: those of the catalogue and of the disk, and `Stopped`. What was solved until then is
/// stored. A cell that fails is no error: it is listed in the outcome.
pub fn batch(
    plan: &Plan,
    catalogue: &Catalogue,
    folder: &Folder,
    threads: usize,
    control: &Control,
    progress: &BatchProgress,
) -> Result<Outcome, Error> {
    let (mut solved, mut failures) = (0, BTreeMap::new());
    for _ in 0..ROUNDS {
        progress.total.store(plan.cells() as u64, Ordering::Relaxed);
        let missing = missing(plan, catalogue, control)?;
        let open: Vec<Missing> = missing
            .into_iter()
            .filter(|missing| !failures.contains_key(&missing.key(plan).to_string()))
            .collect();
        let before = (plan.cells() - open.len() - failures.len()) as u64;
        progress.before.store(before, Ordering::Relaxed);
        progress.done.store(before, Ordering::Relaxed);
        progress.failed.store(failures.len() as u64, Ordering::Relaxed);
        let failed = match catalogue.queue() {
            Some(queue) => shared(plan, &open, catalogue, queue, threads, control, progress)?,
            None => alone(plan, &open, catalogue, threads, control, progress)?,
        };
        solved += open.len() - failed.len();
        failures.extend(failed);
        catalogue.sync()?;
        let is_failed = |key: &Key| failures.contains_key(&key.to_string());
        if let Written::All(files) = write(plan, catalogue, folder, &is_failed, control)? {
            return Ok(Outcome { files, solved, failures });
        }
    }
    Err(Error::System(format!("the catalogue {} loses rows that it stored", catalogue.address())))
}

impl Missing {
    fn table<'a>(&self, plan: &'a Plan) -> &'a Table {
        &plan.tables[self.table]
    }

    fn key(&self, plan: &Plan) -> Key {
        self.table(plan).key(self.cell)
    }

    fn cost(&self, plan: &Plan) -> u64 {
        self.table(plan).cost(self.cell)
    }
}

fn missing(plan: &Plan, catalogue: &Catalogue, control: &Control) -> Result<Vec<Missing>, Error> {
    let mut missing = Vec::new();
    for (at, table) in plan.tables.iter().enumerate() {
        for cells in table.cells.chunks(PAGE) {
            control.check()?;
            let keys: Vec<Key> = cells.iter().map(|cell| table.key(*cell)).collect();
            let held = catalogue.holds(&keys)?;
            let open = cells.iter().zip(held).filter(|(_, held)| !held);
            missing.extend(open.map(|(cell, _)| Missing { table: at, cell: *cell }));
        }
    }
    Ok(missing)
}

/// The answer to a question, certified; a panic is a failure of this cell alone.
///
/// Errors: those of the library, `TooMuchMemory`, and `Internal`.
pub fn answer(key: &Key, control: &Control) -> Result<Entry, Error> {
    let work = || -> Result<Entry, Error> {
        let game = parse_label(&key.label)?;
        Ok(Entry::of(key.clone(), &key.question.answer(&game, control)?))
    };
    let found = catch_unwind(AssertUnwindSafe(|| stopped(control.run(work), control)));
    found.unwrap_or_else(|panic| Err(internal(panic.as_ref())))
}

/// An answer on its way into the catalogue, and who waits until it is there.
struct Answered {
    entry: Entry,
    waiting: Option<SyncSender<()>>,
}

/// In this process; returns the cells that failed.
///
/// One thread commits what the others have solved, many small answers at once. A cell that took
/// some time is waited for, so what a killed process loses is one cell per thread, or some tens of
/// milliseconds of small ones.
fn alone(
    plan: &Plan,
    open: &[Missing],
    catalogue: &Catalogue,
    threads: usize,
    control: &Control,
    progress: &BatchProgress,
) -> Result<BTreeMap<String, String>, Error> {
    let failed = Mutex::new(BTreeMap::new());
    let failures = &failed;
    let (to_catalogue, answers) = sync_channel(PENDING);
    let work = |missing: &Missing| {
        let (key, start) = (missing.key(plan), Instant::now());
        (answer(&key, control), key, start.elapsed())
    };
    let done = move |_, (answer, key, took): (Result<Entry, Error>, Key, Duration)| match answer {
        // Half an answer is none, and no failure either.
        Err(_) if control.cancelled() => {}
        Err(error) => {
            progress.failed.fetch_add(1, Ordering::Relaxed);
            lock(failures).insert(key.to_string(), error.to_string());
        }
        Ok(entry) => {
            let (kept, wait) = sync_channel(1);
            let waiting = (took > SMALL).then_some(kept);
            let waits = waiting.is_some();
            // Nobody takes it, or says so, once the catalogue has failed; then all is cancelled.
            let _ = to_catalogue.send(Answered { entry, waiting });
            if waits {
                let _ = wait.recv();
            }
        }
    };
    let swept = thread::scope(|scope| {
        let keeper = scope.spawn(|| keep(catalogue, answers, control, progress));
        // With `done` the way into the catalogue ends, and the keeper with it.
        let swept = sweep(open, |missing| missing.cost(plan), threads, control, work, done);
        match keeper.join() {
            Ok(Err(error)) => Err(Error::from(error)),
            _ => swept.map_err(Error::from),
        }
    });
    swept.map(|()| failed.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Commits answers until no more can come; the first that cannot be stored cancels the rest.
fn keep(
    catalogue: &Catalogue,
    answers: Receiver<Answered>,
    control: &Control,
    progress: &BatchProgress,
) -> Result<(), CatalogueError> {
    while let Ok(first) = answers.recv() {
        let group = std::iter::once(first).chain(answers.try_iter().take(PENDING));
        let (entries, waiting): (Vec<Entry>, Vec<_>) =
            group.map(|one| (one.entry, one.waiting)).unzip();
        catalogue.write(&entries).inspect_err(|_| control.cancel())?;
        progress.done.fetch_add(entries.len() as u64, Ordering::Relaxed);
        for one in waiting.into_iter().flatten() {
            // It is there already, or has given up.
            let _ = one.send(());
        }
    }
    Ok(())
}

/// Through the queue; returns the cells that failed.
fn shared(
    plan: &Plan,
    open: &[Missing],
    catalogue: &Catalogue,
    queue: &Queue,
    threads: usize,
    control: &Control,
    progress: &BatchProgress,
) -> Result<BTreeMap<String, String>, Error> {
    let (mut numbers, mut failures) = (Vec::new(), BTreeMap::new());
    for cells in open.chunks(PAGE) {
        control.check()?;
        let cells: Vec<(Key, u64)> =
            cells.iter().map(|missing| (missing.key(plan), missing.cost(plan))).collect();
        ask(queue, &cells, &mut numbers, &mut failures)?;
    }
    let before = progress.done.load(Ordering::Relaxed);
    let own = Control::new();
    let watch = || -> Result<(), Error> {
        let mut looked: Option<Instant> = None;
        loop {
            control.check()?;
            if looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
                let found = queue.progress(&numbers)?;
                progress.done.store(before + found.done, Ordering::Relaxed);
                progress.failed.store(failures.len() as u64 + found.failed, Ordering::Relaxed);
                if found.done + found.failed >= numbers.len() as u64 {
                    return Ok(());
                }
                looked = Some(Instant::now());
            }
            thread::sleep(LOOK / 8);
        }
    };
    thread::scope(|scope| {
        let working = (threads > 0).then(|| {
            scope.spawn(|| {
                worker::work(
                    catalogue,
                    queue,
                    threads,
                    worker::LEASE,
                    &own,
                    worker::WorkUntil::Never,
                )
            })
        });
        let watched = watch();
        // A process that waits for cells of others has nothing more to do here.
        own.cancel();
        drop(working.map(thread::ScopedJoinHandle::join));
        watched
    })?;
    failures.extend(queue.failures(&numbers)?);
    Ok(failures)
}

/// Puts cells into the queue. Those that it does not take fail, and no others.
fn ask(
    queue: &Queue,
    cells: &[(Key, u64)],
    numbers: &mut Vec<i64>,
    failures: &mut BTreeMap<String, String>,
) -> Result<(), CatalogueError> {
    match queue.add(cells) {
        Ok(asked) => numbers.extend(asked),
        Err(error) if error.is_of_one_row() => match cells {
            [(key, _)] => drop(failures.insert(key.to_string(), error.to_string())),
            _ => {
                let (some, others) = cells.split_at(cells.len() / 2);
                ask(queue, some, numbers, failures)?;
                ask(queue, others, numbers, failures)?;
            }
        },
        Err(error) => return Err(error),
    }
    Ok(())
}
