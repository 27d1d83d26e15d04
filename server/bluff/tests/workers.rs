//! Several processes that work through one queue in a real PostgreSQL, and what happens when they,
//! or it, die.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use bluff_batch::catalogue::{Address, Catalogue, Key, Lease, Queue, QueuedCell};
use bluff_batch::sweeps::{CellLimits, WorkUntil, WorkerSettings, WorkerStatus, answer, work};
use rational_bluff::solve::{Control, Method};
use rational_bluff::sweep::GameQuestion;

use crate::support::postgres::Postgres;
use crate::support::service::Service;
use crate::support::{
    Dice, bluff, ended, files, folder, has, long_label, run, signal, succeeds, until,
};

fn silent(_: &str) {}

pub(crate) fn shared(postgres: &Postgres) -> Catalogue {
    let address: Address = postgres.address().parse().expect("an address");
    Catalogue::open(&address, silent).expect("a catalogue")
}

fn key(label: &str) -> Key {
    Key { label: label.to_owned(), question: GameQuestion::Equilibrium(Method::Threshold).into() }
}

pub(crate) fn worker(folder: &Path, postgres: &Postgres) -> Child {
    let line = format!("worker --threads 1 --lease 1 --catalogue {}", postgres.address());
    bluff(folder, &line).spawn().expect("it starts")
}

pub(crate) fn end(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Number of lines of a file.
fn lines(path: &Path) -> usize {
    fs::read_to_string(path).expect("a file").lines().count()
}

pub(crate) const LEASE: Duration = Duration::from_secs(60);

/// Steps the clock: every lease has run out.
fn let_leases_run_out(postgres: &Postgres) {
    postgres.query("UPDATE rational_bluff.chunk SET lease_until = now() - interval '1 second'");
}

fn until_first_answer(postgres: &Postgres) {
    until("a first answer", || {
        let entries = "SELECT to_regclass('rational_bluff.entry')";
        !postgres.query(entries).is_empty()
            && postgres.query("SELECT count(*) FROM rational_bluff.entry") != "0"
    });
}

pub(crate) fn chunk(labels: &[&str]) -> Vec<QueuedCell> {
    labels.iter().map(|label| QueuedCell::of(&key(label))).collect()
}

pub(crate) fn labels(lease: &Lease) -> Vec<String> {
    lease.cells.iter().map(|cell| cell.key.clone().expect("a key").label).collect()
}

/// Cells that are open, and cells that failed.
fn counts(queue: &Queue, plan: i64) -> (u64, u64) {
    let plan = queue.plans(Some(plan)).unwrap().pop().expect("a plan");
    (plan.open, plan.failed)
}

#[test]
fn a_lease_that_ran_out_changes_nothing() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let labels = ["von-neumann/n7-b2", "von-neumann/n8-b2"];
    let plan = queue.add("a plan", &[chunk(&labels)]).unwrap();
    let late = queue.lease(LEASE).unwrap().expect("a lease");
    assert_eq!(queue.lease(LEASE).unwrap(), None, "it is taken");
    let_leases_run_out(&postgres);
    let second = queue.lease(LEASE).unwrap().expect("a lease");
    assert_eq!((late.attempts, second.attempts, &late.cells), (1, 2, &second.cells));
    let both = [late.clone(), second.clone()];
    assert_eq!(queue.prolong(&both, LEASE).unwrap(), [second.token()]);
    let failed = vec![(second.cells[0].clone(), "too large".to_owned())];
    assert!(!queue.end(&late, &failed, (&[], 0)).unwrap());
    queue.release(&late).unwrap();
    assert_eq!(counts(queue, plan), (2, 0));
    assert!(queue.end(&second, &failed, (&[], 0)).unwrap());
    assert!(!queue.end(&second, &failed, (&[], 0)).unwrap(), "once");
    assert_eq!(counts(queue, plan), (0, 1));
    assert_eq!(queue.failures(plan).unwrap(), failed);
    assert_eq!(queue.lease(LEASE).unwrap(), None);
    // Failed cells are tried again one by one, from the first attempt on.
    assert_eq!(queue.retry(plan).unwrap(), 1);
    let again = queue.lease(LEASE).unwrap().expect("a lease");
    assert_eq!((again.attempts, &again.cells[..]), (1, &second.cells[..1]));
    // A plan that is withdrawn takes its leases along.
    assert!(queue.withdraw(plan).unwrap() && !queue.withdraw(plan).unwrap());
    assert!(queue.prolong(&[again], LEASE).unwrap().is_empty());
}

