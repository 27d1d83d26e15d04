//! The catalogue: certified answers, stored so that nothing is solved twice.
//!
//! A SQLite file by default, which other processes may read while one writes; a PostgreSQL database
//! that replicas of the service share. Both hold the same rows and are used through [`Catalogue`],
//! which trusts neither: an entry whose seal is broken is set aside, reported by label, and counts
//! as missing, so that it is solved again and never served.

mod address;
mod entry;
mod postgres;
mod salvage;
mod sqlite;
mod tables;
mod tls;
mod transfer;
mod with_timeout;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::solve::Control;
use rational_bluff::spot::SpotDocumentError;
use serde::Serialize;

pub use address::Address;
pub use bluff_questions::CatalogueError;
pub use entry::{Entry, EntryQuestion, Key, StoredRow, VERSION};
pub use tls::PostgresAddress;

use postgres::Postgres;
use sqlite::Sqlite;
use with_timeout::Timeout;

/// Number of entries read at a time.
const PAGE: usize = 256;
/// Columns of a stored row, in both databases.
const COLUMNS: &str =
    "entry.id, entry.label, entry.question, entry.version, entry.body, entry.seal";

/// The statement that removes the row with a key from a table, and the oldest rows for its question
/// where all of them have more bytes than `$4`.
fn make_room(table: &str) -> String {
    format!(
        "DELETE FROM {table}
         WHERE label = $1 AND question = $2 AND version = $3 OR id IN (SELECT id FROM (
             SELECT id, sum(length(body)) OVER (ORDER BY id DESC) AS bytes
             FROM {table} WHERE question = $2) AS newest WHERE bytes > $4)"
    )
}

/// A store of rows; it does not check them.
trait RowStore: Send + Sync {
    /// The rows with these keys, in their order, of this version of the library.
    fn read(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, CatalogueError>;
    /// Which of these keys have a row.
    fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError>;
    /// Stores rows, all or none; a key that is there already keeps its row. With `room`, the row
    /// goes instead, and so do the oldest ones for the question once the bodies of all have more
    /// bytes.
    fn write(&self, rows: &[StoredRow], room: Option<i64>) -> Result<(), CatalogueError>;
    /// Moves a row to the damaged ones, with the reason.
    fn set_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError>;
    /// Up to [`PAGE`] rows of any version with higher ids than this one, ascending.
    fn after(&self, last: i64) -> Result<Vec<Stored>, CatalogueError>;
    /// Names of rows of this version before an id, the newest first.
    fn named(&self, filter: &EntryFilter) -> Result<Vec<EntryName>, CatalogueError>;
    /// Number of rows, and of rows that were set aside.
    fn count(&self) -> Result<(u64, u64), CatalogueError>;
    /// Removes rows of other versions and those set aside; returns the numbers of both.
    fn prune(&self) -> Result<(u64, u64), CatalogueError>;
    /// Makes what was written so far outlive a power cut too.
    fn sync(&self) -> Result<(), CatalogueError>;
    /// From now on, operations wait for a server that is away, until the control is cancelled;
    /// `notice` gets a message when a wait begins.
    fn wait_while_away(&self, _control: Arc<Control>, _notice: fn(&str)) {}
}

/// A part of the entries, by name alone.
#[derive(Clone, Debug)]
pub struct EntryFilter {
    /// Patterns of SQL's `LIKE`, of which a label fits one.
    pub labels: Vec<String>,
    /// Pattern of the question.
    pub question: String,
    /// Only entries with a smaller id.
    pub before: i64,
    /// Maximum number.
    pub limit: u32,
}

/// The name of an entry, as it is stored: nothing was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryName {
    /// The place in the table; newer entries have greater ones.
    pub id: i64,
    /// The label of the game.
    pub label: String,
    /// The word for the question.
    pub question: String,
}

/// A row and the place it has in its table.
#[derive(Clone, Debug)]
struct Stored {
    id: i64,
    row: StoredRow,
}

/// A catalogue, open.
pub struct Catalogue {
    store: Arc<dyn RowStore>,
    timeout: Option<Timeout>,
    address: Address,
    notice: fn(&str),
}

