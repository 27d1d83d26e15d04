//! `bluff batch --part` and `bluff merge`: parts of a plan, solved anywhere, and what becomes of
//! them.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::support::disk::failing_disk;
use crate::support::{
    Dice, all_refused_in, bluff, ended, files, folder, has, long_program, run, succeeds,
};

/// Cells of several games and costs, one of them without an answer.
const PLAN: &str = r#"
[[cells]]
game = "von-neumann"
n = "2..30"
b = ["1..6", "1/2"]

[[cells]]
game = "von-neumann"
n = [9, 300]
b = 1
pure = true

[[cells]]
game = "kuhn"
n = "3..12"
b = 1
"#;

/// A folder with a plan, and the files that one machine makes of it.
fn planned(test: &str) -> (std::path::PathBuf, Vec<(String, Vec<u8>)>) {
    let folder = folder(test);
    fs::write(folder.join("plan.toml"), PLAN).expect("a file");
    assert_eq!(run(&folder, "batch plan.toml --out one").0, 1);
    let expected = files(&folder.join("one"));
    assert_eq!(expected.len(), 3 * 5);
    (folder, expected)
}

fn solve(folder: &Path, part: &str, out: &str) {
    succeeds(folder, &format!("batch plan.toml --part {part} --out {out}"));
}

fn edit(path: &Path, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(path).expect("a part");
    fs::write(path, change(text)).expect("a file");
}

#[test]
fn parts_merge_to_the_bytes_of_one_machine_and_missing_ones_are_listed() {
    let (folder, expected) = planned("parts");
    for count in [1, 3, 300] {
        let parts = format!("parts-{count}");
        // The more parts, the fewer are tried: the unit tests cut all of them.
        for number in (1..=count).filter(|number| count < 300 || [1, 2, 300].contains(number)) {
            solve(&folder, &format!("{number}/{count}"), &parts);
        }
        let (code, out, said) = run(&folder, &format!("merge plan.toml {parts} --out {count}"));
        if count == 300 {
            assert_eq!((code, out.as_str()), (1, "3-299\n"), "{said}");
            assert!(files(&folder.join("300")).is_empty());
            continue;
        }
        assert_eq!((code, out.lines().count()), (1, 15), "{said}");
        has(&said, &["1 cell has no answer:\n  von-neumann/n300-b1 (pure): "]);
        assert!(files(&folder.join(count.to_string())) == expected, "{count} parts");
    }
    assert!(!folder.join("parts-3").join("catalogue.sqlite").exists());
}

#[test]
fn parts_that_do_not_serve_are_named() {
    let (folder, expected) = planned("parts-named");
    for number in 1..=6 {
        solve(&folder, &format!("{number}/6"), "parts");
    }
    let parts = folder.join("parts");
    let part = |number: u32| parts.join(format!("part-{number}-of-6.jsonl"));
    let keep = folder.join("kept");
    fs::create_dir(&keep).expect("a folder");
    for number in 1..=6 {
        fs::copy(part(number), keep.join(format!("part-{number}-of-6.jsonl"))).expect("a copy");
    }
    // Another value with a seal that fits it: only the certificate can refuse it.
    succeeds(&folder, "batch plan.toml --part 2/6 --out other");
    edit(&part(1), |text| text.replacen("\"version\":\"", "\"version\":\"9", 1));
    edit(&part(2), |text| text.replace("1/9", "2/9"));
    edit(&part(3), |text| text.lines().take(3).map(|line| format!("{line}\n")).collect());
    edit(&part(4), |text| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(1, 2);
        lines.join("\n") + "\n"
    });
    fs::write(part(5), "{}\n").expect("a file");
    fs::write(folder.join("small.toml"), "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\n").expect("x");
    succeeds(&folder, "batch small.toml --part 6/6 --out parts");
    let (code, out, said) = run(&folder, "merge plan.toml parts --out merged");
    // Nothing is left of this plan but parts that do not hold.
    assert_eq!((code, out.as_str()), (1, "1-6\n"), "{said}");
    has(
        &said,
        &[
            "part-1-of-6.jsonl: a part by version 9",
            "part-2-of-6.jsonl: line ",
            "part-3-of-6.jsonl: line 4: the file ends before its last cell; part 3 is missing",
            "part-4-of-6.jsonl: line 2: von-neumann/",
            "part-5-of-6.jsonl: not the file of a part; it is left out",
            "part-6-of-6.jsonl: a part of another plan; it is left out",
            "parts are missing: 1-6",
        ],
    );
    // Whole ones beside them serve, and doubled ones are named.
    let (code, out, said) = run(&folder, "merge plan.toml kept parts other --out merged");
    assert_eq!((code, out.lines().count()), (1, 15), "{said}");
    has(&said, &["part 2 is there 3 times, the first that holds is taken: kept/part-2-of-6.jsonl"]);
    assert!(files(&folder.join("merged")) == expected);
    let (code, _, said) = run(&folder, "merge plan.toml parts kept --out again");
    assert_eq!(code, 1, "{said}");
    assert!(files(&folder.join("again")) == expected);
}