#[test]
fn chunks_are_taken_in_order_and_found_again_when_they_come_back() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let chunks = ["kuhn/n6-b1", "kuhn/n7-b1", "kuhn/n5-b1"].map(|label| chunk(&[label]));
    queue.add("a plan", &chunks).unwrap();
    let mut taken = || queue.lease(LEASE).unwrap();
    let leases: Vec<Lease> = std::iter::from_fn(&mut taken).collect();
    assert_eq!(
        leases.iter().flat_map(labels).collect::<Vec<_>>(),
        ["kuhn/n6-b1", "kuhn/n7-b1", "kuhn/n5-b1"]
    );
    // One that comes back costs no attempt, and is found though others were taken since.
    queue.release(&leases[0]).unwrap();
    queue.add("another", &[chunk(&["kuhn/n8-b1"])]).unwrap();
    let others: Vec<Lease> = std::iter::from_fn(&mut taken).collect();
    assert_eq!(others.iter().flat_map(labels).collect::<Vec<_>>(), ["kuhn/n8-b1", "kuhn/n6-b1"]);
    assert_eq!(others[1].attempts, 1);
}

/// Works until the queue is empty, as `bluff worker` does.
fn drain(catalogue: &Catalogue) -> u64 {
    let (queue, status) = (catalogue.queue().expect("a queue"), WorkerStatus::default());
    let limits = CellLimits::default();
    let settings =
        WorkerSettings { threads: 2.into(), limits, lease: LEASE, end: WorkUntil::Empty };
    work(catalogue, queue, settings, &Control::new(), &status).unwrap();
    status.solved()
}

#[test]
fn a_chunk_whose_worker_died_is_taken_apart_and_only_a_deadly_cell_is_given_up() {
    let postgres = Postgres::start();
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let many = chunk(&["von-neumann/n7-b2", "von-neumann/n8-b2", "von-neumann/n9-b2"]);
    let plan = queue.add("a plan", &[many, chunk(&["kuhn/n3-b1"])]).unwrap();
    // One answer came before the worker died.
    let dead = queue.lease(LEASE).unwrap().expect("a lease");
    let first = dead.cells[0].key.clone().expect("a key");
    catalogue.write(&[answer(&first, &Control::new()).unwrap()]).unwrap();
    for _ in 0..5 {
        let_leases_run_out(&postgres);
        // The scan passes over the first chunk, which is held again and again.
        let _ = queue.prolong(std::slice::from_ref(&dead), LEASE).unwrap();
        let lease = queue.lease(LEASE).unwrap().expect("a lease");
        assert_eq!(labels(&lease), ["kuhn/n3-b1"]);
    }
    let_leases_run_out(&postgres);
    assert_eq!(drain(&catalogue), 2);
    assert_eq!(counts(queue, plan), (0, 1));
    let failures = queue.failures(plan).unwrap();
    assert_eq!(failures[0].1, "given up after 5 attempts, each ended by the death of its worker");
    let sizes = "SELECT string_agg(size || '/' || attempts, ' ' ORDER BY id)
                 FROM rational_bluff.chunk";
    assert_eq!(postgres.query(sizes), "3/2 1/6 1/2 1/2");
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
    let start = Instant::now();
    succeeds(&folder, "batch plan.toml --out alone");
    // On a busy machine cells take longer: none may meet all of its five attempts' ends by chance.
    let pause = u64::try_from(start.elapsed().as_millis()).expect("a short time") / 30;
    let batch =
        format!("batch plan.toml --out shared --threads 0 --catalogue {}", postgres.address());
    let batch = bluff(&folder, &batch).spawn().expect("it starts");
    let mut workers: Vec<Child> = (0..3).map(|_| worker(&folder, &postgres)).collect();
    let (mut dice, mut killed) = (Dice(17), 0);
    let open = "SELECT count(*) FROM rational_bluff.chunk WHERE ended_at IS NULL";
    let tables = "SELECT to_regclass('rational_bluff.chunk')";
    until("the tables", || !postgres.query(tables).is_empty());
    until("the chunks", || postgres.query(open) != "0");
    while killed < kills && postgres.query(open) != "0" {
        thread::sleep(Duration::from_millis(dice.below(pause.max(150))));
        let victim = dice.below(3) as usize;
        end(std::mem::replace(&mut workers[victim], worker(&folder, &postgres)));
        killed += 1;
    }
    let (code, _, said) = ended(batch);
    workers.into_iter().for_each(end);
    assert_eq!(code, 0, "{said}");
    assert!(killed >= 5, "{killed} kills");
    assert!(files(&folder.join("shared")) == files(&folder.join("alone")));
    assert_eq!(postgres.query("SELECT count(*) FROM rational_bluff.plan"), "0");
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
    // One whose answer the catalogue refuses.
    postgres.query(
        "TRUNCATE rational_bluff.entry;
         ALTER TABLE rational_bluff.entry ADD CONSTRAINT entries CHECK (label <> 'kuhn/n6-b1')",
    );
    let (code, _, said) = run(&folder, &line.replace("shared", "refused"));
    assert_eq!(code, 1, "{said}");
    has(&said, &["1 cell has no answer", "kuhn/n6-b1", "constraint \"entries\""]);
    assert_eq!(lines(&folder.join("refused/kuhn.jsonl")), 6);
    assert!(files(&folder.join("refused"))[1] == files(&folder.join("alone"))[1], "one-street");
}

