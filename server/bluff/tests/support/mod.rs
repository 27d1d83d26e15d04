//! What tests of processes share: folders of their own, the command, and a real PostgreSQL.

pub(crate) mod disk;
pub(crate) mod markdown;
pub(crate) mod page;
pub(crate) mod postgres;
pub(crate) mod service;
pub(crate) mod vitals;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A legal label that is longer than a row of an index of PostgreSQL: 160 sizes of 20 digits, the
/// last ends in this one.
pub(crate) fn long_label(last: u32) -> String {
    let sizes: Vec<String> = (0..160).map(|size| format!("1{size:018}{last}")).collect();
    format!("one-street/n2-s{}", sizes.join("-"))
}

/// Exit code, standard output, standard error; -1 for a process that a signal ended.
pub(crate) type Ran = (i32, String, String);

/// An empty folder for one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A folder that the tests of one file share.
pub(crate) fn shared(tests: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(tests);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The command in a folder, with a catalogue of its own there.
pub(crate) fn bluff(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bluff"));
    command
        .args(line.split_whitespace())
        .current_dir(folder)
        .env("BLUFF_CATALOGUE", folder.join("catalogue.sqlite"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

pub(crate) fn run(folder: &Path, line: &str) -> Ran {
    ended(bluff(folder, line).spawn().expect("the command starts"))
}

/// Runs a command that must succeed; returns what it said on standard error.
pub(crate) fn succeeds(folder: &Path, line: &str) -> String {
    let (code, _, said) = run(folder, line);
    assert_eq!(code, 0, "bluff {line}: {said}");
    said
}

/// The files of a folder by name, without those that begin with a point; none where there is no
/// folder yet.
pub(crate) fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry"));
    let named =
        entries.map(|entry| (entry.file_name().into_string().expect("UTF-8"), entry.path()));
    let mut files: Vec<(String, Vec<u8>)> = named
        .filter(|(name, _)| !name.starts_with('.'))
        .map(|(name, path)| (name, fs::read(path).expect("a file")))
        .collect();
    files.sort();
    files
}

/// Sends processes a signal, by its name for `kill`.
pub(crate) fn signal(processes: &[u32], name: &str) {
    let numbers = processes.iter().map(u32::to_string);
    let sent = Command::new("kill").arg(format!("-{name}")).args(numbers).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits until something holds, at most a minute.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited a minute for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Numbers that look random and are the same in every run (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}
