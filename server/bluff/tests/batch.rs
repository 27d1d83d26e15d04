//! `bluff batch` as a process: its files, its interruptions, and a disk that fails.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::disk::failing_disk;
use crate::support::{
    Dice, all_refused_in, answer, bluff, ended, entries, files, folder, has, json, refused_in,
    remove_catalogue, run, signal, succeeds, until,
};

/// The catalogue of a folder.
const FILE: &str = "catalogue.sqlite";

/// A bit of everything, some hundred cells.
const MIXED: &str = r#"
[[cells]]
game = "von-neumann"
n = "2..30"
b = ["1..6", "1/2"]

[[cells]]
game = "von-neumann"
n = "2..9"
b = "1..3"
pure = true

[[cells]]
game = "newman"
n = "2..12"
b = "1..max"

[[cells]]
game = "three-player"
n = "3..9"
b = 2

[[cells]]
game = "kuhn"
n = "3..12"
b = 1

[[cells]]
game = "one-street"
n = [10, "20..22"]
s = ["1,5/2", "3"]
"#;

fn plan(folder: &Path, text: &str) {
    fs::write(folder.join("plan.toml"), text).expect("a file");
}

fn thousands(n: &str) -> String {
    format!(
        "[[cells]]\ngame = \"von-neumann\"\nn = \"{n}\"\nb = \"1..10\"\n[output]\nformats = \
         [\"jsonl\", \"csv\", \"svg\"]\n"
    )
}

#[test]
fn the_bytes_are_the_same_for_any_number_of_threads_and_from_any_catalogue() {
    let folder = folder("threads");
    plan(&folder, MIXED);
    succeeds(&folder, "batch plan.toml --out one --threads 1");
    let expected = files(&folder.join("one"));
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 6 * 5, "{names:?}");
    for (threads, catalogue) in
        [(2, "two.sqlite"), (7, "sqlite:seven.sqlite"), (64, "catalogue.sqlite")]
    {
        succeeds(
            &folder,
            &format!("batch plan.toml --out {threads} --threads {threads} --catalogue {catalogue}"),
        );
        assert!(files(&folder.join(threads.to_string())) == expected, "{threads} threads");
    }
    let documents = names.iter().filter(|name| name.ends_with(".jsonl"));
    let documents: Vec<String> = documents.map(|name| format!("one/{name}")).collect();
    assert_eq!(run(&folder, &format!("verify {}", documents.join(" "))).0, 0);
    assert_eq!(run(&folder, "catalogue verify").0, 0);
}

#[test]
fn the_files_say_what_the_commands_say() {
    let folder = folder("forms");
    plan(
        &folder,
        "[[cells]]\ngame = \"von-neumann\"\nn = [28]\nb = \"4\"\n[[cells]]\ngame = \
         \"von-neumann\"\nn = \"7..8\"\nb = 2\npure = true\n",
    );
    let (code, out, _) = run(&folder, "batch plan.toml --out out");
    let ending = ["jsonl", "lprint.txt", "txt", "csv", "svg"];
    let listed: String = ["von-neumann", "von-neumann-pure"]
        .iter()
        .flat_map(|name| ending.map(|ending| format!("out/{name}.{ending}\n")))
        .collect();
    assert_eq!((code, out), (0, listed));
    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).expect("a file");
    let solved = |form: &str| answer(&format!("solve von-neumann -n 28 -b 4 --format {form}"));
    let list = format!("# von-neumann/n28-b4\n{}", solved("lprint"));
    assert_eq!(read("von-neumann.lprint.txt"), list);
    assert_eq!(read("von-neumann.txt"), solved("text") + "\n");
    assert_eq!(json(&read("von-neumann.jsonl")), json(&solved("json")));
    assert_eq!(
        read("von-neumann.csv"),
        "label,n,stakes,question,equilibria,player,value,decimal\n\
         von-neumann/n28-b4,28,4,threshold,1,I,113/1134,0.099647266313932\n\
         von-neumann/n28-b4,28,4,threshold,1,II,-113/1134,-0.099647266313932\n"
    );
    let pure = answer("pure von-neumann -n 7 -b 2 --format lprint");
    has(&read("von-neumann-pure.lprint.txt"), &[&format!("# von-neumann/n7-b2\n{pure}")]);
    assert_eq!(read("von-neumann-pure.jsonl").lines().count(), 6);
    let row = "von-neumann/n8-b2,8,2,pure,3,I,3/28,0.107142857142857\n";
    has(&read("von-neumann-pure.csv"), &[row]);
    assert!(read("von-neumann.svg").starts_with("<svg "));
}