/// Both the batch, which follows its plan, and the worker wait for a server that is away.
#[test]
fn a_database_that_dies_and_comes_back_is_waited_for() {
    let (folder, mut postgres) = (folder("away"), Postgres::start());
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3..150\"\nb = [1, 2]\n\
                [output]\nformats = [\"jsonl\"]\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    succeeds(&folder, "batch plan.toml --out alone");
    let at = format!("--catalogue {}", postgres.address());
    let line = format!("batch plan.toml --out shared --threads 0 {at}");
    let working = worker(&folder, &postgres);
    let batch = bluff(&folder, &line).spawn().expect("it starts");
    until_first_answer(&postgres);
    postgres.stop();
    thread::sleep(Duration::from_millis(500));
    postgres.go_on();
    let (code, _, said) = ended(batch);
    assert_eq!(code, 0, "{said}");
    has(&said, &["; what it holds is safe; trying again"]);
    signal(&[working.id()], "TERM");
    let (code, _, said) = ended(working);
    assert_eq!(code, 0, "{said}");
    has(&said, &["trying again", "cells solved"]);
    assert!(files(&folder.join("shared")) == files(&folder.join("alone")));
}

/// A worker that may not store answers ends with the reason, and so does a batch with its threads.
#[test]
fn what_no_other_attempt_mends_ends_the_work_with_its_reason() {
    let (folder, postgres) = (folder("forbidden"), Postgres::start());
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3..9\"\nb = 1\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    shared(&postgres);
    postgres.query(
        "CREATE ROLE reader LOGIN PASSWORD 'reader';
         GRANT USAGE ON SCHEMA rational_bluff TO reader;
         GRANT SELECT ON ALL TABLES IN SCHEMA rational_bluff TO reader;
         GRANT ALL ON rational_bluff.plan, rational_bluff.chunk TO reader;
         GRANT ALL ON ALL SEQUENCES IN SCHEMA rational_bluff TO reader",
    );
    let address = postgres.address().replace("poker:open%20sesame", "reader:reader");
    for line in ["batch plan.toml --out out --threads 2", "worker --threads 2"] {
        if line.starts_with("worker") {
            let catalogue = shared(&postgres);
            let queue = catalogue.queue().expect("a queue");
            queue.add("a plan", &[chunk(&["von-neumann/n7-b2"])]).unwrap();
        }
        let (code, _, said) = run(&folder, &format!("{line} --catalogue {address}"));
        assert_eq!(code, 1, "{said}");
        has(&said, &["permission denied for table entry"]);
    }
    // The batch withdrew its plan, and the worker returned the chunk of the other.
    let leased =
        "SELECT count(*), sum(attempts), max(lease_until) < now() FROM rational_bluff.chunk";
    assert_eq!(postgres.query(leased), "1|0|t");
}

