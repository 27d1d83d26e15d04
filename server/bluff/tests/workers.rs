//! Several processes that work through one queue in a real PostgreSQL, and what happens when they,
//! or it, die.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::Duration;

use bluff_batch::catalogue::{Address, Catalogue, Entry, Key};
use rational_bluff::game::parse_label;
use rational_bluff::solve::{Control, Method};
use rational_bluff::sweep::GameQuestion;

use crate::support::postgres::Postgres;
use crate::support::{
    Dice, bluff, ended, files, folder, has, long_label, run, signal, succeeds, until,
};

fn silent(_: &str) {}

fn shared(postgres: &Postgres) -> Catalogue {
    let address: Address = postgres.address().parse().expect("an address");
    Catalogue::open(&address, silent).expect("a catalogue")
}

fn key(label: &str) -> Key {
    Key { label: label.to_owned(), question: GameQuestion::Equilibrium(Method::Threshold) }
}

fn entry(label: &str) -> Entry {
    let game = parse_label(label).expect("a label");
    let key = key(label);
    Entry::of(key.clone(), &key.question.answer(&game, &Control::new()).expect("an answer"))
}

fn worker(folder: &Path, postgres: &Postgres) -> Child {
    let line = format!("worker --threads 1 --lease 1 --catalogue {}", postgres.address());
    bluff(folder, &line).spawn().expect("it starts")
}

fn end(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Number of lines of a file.
fn lines(path: &Path) -> usize {
    fs::read_to_string(path).expect("a file").lines().count()
}

const LEASE: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

#[test]
fn a_lease_that_ran_out_hands_in_nothing() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let label = "von-neumann/n7-b2";
    let numbers = queue.add(&[(key(label), 1)]).unwrap();
    let late = queue.lease(SHORT).unwrap().expect("a lease");
    assert_eq!(queue.lease(SHORT).unwrap(), None, "it is taken");
    thread::sleep(2 * SHORT);
    let second = queue.lease(LEASE).unwrap().expect("a lease");
    assert_ne!(late.token(), second.token());
    assert!(!queue.prolong(&late, LEASE).unwrap() && queue.prolong(&second, LEASE).unwrap());
    assert!(!queue.complete(&late, &entry(label)).unwrap());
    queue.fail(&late, "too late").unwrap();
    assert_eq!(catalogue.count().unwrap().0, 0);
    assert!(queue.complete(&second, &entry(label)).unwrap());
    assert!(!queue.complete(&second, &entry(label)).unwrap(), "once");
    let progress = queue.progress(&numbers).unwrap();
    assert_eq!((progress.done, progress.failed), (1, 0));
    assert_eq!(catalogue.read(&[key(label)]).unwrap(), [Some(entry(label))]);
    // An answer that was lost since is asked for again.
    postgres.query("DELETE FROM rational_bluff.entry");
    assert_eq!(queue.add(&[(key(label), 1)]).unwrap(), numbers);
    assert_eq!(queue.lease(LEASE).unwrap().expect("a lease").key, Some(key(label)));
}

#[test]
fn the_costly_go_first() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let cells: Vec<(Key, u64)> =
        [(5, 10), (6, 30), (7, 20)].map(|(n, cost)| (key(&format!("kuhn/n{n}-b1")), cost)).into();
    queue.add(&cells).unwrap();
    let mut taken = || queue.lease(LEASE).unwrap().and_then(|lease| lease.key).map(|key| key.label);
    let order: Vec<String> = std::iter::from_fn(&mut taken).collect();
    assert_eq!(order, ["kuhn/n6-b1", "kuhn/n7-b1", "kuhn/n5-b1"]);
}

