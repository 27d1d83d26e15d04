//! The catalogue in a SQLite file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, ToSql, TransactionBehavior, ffi, params};

use super::salvage::{salvage, was_database};
use super::{
    COLUMNS, CatalogueError, EntryFilter, EntryName, Key, PAGE, RowStore, Stored, StoredRow,
    VERSION, make_room,
};

/// The layout of the tables, the `user_version` of the file.
const FORMAT: i64 = 1;
/// “bluf”: marks our files among all SQLite databases.
const APPLICATION: i32 = 0x626c_7566;
/// Timeout of an operation while another process holds the file.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause between two attempts to open a file that another process is making.
const PAUSE: Duration = Duration::from_millis(10);
const TABLES: &str = "
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL, question TEXT NOT NULL, version TEXT NOT NULL,
    body TEXT NOT NULL, seal TEXT NOT NULL,
    UNIQUE (label, question, version)
) STRICT;
CREATE TABLE damaged (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL, question TEXT NOT NULL, version TEXT NOT NULL,
    body TEXT NOT NULL, seal TEXT NOT NULL,
    reason TEXT NOT NULL, found_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;";

/// A SQLite file in WAL mode: readers never wait, writers wait for each other.
///
/// A commit outlives the process at once, and a power cut at the latest when the log is next moved
/// into the file; either way the file is whole. What a power cut may take is the last answers,
/// which are solved again.
pub(super) struct Sqlite {
    path: PathBuf,
    notice: fn(&str),
    open: Mutex<Open>,
}

struct Open {
    connection: Connection,
    /// The number of the file, so that one put in its place is noticed.
    file: Option<u64>,
}

impl Sqlite {
    pub(super) fn open(path: &Path, notice: fn(&str)) -> Result<Self, CatalogueError> {
        let file = file_number(path);
        let open = match connect(path) {
            Err(Trouble::Damaged(_)) if !was_database(path) => Err(Trouble::Foreign),
            Err(Trouble::Damaged(reason)) => {
                salvage(path, file, &reason, notice)?;
                connect(path)
            }
            other => other,
        };
        let open = open.map_err(|trouble| trouble.error(path, true))?;
        Ok(Self { path: path.to_owned(), notice, open: Mutex::new(open) })
    }

    /// Does some work with the connection; a damaged file is set aside, its readable rows are
    /// saved, and the work is done again with the new one.
    fn with<T>(
        &self,
        work: impl Fn(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, CatalogueError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |trouble: Trouble| trouble.error(&self.path, false);
        if open.file.is_some() && open.file != file_number(&self.path) {
            (self.notice)(&format!(
                "the catalogue {} was replaced or removed: it was opened again",
                self.path.display()
            ));
            *open = connect(&self.path).map_err(failed)?;
        }
        match work(&mut open.connection).map_err(Trouble::from) {
            Err(Trouble::Damaged(reason)) => {
                open.connection =
                    Connection::open_in_memory().map_err(|error| failed(error.into()))?;
                salvage(&self.path, open.file, &reason, self.notice)?;
                *open = connect(&self.path).map_err(failed)?;
                work(&mut open.connection).map_err(|error| failed(error.into()))
            }
            other => other.map_err(failed),
        }
    }
}

impl RowStore for Sqlite {
    fn read(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, CatalogueError> {
        self.with(|connection| {
            keys.iter()
                .map(|key| find(connection, &key.label, key.question.name(), VERSION))
                .collect()
        })
    }

    fn holds(&self, keys: &[Key]) -> Result<Vec<bool>, CatalogueError> {
        self.with(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT 1 FROM entry WHERE label = ?1 AND question = ?2 AND version = ?3",
            )?;
            keys.iter()
                .map(|key| select.exists(params![key.label, key.question.name(), VERSION]))
                .collect()
        })
    }

    fn write(&self, rows: &[StoredRow], room: Option<i64>) -> Result<(), CatalogueError> {
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for StoredRow { label, question, version, body, seal } in rows {
                if let Some(bytes) = room {
                    let (remove, rest) = (make_room("entry"), bytes - body.len() as i64);
                    transaction.execute(&remove, params![label, question, version, rest])?;
                }
                let mut insert = transaction.prepare_cached(
                    "INSERT INTO entry (label, question, version, body, seal)
                     VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO NOTHING",
                )?;
                insert.execute(params![label, question, version, body, seal])?;
            }
            // With a damaged index a row may be there, or put there, and not be found.
            for StoredRow { label, question, version, .. } in rows {
                find(&transaction, label, question, version)?.ok_or_else(index_damage)?;
            }
            transaction.commit()
        })
    }

    fn set_aside(&self, stored: &Stored, reason: &str) -> Result<(), CatalogueError> {
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let StoredRow { label, question, version, body, seal } = &stored.row;
            // A number may have been given to a new row since.
            if row(&transaction, stored.id)?.as_ref() == Some(&stored.row) {
                transaction.execute("DELETE FROM entry WHERE id = ?1", params![stored.id])?;
                transaction.execute(
                    "INSERT INTO damaged (label, question, version, body, seal, reason)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![label, question, version, body, seal, reason],
                )?;
            }
            // It may be the index that led to the wrong row.
            transaction.execute_batch("REINDEX entry")?;
            transaction.commit()
        })
    }

    fn after(&self, last: i64) -> Result<Vec<Stored>, CatalogueError> {
        let page = params![last, PAGE as i64];
        self.with(|connection| select(connection, "id > ?1 ORDER BY id LIMIT ?2", page))
    }

    fn named(&self, filter: &EntryFilter) -> Result<Vec<EntryName>, CatalogueError> {
        let EntryFilter { labels, question, before, limit } = filter;
        self.with(|connection| {
            // The index has all of these columns, so no body is read.
            let mut select = connection.prepare_cached(
                "SELECT id, label, question FROM entry
                 WHERE version = ?1 AND question LIKE ?2 AND id < ?3 AND EXISTS (
                     SELECT 1 FROM json_each(?4) WHERE entry.label LIKE json_each.value)
                 ORDER BY id DESC LIMIT ?5",
            )?;
            let labels = serde_json::to_string(labels).unwrap_or_default();
            let name = |row: &rusqlite::Row<'_>| {
                Ok(EntryName { id: row.get(0)?, label: row.get(1)?, question: row.get(2)? })
            };
            select.query_map(params![VERSION, question, before, labels, limit], name)?.collect()
        })
    }

    fn count(&self) -> Result<(u64, u64), CatalogueError> {
        self.with(|connection| {
            let count = |table| -> rusqlite::Result<i64> {
                connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
            };
            Ok((count("entry")? as u64, count("damaged")? as u64))
        })
    }

    fn prune(&self) -> Result<(u64, u64), CatalogueError> {
        self.with(|connection| {
            let old = connection.execute("DELETE FROM entry WHERE version <> ?1", [VERSION])?;
            Ok((old as u64, connection.execute("DELETE FROM damaged", [])? as u64))
        })
    }

    fn sync(&self) -> Result<(), CatalogueError> {
        // Another process may be reading: then the log is moved as far as it can be, and what is
        // left stays in it.
        self.with(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        })
    }
}

