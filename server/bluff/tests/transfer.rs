//! `bluff catalogue export`, `import` and `prune`, between files and databases.

use std::fs;

use crate::support::postgres::Postgres;
use crate::support::{entries, files, folder, has, run, succeeds};

const PLAN: &str = "[[cells]]\ngame = \"von-neumann\"\nn = \"2..40\"\nb = \"1..8\"\n\
                    [output]\nformats = [\"jsonl\"]\n";

#[test]
fn entries_go_from_a_file_to_a_database_and_back() {
    let (folder, postgres) = (folder("transfer"), Postgres::start());
    fs::write(folder.join("plan.toml"), PLAN).expect("a file");
    succeeds(&folder, "batch plan.toml --out out");
    succeeds(&folder, "catalogue export -o all.jsonl");
    let (_, printed, _) = run(&folder, "catalogue export");
    let exported = fs::read_to_string(folder.join("all.jsonl")).expect("an export");
    assert!(printed == exported && exported.lines().count() == 312);
    let database = postgres.address();
    for _ in 0..2 {
        let line = format!("catalogue import all.jsonl --catalogue {database}");
        assert_eq!(run(&folder, &line).1, "312 entries hold and are stored\n");
        assert_eq!(entries(&folder, &database), 312);
    }
    assert_eq!(run(&folder, &format!("catalogue export --catalogue {database}")).1, exported);
    // The batch finds them all.
    let said = succeeds(&folder, &format!("batch plan.toml --out two --catalogue {database}"));
    has(&said, &["312 cells, 0 of them solved now"]);
    assert!(files(&folder.join("two")) == files(&folder.join("out")));
}

#[test]
fn lines_that_do_not_hold_are_named_and_all_others_imported() {
    let folder = folder("transfer-bad");
    fs::write(folder.join("plan.toml"), PLAN).expect("a file");
    succeeds(&folder, "batch plan.toml --out out");
    succeeds(&folder, "catalogue export -o all.jsonl");
    let exported = fs::read_to_string(folder.join("all.jsonl")).expect("an export");
    let mut lines: Vec<String> = exported.lines().map(str::to_owned).collect();
    lines[4] = lines[4].replace('1', "2");
    lines[299] = "{}".to_owned();
    fs::write(folder.join("bad.jsonl"), lines.join("\n") + "\n").expect("a file");
    let (code, out, said) = run(&folder, "catalogue import bad.jsonl --catalogue new.sqlite");
    assert_eq!(code, 1, "{said}");
    has(
        &out,
        &[
            "line 300: not an entry\n",
            "line 5: the checksum does not fit\n",
            "310 entries hold and are stored\n",
        ],
    );
    has(&said, &["bad.jsonl: 2 lines were not imported"]);
    assert_eq!(entries(&folder, "new.sqlite"), 310);
    assert_eq!(run(&folder, "catalogue import none.jsonl").0, 2);
}

#[test]
fn pruning_removes_other_versions_and_damage_alone() {
    let (folder, postgres) = (folder("transfer-prune"), Postgres::start());
    fs::write(folder.join("plan.toml"), PLAN).expect("a file");
    let file = folder.join("catalogue.sqlite");
    let database = postgres.address();
    let spoil = "UPDATE entry SET version = '0.0.1' WHERE label LIKE '%n2-%'; \
                 UPDATE entry SET seal = '' WHERE label = 'von-neumann/n3-b1'";
    for address in [file.display().to_string(), database.clone()] {
        let at = format!("--catalogue {address}");
        succeeds(&folder, &format!("batch plan.toml --out out --resume {at}"));
        if address == database {
            postgres.query(&format!("SET search_path TO rational_bluff; {spoil}"));
        } else {
            let connection = rusqlite::Connection::open(&file).expect("a database");
            connection.execute_batch(spoil).expect("SQL");
        }
        // Nine: eight with a version that their seal does not have, and the damaged one.
        assert_eq!(run(&folder, &format!("catalogue verify {at}")).0, 1);
        let (_, out, _) = run(&folder, &format!("catalogue prune {at}"));
        assert_eq!(out, "0 entries of other versions and 9 damaged ones removed\n");
        succeeds(&folder, &format!("batch plan.toml --out out --resume {at}"));
        let rename = spoil.split(';').next().expect("SQL");
        if address == database {
            postgres.query(&format!("SET search_path TO rational_bluff; {rename}"));
        } else {
            let connection = rusqlite::Connection::open(&file).expect("a database");
            connection.execute_batch(rename).expect("SQL");
        }
        let (_, out, _) = run(&folder, &format!("catalogue prune {at}"));
        assert_eq!(out, "8 entries of other versions and 0 damaged ones removed\n");
        assert_eq!(entries(&folder, &address), 304);
    }
}