/// The paper's plans and those beyond: what they make is what `data/tables` holds.
#[test]
fn the_tables_in_data_are_what_their_plans_make() {
    let folder = folder("tables");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let plans = fs::read_dir(data.join("plans")).expect("plans");
    let mut plans: Vec<PathBuf> = plans.map(|plan| plan.expect("a plan").path()).collect();
    plans.sort();
    assert_eq!(plans.len(), 8);
    for plan in plans {
        let name = plan.file_stem().expect("a name").to_str().expect("UTF-8");
        succeeds(&folder, &format!("batch {} --out {name}", plan.display()));
        let (made, kept) = (files(&folder.join(name)), files(&data.join("tables").join(name)));
        let names = |files: &[(String, Vec<u8>)]| {
            files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&made), names(&kept), "{name}");
        assert!(made == kept, "{name}: make it again with bluff batch");
    }
}

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_bytes() {
    let folder = folder("killed");
    plan(&folder, &thousands("2..41"));
    succeeds(&folder, "batch plan.toml --out whole --catalogue whole.sqlite");
    let expected = files(&folder.join("whole"));
    kill_and_resume(&folder, &expected, 30, 400);
}

/// Row F1 of the reliability targets in full: 300 kills on 10,000 cells, some minutes.
#[test]
#[ignore = "heavy: ./check heavy"]
fn killed_300_times_on_10_000_cells() {
    let folder = folder("killed-heavy");
    plan(&folder, &thousands("2..1001"));
    succeeds(&folder, "batch plan.toml --out whole --catalogue whole.sqlite");
    let expected = files(&folder.join("whole"));
    kill_and_resume(&folder, &expected, 300, 10_000);
}

/// Kills batches at random moments of their life, each time going on until one ends by itself, then
/// from the start.
fn kill_and_resume(folder: &Path, expected: &[(String, Vec<u8>)], kills: u32, cells: u64) {
    let mut dice = Dice(2026);
    let start = Instant::now();
    fs::create_dir_all(folder.join("timed")).expect("a folder");
    succeeds(folder, "batch plan.toml --out timed --catalogue timed.sqlite --threads 2");
    let life = start.elapsed().as_micros() as u64;
    let (mut killed, mut kept) = (0, 0);
    while killed < kills {
        let line = "batch plan.toml --out out --resume --threads 2";
        let mut child = bluff(folder, line).spawn().expect("it starts");
        thread::sleep(Duration::from_micros(dice.below(life)));
        child.kill().expect("it can be killed");
        let (code, _, said) = ended(child);
        // What is there under its name is whole.
        for (name, bytes) in files(&folder.join("out")) {
            let whole = expected.contains(&(name.clone(), bytes));
            assert!(whole, "{name} is torn after kill {killed}");
        }
        let now = entries(folder, FILE);
        assert!(now >= kept, "{now} entries after {kept}");
        kept = now;
        if code == -1 {
            killed += 1;
        } else {
            assert_eq!(code, 0, "{said}");
            assert!(files(&folder.join("out")) == expected, "after {killed} kills");
        }
        if kept == cells && dice.below(2) == 0 {
            fs::remove_dir_all(folder.join("out")).expect("a folder");
            remove_catalogue(folder);
            kept = 0;
        }
    }
    succeeds(folder, "batch plan.toml --out out --resume");
    assert!(files(&folder.join("out")) == expected);
    assert_eq!(entries(folder, FILE), cells);
    assert_eq!(run(folder, "catalogue verify").0, 0);
}

#[test]
fn interrupted_it_says_what_is_kept_and_goes_on() {
    let folder = folder("interrupted");
    plan(
        &folder,
        &(thousands("2..300")
            + "\n[[cells]]\ngame = \"von-neumann\"\nn = \"600..640\"\nb = 1\nmethod = \"lp\"\n"),
    );
    let child = bluff(&folder, "batch plan.toml --out out --threads 1").spawn().expect("it starts");
    until("a first answer", || entries(&folder, FILE) > 0);
    let told = Instant::now();
    signal(&[child.id()], "INT");
    let (code, out, said) = ended(child);
    assert!(told.elapsed() < Duration::from_secs(5));
    assert_eq!((code, out.as_str()), (130, ""), "{said}");
    has(&said, &["bluff: stopping\n", "cells are stored in ", "--resume continues"]);
    assert!(!said.contains("was cancelled"), "{said}");
    assert!(files(&folder.join("out")).is_empty());
    let kept = entries(&folder, FILE);
    plan(&folder, &thousands("2..40"));
    succeeds(&folder, "batch plan.toml --out out");
    assert!(kept > 0);
}