/// The row for a question. An index that leads to another is damaged.
fn find(
    connection: &Connection,
    label: &str,
    question: &str,
    version: &str,
) -> rusqlite::Result<Option<Stored>> {
    let key = params![label, question, version];
    let stored = select(connection, "label = ?1 AND question = ?2 AND version = ?3", key)?.pop();
    match &stored {
        Some(Stored { row, .. })
            if (&*row.label, &*row.question, &*row.version) != (label, question, version) =>
        {
            Err(index_damage())
        }
        _ => Ok(stored),
    }
}

fn index_damage() -> rusqlite::Error {
    let damage = ffi::Error::new(ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(damage, Some("its index is damaged".to_owned()))
}

/// The row with this id.
pub(super) fn row(connection: &Connection, id: i64) -> rusqlite::Result<Option<StoredRow>> {
    Ok(select(connection, "id = ?1", params![id])?.pop().map(|stored| stored.row))
}

/// The rows on which a condition holds.
fn select(
    connection: &Connection,
    condition: &str,
    parameters: &[&dyn ToSql],
) -> rusqlite::Result<Vec<Stored>> {
    let statement = format!("SELECT {COLUMNS} FROM entry WHERE {condition}");
    connection.prepare_cached(&statement)?.query_map(parameters, stored)?.collect()
}

fn stored(row: &rusqlite::Row<'_>) -> rusqlite::Result<Stored> {
    // A damaged column may hold anything; the seal will tell.
    let text = |column| -> rusqlite::Result<String> {
        Ok(match row.get_ref(column)? {
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                String::from_utf8_lossy(bytes).into_owned()
            }
            _ => String::new(),
        })
    };
    let (label, question, version, body, seal) = (text(1)?, text(2)?, text(3)?, text(4)?, text(5)?);
    Ok(Stored { id: row.get(0)?, row: StoredRow { label, question, version, body, seal } })
}

