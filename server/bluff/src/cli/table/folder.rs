use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bluff_dealing::seat::{LONGEST, Mailbox, MailboxError, Slot};

/// The waits between two looks: an eighth of the time waited so far, within these bounds.
const SHORTEST: Duration = Duration::from_micros(100);
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// A mailbox in a folder that all seats reach: shared by a file server, by a program that keeps
/// folders alike, or carried about. Names are written once, so nothing has to be merged.
pub(super) struct FolderMailbox {
    place: PathBuf,
    folder: PathBuf,
}

impl FolderMailbox {
    /// The folder of a table within a folder of tables. A seat makes both, within a folder that
    /// there is; a spectator does not.
    ///
    /// Errors: a place that is no folder, and where a seat cannot make one.
    pub(super) fn open(place: &str, table: &str, seated: bool) -> Result<Self, MailboxError> {
        let (place, folder) = (PathBuf::from(place), Path::new(place).join(table));
        for made in [&place, &folder].into_iter().filter(|_| seated) {
            match fs::create_dir(made) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(unusable(made, &error));
                }
                _ => {}
            }
        }
        fs::read_dir(&place).map_err(|error| unusable(&place, &error))?;
        Ok(Self { place, folder })
    }

    fn read(&self, slot: Slot) -> Result<Option<Vec<u8>>, MailboxError> {
        let path = self.folder.join(slot.to_string());
        let mut bytes = Vec::new();
        let read = File::open(&path)
            .and_then(|file| file.take(LONGEST as u64 + 1).read_to_end(&mut bytes));
        match read {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound && self.place.is_dir() => Ok(None),
            Err(error) => Err(unusable(&path, &error)),
        }
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> MailboxError {
    MailboxError(format!("{}: {error}", path.display()))
}

impl Mailbox for FolderMailbox {
    /// Written under another name first and linked, so that it is there whole or not at all. No
    /// wait for the disk: an empty file is what a power cut leaves, and counts as none.
    fn put(&self, slot: Slot, bytes: &[u8]) -> Result<bool, MailboxError> {
        let path = self.folder.join(slot.to_string());
        let draft = self.folder.join(format!(".{slot}-{}", std::process::id()));
        let put = OpenOptions::new().write(true).create(true).truncate(true).open(&draft);
        let mut linked = put
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::hard_link(&draft, &path));
        if matches!(&linked, Err(error) if error.kind() == ErrorKind::AlreadyExists) {
            match self.read(slot)? {
                None => linked = fs::rename(&draft, &path),
                Some(lies) => {
                    let _ = fs::remove_file(&draft);
                    return Ok(lies == bytes);
                }
            }
        }
        let _ = fs::remove_file(&draft);
        linked.map(|()| true).map_err(|error| unusable(&path, &error))
    }

    fn get(&self, slot: Slot, wait: Duration) -> Result<Option<Vec<u8>>, MailboxError> {
        let begun = Instant::now();
        loop {
            let found = self.read(slot);
            let waited = begun.elapsed();
            if matches!(found, Ok(Some(_))) || waited >= wait {
                return found;
            }
            let pause = (waited / 8).clamp(SHORTEST, LONGEST_WAIT);
            std::thread::sleep(pause.min(wait - waited));
        }
    }
}
