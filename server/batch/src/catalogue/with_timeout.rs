//! A store with a timeout, for clients that cannot wait for the lock of another program, a database
//! that has stopped, or a slow disk.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{CatalogueError, EntryFilter, EntryName, Key, RowStore, Stored, StoredRow};

/// A store with a timeout. An operation that takes longer continues, and its rows are stored. Until
/// it ends, all else fails at once.
pub(super) struct WithTimeout {
    store: Arc<dyn RowStore>,
    place: String,
    time: Duration,
    /// Operations that took too long and still run.
    late: Mutex<Vec<JoinHandle<()>>>,
}

impl WithTimeout {
    pub(super) fn new(store: Arc<dyn RowStore>, place: String, time: Duration) -> Self {
        Self { store, place, time, late: Mutex::default() }
    }

    /// Does some work on a thread of its own, since no store can be interrupted.
    fn run<T, F>(&self, work: F) -> Result<T, CatalogueError>
    where
        T: Send + 'static,
        F: FnOnce(&dyn RowStore) -> Result<T, CatalogueError> + Send + 'static,
    {
        let failed = |reason: String| CatalogueError::Failed { place: self.place.clone(), reason };
        let too_late = || CatalogueError::timed_out(&self.place, self.time);
        let late = || self.late.lock().unwrap_or_else(PoisonError::into_inner);
        late().retain(|worker| !worker.is_finished());
        if !late().is_empty() {
            return Err(too_late());
        }
        let (sender, receiver) = sync_channel(1);
        let store = Arc::clone(&self.store);
        let worker = thread::Builder::new().name("catalogue".into()).spawn(move || {
            // The caller may have left.
            let _ = sender.send(work(&*store));
        });
        let worker = worker.map_err(|error| failed(error.to_string()))?;
        match receiver.recv_timeout(self.time) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => {
                late().push(worker);
                Err(too_late())
            }
            Err(RecvTimeoutError::Disconnected) => Err(failed("internal error".to_owned())),
        }
    }
}

impl RowStore for WithTimeout {
    fn read(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, CatalogueError> {
        let keys = keys.to_vec();
        self.run(move |store| store.read(&keys))
    }

    fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError> {
        let keys = keys.to_vec();
        self.run(move |store| store.holds(&keys))
    }

    fn write(&self, rows: &[StoredRow]) -> Result<(), CatalogueError> {
        let rows = rows.to_vec();
        self.run(move |store| store.write(&rows))
    }

    fn set_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError> {
        let (stored, reason) = (stored.clone(), reason.to_owned());
        self.run(move |store| store.set_aside(&stored, &reason))
    }

    fn after(&self, last: i64) -> Result<Vec<Stored>, CatalogueError> {
        self.run(move |store| store.after(last))
    }

    fn named(&self, filter: &EntryFilter) -> Result<Vec<EntryName>, CatalogueError> {
        let filter = filter.clone();
        self.run(move |store| store.named(&filter))
    }

    fn count(&self) -> Result<(u64, u64), CatalogueError> {
        self.run(|store| store.count())
    }

    fn prune(&self) -> Result<(u64, u64), CatalogueError> {
        self.run(|store| store.prune())
    }

    fn sync(&self) -> Result<(), CatalogueError> {
        self.run(|store| store.sync())
    }
}
