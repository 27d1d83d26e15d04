//! Sweeps of `bluff serve`, asked over real sockets and compared with `bluff batch`.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support;
use crate::support::service::Service;
use crate::support::{cases, files, folder, has, refused_in, succeeds, until};

/// Some hundred cells of several kinds, and one without an answer in the files: pure equilibria.
const MIXED: &str = r#"
[[cells]]
game = "von-neumann"
n = "2..20"
b = ["1..4", "1/2"]

[[cells]]
game = "von-neumann"
n = "2..9"
b = 2
pure = true

[[cells]]
game = "newman"
n = "2..9"
b = "1..max"

[[cells]]
game = "kuhn"
n = "3..12"
b = 1
"#;

/// Minutes of linear programs.
const LONG: &str = "[[cells]]\ngame = \"kuhn\"\nn = \"300..600\"\nb = \"1..9\"\nmethod = \"lp\"\n";

/// A service of its own for each test, with its temporary files in the folder of the test.
fn serve(folder: &Path) -> Service {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).expect("a folder");
    let mut command =
        support::bluff(folder, "serve --listen 127.0.0.1:0 --trusted-proxy 127.0.0.1");
    command.env("TMPDIR", temporary).env("BLUFF_CATALOGUE", folder.join("service.sqlite"));
    Service::start(command)
}

/// Begins a sweep; returns its address.
fn begin(service: &Service, headers: &str, plan: &str) -> String {
    let reply = service.post("/api/v1/sweeps", headers, plan);
    assert_eq!(reply.status, 202, "{}", reply.body);
    let place = format!("/api/v1/sweeps/{}", reply.json()["id"].as_str().expect("an id"));
    assert_eq!(reply.header("location"), Some(place.as_str()));
    place
}

/// The events of a sweep to their end: name and state.
fn events(service: &Service, place: &str) -> Vec<(String, Value)> {
    service.get(&format!("{place}/events")).events()
}

/// The files of a sweep once it is done, as those of a folder.
fn sweep_files(service: &Service, place: &str) -> Vec<(String, Vec<u8>)> {
    let (_, last) = events(service, place).pop().expect("an end");
    assert_eq!((&last["state"], &last["done"]), (&json!("done"), &last["total"]), "{last}");
    let names = last["files"].as_array().expect("names").iter();
    let names = names.map(|name| name.as_str().expect("text").to_owned());
    let file = |name: String| {
        let reply = service.get(&format!("{place}/files/{name}"));
        assert_eq!(reply.status, 200, "{name}");
        (name, reply.body.into_bytes())
    };
    let mut files: Vec<_> = names.map(file).collect();
    files.sort();
    files
}

#[test]
fn the_files_have_the_bytes_of_the_command() {
    let folder = folder("sweep-bytes");
    let service = serve(&folder);
    fs::write(folder.join("plan.toml"), MIXED).expect("a file");
    succeeds(&folder, "batch plan.toml --out out");
    let expected = files(&folder.join("out"));
    assert_eq!(expected.len(), 4 * 5);
    let plan: Value = json!({ "cells": [
        { "game": "von-neumann", "n": "2..20", "b": ["1..4", "1/2"] },
        { "game": "von-neumann", "n": "2..9", "b": 2, "pure": true },
        { "game": "newman", "n": "2..9", "b": "1..max" },
        { "game": "kuhn", "n": "3..12", "b": 1 },
    ] });
    for (headers, plan) in [
        ("", MIXED.to_owned()),
        ("content-type: application/json; charset=utf-8\r\n", plan.to_string()),
    ] {
        let place = begin(&service, headers, &plan);
        assert!(sweep_files(&service, &place) == expected, "{plan}");
    }
}

#[test]
fn progress_is_told_from_the_first_cell_to_the_end_and_to_who_comes_late() {
    let folder = folder("sweep-progress");
    let service = serve(&folder);
    let plan =
        "[[cells]]\ngame = \"kuhn\"\nn = \"40..60\"\nb = \"1..3\"\n[output]\nformats = [\"csv\"]";
    let place = begin(&service, "", plan);
    let told = events(&service, &place);
    let done: Vec<u64> =
        told.iter().map(|(_, state)| state["done"].as_u64().expect("a number")).collect();
    assert!(
        done.is_sorted() && done.len() > 2 && done[0] < 63 && done.last() == Some(&63),
        "{done:?}"
    );
    let (last, before) = told.split_last().expect("events");
    assert!(
        before.iter().all(|(name, state)| name == "progress" && state["state"] == "running"),
        "{before:?}"
    );
    assert_eq!((last.0.as_str(), &last.1["files"]), ("end", &json!(["kuhn.csv"])));
    assert_eq!(events(&service, &place), std::slice::from_ref(last));
    assert_eq!(service.json(&place), last.1);
    // What has ended is forgotten when it is deleted.
    assert_eq!(service.ask("DELETE", &place, "").status, 200);
    assert_eq!(service.get(&place).status, 404);
    until("its folder to go", || {
        fs::read_dir(folder.join("temporary")).expect("a folder").count() == 0
    });
}

