//! Rooms and what they may use: reads the `use` lines and paths of every room and compares them
//! with the tables of `room_tables.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::citations::{files, root};
use crate::room_tables::{BATCH, CRATES, POKER, REPORT, SERVER, SERVICE, SOLVE};

/// The sources of our crates in these folders.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let ours = CRATES
        .iter()
        .filter(|(path, ..)| folders.iter().any(|folder| Path::new(path).starts_with(folder)));
    ours.flat_map(|(path, ..)| rust_files(&format!("{path}/src"))).collect()
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    files(&[folder], &["rs"]).into_iter().map(|(path, _)| path).collect()
}

/// The code of a file without comments, so that links in documentation are free.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The same without the items that only tests have.
pub(crate) fn product_code(path: &Path) -> String {
    without_tests(&code(path))
}

fn without_tests(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some(at) =
        ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|it| rest.find(it)).min()
    {
        kept += &rest[..at];
        let (mut depth, attribute) = (0, at + rest[at..].find('\n').unwrap_or_default());
        let closed = rest[attribute..].char_indices().find(|(_, letter)| {
            depth += match letter {
                '{' | '(' | '[' => 1,
                '}' | ')' | ']' => -1,
                _ => 0,
            };
            depth <= 0 && [';', '}'].contains(letter)
        });
        rest = closed.map_or("", |(end, _)| &rest[attribute + end + 1..]);
    }
    kept + rest
}

/// The identifier that a text begins with.
pub(crate) fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The names right after `prefix::`, also inside `prefix::{a::…, b::…}`.
fn used(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, found) in code.match_indices(prefix) {
        if code[..at]
            .ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':')
        {
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
    let code = "use crate::exact::Rational; use crate::{game::{A, B}, engine::lp}; let x = \
        crate::pure::y(); my_crate::no();";
    let names: Vec<String> = used(code, "crate::").into_iter().collect();
    assert_eq!(names, ["engine", "exact", "game", "pure"]);
}

/// The names of our crates among the dependencies of a manifest, without those of its tests.
fn dependencies(manifest: &str) -> Vec<String> {
    let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with("[dev-dependencies]"));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names
        .filter(|name| CRATES.iter().any(|(_, known, _)| known == name))
        .map(str::to_owned)
        .collect()
}

#[test]
fn crates_depend_on_crates_above_them_alone() {
    for folder in ["solver", "server"] {
        let count = fs::read_dir(root().join(folder)).expect("a folder").count();
        let listed = CRATES.iter().filter(|(path, ..)| Path::new(path).starts_with(folder)).count();
        assert_eq!(count, listed, "a crate of {folder}/ is not in the table");
    }
    for (at, (folder, name, allowed)) in CRATES.into_iter().enumerate() {
        let above = |other: &&str| CRATES[..at].iter().any(|(_, known, _)| known == other);
        assert!(allowed.iter().all(above), "{name} may use a crate below it");
        let manifest =
            fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{folder} is not {name}");
        for other in dependencies(&manifest) {
            let above = allowed.contains(&other.as_str());
            assert!(above, "{name} depends on {other}; it may use {allowed:?}");
        }
    }
}

/// The judge cannot link a solver: the crate of the certificate depends on numbers alone.
#[test]
fn the_judge_depends_on_numbers_alone() {
    let manifest = fs::read_to_string(root().join("solver/poker/Cargo.toml")).expect("a manifest");
    assert_eq!(dependencies(&manifest), ["bluff-exact"]);
}

/// Every file is in a room of the table, and uses its own room and those allowed.
fn rooms_are_kept(source: &str, rooms: &[(&str, &[&str])], elsewhere: usize) {
    let above = |room: &str| rooms.iter().position(|(name, _)| *name == room);
    for (at, (room, allowed)) in rooms.iter().enumerate() {
        let fits = |other: &&&str| above(other).is_some_and(|place| place < at);
        assert!(allowed.iter().all(|other| fits(&other)), "{room} uses one below it: {allowed:?}");
    }
    let mut seen = BTreeSet::new();
    for path in rust_files(source) {
        let inside = path.strip_prefix(root().join(source)).expect("inside").to_string_lossy();
        let room = inside.split(['/', '.']).next().expect("a room").to_owned();
        let at = above(&room).unwrap_or_else(|| panic!("{inside} is in no room of the table"));
        for name in used(&code(&path), "crate::") {
            let fits = name == room || rooms[at].1.contains(&name.as_str());
            assert!(fits, "{inside} uses {name}; {room} may use {:?}", rooms[at].1);
        }
        seen.insert(room);
    }
    assert_eq!(seen.len() + elsewhere, rooms.len(), "a room of the table is empty: {seen:?}");
}

#[test]
fn rooms_of_the_solver_use_rooms_above_them_alone() {
    rooms_are_kept("solver/solve/src", SOLVE, 9);
    let poker: Vec<(&str, &[&str])> = POKER.iter().copied().chain([("lib", &[][..])]).collect();
    rooms_are_kept("solver/poker/src", &poker, 0);
}