/// Result of a check of every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Number of entries that hold.
    pub valid: u64,
    /// Reasons why the others were set aside, by their keys.
    pub damaged: BTreeMap<String, String>,
}

impl Catalogue {
    /// Opens a catalogue; a SQLite file is made if there is none. `notice` gets a message about
    /// damage that was set aside.
    ///
    /// Errors: [`CatalogueError`].
    pub fn open(address: &Address, notice: fn(&str)) -> Result<Self, CatalogueError> {
        let store: Arc<dyn RowStore> = match address {
            Address::File(path) => Arc::new(Sqlite::open(path, notice)?),
            Address::Postgres(postgres) => Arc::new(Postgres::open(postgres, address.to_string())?),
        };
        Ok(Self { store, timeout: None, address: address.clone(), notice })
    }

    /// The same catalogue with a timeout: an operation that takes longer fails for the caller, and
    /// still stores its rows.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let (store, address) = (Arc::clone(&self.store), self.address.clone());
        Self { store, timeout: Some(Timeout::new(time)), address, notice: self.notice }
    }

    /// Does some work with the store, within the timeout if there is one.
    fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn RowStore) -> Result<T, CatalogueError> + Send + 'static,
    ) -> Result<T, CatalogueError> {
        match &self.timeout {
            Some(timeout) => timeout.run(Arc::clone(&self.store), &self.address, work),
            None => work(&*self.store),
        }
    }

    /// Its address, without passwords.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Notifies the caller that opened it.
    pub(crate) fn notice(&self, message: &str) {
        (self.notice)(message);
    }

    /// The same catalogue, which waits for a database that is away until the control is cancelled.
    #[must_use]
    pub fn waiting(self, control: &Arc<Control>) -> Self {
        self.store.wait_while_away(Arc::clone(control), self.notice);
        self
    }

    /// The answers to these questions, in their order; `None` where there is none, or a damaged
    /// one.
    ///
    /// Errors: [`CatalogueError`].
    pub fn read(&self, keys: &[Key]) -> Result<Vec<Option<Entry>>, CatalogueError> {
        let wanted = keys.to_vec();
        let rows = self.with(move |store| store.read(&wanted))?;
        let open = |(stored, key): (Option<Stored>, &Key)| match stored {
            Some(stored) => Ok(self.open_row(&stored)?.filter(|entry| entry.key() == key)),
            None => Ok(None),
        };
        rows.into_iter().zip(keys).map(open).collect()
    }

    /// The solutions that answer a question, each checked again from nothing. An entry that the
    /// checker refuses is set aside and counts as missing, as one with a broken seal does.
    ///
    /// Errors: [`CatalogueError`].
    pub fn solutions(&self, key: &Key) -> Result<Option<Vec<Certified<Solution>>>, CatalogueError> {
        self.checked(key, Entry::solutions)
    }

    /// The family of decks of this label without a deck, checked again from nothing, or set aside
    /// as by [`Self::solutions`].
    ///
    /// Errors: [`CatalogueError`].
    pub fn family(&self, label: &str) -> Result<Option<CertifiedFamily>, CatalogueError> {
        let key = Key { label: label.to_owned(), question: EntryQuestion::AllDecks };
        self.checked(&key, Entry::family)
    }

    fn checked<T, E: fmt::Display>(
        &self,
        key: &Key,
        check: impl FnOnce(&Entry) -> Result<T, E>,
    ) -> Result<Option<T>, CatalogueError> {
        let wanted = [key.clone()];
        let mut rows = self.with(move |store| store.read(&wanted))?;
        let Some(stored) = rows.pop().flatten() else { return Ok(None) };
        match self.open_row(&stored)?.map(|entry| check(&entry)) {
            Some(Ok(answer)) => Ok(Some(answer)),
            Some(Err(refusal)) => self.put_aside(&stored, &refusal.to_string()).map(|()| None),
            None => Ok(None),
        }
    }

    /// True for each of these questions that has an answer, by name alone: [`Self::read`] may find
    /// it damaged.
    ///
    /// Errors: [`CatalogueError`].
    pub fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError> {
        let keys = keys.to_vec();
        self.with(move |store| store.holds(&keys))
    }

    /// The names of entries, the newest first.
    ///
    /// Errors: [`CatalogueError`].
    pub fn named(&self, filter: &EntryFilter) -> Result<Vec<EntryName>, CatalogueError> {
        let filter = filter.clone();
        self.with(move |store| store.named(&filter))
    }

    /// Stores answers, all or none of them. Once it returns they outlive the process;
    /// [`Self::sync`] makes them outlive a power cut.
    ///
    /// Errors: [`CatalogueError`].
    pub fn write(&self, entries: &[Entry]) -> Result<(), CatalogueError> {
        let rows: Vec<StoredRow> = entries.iter().map(Entry::row).collect();
        self.with(move |store| store.write(&rows, None))
    }

    /// Stores an entry in place of the one with its key, in one step. The oldest entries for its
    /// question go once all of them have more bytes.
    ///
    /// Errors: [`CatalogueError`].
    pub fn replace(&self, entry: &Entry, bytes: i64) -> Result<(), CatalogueError> {
        let row = [entry.row()];
        self.with(move |store| store.write(&row, Some(bytes)))
    }

    /// The document of the bounds of a spot and the exploitability as a part of the pot, judged
    /// again, or set aside as by [`Self::solutions`].
    ///
    /// Errors: [`CatalogueError`].
    pub fn bounds(&self, label: &str) -> Result<Option<(Rational, String)>, CatalogueError> {
        let key = Key { label: label.to_owned(), question: EntryQuestion::Bounds };
        self.checked(&key, |entry| {
            let of_pot = entry.bounds()?.bounds.of_pot;
            Ok::<_, SpotDocumentError>((of_pot, entry.body().trim_end().to_owned()))
        })
    }

    /// The bytes of the rounds of a spot, or set aside as by [`Self::solutions`].
    ///
    /// Errors: [`CatalogueError`].
    pub fn rounds(&self, label: &str) -> Result<Option<Vec<u8>>, CatalogueError> {
        let key = Key { label: label.to_owned(), question: EntryQuestion::Rounds };
        self.checked(&key, Entry::rounds)
    }

    /// Checks every entry from nothing, by the checker that shares no code with the solvers;
    /// damaged ones are set aside. `None` if it was cancelled before the last one.
    ///
    /// Errors: [`CatalogueError`].
    pub fn verify(&self, control: &Control) -> Result<Option<Checked>, CatalogueError> {
        let (mut checked, mut last) = (Checked::default(), i64::MIN);
        loop {
            let page = self.with(move |store| store.after(last))?;
            if page.is_empty() {
                return Ok(Some(checked));
            }
            for stored in page {
                if control.cancelled() {
                    return Ok(None);
                }
                last = stored.id;
                if let Err(reason) = check(&stored.row) {
                    self.put_aside(&stored, &reason)?;
                    let StoredRow { label, question, .. } = &stored.row;
                    checked.damaged.insert(format!("{label} ({question})"), reason);
                } else {
                    checked.valid += 1;
                }
            }
        }
    }

    /// Makes what was written so far outlive a power cut too.
    ///
    /// Errors: [`CatalogueError`].
    pub fn sync(&self) -> Result<(), CatalogueError> {
        self.with(|store| store.sync())
    }

    /// Number of entries, and of entries that were set aside.
    ///
    /// Errors: [`CatalogueError`].
    pub fn count(&self) -> Result<(u64, u64), CatalogueError> {
        self.with(|store| store.count())
    }

    fn open_row(&self, stored: &Stored) -> Result<Option<Entry>, CatalogueError> {
        match stored.row.open() {
            Ok(entry) => Ok(Some(entry)),
            Err(reason) => self.put_aside(stored, reason).map(|()| None),
        }
    }

    fn put_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError> {
        let label = bluff_questions::text::printable(&stored.row.label);
        (self.notice)(&format!(
            "the catalogue's entry for {label} is damaged and was set aside: {reason}"
        ));
        let (stored, reason) = (stored.clone(), reason.to_owned());
        self.with(move |store| store.set_aside(&stored, &reason))
    }
}

/// Checks the seal of a row, and its documents from nothing.
///
/// Errors: a message that says what is wrong with it.
fn check(row: &StoredRow) -> Result<(), String> {
    row.open()?.check()
}