#[test]
fn who_cancels_stops_the_work_at_once() {
    let folder = folder("sweep-cancel");
    let service = serve(&folder);
    let cancelled = |_| {
        let place = begin(&service, "", LONG);
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(service.json(&place)["state"], "running");
        let start = Instant::now();
        let reply = service.ask("DELETE", &place, "");
        let took = start.elapsed();
        assert_eq!((reply.status, &reply.json()["state"]), (200, &json!("cancelled")));
        assert_eq!(events(&service, &place).len(), 1);
        took
    };
    let mut took: Vec<Duration> = (0..11).map(cancelled).collect();
    took.sort();
    println!("cancelled within {:?}, at the worst {:?}", took[5], took[10]);
    // A machine that does other things may take its time.
    assert!(took[5] < Duration::from_millis(200) && took[10] < Duration::from_secs(2), "{took:?}");
}

#[test]
fn bad_plans_are_refused_in_the_words_of_the_command() {
    let folder = folder("sweep-bad");
    let service = serve(&folder);
    let cells = |rest: &str| format!("[[cells]]\ngame = \"von-neumann\"\n{rest}");
    let plans = [
        (400, String::new()),
        (400, "[[cells]".to_owned()),
        (400, cells("n = 3\nb = 1\ncolour = 2")),
        (400, cells("n = \"4..2\"\nb = 1")),
        (400, cells("n = \"2..9\"\nb = \"1..max\"")),
        (400, cells("n = 3\nb = 1\nmethod = \"guess\"")),
        (422, cells("n = 1\nb = 1")),
        (422, cells("n = 3\nb = \"0..2\"")),
        (422, "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\npure = true".to_owned()),
        (404, "[[cells]]\ngame = \"chess\"\nn = 3\nb = 1".to_owned()),
    ];
    for (expected, plan) in plans {
        fs::write(folder.join("plan.toml"), &plan).expect("a file");
        let words = service.post("/api/v1/sweeps", "", &plan).problem(expected);
        assert_eq!(refused_in(&folder, "batch plan.toml --out out"), words, "{plan}");
    }
    service.post("/api/v1/sweeps", "content-type: application/json\r\n", MIXED).problem(400);
}

/// Cells of plans, `; ` between their lines, and words of the message that refuses them.
const LIMITED: &str = r#"
game = "von-neumann"; n = "2..900"; b = "1..12" | 10788 cells, expected at most 10000: make several
game = "von-neumann"; n = "2..1000000000000"; b = 1 | n = 1000000000000, expected n ≤ 1000 over HTTP
game = "newman"; n = 1000; b = "1..100000000" | 100000000 cells, expected at most
game = "newman"; n = 1000; b = 5000 | 5000 bet sizes, expected at most 300 over HTTP
game = "newman"; n = 1000; b = 90; copies = 2 | sequences, expected at most 20000 over HTTP
game = "newman"; n = "902..1000"; b = "201..300" | cards × bets, expected at most 5000000 over HTTP
"#;

#[test]
fn sweeps_of_passers_by_have_limits_that_are_named() {
    let folder = folder("sweep-limits");
    let service = serve(&folder);
    for (cells, words) in cases(LIMITED) {
        let plan = format!("[[cells]]\n{}", cells.replace("; ", "\n"));
        has(&service.post("/api/v1/sweeps", "", &plan).problem(422), &[&words]);
    }
    let running = [begin(&service, "", LONG), begin(&service, "", LONG)];
    let busy = service.post("/api/v1/sweeps", "", LONG);
    assert!(busy.problem(503).contains("2 sweeps are running"), "{}", busy.body);
    assert_eq!(busy.header("retry-after"), Some("2"));
    // Another client finds a place, and only one.
    let other = "x-forwarded-for: 198.51.100.7\r\n";
    begin(&service, other, LONG);
    assert!(service.post("/api/v1/sweeps", other, LONG).problem(503).contains("3 sweeps are"));
    // Files are there at the end only, and only those of the plan.
    for name in
        ["kuhn.csv", ".bluff-batch", ".catalogue.sqlite", "..%2f..%2fservice.sqlite", "%00", "a/b"]
    {
        assert_eq!(service.get(&format!("{}/files/{name}", running[0])).status, 404, "{name}");
    }
    assert_eq!(service.get("/api/v1/sweeps/0123456789abcdef").status, 404);
    assert_eq!(service.ask("PUT", "/api/v1/sweeps/0123456789abcdef", "").status, 405);
    assert_eq!(service.ask("DELETE", &running[0], "").status, 200);
    begin(&service, "", LONG);
}

#[test]
fn a_service_that_is_told_to_end_leaves_no_files_and_no_open_stream() {
    let folder = folder("sweep-end");
    let mut service = serve(&folder);
    let place = begin(&service, "", LONG);
    let mut stream = service.send("GET", &format!("{place}/events"), "", "");
    let temporary = folder.join("temporary");
    until("its folder", || fs::read_dir(&temporary).expect("a folder").count() == 1);
    // What has begun to be answered is answered to its end.
    stream.read_exact(&mut [0; 12]).expect("a status");
    let start = Instant::now();
    service.signal("TERM");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("a stream");
    has(&text, &["event: end", "\"state\":\"cancelled\""]);
    assert!(service.ended().success());
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}
