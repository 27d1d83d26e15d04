//! The catalogue: certified answers, stored so that nothing is solved twice.
//!
//! A SQLite file by default, which other processes may read while one writes; a PostgreSQL database
//! for several machines. Both hold the same rows and are used through [`Catalogue`], which trusts
//! neither: an entry whose seal is broken is set aside, reported by label, and counts as missing,
//! so that it is solved again and never served.

mod address;
mod entry;
mod error;
mod postgres;
mod queue;
mod salvage;
mod sqlite;
mod with_timeout;

use std::sync::Arc;
use std::time::Duration;

use rational_bluff::certificate::format::DocumentError;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::solve::Control;

pub use address::Address;
pub use entry::{Entry, Key, StoredRow, VERSION};
pub use error::CatalogueError;
pub use queue::{Lease, Queue, QueueProgress};

use postgres::Postgres;
use sqlite::Sqlite;
use with_timeout::WithTimeout;

/// Number of entries read at a time.
const PAGE: usize = 256;

/// A store of rows; it does not check them.
trait Store: Send + Sync {
    /// The rows with these keys, in their order, of this version of the library.
    fn read(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, CatalogueError>;
    /// Which of these keys have a row.
    fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError>;
    /// Stores rows, all or none; a key that is there already keeps its row.
    fn write(&self, rows: &[StoredRow]) -> Result<(), CatalogueError>;
    /// Moves a row to the damaged ones, with the reason.
    fn set_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError>;
    /// Up to [`PAGE`] rows of any version with higher ids than this one, ascending.
    fn after(&self, last: i64) -> Result<Vec<Stored>, CatalogueError>;
    /// How many rows there are, and how many were set aside.
    fn count(&self) -> Result<(u64, u64), CatalogueError>;
    /// Makes what was written so far outlive a power cut too.
    fn sync(&self) -> Result<(), CatalogueError>;
}

/// A row and the place it has in its table.
#[derive(Clone, Debug)]
struct Stored {
    id: i64,
    row: StoredRow,
}

/// A catalogue, open.
pub struct Catalogue {
    store: Arc<dyn Store>,
    queue: Option<Queue>,
    address: Address,
    notice: fn(&str),
}

/// What a check of every entry found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Entries that hold.
    pub whole: u64,
    /// Entries that did not, and were set aside: what they answer, and why.
    pub damaged: Vec<(String, String)>,
}

impl Catalogue {
    /// Opens a catalogue; a SQLite file is made if there is none. `notice` is told, in words, about
    /// damage that was found and set aside.
    ///
    /// Errors: [`CatalogueError`].
    pub fn open(address: &Address, notice: fn(&str)) -> Result<Self, CatalogueError> {
        let (store, queue): (Arc<dyn Store>, _) = match address {
            Address::File(path) => (Arc::new(Sqlite::open(path, notice)?), None),
            Address::Postgres(config) => {
                let database = Arc::new(Postgres::open(config, address.to_string())?);
                (Arc::clone(&database) as Arc<dyn Store>, Some(Queue::new(database)))
            }
        };
        Ok(Self { store, queue, address: address.clone(), notice })
    }