#[test]
fn a_cell_that_kills_its_workers_is_given_up() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let numbers = queue.add(&[(key("kuhn/n3-b1"), 1)]).unwrap();
    let mut attempts = 0;
    until("the end of all attempts", || {
        attempts += u32::from(queue.lease(SHORT).unwrap().is_some());
        queue.progress(&numbers).unwrap().failed == 1
    });
    assert_eq!(attempts, 5);
    let failures = queue.failures(&numbers).unwrap();
    assert_eq!(failures[0].1, "given up after 5 attempts, each ended by the death of its worker");
    // A new request starts from the beginning, and a lease given back costs no attempt.
    queue.add(&[(key("kuhn/n3-b1"), 1)]).unwrap();
    for _ in 0..8 {
        let lease = queue.lease(LEASE).unwrap().expect("a lease");
        queue.release(&lease).unwrap();
    }
    assert_eq!(queue.progress(&numbers).unwrap().failed, 0);
}

/// Three workers are killed at random while they drain a queue; every cell is completed once, and
/// the files are what one machine makes.
#[test]
fn killed_workers_lose_no_cell_and_double_none() {
    drained_under_fire("fire", "2..121", 40);
}

/// The same with 10,000 cells and 300 kills: some minutes.
#[test]
#[ignore = "heavy: ./check heavy"]
fn killed_workers_lose_none_of_10_000_cells() {
    drained_under_fire("fire-heavy", "2..1001", 300);
}

fn drained_under_fire(test: &str, n: &str, kills: u32) {
    let (folder, postgres) = (folder(test), Postgres::start());
    let plan = format!(
        "[[cells]]\ngame = \"von-neumann\"\nn = \"{n}\"\nb = \"1..10\"\n\
         [[cells]]\ngame = \"kuhn\"\nn = \"3..80\"\nb = [1, 2]\n[output]\nformats = [\"jsonl\", \
             \"csv\"]\n"
    );
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    succeeds(&folder, "batch plan.toml --out alone");
    let batch =
        format!("batch plan.toml --out shared --threads 0 --catalogue {}", postgres.address());
    let batch = bluff(&folder, &batch).spawn().expect("it starts");
    let mut workers: Vec<Child> = (0..3).map(|_| worker(&folder, &postgres)).collect();
    let (mut dice, mut killed) = (Dice(17), 0);
    let open = "SELECT count(*) FROM rational_bluff.cell WHERE done_at IS NULL";
    until("the tables", || !postgres.query("SELECT to_regclass('rational_bluff.cell')").is_empty());
    until("the cells", || postgres.query(open) != "0");
    while killed < kills && postgres.query(open) != "0" {
        thread::sleep(Duration::from_millis(dice.below(150)));
        let victim = dice.below(3) as usize;
        end(std::mem::replace(&mut workers[victim], worker(&folder, &postgres)));
        killed += 1;
    }
    let (code, _, said) = ended(batch);
    workers.into_iter().for_each(end);
    assert_eq!(code, 0, "{said}");
    assert!(killed >= 5, "{killed} kills");
    assert!(files(&folder.join("shared")) == files(&folder.join("alone")));
    let counts = "SELECT count(*), count(done_at), count(error), count(DISTINCT (label, \
        question)), max(attempts) <= 5 FROM rational_bluff.cell";
    let cells = postgres.query("SELECT count(*) FROM rational_bluff.entry");
    assert_eq!(postgres.query(counts), format!("{cells}|{cells}|0|{cells}|t"));
    assert_eq!(run(&folder, &format!("catalogue verify --catalogue {}", postgres.address())).0, 0);
}

#[test]
fn a_batch_works_itself_and_keeps_the_words_of_what_fails() {
    let (folder, postgres) = (folder("itself"), Postgres::start());
    fs::write(
        folder.join("plan.toml"),
        "[[cells]]\ngame = \"von-neumann\"\nn = [9, 300]\nb = \
        1\npure = true\n[[cells]]\ngame = \"kuhn\"\nn = \"3..9\"\nb = 1\n",
    )
    .expect("a file");
    let address = postgres.address();
    let line = format!("batch plan.toml --out out --resume --threads 2 --catalogue {address}");
    for _ in 0..2 {
        let (code, _, said) = run(&folder, &line);
        assert_eq!(code, 1, "{said}");
        has(&said, &["von-neumann/n300-b1", "pure equilibria, expected at most 10000"]);
        assert_eq!(lines(&folder.join("out/kuhn.jsonl")), 7);
    }
}