/// The engine knows problems, not poker: `program` may take its problem types, and only `solve`
/// runs it.
#[test]
fn only_solve_runs_the_engine() {
    for path in rust_files("solver/solve/src/program") {
        let code = code(&path);
        for run in ["lp::solve", "Control", "minimum(", "descend(", "zero_near"] {
            assert!(!code.contains(run), "{} runs the engine by {run}", path.display());
        }
    }
}

#[test]
fn the_doors_know_no_guesser() {
    for path in sources(&["server", "python"]) {
        for name in used(&code(&path), "rational_bluff::") {
            let (path, known) = (path.display(), SERVER.contains(&name.as_str()));
            assert!(known, "{path} uses {name}; a door may use only {SERVER:?}");
        }
    }
}

#[test]
fn rooms_of_the_server_use_rooms_above_them_alone() {
    for (folder, rooms) in [("report", REPORT), ("batch", BATCH), ("service", SERVICE)] {
        rooms_are_kept(&format!("server/{folder}/src"), rooms, 0);
    }
}

/// Functions that solve take a `Control`, which stops them.
#[test]
fn reports_do_not_solve() {
    for path in rust_files("server/report/src").iter().filter(|path| !path.ends_with("tests.rs")) {
        let code = product_code(path);
        for word in ["Control", "solve(", "continuous(", "compare("] {
            assert!(!code.contains(word), "{} uses {word}", path.display());
        }
    }
}

/// No file of the solver opens a door.
#[test]
fn the_solver_opens_no_file_and_no_socket() {
    // Tests may say how long they took.
    let solver = root().join("solver");
    let test = |path: &PathBuf| {
        path.strip_prefix(&solver).is_ok_and(|inside| {
            ["tests", "benches"].iter().any(|part| inside.to_string_lossy().contains(part))
        })
    };
    for path in rust_files("solver").into_iter().filter(|path| !test(path)) {
        let code = code(&path);
        for door in ["std::fs", "std::net", "std::process", "std::env", "println!", "eprintln!"] {
            assert!(!code.contains(door), "{} uses {door}", path.display());
        }
    }
}

/// Threads that `control` starts heed the limits of the work; those of a thread pool alone would
/// not.
#[test]
fn only_control_calls_the_thread_pool() {
    let control = root().join("solver/exact/src/control");
    let files = sources(&["solver", "server", "python"]);
    let other = |path: &&PathBuf| !path.starts_with(&control) && !path.ends_with("tests.rs");
    for path in files.iter().filter(other) {
        let (code, path) = (product_code(path), path.display());
        for pool in ["rayon", "par_iter", "par_bridge", "par_chunks", "par_sort"] {
            assert!(
                !code.contains(pool),
                "{path} uses {pool}; control::map and control::join do it"
            );
        }
    }
}

/// No file of ours is longer than it can be read in one go.
#[test]
fn files_stay_readable() {
    let others = ["solver", "tests"].into_iter().flat_map(rust_files);
    for path in sources(&["server", "python"]).into_iter().chain(others) {
        let lines = fs::read_to_string(&path).expect("a source file").lines().count();
        let path = path.display();
        assert!(lines <= 400, "{path} has {lines} lines: look for the second concept in it");
    }
}

/// `unsafe` is denied in the whole project; the allocator that counts is the only file that says
/// otherwise.
#[test]
fn one_file_may_be_unsafe() {
    let files = ["solver", "server", "python/src", "tests"].into_iter().flat_map(rust_files);
    let words = [concat!("allow(", "unsafe_code"), concat!("unsafe", " {")];
    let found = files.filter(|file| words.iter().any(|word| code(file).contains(word)));
    assert_eq!(found.collect::<Vec<_>>(), [root().join("server/batch/src/memory.rs")]);
}

/// Code that deals has no planted bugs: outside their room only what the feature switches on names
/// it.
#[test]
fn no_bug_is_planted_in_the_code_that_deals() {
    let dealing = root().join("solver/dealing/src");
    let test = |path: &PathBuf| {
        path.strip_prefix(&dealing).is_ok_and(|path| path.to_string_lossy().contains("test"))
    };
    let files = rust_files("solver/dealing/src").into_iter();
    let mut found = 0;
    for path in files.filter(|path| !test(path) && !path.ends_with("planted/mod.rs")) {
        let code = product_code(&path);
        let lines: Vec<&str> = code.lines().collect();
        for pair in lines.windows(2).filter(|pair| {
            ["mod planted", "super::planted"].iter().any(|name| pair[1].contains(name))
        }) {
            let switched = pair[0].trim() == "#[cfg(any(test, feature = \"planted-bugs\"))]";
            assert!(switched, "{} names a planted bug: {}", path.display(), pair[1]);
            found += 1;
        }
    }
    assert_eq!(found, 4, "the room, that of a protocol, and the list of protocols twice");
}
