//! The service and its catalogue: answers that are solved once, and a catalogue that fails.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::disk::failing_disk;
use crate::support::postgres::Postgres;
use crate::support::service::Service;
use crate::support::{bluff, ended, entries, folder, long_label, run, until};

/// Flags of a service that asks its catalogue every time.
const SERVE: &str = "serve --listen 127.0.0.1:0 --keep 0";

/// Readiness of a service whose catalogue cannot be used.
const DEGRADED: &str =
    "degraded: the catalogue cannot be used, so answers are given and not stored\n";

fn serve(folder: &Path) -> Service {
    Service::within(folder, "--keep 0")
}

fn sharing(folder: &Path, catalogue: &str) -> Service {
    Service::within(folder, &format!("--keep 0 --catalogue {catalogue}"))
}

fn solved(service: &Service, label: &str) -> String {
    let reply = service.get(&format!("/api/v1/solutions/{label}"));
    assert_eq!(reply.status, 200, "{label}: {}", reply.body);
    reply.body
}

#[test]
fn linear_programs_are_solved_once_and_threshold_forms_are_computed() {
    let folder = folder("once");
    let first = serve(&folder);
    let document = solved(&first, "kuhn/n5-b1");
    solved(&first, "von-neumann/n28-b4");
    // What nobody asked for by its label would hide what somebody did.
    for path in ["/map/kuhn?n=3..6&b=1,2", "/api/v1/grid?game=kuhn&n=3..6&b=1", "/teach", "/"] {
        assert_eq!(first.get(path).status, 200, "{path}");
    }
    let ready = first.get("/readyz");
    assert_eq!((ready.status, ready.body.as_str()), (200, "ready\n"));
    assert_eq!(entries(&folder, "catalogue.sqlite"), 1);
    drop(first);
    // What a batch keeps the service reads, and the other way round, with the same bytes.
    let direct = run(&folder, "solve kuhn -n 5 -b 1 --format json").1;
    let second = serve(&folder);
    assert_eq!((solved(&second, "kuhn/n5-b1"), &document), (direct, &document));
    fs::write(folder.join("plan.toml"), "[[cells]]\ngame = \"kuhn\"\nn = \"4..6\"\nb = 1\n")
        .expect("a file");
    let (code, _, said) = run(&folder, "batch plan.toml --out out");
    assert!(code == 0 && said.contains("3 cells, 2 of them solved now"), "{said}");
}

#[test]
fn a_family_of_decks_is_proved_once() {
    let folder = folder("once-proved");
    let first = serve(&folder);
    let document = first.get("/api/v1/formulas/kuhn/b2").body;
    assert!(document.contains("\"proof\": \"strategies\""), "{document}");
    assert_eq!(entries(&folder, "catalogue.sqlite"), 1);
    drop(first);
    let second = serve(&folder);
    assert_eq!(second.get("/api/v1/formulas/kuhn/b2").body, document);
    let metrics = second.get("/metrics").body;
    assert!(metrics.contains("bluff_equilibria_total{source=\"catalogue\"} 1"), "{metrics}");
    // The list of answers leads to the page of the formula.
    let listed = second.get("/games?search=kuhn/b").body;
    assert!(listed.contains("href=\"/formulas/kuhn/b2\""), "{listed}");
}

#[test]
fn a_damaged_entry_is_solved_again() {
    let folder = folder("served");
    let service = serve(&folder);
    let document = solved(&service, "kuhn/n5-b1");
    let damage = |sql: &str| {
        let database =
            rusqlite::Connection::open(folder.join("catalogue.sqlite")).expect("a database");
        database.execute_batch(sql).expect("SQL");
    };
    damage("UPDATE entry SET body = replace(body, '1/15', '1/16')");
    assert_eq!(solved(&service, "kuhn/n5-b1"), document);
    until("a word about it", || {
        service.said().contains("entry for kuhn/n5-b1 is damaged and was set aside")
    });
    assert_eq!(entries(&folder, "catalogue.sqlite"), 1);
    // Bytes of nothing in the place of the file, and no file at all.
    fs::write(folder.join("new"), vec![0x5a; 40_000]).expect("a file");
    fs::rename(folder.join("new"), folder.join("catalogue.sqlite")).expect("a file");
    assert_eq!(solved(&service, "kuhn/n5-b1"), document);
    fs::remove_file(folder.join("catalogue.sqlite")).expect("a file");
    assert_eq!(solved(&service, "kuhn/n5-b1"), document);
    until("the catalogue", || {
        solved(&service, "kuhn/n4-b1");
        service.get("/readyz").body == "ready\n" && entries(&folder, "catalogue.sqlite") > 0
    });
}

