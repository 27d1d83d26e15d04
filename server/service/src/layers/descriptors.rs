//! How many connections the system lets us have.

use crate::limits::DESCRIPTORS;

/// How many connections the limit of open files leaves room for, once this process has raised it as
/// far as it may.
///
/// Some files are kept for the catalogue and the files of sweeps.
pub fn for_connections() -> u64 {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    files - DESCRIPTORS.min(files / 2)
}
