//! Libraries that stand between a process and the system: a disk that fails, a clock that is set.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the disk that fails.
pub(crate) fn failing_disk(folder: &Path) -> PathBuf {
    preloaded(folder, "failing_disk")
}

/// Builds a library of this folder; a Rust toolchain has a C compiler to link with.
pub(crate) fn preloaded(folder: &Path, name: &str) -> PathBuf {
    let library = folder.join(name).with_extension("so");
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(name).with_extension("c");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .output();
    let built = built.expect("cc starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library
}
