//! A store with a timeout, for clients that cannot wait for the lock of another program, a database
//! that has stopped, or a slow disk.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{Address, CatalogueError, RowStore};

/// A store with a timeout. An operation that takes longer continues, and its rows are stored. Until
/// it ends, all else fails at once.
#[derive(Debug)]
pub(super) struct Timeout {
    time: Duration,
    /// Operations that took too long and still run.
    late: Mutex<Vec<JoinHandle<()>>>,
}

impl Timeout {
    pub(super) fn new(time: Duration) -> Self {
        Self { time, late: Mutex::default() }
    }

    /// Does some work on a thread of its own, since no store can be interrupted.
    pub(super) fn run<T: Send + 'static>(
        &self,
        store: Arc<dyn RowStore>,
        place: &Address,
        work: impl FnOnce(&dyn RowStore) -> Result<T, CatalogueError> + Send + 'static,
    ) -> Result<T, CatalogueError> {
        let failed = |reason: String| CatalogueError::Failed { place: place.to_string(), reason };
        let too_late = || CatalogueError::timed_out(&place.to_string(), self.time);
        let late = || self.late.lock().unwrap_or_else(PoisonError::into_inner);
        late().retain(|worker| !worker.is_finished());
        if !late().is_empty() {
            return Err(too_late());
        }
        let (sender, receiver) = sync_channel(1);
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