/// Row F3: the disk is full. Answers are given, the service says that it does not keep them, and
/// what was kept stays.
#[test]
fn with_a_full_disk_answers_are_given_and_not_kept() {
    let folder = folder("full");
    drop(solved(&serve(&folder), "kuhn/n3-b1"));
    let library = failing_disk(&folder);
    let mut command = bluff(&folder, SERVE);
    command.env("LD_PRELOAD", &library).env("FAIL_AFTER", "30").env("FAIL_WITH", "write");
    let service = Service::start(command);
    for n in 4..24 {
        solved(&service, &format!("kuhn/n{n}-b1"));
    }
    let ready = service.get("/readyz");
    assert_eq!((ready.status, ready.body.as_str()), (200, DEGRADED));
    until("a word about it", || {
        service.said().contains("what it holds is safe; answers are given without it")
    });
    drop(service);
    assert!(entries(&folder, "catalogue.sqlite") >= 1);
    assert_eq!(run(&folder, "catalogue verify").0, 0);
}

/// Another program holds the file, or the database has stopped in the middle: one answer waits for
/// it, and no other.
#[test]
fn a_catalogue_that_says_nothing_keeps_nobody_waiting() {
    let (folder, postgres) = (folder("silent"), Postgres::start());
    let file = rusqlite::Connection::open(folder.join("held.sqlite")).expect("a database");
    let sql = |sql: &str| file.execute_batch(sql).expect("SQL");
    goes_on_without(&folder, "held.sqlite", || sql("BEGIN EXCLUSIVE"), || sql("COMMIT"));
    goes_on_without(
        &folder,
        &postgres.address(),
        || postgres.signal("STOP"),
        || postgres.signal("CONT"),
    );
}

fn goes_on_without(folder: &Path, catalogue: &str, hold: impl FnOnce(), let_go: impl FnOnce()) {
    let service = sharing(folder, catalogue);
    solved(&service, "kuhn/n3-b1");
    assert_eq!(service.get("/readyz").body, "ready\n");
    hold();
    let start = Instant::now();
    for n in 4..40 {
        solved(&service, &format!("kuhn/n{n}-b1"));
    }
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    assert_eq!(service.get("/readyz").body, DEGRADED);
    until("a word about it", || {
        service.said().contains("no answer within 2 seconds; what it holds is safe")
    });
    let_go();
    let mut n = 40;
    until("the catalogue", || {
        n += 1;
        solved(&service, &format!("kuhn/n{n}-b1"));
        service.get("/readyz").body == "ready\n"
    });
    assert!(entries(folder, catalogue) >= 2);
}

/// A path that is misspelt, or leads to another file, changes nothing.
#[test]
fn a_file_that_never_was_a_catalogue_stays_as_it_is() {
    let folder = folder("no-catalogue");
    fs::write(folder.join("notes.txt"), "precious notes of mine").expect("a file");
    for line in ["serve --check --catalogue notes.txt", "catalogue show --catalogue notes.txt"] {
        let (code, _, said) = run(&folder, line);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("notes.txt"), "{said}");
    }
    for task in ["show", "verify", "prune", "export"] {
        assert_eq!(run(&folder, &format!("catalogue {task} --catalogue none.sqlite")).0, 2);
    }
    assert_eq!(run(&folder, "serve --check --catalogue none.sqlite").0, 0);
    let names: Vec<_> = fs::read_dir(&folder).expect("a folder").flatten().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert_eq!(fs::read(folder.join("notes.txt")).expect("a file"), b"precious notes of mine");
}