#[test]
fn a_cell_that_the_database_does_not_take_fails_alone() {
    let (folder, postgres) = (folder("refused"), Postgres::start());
    let sizes = long_label(1).rsplit_once("-s").expect("sizes").1.replace('-', ",");
    let plan = format!(
        "[[cells]]\ngame = \"one-street\"\nn = 2\ns = \"{sizes}\"\nmethod = \"lp\"\n\
         [[cells]]\ngame = \"kuhn\"\nn = \"3..9\"\nb = 1\n[output]\nformats = [\"jsonl\"]\n"
    );
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    succeeds(&folder, "batch plan.toml --out alone");
    let line =
        format!("batch plan.toml --out shared --threads 1 --catalogue {}", postgres.address());
    succeeds(&folder, &line);
    assert!(files(&folder.join("shared")) == files(&folder.join("alone")));
    // One that the queue refuses, and one whose answer the catalogue refuses.
    postgres.query(
        "TRUNCATE rational_bluff.entry, rational_bluff.cell;
         ALTER TABLE rational_bluff.cell ADD CONSTRAINT cells CHECK (label <> 'kuhn/n5-b1');
         ALTER TABLE rational_bluff.entry ADD CONSTRAINT entries CHECK (label <> 'kuhn/n6-b1')",
    );
    let (code, _, said) = run(&folder, &line.replace("shared", "refused"));
    assert_eq!(code, 1, "{said}");
    let words = ["kuhn/n5-b1", "constraint \"cells\"", "kuhn/n6-b1", "constraint \"entries\""];
    has(&said, &words);
    assert_eq!(lines(&folder.join("refused/kuhn.jsonl")), 5);
    assert!(files(&folder.join("refused"))[1] == files(&folder.join("alone"))[1], "one-street");
}

#[test]
fn a_database_that_dies_and_comes_back_is_waited_for() {
    let (folder, mut postgres) = (folder("away"), Postgres::start());
    fs::write(
        folder.join("plan.toml"),
        "[[cells]]\ngame = \"kuhn\"\nn = \"3..120\"\nb = [1, 2]\n[output]\nformats = [\"jsonl\"]\n",
    )
    .expect("a file");
    succeeds(&folder, "batch plan.toml --out alone");
    let catalogue = shared(&postgres);
    let working = worker(&folder, &postgres);
    let text = fs::read_to_string(folder.join("alone/kuhn.jsonl")).expect("a file");
    let cell = |line: &str| {
        let document: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let label = document["label"].as_str().expect("text").to_owned();
        (Key { label, question: GameQuestion::Equilibrium(Method::Readable) }, 1)
    };
    let cells: Vec<(Key, u64)> = text.lines().map(cell).collect();
    let numbers = catalogue.queue().expect("a queue").add(&cells).unwrap();
    let done = |catalogue: &Catalogue| {
        catalogue.queue().expect("a queue").progress(&numbers).unwrap().done
    };
    until("a first answer", || done(&catalogue) > 0);
    drop(catalogue);
    postgres.stop();
    thread::sleep(Duration::from_millis(500));
    postgres.go_on();
    let catalogue = shared(&postgres);
    until("all answers", || done(&catalogue) == numbers.len() as u64);
    signal(&[working.id()], "TERM");
    let (code, _, said) = ended(working);
    assert_eq!(code, 0, "{said}");
    has(&said, &["trying again", "cells solved"]);
    let address = postgres.address();
    succeeds(&folder, &format!("batch plan.toml --out shared --threads 0 --catalogue {address}"));
    assert!(files(&folder.join("shared")) == files(&folder.join("alone")));
}
