//! A disk that fails when it is told to.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the disk that fails; a Rust toolchain has a C compiler to link with.
pub(crate) fn failing_disk(folder: &Path) -> PathBuf {
    let library = folder.join("failing_disk.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/failing_disk.c");
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl").output();
    let built = built.expect("cc starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library
}