    /// The same catalogue with a timeout: an operation that takes longer fails for the caller, and
    /// still stores its rows. It has no queue.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let store = WithTimeout::new(Arc::clone(&self.store), self.address.to_string(), time);
        Self {
            store: Arc::new(store),
            queue: None,
            address: self.address.clone(),
            notice: self.notice,
        }
    }

    /// Where it is, without passwords.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Notifies the caller that opened it.
    pub(crate) fn notice(&self, words: &str) {
        (self.notice)(words);
    }

    /// The queue of cells that several machines work through; a file has none.
    pub fn queue(&self) -> Option<&Queue> {
        self.queue.as_ref()
    }

    /// The answers to these questions, in their order; `None` where there is none, or a damaged
    /// one.
    ///
    /// Errors: [`CatalogueError`].
    pub fn read(&self, keys: &[Key]) -> Result<Vec<Option<Entry>>, CatalogueError> {
        let rows = self.store.read(keys)?;
        let opened = rows.into_iter().zip(keys).map(|(stored, key)| match stored {
            Some(stored) => Ok(self.opened(stored)?.filter(|entry| entry.key() == key)),
            None => Ok(None),
        });
        opened.collect()
    }

    /// The solutions that answer a question, each checked again from nothing. An entry that the
    /// checker refuses is set aside and counts as missing, as one with a broken seal does.
    ///
    /// Errors: [`CatalogueError`].
    pub fn solutions(&self, key: &Key) -> Result<Option<Vec<Certified<Solution>>>, CatalogueError> {
        let Some(stored) = self.store.read(std::slice::from_ref(key))?.pop().flatten() else {
            return Ok(None);
        };
        match self.opened(stored.clone())?.map(|entry| entry.solutions()) {
            Some(Ok(solutions)) => Ok(Some(solutions)),
            Some(Err(refusal)) => self.put_aside(&stored, &refusal.to_string()).map(|()| None),
            None => Ok(None),
        }
    }

    /// Whether these questions have answers, by name alone: [`Self::read`] may find one damaged.
    ///
    /// Errors: [`CatalogueError`].
    pub fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError> {
        self.store.holds(keys)
    }

    /// Keeps answers, all or none of them. Once it returns they outlive the process; [`Self::sync`]
    /// makes them outlive a power cut.
    ///
    /// Errors: [`CatalogueError`].
    pub fn write(&self, entries: &[Entry]) -> Result<(), CatalogueError> {
        self.store.write(&entries.iter().map(Entry::row).collect::<Vec<_>>())
    }

    /// Checks every entry from nothing, by the checker that shares no code with the solvers;
    /// damaged ones are set aside. `None` if it was cancelled before the last one.
    ///
    /// Errors: [`CatalogueError`].
    pub fn verify(&self, control: &Control) -> Result<Option<Checked>, CatalogueError> {
        let (mut checked, mut last) = (Checked::default(), i64::MIN);
        loop {
            let page = self.store.after(last)?;
            if page.is_empty() {
                return Ok(Some(checked));
            }
            for stored in page {
                if control.cancelled() {
                    return Ok(None);
                }
                last = stored.id;
                match fault(&stored.row) {
                    None => checked.whole += 1,
                    Some(reason) => {
                        self.put_aside(&stored, &reason)?;
                        checked.damaged.push((
                            format!("{} ({})", stored.row.label, stored.row.question),
                            reason,
                        ));
                    }
                }
            }
        }
    }

    /// Makes what was written so far outlive a power cut too.
    ///
    /// Errors: [`CatalogueError`].
    pub fn sync(&self) -> Result<(), CatalogueError> {
        self.store.sync()
    }

    /// How many entries there are, and how many were set aside.
    ///
    /// Errors: [`CatalogueError`].
    pub fn count(&self) -> Result<(u64, u64), CatalogueError> {
        self.store.count()
    }

    fn opened(&self, stored: Stored) -> Result<Option<Entry>, CatalogueError> {
        match stored.row.check() {
            Ok(question) => Ok(Some(stored.row.trusted(question))),
            Err(reason) => self.put_aside(&stored, reason).map(|()| None),
        }
    }

    fn put_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError> {
        let label = crate::text::printable(&stored.row.label);
        (self.notice)(&format!(
            "the catalogue's entry for {label} is damaged and was set aside: {reason}"
        ));
        self.store.set_aside(stored, reason)
    }
}

/// What is wrong with a row, if anything is: its seal, or what the checker says.
fn fault(row: &StoredRow) -> Option<String> {
    match row.clone().open() {
        Err(reason) => Some(reason.to_owned()),
        Ok(entry) => entry.solutions().err().map(|error: DocumentError| error.to_string()),
    }
}
