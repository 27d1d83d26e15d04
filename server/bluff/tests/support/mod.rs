//! Tools of tests of processes: folders of their own, the command, and a real PostgreSQL.

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

use serde_json::Value;

/// A legal label that is longer than a row of an index of PostgreSQL: 160 sizes of 20 digits, the
/// last ends in this one.
pub(crate) fn long_label(last: u32) -> String {
    let sizes: Vec<String> = (0..160).map(|size| format!("1{size:018}{last}")).collect();
    format!("one-street/n2-s{}", sizes.join("-"))
}

/// The label of a game whose linear program takes long: some seconds. Each number below 4,000 has
/// another.
pub(crate) fn long_program(number: usize) -> String {
    let (n, copies) = (240 - number / 40 % 100, 41 + number % 40);
    format!("newman/n{n}-b26-r{copies}")
}

/// Exit code, standard output, standard error; -1 for a process that a signal ended.
pub(crate) type Ran = (i32, String, String);

/// A place in the checkout.
pub(crate) fn checkout(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

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

/// Runs a command to its end.
pub(crate) fn run(folder: &Path, line: &str) -> Ran {
    let (code, out, said) = ended(bluff(folder, line).spawn().expect("the command starts"));
    (code, out, without_progress(&said))
}

/// Runs a text as a file of a program: true if it came to its end, and its words.
pub(crate) fn ran(program: &str, arguments: &[&str], file: &Path, text: &str) -> (bool, String) {
    fs::write(file, text).expect("a file");
    let output = Command::new(program).args(arguments).arg(file).stdin(Stdio::null()).output();
    let output = output.expect("a program that ./check installs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said.trim().to_owned())
}

/// Standard error without lines of progress, which a busy machine may show: they have seconds.
pub(crate) fn without_progress(said: &str) -> String {
    let progress = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let seconds =
            |pair: &[&str]| pair[0].parse::<u64>().is_ok() && ["s", "s,"].contains(&pair[1]);
        !words.windows(2).any(seconds)
    };
    said.split_inclusive('\n').filter(progress).collect()
}

/// Standard output of a command that must succeed.
pub(crate) fn answer(line: &str) -> String {
    let (code, printed, said) = run(&shared("commands"), line);
    assert_eq!(code, 0, "bluff {line}: {said}");
    printed
}

/// A text as JSON.
pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The document that a command prints.
pub(crate) fn document(line: &str) -> Value {
    json(&answer(&format!("{line} --json")))
}

/// The message of a command that must be refused.
pub(crate) fn refused(line: &str) -> String {
    refused_in(&shared("commands"), line)
}

/// The same of a command in this folder.
pub(crate) fn refused_in(folder: &Path, line: &str) -> String {
    let (code, printed, said) = run(folder, line);
    assert_eq!((code, printed.as_str()), (2, ""), "bluff {line}: {said}");
    assert!(said.starts_with("bluff: "), "bluff {line}: {said}");
    message(&said)
}

/// Refuses every command of these [`cases`], in words that have the expected ones.
pub(crate) fn all_refused(text: &str) {
    all_refused_in(&shared("commands"), text);
}

/// The same of commands in this folder.
pub(crate) fn all_refused_in(folder: &Path, text: &str) {
    for (line, words) in cases(text) {
        let said = refused_in(folder, line);
        assert!(said.contains(&words), "bluff {line}: {words} in {said}");
    }
}

/// The message on standard error, as the service would put it in a problem document.
pub(crate) fn message(said: &str) -> String {
    said.trim_end().trim_start_matches("bluff: ").to_owned()
}

/// Asserts that a text has all of these parts.
#[track_caller]
pub(crate) fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Cases as text: `asked | expected`; what does not fit on the line stands below it, indented.
pub(crate) fn cases(text: &str) -> Vec<(&str, String)> {
    let mut cases: Vec<(&str, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix("    "), cases.last_mut()) {
            (Some(more), Some((_, expected))) if expected.is_empty() => expected.push_str(more),
            (Some(more), Some((_, expected))) => *expected += &format!(" {more}"),
            _ => {
                let (asked, expected) = line.split_once(" | ").unwrap_or((line, ""));
                cases.push((asked, expected.to_owned()));
            }
        }
    }
    cases
}

/// Entries of a catalogue; none where there is no file yet.
pub(crate) fn entries(folder: &Path, catalogue: &str) -> u64 {
    if !catalogue.contains("://") && !folder.join(catalogue).exists() {
        return 0;
    }
    let shown = run(folder, &format!("catalogue show --catalogue {catalogue}")).1;
    let line = shown.lines().find(|line| line.starts_with("Entries")).expect("a count");
    line.split_whitespace().last().expect("a number").parse().expect("a number")
}

/// Removes a catalogue file and what SQLite keeps beside it.
pub(crate) fn remove_catalogue(folder: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(folder.join(format!("catalogue.sqlite{ending}")));
    }
}

/// A text as it stands in an address: only letters and digits stay.
pub(crate) fn escaped(text: &str) -> String {
    let one = |byte: u8| match byte {
        plain if plain.is_ascii_alphanumeric() => char::from(plain).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(one).collect()
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
