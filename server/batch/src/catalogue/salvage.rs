//! Damaged files: such a file is set aside whole, and its readable rows are copied into a new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::sqlite::{Sqlite, file_number, row};
use super::{CatalogueError, RowStore};

/// The first bytes of a SQLite file.
const HEAD: &[u8; 16] = b"SQLite format 3\0";

/// True of a file that begins as SQLite's do, at least in half: another one never was a catalogue.
pub(super) fn was_database(path: &Path) -> bool {
    let mut head = [0; HEAD.len()];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let alike = head.iter().zip(HEAD).filter(|(byte, known)| byte == known).count();
    read.is_ok_and(|length| 2 * alike >= length)
}

/// Sets a damaged catalogue, the file with this number, aside as `NAME.damaged-1`, with its log,
/// and copies the entries whose seals are whole into a new one. Nothing is deleted.
///
/// Errors: [`CatalogueError::NotOpened`] if the files cannot be moved, or the new one cannot be
/// written.
pub(super) fn salvage(
    path: &Path,
    file: Option<u64>,
    reason: &str,
    notice: fn(&str),
) -> Result<(), CatalogueError> {
    let failed = |error: io::Error| CatalogueError::NotOpened {
        place: path.display().to_string(),
        reason: format!("it is damaged ({reason}) and cannot be set aside: {error}"),
    };
    let lock = File::create(beside(path, ".lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    if file_number(path) != file {
        // Another process was here first.
        return Ok(());
    }
    let aside = (1..)
        .map(|number| beside(path, &format!(".damaged-{number}")))
        .find(|aside| !aside.exists());
    let aside = aside.unwrap_or_else(|| beside(path, ".damaged"));
    // The log first: a database is never seen with the log of another.
    for ending in ["-wal", "-shm", ""] {
        match fs::rename(beside(path, ending), beside(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    let saved = copy(&aside, path, notice)?;
    let (path, aside) = (path.display(), aside.display());
    notice(&format!(
        "the catalogue {path} was damaged ({reason}): it is now {aside}, and {saved} of its \
         entries were saved"
    ));
    Ok(())
}

/// Copies what can be read, row by row: behind a damaged page there may be whole ones.
fn copy(from: &Path, to: &Path, notice: fn(&str)) -> Result<u64, CatalogueError> {
    let new = Sqlite::open(to, notice)?;
    let Ok(old) = Connection::open(from) else { return Ok(0) };
    let bytes = fs::metadata(from).map_or(0, |metadata| metadata.len());
    let greatest = old.query_row("SELECT max(id) FROM entry", [], |row| row.get(0));
    // A row takes more than 64 bytes, its seal alone.
    let last: i64 = greatest.unwrap_or(i64::MAX).min((bytes / 64) as i64);
    let mut saved = 0;
    for id in 1..=last {
        if let Ok(Some(row)) = row(&old, id)
            && row.open().is_ok()
        {
            new.write(&[row], None)?;
            saved += 1;
        }
    }
    Ok(saved)
}

/// The path with something after its last name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}