/// The second Ctrl-C ends the process, though nobody reads what the first one says.
#[test]
fn the_second_interrupt_ends_it_at_once() {
    let folder = folder("interrupted-twice");
    plan(&folder, &thousands("2..3000"));
    let mut child = bluff(&folder, "batch plan.toml --out out --threads 1");
    let mut child = child.spawn().expect("it starts");
    until("a first answer", || entries(&folder, FILE) > 0);
    let told = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        signal(&[child.id()], "INT");
        assert!(told.elapsed() < Duration::from_secs(5));
    }
    assert_eq!(ended(child).0, 130);
}

/// Row F14: processes of all kinds on one catalogue.
#[test]
fn batches_and_readers_share_a_catalogue() {
    let folder = folder("shared");
    plan(&folder, &thousands("2..31"));
    succeeds(&folder, "batch plan.toml --out alone --catalogue alone.sqlite");
    let expected = files(&folder.join("alone"));
    for round in 0..4 {
        remove_catalogue(&folder);
        let lines = [
            format!("batch plan.toml --out one-{round} --threads 1"),
            format!("batch plan.toml --out two-{round} --threads 2"),
            "catalogue verify".to_owned(),
            "catalogue show".to_owned(),
            "catalogue verify".to_owned(),
        ];
        let together: Vec<_> =
            lines.iter().map(|line| bluff(&folder, line).spawn().expect("it starts")).collect();
        for (child, line) in together.into_iter().zip(&lines) {
            let (code, _, said) = ended(child);
            assert_eq!(code, 0, "bluff {line}: {said}");
        }
        for name in ["one", "two"] {
            assert!(files(&folder.join(format!("{name}-{round}"))) == expected, "{name}-{round}");
        }
        assert_eq!(entries(&folder, FILE), 300);
    }
}

#[test]
fn a_full_disk_and_a_failing_sync_lose_nothing() {
    let folder = folder("disk");
    plan(&folder, MIXED);
    succeeds(&folder, "batch plan.toml --out whole --catalogue whole.sqlite");
    let expected = files(&folder.join("whole"));
    let library = failing_disk(&folder);
    let mut failed = 0;
    for (kind, moments) in [
        ("write", vec![0_u32, 1, 3, 10, 40, 150, 400, 700, 1000, 1500, 2000]),
        ("sync", vec![0, 1, 2, 5, 12, 20, 30]),
    ] {
        for after in moments {
            let mut command = bluff(&folder, "batch plan.toml --out out --resume --threads 2");
            command
                .env("LD_PRELOAD", &library)
                .env("FAIL_AFTER", after.to_string())
                .env("FAIL_WITH", kind);
            let (code, _, said) = ended(command.spawn().expect("it starts"));
            assert!(!said.contains("panicked"), "{kind} {after}: {said}");
            if code != 0 {
                failed += 1;
                // Before there is anything to keep, the catalogue cannot be opened.
                let words =
                    ["continues", "is safe", "cannot open the catalogue", "cannot be written to"];
                let known = words.iter().any(|words| said.contains(words));
                assert!(code <= 2 && known, "{kind} {after}: {code} {said}");
            }
            for (name, bytes) in files(&folder.join("out")) {
                let whole = expected.contains(&(name.clone(), bytes));
                assert!(whole, "{name} is torn ({kind} {after})");
            }
            // Every other moment starts from nothing.
            if after.is_multiple_of(2) {
                succeeds(&folder, "batch plan.toml --out out --resume");
                assert!(files(&folder.join("out")) == expected, "{kind} {after}");
                fs::remove_dir_all(folder.join("out")).expect("a folder");
                remove_catalogue(&folder);
            }
        }
    }
    assert!(failed >= 10, "{failed}");
}