#[test]
fn a_named_catalogue_must_open_and_the_default_one_need_not() {
    let folder = folder("closed-catalogue");
    fs::write(folder.join("file"), "no database, and long enough to be looked at").expect("a file");
    let (code, _, said) =
        run(&folder, "serve --listen 127.0.0.1:0 --catalogue file/catalogue.sqlite");
    assert_eq!(code, 2);
    assert!(said.contains("cannot open the catalogue file/catalogue.sqlite"), "{said}");
    let mut command = bluff(&folder, SERVE);
    command.env("BLUFF_CATALOGUE", folder.join("file/catalogue.sqlite"));
    let service = Service::start(command);
    solved(&service, "kuhn/n3-b1");
    assert_eq!(
        service.get("/readyz").body,
        "degraded: there is no catalogue, so answers are given and not stored\n"
    );
}

/// Row F14: two services and batches, all on one catalogue, of each kind.
#[test]
fn services_and_batches_share_a_catalogue() {
    let (folder, postgres) = (folder("share"), Postgres::start());
    fs::write(folder.join("plan.toml"), "[[cells]]\ngame = \"kuhn\"\nn = \"3..24\"\nb = [1, 2]\n")
        .expect("a file");
    for (kind, address) in [("file", "both.sqlite".to_owned()), ("postgres", postgres.address())] {
        let services = [sharing(&folder, &address), sharing(&folder, &address)];
        let batch = bluff(&folder, &format!("batch plan.toml --out {kind} --catalogue {address}"))
            .spawn()
            .expect("it starts");
        std::thread::scope(|scope| {
            for service in &services {
                scope.spawn(move || {
                    for n in (3..=24).rev() {
                        solved(service, &format!("kuhn/n{n}-b1"));
                    }
                });
            }
        });
        let (code, _, said) = ended(batch);
        assert_eq!(code, 0, "{said}");
        assert_eq!(entries(&folder, &address), 44, "{kind}");
        assert_eq!(run(&folder, &format!("catalogue verify --catalogue {address}")).0, 0);
        assert!(services.iter().all(|service| service.get("/readyz").body == "ready\n"));
    }
    assert_eq!(
        fs::read(folder.join("file/kuhn.jsonl")).expect("a file"),
        fs::read(folder.join("postgres/kuhn.jsonl")).expect("a file")
    );
}

#[test]
fn no_request_switches_the_catalogue_off_for_others() {
    let (folder, postgres) = (folder("one-row"), Postgres::start());
    let service = sharing(&folder, &postgres.address());
    let ready = || assert_eq!(service.get("/readyz").body, "ready\n");
    let kept = |label: &str| {
        let count = format!("SELECT count(*) FROM rational_bluff.entry WHERE label = '{label}'");
        postgres.query(&count) == "1"
    };
    // A label that is too long for a row of an index.
    let long = long_label(1);
    solved(&service, &format!("{long}?method=lp"));
    ready();
    solved(&service, "kuhn/n3-b1");
    assert!(kept(&long) && kept("kuhn/n3-b1"));
    // An entry that the database does not take, whatever the reason.
    postgres.query(
        "ALTER TABLE rational_bluff.entry ADD CONSTRAINT other CHECK (label <> 'kuhn/n4-b1')",
    );
    for n in 5..9 {
        solved(&service, "kuhn/n4-b1");
        ready();
        solved(&service, &format!("kuhn/n{n}-b1"));
        assert!(kept(&format!("kuhn/n{n}-b1")) && !kept("kuhn/n4-b1"), "{n}");
    }
    assert_eq!(service.metric("bluff_catalogue_errors_total{what=\"entry\"}"), 4);
    until("a word about it", || service.said().contains("kuhn/n4-b1 (readable): the catalogue "));
    assert!(service.said().contains("violates check constraint \"other\"; all others are safe"));
    assert!(!service.said().contains("\"strategies\""), "no documents in the log");
}

#[test]
fn a_database_that_is_away_keeps_nobody_from_an_answer() {
    let (folder, mut postgres) = (folder("database"), Postgres::start());
    let service = sharing(&folder, &postgres.address());
    let document = solved(&service, "kuhn/n5-b1");
    postgres.stop();
    assert_eq!(solved(&service, "kuhn/n5-b1"), document);
    // Strangers learn no host, no user and no database.
    assert_eq!(service.get("/readyz").body, DEGRADED);
    until("a word about it", || {
        service.said().contains("the catalogue postgres://poker@127.0.0.1:")
    });
    postgres.go_on();
    until("the database", || {
        solved(&service, "kuhn/n6-b1");
        service.get("/readyz").body == "ready\n"
    });
    assert!(!service.said().contains("sesame"));
}