/// A part that is no file is left out at once: nothing waits for a writer or for the end of a
/// device.
#[test]
fn pipes_devices_and_folders_are_no_parts() {
    let folder = folder("parts-of-no-file");
    fs::write(folder.join("plan.toml"), "[[cells]]\ngame = \"kuhn\"\nn = \"3..4\"\nb = 1\n")
        .expect("a file");
    solve(&folder, "1/1", "parts");
    let parts = folder.join("parts");
    let part = |number: u32| parts.join(format!("part-{number}-of-9.jsonl"));
    let made = Command::new("mkfifo").arg(part(2)).status().expect("a pipe");
    assert!(made.success());
    symlink("/dev/zero", part(3)).expect("a link");
    fs::create_dir(part(4)).expect("a folder");
    symlink(part(2), part(5)).expect("a link");
    symlink("nowhere", part(6)).expect("a link");
    let _socket = UnixListener::bind(part(7)).expect("a socket");
    let (code, out, said) = run(&folder, "merge plan.toml parts --out merged");
    assert_eq!((code, out.lines().count()), (0, 5), "{said}");
    for number in [2, 3, 4, 5, 7] {
        let words = format!("part-{number}-of-9.jsonl: a pipe, a device or a folder, expected a");
        has(&said, &[&words]);
    }
    has(&said, &["part-6-of-9.jsonl: No such file"]);
    for number in [2, 3] {
        let named = format!("merge plan.toml parts/part-{number}-of-9.jsonl --out other");
        let (code, _, said) = run(&folder, &named);
        assert_eq!(code, 2, "{said}");
        has(&said, &[&format!("part-{number}-of-9.jsonl: ")]);
    }
}

/// Bad input, and words of the message that names it.
const REFUSED: &str = "
merge plan.toml kept overlap --out new | they overlap, expected parts of one division
merge plan.toml one --out new | no part of this plan was found, expected folders with files part-K
merge plan.toml nowhere --out new | nowhere: No such file or directory
merge plan.toml kept --out plan.toml | plan.toml: a file stands there, expected a folder
batch plan.toml --part 0/3 --out new | part 0/3, expected K/N with K from 1 to N, and N at most
batch plan.toml --part 4/3 --out new | part 4/3, expected K/N with K from 1 to N, and N at most
batch plan.toml --part 3 --out new | part 3, expected K/N with K from 1 to N, and N at most 1000000
batch plan.toml --part 1/3 --out new --resume | cannot be used with '--resume'
batch plan.toml --out new --cell-memory 0 | --cell-memory = 0, expected a whole number from 1 to
batch plan.toml --out new --cell-seconds x | --cell-seconds = x, expected a whole number from 1 to
batch plan.toml --part 1/3 --out plan.toml | plan.toml: File exists
";

#[test]
fn bad_parts_and_limits_are_refused() {
    let (folder, _) = planned("parts-refused");
    solve(&folder, "1/2", "kept");
    solve(&folder, "2/3", "overlap");
    all_refused_in(&folder, REFUSED);
}

/// Row F18: cells beyond their limits are lines with a reason, and their neighbours are solved.
#[test]
fn a_cell_beyond_its_limits_fails_alone() {
    let folder = folder("cell-limits");
    let plan = "[[cells]]\ngame = \"newman\"\nn = [240, 3]\nb = 26\n\
                copies = 41\nmethod = \"lp\"\n[[cells]]\ngame = \"von-neumann\"\n\
                n = \"3..9\"\nb = 1\n[output]\nformats = [\"csv\"]\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    for (limit, reason) in [
        ("--cell-seconds 1", "more than 1 second, the limit of a cell"),
        ("--cell-memory 4", "more than 4 MiB of memory, the limit of a cell"),
    ] {
        let failed = format!("1 cell has no answer:\n  {} (lp): {reason}", long_program(0));
        let line = format!("batch plan.toml --out one --resume --threads 2 {limit}");
        let (code, _, said) = run(&folder, &line);
        assert_eq!(code, 1, "{said}");
        has(&said, &[&failed]);
        let line = format!("batch plan.toml --part 1/1 --out parts --threads 2 {limit}");
        has(&succeeds(&folder, &line), &[&failed]);
        let (code, _, said) = run(&folder, "merge plan.toml parts --out merged");
        assert_eq!(code, 1, "{said}");
        has(&said, &[&failed]);
        assert!(files(&folder.join("merged")) == files(&folder.join("one")));
        assert_eq!(files(&folder.join("one")).len(), 2);
    }
}

