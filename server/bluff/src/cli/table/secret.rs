use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};

use bluff_batch::file::{opened, printable, unread};
use bluff_questions::deal::parse_seed;
use bluff_questions::error::Error;

use crate::cli::output::message;

/// Options that make a file which only its owner can read.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The secret in a file, or a new one that only its owner can read.
///
/// Errors: a file that does not hold 32 bytes, or cannot be written.
pub(super) fn kept(file: &str) -> Result<[u8; 32], Error> {
    match private().write(true).create_new(true).open(file) {
        Ok(mut made) => {
            let secret = parse_seed(None)?;
            let written = made.write_all(&secret).and_then(|()| made.sync_all());
            written.map_err(|error| unread(file, &error))?;
            message(&format!("the secret of this seat is in {}; keep it", printable(file)));
            Ok(secret)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => read(file),
        Err(error) => Err(unread(file, &error)),
    }
}

fn read(file: &str) -> Result<[u8; 32], Error> {
    let found = opened(file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = found.metadata().map_err(|error| unread(file, &error))?.permissions().mode();
        if mode & 0o077 != 0 {
            let name = printable(file);
            message(&format!("others can read the secret {name}: chmod 600 {name}"));
        }
    }
    let mut bytes = Vec::new();
    found.take(33).read_to_end(&mut bytes).map_err(|error| unread(file, &error))?;
    bytes.as_slice().try_into().map_err(|_| {
        let given = if bytes.len() > 32 { "more".to_owned() } else { bytes.len().to_string() };
        Error::Malformed(format!("{}: {given} bytes, expected 32", printable(file)))
    })
}