#[test]
fn an_interrupted_batch_withdraws_its_plan_and_its_answers_stay() {
    let (folder, postgres) = (folder("withdrawn"), Postgres::start());
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3..150\"\nb = [1, 2]\n\
                [[cells]]\ngame = \"kuhn\"\nn = 2000\nb = 1\nmethod = \"lp\"\n";
    fs::write(folder.join("plan.toml"), plan).expect("a file");
    let line = format!("batch plan.toml --out out --threads 2 --catalogue {}", postgres.address());
    let batch = bluff(&folder, &line).spawn().expect("it starts");
    until_first_answer(&postgres);
    signal(&[batch.id()], "INT");
    let (code, _, said) = ended(batch);
    assert_eq!(code, 130, "{said}");
    has(&said, &["cells are stored in postgres://"]);
    let left = "SELECT count(*) FROM rational_bluff.plan";
    assert_eq!(postgres.query(left), "0");
}

#[test]
fn the_queue_is_listed_cancelled_and_tried_again() {
    let (folder, postgres) = (folder("queue"), Postgres::start());
    let at = format!("--catalogue {}", postgres.address());
    let catalogue = shared(&postgres);
    let queue = catalogue.queue().expect("a queue");
    let cells = chunk(&["von-neumann/n7-b2", "kuhn/n3-b1"]);
    let plan = queue.add("von-neumann, kuhn", &[cells]).unwrap();
    let (code, out, said) = run(&folder, &format!("catalogue queue list {at}"));
    assert_eq!(code, 0, "{said}");
    has(&out, &["plan", "leased", "       2        2        0       0  von-neumann, kuhn\n"]);
    // A question of kuhn that has no answer: it has no threshold form.
    assert_eq!(drain(&catalogue), 1);
    let (_, out, _) = run(&folder, &format!("catalogue queue list --json {at}"));
    let plans: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&plans[0]["open"], &plans[0]["failed"]), (&0.into(), &1.into()));
    let (_, out, _) = run(&folder, &format!("catalogue queue retry {plan} {at}"));
    assert_eq!(out, format!("1 cell is tried again in plan {plan}\n"));
    assert_eq!(counts(queue, plan), (1, 0));
    let (_, out, _) = run(&folder, &format!("catalogue queue cancel {plan} {at}"));
    assert_eq!(out, format!("plan {plan} is withdrawn\n"));
    let (code, _, said) = run(&folder, &format!("catalogue queue cancel {plan} {at}"));
    assert_eq!(code, 2, "{said}");
    has(&said, &["is not in the queue, the queue is empty"]);
    let (code, _, said) = run(&folder, "catalogue queue list");
    assert_eq!(code, 2, "{said}");
    has(&said, &["is a file, which has no queue, expected --catalogue postgres://"]);
}

#[test]
fn a_worker_tells_its_health_and_figures() {
    let (folder, mut postgres) = (folder("health"), Postgres::start());
    let catalogue = shared(&postgres);
    let plan = [chunk(&["von-neumann/n7-b2", "kuhn/n3-b1"])];
    catalogue.queue().expect("a queue").add("a plan", &plan).unwrap();
    let at = format!("--catalogue {}", postgres.address());
    let line = format!("worker --threads 1 --health 127.0.0.1:0 {at}");
    let mut worker = Service::start(bluff(&folder, &line));
    let metrics = || worker.get("/metrics").body;
    until("the end of the chunk", || {
        let metrics = metrics();
        metrics.contains("{outcome=\"solved\"} 1") && metrics.contains("bluff_worker_leases 0")
    });
    has(
        &metrics(),
        &[
            "bluff_worker_cells_total{outcome=\"failed\"} 1",
            "bluff_worker_cells_total{outcome=\"solved\"} 1",
            "bluff_worker_oldest_lease_seconds 0.0",
            "bluff_worker_database_away 0",
        ],
    );
    assert_eq!(worker.get("/healthz").status, 200);
    assert_eq!(run(&folder, &format!("health --listen {}", worker.address)).0, 0);
    let (code, _, said) = run(&folder, &format!("worker --until-empty --log json {at}"));
    assert_eq!(code, 0, "{said}");
    for line in said.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(line["message"].is_string(), "{line}");
    }
    postgres.stop();
    until("the loss of the database", || worker.get("/readyz").status == 503);
    has(&metrics(), &["bluff_worker_database_away 1"]);
    worker.signal("TERM");
    assert_eq!(worker.ended().code(), Some(0));
}
