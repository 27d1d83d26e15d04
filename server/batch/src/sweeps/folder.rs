//! The folder that a batch writes to: one batch at a time, and a file is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::file::PartFile;
use bluff_questions::error::Error;

/// The lock file; it names the owner, and the operating system releases it when the process dies.
const LOCK: &str = ".bluff-batch";

/// A folder that this process alone writes to, as long as this lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder if there is none, and takes it.
    ///
    /// Errors: `System` if it is a file, cannot be written to, or another process has it, which is
    /// named.
    pub fn take(path: &Path) -> Result<Self, Error> {
        let name = path.display();
        fs::create_dir_all(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                Error::System(format!("{name}: a file stands there, expected a folder"))
            }
            _ => Error::System(format!("{name}: {error}")),
        })?;
        let failed =
            |error: io::Error| Error::System(format!("{name}: cannot be written to: {error}"));
        let mut lock = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path.join(LOCK))
            .map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // The owner may be writing its name this very moment.
                let _ = lock.read_to_string(&mut owner);
                return Err(Error::System(format!("{name}: {} is writing there", owner.trim())));
            }
            Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
        }
        let owner = format!("the batch with process number {}\n", std::process::id());
        lock.set_len(0).and_then(|()| lock.write_all(owner.as_bytes())).map_err(failed)?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// True if the process that had this folder has ended.
    pub fn is_abandoned(path: &Path) -> bool {
        File::open(path.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Begins a file; what is there under that name stays until it is finished. `otherwise` ends
    /// the message of every error: what else is safe.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn begin(&self, name: &str, otherwise: &'static str) -> Result<PartFile, Error> {
        PartFile::begin(self.file(name), otherwise)
    }
}