/// Row F20: parts on two workers, killed at random moments, and two workers on one part.
#[test]
fn killed_at_any_moment_a_part_is_whole_or_missing() {
    let (folder, expected) = planned("parts-killed");
    let mut dice = Dice(21);
    let begin = |number: u64| {
        bluff(&folder, &format!("batch plan.toml --part {number}/4 --out parts --threads 1"))
            .spawn()
            .expect("it starts")
    };
    loop {
        let number = 1 + dice.below(4);
        let (mut one, other) = (begin(number), begin(1 + dice.below(4)));
        thread::sleep(Duration::from_millis(dice.below(120)));
        one.kill().expect("it can be killed");
        ended(one);
        assert_eq!(ended(other).0, 0);
        let (code, out, said) = run(&folder, "merge plan.toml parts --out merged");
        assert!(code == 1 && !said.contains("line "), "{said}");
        if out.lines().count() > 1 {
            break;
        }
        assert!(files(&folder.join("merged")).is_empty(), "{out}");
    }
    assert!(files(&folder.join("merged")) == expected);
}

/// The text of a file that was there before.
const OLD: &[u8] = b"old";

/// The disk fails from every step on: each name that is made or moved, each sync, and writes. Files
/// that were there are whole then, and those of a full disk are the old ones.
#[test]
fn a_disk_that_fails_at_any_step_leaves_parts_and_files_whole() {
    let (folder, expected) = planned("parts-disk");
    solve(&folder, "0+1/2", "parts");
    solve(&folder, "1+1/2", "parts");
    let parts = files(&folder.join("parts"));
    let library = failing_disk(&folder);
    let words = ["No space left on device", "Input/output error", "cannot be written to"];
    for (line, out, whole) in [
        ("batch plan.toml --part 1/2 --out again", "again", &parts[..1]),
        ("merge plan.toml parts --out merged", "merged", &expected[..]),
    ] {
        for (kind, stride) in [("write", 8), ("sync", 1), ("name", 1)] {
            let step = |after: usize| {
                let _ = fs::remove_dir_all(folder.join(out));
                fs::create_dir(folder.join(out)).expect("a folder");
                for (name, _) in whole {
                    fs::write(folder.join(out).join(name), OLD).expect("a file");
                }
                let mut command = bluff(&folder, line);
                command.env("LD_PRELOAD", &library);
                command.env("FAIL_AFTER", after.to_string()).env("FAIL_WITH", kind);
                let (code, _, said) = ended(command.spawn().expect("it starts"));
                assert!(code <= 2 && !said.contains("panicked"), "{kind} {after}: {said}");
                let there = files(&folder.join(out));
                assert_eq!(there.len(), whole.len());
                for file in &there {
                    let fine = file.1 == OLD || whole.contains(file);
                    assert!(fine, "{} is torn ({kind} {after})", file.0);
                }
                // The lines that end a part or a merge count the cells.
                let failed = !said.contains("cells");
                let named = words.iter().any(|words| said.contains(words));
                assert_eq!(failed, named, "{kind} {after}: {said}");
                let old = there.iter().filter(|file| file.1 == OLD).count();
                assert!(failed || old == 0, "{kind} {after}: {old} old files");
                let none_changed = said.contains("nothing that was there before is changed");
                assert!(!none_changed || old == whole.len(), "{kind} {after}: {said}");
                assert!(kind != "write" || !failed || old == whole.len(), "{after}: {said}");
                failed
            };
            let failed = (0..).step_by(stride).take_while(|after| step(*after)).count();
            println!("{line}: {kind} failed at {failed} steps");
            assert!(failed > 0, "{line}, {kind}");
        }
    }
    assert!(files(&folder.join("parts")) == parts);
}
