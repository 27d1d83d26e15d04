//! Text files: read within a bound, and written so that they are there whole or not at all.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use bluff_questions::error::Error;
pub use bluff_questions::text::{parse_message, printable, shortened};
use rational_bluff::intervals::SavedRounds;
use rational_bluff::spot::plan_as_text;

/// Reads a text file, or standard input for `-`; never more than `limit` bytes and one. A plan file
/// is read as base64, as all else takes it.
///
/// Errors: [`Error::System`], naming the file and what is wrong with it.
pub fn read_text(path: &str, limit: usize) -> Result<String, Error> {
    let source = opened_lines(path)?;
    let mut bytes = Vec::new();
    let read = source.take(limit as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unread(path, &error))?;
    let failed = |reason| Error::System(format!("{}: {reason}", name(path)));
    if bytes.len() > limit {
        return Err(failed(format!("more than {limit} bytes, expected at most {limit}")));
    }
    if let Some(text) = plan_as_text(&bytes) {
        return Ok(text);
    }
    if SavedRounds::are_rounds(&bytes) {
        let reason = "the rounds of a spot, from which “bluff solve SPOT --within E --rounds FILE” \
                      goes on; expected text";
        return Err(failed(reason.to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        failed(format!("byte {} is not UTF-8 text", error.utf8_error().valid_up_to()))
    })
}

/// A file for reading line by line, or standard input for `-`.
///
/// Errors: those of [`opened`].
pub fn opened_lines(path: &str) -> Result<Box<dyn BufRead>, Error> {
    Ok(match path {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(BufReader::new(opened(path)?)),
    })
}

/// The name of a file in messages.
fn name(path: &str) -> String {
    if path == "-" { "standard input".to_owned() } else { printable(path) }
}

/// A file, open for reading.
///
/// Errors: [`Error::System`], naming the file and what is wrong with it.
pub fn opened(path: &str) -> Result<File, Error> {
    File::open(path).map_err(|error| unread(path, &error))
}

/// Maximum length of a line that holds an answer, in bytes.
pub const MAX_LINE: u64 = 1 << 30;

/// The next line of at most `most` bytes, with its end; `None` at the end of the file.
///
/// Errors: those of reading.
pub fn next_line(reader: &mut impl BufRead, most: u64) -> io::Result<Option<String>> {
    let mut line = String::new();
    reader.by_ref().take(most).read_line(&mut line)?;
    Ok((!line.is_empty()).then_some(line))
}

/// The error of a file, or of standard input for `-`, that was not read.
pub fn unread(path: &str, error: &io::Error) -> Error {
    let name = name(path);
    Error::System(match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: no such file"),
        io::ErrorKind::IsADirectory => format!("{name}: a directory, expected a file"),
        io::ErrorKind::PermissionDenied => format!("{name}: no permission to read it"),
        _ => format!("{name}: {error}"),
    })
}

/// Writes a text file in one step: what was there stays until all is written. A device or a pipe is
/// written directly.
///
/// Errors: [`Error::NotWritten`], naming the file.
pub fn write_text(path: &str, text: &str) -> Result<(), Error> {
    // The file that a link leads to is replaced, not the link.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    if fs::metadata(&place).is_ok_and(|there| !there.is_file()) {
        let written = fs::write(&place, text);
        return written.map_err(|error| Error::NotWritten(format!("{}: {error}", printable(path))));
    }
    let mut part = PartFile::begin(place, "")?;
    part.write(text)?;
    part.finish().map(drop)
}

/// A file that is being written beside the place where it will stand.
#[derive(Debug)]
pub struct PartFile {
    /// Open until all is written.
    file: Option<BufWriter<File>>,
    part: PathBuf,
    path: PathBuf,
    otherwise: &'static str,
}

impl PartFile {
    /// Begins a file; what is there under its name stays until it is finished. `otherwise` ends the
    /// message of every error: what else is safe.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn begin(path: PathBuf, otherwise: &'static str) -> Result<Self, Error> {
        Self::begin_as(path, ".part", otherwise)
    }

    /// The same where other processes may write the same file at the same time: the last one to
    /// finish wins.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn begin_beside(path: PathBuf, otherwise: &'static str) -> Result<Self, Error> {
        // The keys of the hasher are random.
        let unique = RandomState::new().build_hasher().finish();
        Self::begin_as(path, &format!(".{unique:016x}.part"), otherwise)
    }

    fn begin_as(path: PathBuf, ending: &str, otherwise: &'static str) -> Result<Self, Error> {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(ending);
        let part = path.with_file_name(name);
        let file = File::create(&part).map_err(|error| not_written(&path, &error, otherwise))?;
        Ok(Self { file: Some(BufWriter::new(file)), part, path, otherwise })
    }

    /// Appends text.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        self.write_by(|file| file.write_all(text.as_bytes()))
    }

    /// Appends what a function writes.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn write_by(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Error> {
        let written = self.file.as_mut().map_or(Ok(()), write);
        written.map_err(|error| not_written(&self.path, &error, self.otherwise))
    }

    /// Ends the writing: the disk has all of the file, beside its place. Nothing is written after
    /// that.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn complete(&mut self) -> Result<(), Error> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let written = file.flush().and_then(|()| file.get_ref().sync_all());
        written.map_err(|error| not_written(&self.path, &error, self.otherwise))
    }

    /// Puts the file in its place, once the disk has all of it. Of several files each is completed
    /// before the first is finished, so that a full disk changes none.
    ///
    /// Errors: `NotWritten`, naming the file.
    pub fn finish(mut self) -> Result<PathBuf, Error> {
        self.complete()?;
        let placed = fs::rename(&self.part, &self.path).and_then(|()| {
            match self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) => File::open(folder)?.sync_all(),
                None => File::open(".")?.sync_all(),
            }
        });
        placed.map_err(|error| {
            let (path, otherwise) = (self.path.display(), self.otherwise);
            let words = "cannot be put in its place; files before it may be new, and all are whole";
            Error::NotWritten(format!("{path}: {error}; it {words}{otherwise}"))
        })?;
        Ok(std::mem::take(&mut self.path))
    }
}

impl Drop for PartFile {
    /// Removes what was not finished. A finished file has no part any more.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

fn not_written(path: &Path, error: &io::Error, otherwise: &str) -> Error {
    Error::NotWritten(format!(
        "{}: {error}; nothing that was there before is changed{otherwise}",
        path.display()
    ))
}