/// Opens or makes the file. While another process makes it, some steps are refused at once instead
/// of waiting.
fn connect(path: &Path) -> Result<Open, Trouble> {
    let start = Instant::now();
    loop {
        match connect_at_once(path) {
            Err(Trouble::Busy) if start.elapsed() < PATIENCE => thread::sleep(PAUSE),
            other => return other,
        }
    }
}

fn connect_at_once(path: &Path) -> Result<Open, Trouble> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)
            .map_err(|error| Trouble::Other(format!("{}: {error}", folder.display())))?;
    }
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    // A damaged schema must not run code, and a damaged page must not pass for a whole one.
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    let number = |connection: &Connection, name: &str| -> rusqlite::Result<i64> {
        connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
    };
    let known = |connection: &Connection| -> Result<bool, Trouble> {
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        match (number(connection, "application_id")?, number(connection, "user_version")?) {
            (0, 0) if tables == 0 => Ok(false),
            (ours, format) if ours == i64::from(APPLICATION) => match format {
                FORMAT => Ok(true),
                format => Err(Trouble::Newer(format)),
            },
            _ => Err(Trouble::Foreign),
        }
    };
    // All three numbers are of one moment.
    let there = known(&*connection.transaction()?)?;
    if !there {
        // Two processes may be here at once: the one that comes second finds the tables.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if !known(&transaction)? {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
        }
        transaction.commit()?;
    }
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8192;")?;
    if connection.is_readonly("main")? {
        return Err(match fs::File::options().append(true).open(path) {
            Ok(_) => Trouble::Damaged("its header forbids writing".to_owned()),
            Err(error) => Trouble::from(error),
        });
    }
    // An error here says that a table or a column is missing.
    connection.prepare_cached(&format!("SELECT {COLUMNS} FROM entry"))?;
    connection.prepare_cached(
        "SELECT id, label, question, version, body, seal, reason, found_at FROM damaged",
    )?;
    Ok(Open { connection, file: file_number(path) })
}

/// A number that tells one file from another put in its place.
#[cfg(unix)]
pub(super) fn file_number(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| std::os::unix::fs::MetadataExt::ino(&metadata))
}

#[cfg(not(unix))]
pub(super) fn file_number(_: &Path) -> Option<u64> {
    None
}

/// Reason why the file could not be used.
enum Trouble {
    Busy,
    Damaged(String),
    Newer(i64),
    Foreign,
    Other(String),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        let message = error.to_string();
        let code = error.sqlite_error().map_or(0, |error| error.extended_code);
        match error.sqlite_error_code() {
            // A table or a column is not where it was made, or holds what it cannot, twice for
            // instance.
            None
            | Some(
                ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::Unknown
                | ErrorCode::ConstraintViolation,
            ) => Self::Damaged(message),
            // The file ends before its last page.
            Some(_) if code == ffi::SQLITE_IOERR_SHORT_READ => Self::Damaged(message),
            Some(ErrorCode::DiskFull) => Self::Other("no room left on the disk".to_owned()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(_) => Self::Other(format!("{message} (SQLite code {code})")),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Other(error.to_string())
    }
}

impl Trouble {
    /// The error of the catalogue, for a file that is being opened or was open.
    fn error(self, path: &Path, opening: bool) -> CatalogueError {
        let place = path.display().to_string();
        let reason = match self {
            Self::Newer(format) => {
                return CatalogueError::Newer { place, format, known: FORMAT };
            }
            Self::Foreign => return CatalogueError::Foreign { place },
            Self::Busy => {
                format!("another process has held it for {} seconds", PATIENCE.as_secs())
            }
            Self::Damaged(reason) | Self::Other(reason) => reason,
        };
        if opening {
            CatalogueError::NotOpened { place, reason }
        } else {
            CatalogueError::Failed { place, reason }
        }
    }
}