#[test]
fn a_cell_that_fails_does_not_stop_the_others() {
    let folder = folder("failures");
    plan(
        &folder,
        "[[cells]]\ngame = \"von-neumann\"\nn = [9, 300]\nb = 1\npure = true\n[[cells]]\ngame = \
         \"kuhn\"\nn = 3\nb = 1\n",
    );
    let (code, out, said) = run(&folder, "batch plan.toml --out out");
    assert_eq!((code, out.lines().count()), (1, 10), "{said}");
    let failed = "von-neumann/n300-b1 (pure): von-neumann/n300-b1 has ";
    has(&said, &["1 cell has no answer:", failed]);
    let pure = fs::read_to_string(folder.join("out/von-neumann-pure.lprint.txt")).expect("a file");
    assert!(pure.starts_with("# von-neumann/n9-b1\n{[") && pure.lines().count() == 2, "{pure}");
}

/// Bad input, and words of the message that names it.
const REFUSED: &str = "
batch plan.toml --out out
    out/kuhn.jsonl exists already, expected an empty folder or --resume, which replaces it
batch plan.toml --out plan.toml | plan.toml: a file stands there, expected a folder
batch none.toml --out new | none.toml: no such file
batch plan.toml --out new --threads 0 | --threads = 0, expected a whole number from 1 to 1024
batch plan.toml --out new --catalogue mysql://x | expected the path of a file or postgres://
batch plan.toml --out new --catalogue postgres://poker@127.0.0.1:1/x
    cannot open the catalogue postgres://poker@127.0.0.1:1/x
batch plan.toml --out new --threads 0 --catalogue postgres://poker@127.0.0.1:1/x
    --threads = 0, expected a whole number from 1 to 1024
worker --until-empty | bluff batch PLAN --part 1/20 --out DIR; then bluff merge --help
catalogue queue cancel 1 | bluff batch PLAN --part 1/20 --out DIR; then bluff merge --help
batch huge.toml --out new | the plan has 1000000000 cells, expected at most 1000000
batch unknown.toml --out new | unexpected argument x, expected one of: n, b, s
batch plan.toml --out new --catalogue newer.sqlite
    has format 2, expected at most 1: it was not changed; use a later version of bluff
";

#[test]
fn bad_input_is_named_and_existing_results_stay() {
    let folder = folder("bad");
    plan(&folder, "[[cells]]\ngame = \"kuhn\"\nn = \"3..5\"\nb = 1\n");
    succeeds(&folder, "batch plan.toml --out out");
    let before = files(&folder.join("out"));
    let write = |name: &str, cells: &str| {
        fs::write(folder.join(name), format!("[[cells]]\n{cells}\n")).expect("a file");
    };
    write("huge.toml", "game = \"von-neumann\"\nn = \"2..1000001\"\nb = \"1..1000\"");
    write("unknown.toml", "game = \"kuhn\"\nn = 3\nb = 1\nx = 1");
    let newer = rusqlite::Connection::open(folder.join("newer.sqlite")).expect("a database");
    let sql = "PRAGMA application_id = 0x626c7566; PRAGMA user_version = 2; CREATE TABLE other (x)";
    newer.execute_batch(sql).expect("SQL");
    all_refused_in(&folder, REFUSED);
    assert!(files(&folder.join("out")) == before);
    // Root may write anywhere, so the folder is one where nobody can.
    let closed = folder.join("closed");
    fs::create_dir(&closed).expect("a folder");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("permissions");
    let (code, _, said) = run(&folder, "batch plan.toml --out /proc/self/new");
    assert_eq!(code, 2, "{said}");
    if fs::write(closed.join("try"), "").is_err() {
        let said = refused_in(&folder, "batch plan.toml --out closed");
        has(&said, &["closed: cannot be written to"]);
    }
}

#[test]
fn one_batch_at_a_time_writes_to_a_folder() {
    let folder = folder("owner");
    plan(
        &folder,
        "[[cells]]\ngame = \"von-neumann\"\nn = \"2000..2010\"\nb = 1\nmethod = \"lp\"\n",
    );
    let mut first =
        bluff(&folder, "batch plan.toml --out out --threads 1").spawn().expect("it starts");
    until("the owner's name", || {
        fs::read_to_string(folder.join("out/.bluff-batch")).is_ok_and(|owner| owner.ends_with('\n'))
    });
    let (code, _, said) = run(&folder, "batch plan.toml --out out");
    assert_eq!(code, 2);
    has(&said, &[&format!("the batch with process number {} is writing there", first.id())]);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    plan(&folder, "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\n");
    succeeds(&folder, "batch plan.toml --out out");
}
