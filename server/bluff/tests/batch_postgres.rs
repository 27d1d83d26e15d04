//! Batches on a catalogue in a real PostgreSQL, and what happens when it refuses, dies or hangs.

use std::fs;
use std::path::Path;

use bluff_batch::catalogue::{Address, Catalogue};

use crate::support::postgres::Postgres;
use crate::support::{bluff, ended, files, folder, has, long_label, run, signal, succeeds, until};

/// Some three hundred small cells.
const MANY: &str = "[[cells]]\ngame = \"kuhn\"\nn = \"3..150\"\nb = [1, 2]\n\
                    [output]\nformats = [\"jsonl\"]\n";

/// A folder with a plan, and its answers in `alone`, stored in a file.
fn solved_alone(test: &str, plan: &str) -> std::path::PathBuf {
    let folder = folder(test);
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    succeeds(&folder, "batch plan.toml --out alone");
    folder
}

/// A batch of the plan with this catalogue.
fn shared(postgres: &Postgres) -> String {
    format!("batch plan.toml --out shared --threads 2 --catalogue {}", postgres.address())
}

fn same(folder: &Path) -> bool {
    files(&folder.join("shared")) == files(&folder.join("alone"))
}

fn until_first_answer(postgres: &Postgres) {
    until("a first answer", || {
        !postgres.query("SELECT to_regclass('rational_bluff.entry')").is_empty()
            && postgres.query("SELECT count(*) FROM rational_bluff.entry") != "0"
    });
}

#[test]
fn a_cell_that_the_database_does_not_take_fails_alone() {
    let sizes = long_label(1).rsplit_once("-s").expect("sizes").1.replace('-', ",");
    let plan = format!(
        "[[cells]]\ngame = \"one-street\"\nn = 2\ns = \"{sizes}\"\nmethod = \"lp\"\n\
         [[cells]]\ngame = \"kuhn\"\nn = \"3..9\"\nb = 1\n[output]\nformats = [\"jsonl\"]\n"
    );
    let (folder, postgres) = (solved_alone("refused", &plan), Postgres::start());
    succeeds(&folder, &shared(&postgres));
    assert!(same(&folder));
    // Two whose answers the catalogue refuses, among others of the same commit.
    postgres.query(
        "TRUNCATE rational_bluff.entry;
         ALTER TABLE rational_bluff.entry ADD CONSTRAINT entries
             CHECK (label NOT IN ('kuhn/n6-b1', 'kuhn/n7-b1'))",
    );
    let (code, _, said) = run(&folder, &shared(&postgres).replace("shared", "refused"));
    assert_eq!(code, 1, "{said}");
    has(&said, &["2 cells have no answer", "kuhn/n6-b1", "kuhn/n7-b1", "constraint \"entries\""]);
    let kuhn = fs::read_to_string(folder.join("refused/kuhn.jsonl")).expect("a file");
    assert_eq!(kuhn.lines().count(), 5);
    assert!(files(&folder.join("refused"))[1] == files(&folder.join("alone"))[1], "one-street");
}

#[test]
fn a_database_that_dies_and_comes_back_is_waited_for() {
    let (folder, mut postgres) = (solved_alone("away", MANY), Postgres::start());
    let batch = bluff(&folder, &shared(&postgres)).spawn().expect("it starts");
    until_first_answer(&postgres);
    postgres.stop();
    std::thread::sleep(std::time::Duration::from_millis(500));
    postgres.go_on();
    let (code, _, said) = ended(batch);
    assert_eq!(code, 0, "{said}");
    has(&said, &["; what it holds is safe; trying again"]);
    assert!(same(&folder));
}

#[test]
fn an_interrupted_batch_ends_though_its_database_is_away() {
    let (folder, mut postgres) = (folder("interrupted"), Postgres::start());
    fs::write(folder.join("plan.toml"), MANY).expect("a file");
    let batch = bluff(&folder, &shared(&postgres)).spawn().expect("it starts");
    until_first_answer(&postgres);
    postgres.stop();
    signal(&[batch.id()], "INT");
    let (code, _, said) = ended(batch);
    assert_eq!(code, 130, "{said}");
    has(&said, &["cells are stored in postgres://", "; --resume continues"]);
    postgres.go_on();
    let solved: u32 = postgres
        .query("SELECT count(*) FROM rational_bluff.entry")
        .parse()
        .expect("a number of answers");
    assert!(solved > 0);
    succeeds(&folder, &format!("{} --resume", shared(&postgres)));
}

#[test]
fn what_no_other_attempt_mends_ends_a_batch_with_its_reason() {
    let (folder, postgres) = (folder("forbidden"), Postgres::start());
    fs::write(folder.join("plan.toml"), "[[cells]]\ngame = \"kuhn\"\nn = \"3..9\"\nb = 1\n")
        .expect("a file");
    let address: Address = postgres.address().parse().expect("an address");
    Catalogue::open(&address, |_| {}).expect("a catalogue");
    postgres.query(
        "CREATE ROLE reader LOGIN PASSWORD 'reader';
         GRANT USAGE ON SCHEMA rational_bluff TO reader;
         GRANT SELECT ON ALL TABLES IN SCHEMA rational_bluff TO reader",
    );
    let line = shared(&postgres).replace("poker:open%20sesame", "reader:reader");
    let (code, _, said) = run(&folder, &line);
    assert_eq!(code, 1, "{said}");
    has(&said, &["permission denied for table entry"]);
}
