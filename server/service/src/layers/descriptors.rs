//! The limit of open files.

use crate::limits::DESCRIPTORS;

/// Number of connections that the limit of open files allows. Raises that limit as far as possible
/// first.
///
/// Some files are reserved for the catalogue and the files of sweeps.
pub fn for_connections() -> u64 {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    files - DESCRIPTORS.min(files / 2)
}
