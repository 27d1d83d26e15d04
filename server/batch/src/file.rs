//! Reading files from outside: bounded, text only.

use std::fs::File;
use std::io::{self, Read};

use crate::error::Error;
pub use crate::text::{printable, shortened};

/// Reads a text file, or standard input for `-`; never more than `limit` bytes and one.
///
/// Errors: [`Error::System`], naming the file and what is wrong with it.
pub fn read_text(path: &str, limit: usize) -> Result<String, Error> {
    let name = if path == "-" { "standard input".to_owned() } else { printable(path) };
    let failed = |error: io::Error| unread(path, &error);
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    if path == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        opened(path)?.take(most).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() > limit {
        return Err(Error::System(format!("{name}: more than {limit} bytes, expected at most {limit}")));
    }
    String::from_utf8(bytes)
        .map_err(|error| Error::System(format!("{name}: byte {} is not UTF-8 text", error.utf8_error().valid_up_to())))
}

/// A file, open for reading.
///
/// Errors: [`Error::System`], naming the file and what is wrong with it.
pub fn opened(path: &str) -> Result<File, Error> {
    File::open(path).map_err(|error| unread(path, &error))
}

/// Why a file, or standard input for `-`, was not read.
pub fn unread(path: &str, error: &io::Error) -> Error {
    let name = if path == "-" { "standard input".to_owned() } else { printable(path) };
    Error::System(match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: no such file"),
        io::ErrorKind::IsADirectory => format!("{name}: a directory, expected a file"),
        io::ErrorKind::PermissionDenied => format!("{name}: no permission to read it"),
        _ => format!("{name}: {error}"),
    })
}
