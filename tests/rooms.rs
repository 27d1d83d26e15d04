//! Who may use whom: reads the `use` lines and paths of every room and compares them with the table below.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the solver and what each may use; anything not listed is forbidden. See ARCHITECTURE.md.
const ROOMS: [(&str, &[&str]); 15] = [
    ("control", &[]),
    ("exact", &["control"]),
    ("game", &["exact"]),
    ("engine", &["exact", "control"]),
    ("exchange", &["exact", "game"]),
    ("strategy", &["exact", "game"]),
    ("program", &["exact", "control", "game", "strategy", "engine"]),
    ("threshold", &["exact", "game", "strategy"]),
    ("pure", &["exact", "control", "game", "strategy"]),
    ("continuous", &["exact", "game", "strategy"]),
    ("certificate", &["exact", "game", "strategy"]),
    ("compare", &["exact", "game", "strategy", "continuous", "certificate", "solve"]),
    ("solve", &["exact", "control", "game", "strategy", "engine", "program", "threshold", "pure", "certificate"]),
    ("protocol", &["exact", "control", "game", "strategy"]),
    ("sweep", &["exact", "game", "pure", "certificate", "solve"]),
];

/// What the doors may use of the solver.
const SERVER: [&str; 11] = [
    "compare",
    "exact",
    "exchange",
    "game",
    "strategy",
    "protocol",
    "pure",
    "continuous",
    "certificate",
    "solve",
    "sweep",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// The code of a file without comments, so that links in documentation are free.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The names right after `prefix::`, also inside `prefix::{a::…, b::…}`.
fn used(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let identifier = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    for (at, found) in code.match_indices(prefix) {
        if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':') {
            continue;
        }
        let rest = &code[at + found.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(identifier(rest));
            continue;
        };
        let (mut depth, mut start) = (0, true);
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                _ if start && !letter.is_whitespace() => {
                    names.insert(identifier(&group[at..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    names
}

#[test]
fn the_reader_sees_every_form_of_use() {
    let code =
        "use crate::exact::Rational; use crate::{game::{A, B}, engine::lp}; let x = crate::pure::y(); my_crate::no();";
    let names: Vec<String> = used(code, "crate::").into_iter().collect();
    assert_eq!(names, ["engine", "exact", "game", "pure"]);
}

#[test]
fn no_arrow_runs_back() {
    let solver = root().join("solver/src");
    let rooms: BTreeMap<&str, &[&str]> = ROOMS.into_iter().collect();
    let mut seen = BTreeSet::new();
    for path in rust_files(&solver) {
        let inside = path.strip_prefix(&solver).expect("inside").to_string_lossy().into_owned();
        if inside == "lib.rs" {
            continue;
        }
        let room = inside.split(['/', '.']).next().expect("a room").to_owned();
        let allowed = rooms.get(room.as_str()).unwrap_or_else(|| panic!("{inside} is in no room of the table"));
        for name in used(&code(&path), "crate::") {
            let fits = name == room || allowed.contains(&name.as_str());
            assert!(fits, "{inside} uses {name}; {room} may use only {allowed:?}");
        }
        seen.insert(room);
    }
    assert_eq!(seen.len(), ROOMS.len(), "a room of the table is empty: {seen:?}");
}

/// The engine knows problems, not poker: `program` may take its problem types, and only `solve` runs it.
#[test]
fn only_solve_runs_the_engine() {
    for path in rust_files(&root().join("solver/src/program")) {
        let code = code(&path);
        assert!(
            !["lp::solve", "Control", "minimise", "rational_points"].iter().any(|run| code.contains(run)),
            "{} runs the engine",
            path.display()
        );
    }
}

#[test]
fn the_doors_know_no_guesser() {
    for path in ["server/src", "python/src"].iter().flat_map(|folder| rust_files(&root().join(folder))) {
        for name in used(&code(&path), "rational_bluff::") {
            assert!(SERVER.contains(&name.as_str()), "{} uses {name}; a door may use only {SERVER:?}", path.display());
        }
    }
}

/// The rooms of the server and what each may use of the others; the doors, last, use them all and are used by none.
const SERVER_ROOMS: [(&str, &[&str]); 8] = [
    ("limits", &[]),
    ("error", &["limits", "catalogue"]),
    ("file", &["error"]),
    ("catalogue", &["error", "file"]),
    ("report", &["error"]),
    ("flights", &["error"]),
    ("answers", &["catalogue", "error"]),
    ("sweeps", &["catalogue", "compute", "error", "file", "limits", "report"]),
];

#[test]
fn no_arrow_of_the_server_runs_back() {
    let server = root().join("server/src");
    for path in rust_files(&server) {
        let inside = path.strip_prefix(&server).expect("inside").to_string_lossy().into_owned();
        let room = inside.split(['/', '.']).next().expect("a room").to_owned();
        let Some((_, allowed)) = SERVER_ROOMS.iter().find(|(name, _)| *name == room) else { continue };
        for name in used(&code(&path), "crate::") {
            assert!(
                name == room || allowed.contains(&name.as_str()),
                "{inside} uses {name}; {room} may use {allowed:?}"
            );
        }
    }
}

/// The judge compiles with nothing but games, strategies and numbers in sight, and no file of the solver opens a door.
#[test]
fn the_solver_opens_no_file_and_no_socket() {
    // Tests may say how long they took.
    let solver = root().join("solver/src");
    let test =
        |path: &PathBuf| path.strip_prefix(&solver).is_ok_and(|inside| inside.to_string_lossy().contains("tests"));
    for path in rust_files(&solver).into_iter().filter(|path| !test(path)) {
        let code = code(&path);
        for door in ["std::fs", "std::net", "std::process", "std::env", "println!", "eprintln!"] {
            assert!(!code.contains(door), "{} uses {door}", path.display());
        }
    }
}

/// No file of ours is longer than it can be read in one go.
#[test]
fn files_stay_readable() {
    let folders = ["solver/src", "server/src", "python/src", "tests"];
    for path in folders.iter().flat_map(|folder| rust_files(&root().join(folder))) {
        let lines = fs::read_to_string(&path).expect("a source file").lines().count();
        assert!(lines <= 400, "{} has {lines} lines: look for the second concept in it", path.display());
    }
}

/// `unsafe` is denied in the whole project; the allocator that counts is the only file that says otherwise.
#[test]
fn one_file_may_be_unsafe() {
    let folders = ["solver/src", "server/src", "server/tests", "python/src", "tests"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| rust_files(folder));
    let unsafe_ones: Vec<PathBuf> = files
        .filter(|file| {
            code(file).contains(concat!("allow(", "unsafe_code")) || code(file).contains(concat!("unsafe", " {"))
        })
        .collect();
    assert_eq!(unsafe_ones, [root().join("server/src/memory.rs")]);
}
