//! Sweeps of `bluff serve`, asked over real sockets and compared with `bluff batch`.
#![cfg(all(test, unix))]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{files, folder, run, succeeds, until};

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
const LONG: &str = "[[cells]]\ngame = \"kuhn\"\nn = \"300..600\"\nb = \"1..9\"\n";

/// A service of its own for each test, with its temporary files in the folder of the test.
struct Service {
    child: Child,
    address: String,
}

impl Service {
    fn start(folder: &Path) -> Self {
        let temporary = folder.join("temporary");
        fs::create_dir_all(&temporary).expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_bluff"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("TMPDIR", temporary)
            .env("BLUFF_CATALOGUE", folder.join("service.sqlite"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the service starts");
        let mut line = String::new();
        let mut log = BufReader::new(child.stderr.take().expect("a pipe"));
        log.read_line(&mut line).expect("a first line");
        let address = line.trim().strip_prefix("bluff: listening on http://").expect("an address").to_owned();
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { child, address }
    }

    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n"
        );
        stream.write_all((head + body).as_bytes()).expect("a request");
        stream
    }

    /// Status, head in lower case, body.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, String) {
        let mut text = String::new();
        self.send(method, path, headers, body).read_to_string(&mut text).expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            whole(body)
        } else {
            body.to_owned()
        };
        (status, head.to_ascii_lowercase(), body)
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.ask("GET", path, "", "");
        (status, body)
    }

    fn state(&self, path: &str) -> Value {
        serde_json::from_str(&self.get(path).1).expect("a state")
    }

    /// Begins a sweep; returns its address.
    fn begin(&self, headers: &str, plan: &str) -> String {
        let (status, head, body) = self.ask("POST", "/api/v1/sweeps", headers, plan);
        assert_eq!(status, 202, "{body}");
        let id = serde_json::from_str::<Value>(&body).expect("JSON")["id"].as_str().expect("an id").to_owned();
        let place = format!("/api/v1/sweeps/{id}");
        assert!(head.contains(&format!("location: {place}\r\n")), "{head}");
        place
    }

    /// The events of a sweep to their end: name and state.
    fn events(&self, place: &str) -> Vec<(String, Value)> {
        let (status, head, body) = self.ask("GET", &format!("{place}/events"), "", "");
        assert_eq!(status, 200);
        assert!(head.contains("content-type: text/event-stream"), "{head}");
        let field = |event: &str, name: &str| {
            event.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned())).unwrap_or_default()
        };
        let events = body.split("\n\n").filter(|event| event.contains("data:"));
        events
            .map(|event| (field(event, "event:"), serde_json::from_str(&field(event, "data:")).expect("JSON")))
            .collect()
    }

    /// The files of a sweep once it is done, as those of a folder.
    fn files(&self, place: &str) -> Vec<(String, Vec<u8>)> {
        let (_, last) = self.events(place).pop().expect("an end");
        assert_eq!((&last["state"], &last["done"]), (&json!("done"), &last["total"]), "{last}");
        let names = last["files"].as_array().expect("names").iter().map(|name| name.as_str().expect("text").to_owned());
        let file = |name: String| {
            let (status, body) = self.get(&format!("{place}/files/{name}"));
            assert_eq!(status, 200, "{name}");
            (name, body.into_bytes())
        };
        let mut files: Vec<_> = names.map(file).collect();
        files.sort();
        files
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A body that was sent in chunks.
fn whole(chunked: &str) -> String {
    let (mut rest, mut body) = (chunked, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a length");
        body += &after[..length];
        rest = after[length..].trim_start_matches("\r\n");
    }
    body
}

#[test]
fn the_files_have_the_bytes_of_the_command() {
    let folder = folder("sweep-bytes");
    let service = Service::start(&folder);
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
    for (headers, plan) in
        [("", MIXED.to_owned()), ("content-type: application/json; charset=utf-8\r\n", plan.to_string())]
    {
        let place = service.begin(headers, &plan);
        assert!(service.files(&place) == expected, "{plan}");
    }
}

#[test]
fn progress_is_told_from_the_first_cell_to_the_end_and_to_who_comes_late() {
    let folder = folder("sweep-progress");
    let service = Service::start(&folder);
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"40..60\"\nb = \"1..3\"\n[output]\nformats = [\"csv\"]";
    let place = service.begin("", plan);
    let events = service.events(&place);
    let done: Vec<u64> = events.iter().map(|(_, state)| state["done"].as_u64().expect("a number")).collect();
    assert!(done.is_sorted() && done.len() > 2 && done[0] < 63 && done.last() == Some(&63), "{done:?}");
    let (last, before) = events.split_last().expect("events");
    assert!(before.iter().all(|(name, state)| name == "progress" && state["state"] == "running"), "{before:?}");
    assert_eq!((last.0.as_str(), &last.1["files"]), ("end", &json!(["kuhn.csv"])));
    assert_eq!(service.events(&place), std::slice::from_ref(last));
    assert_eq!(service.state(&place), last.1);
    // What has ended is forgotten when it is deleted.
    assert_eq!(service.ask("DELETE", &place, "", "").0, 200);
    assert_eq!(service.get(&place).0, 404);
    until("its folder to go", || fs::read_dir(folder.join("temporary")).expect("a folder").count() == 0);
}

#[test]
fn who_cancels_stops_the_work_at_once() {
    let folder = folder("sweep-cancel");
    let service = Service::start(&folder);
    let mut took = Vec::new();
    for _ in 0..20 {
        let place = service.begin("", LONG);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(service.state(&place)["state"], "running");
        let start = Instant::now();
        let (status, _, body) = service.ask("DELETE", &place, "", "");
        took.push(start.elapsed());
        assert_eq!((status, &serde_json::from_str::<Value>(&body).expect("JSON")["state"]), (200, &json!("cancelled")));
        assert_eq!(service.events(&place).len(), 1);
    }
    took.sort();
    println!("cancelled within {:?}, at the worst {:?}", took[10], took[19]);
    // A machine that does other things may take its time.
    assert!(took[10] < Duration::from_millis(200) && took[19] < Duration::from_secs(2), "{took:?}");
}

#[test]
fn bad_plans_are_refused_in_the_words_of_the_command() {
    let folder = folder("sweep-bad");
    let service = Service::start(&folder);
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
        let (code, _, said) = run(&folder, "batch plan.toml --out out");
        assert_eq!(code, 2, "{plan}");
        let (status, head, body) = service.ask("POST", "/api/v1/sweeps", "", &plan);
        assert_eq!(status, expected, "{plan}: {body}");
        assert!(head.contains("application/problem+json"), "{head}");
        let problem: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(said.trim(), format!("bluff: {}", problem["detail"].as_str().expect("text")), "{plan}");
    }
    assert_eq!(service.ask("POST", "/api/v1/sweeps", "content-type: application/json\r\n", MIXED).0, 400);
}

#[test]
fn sweeps_of_passers_by_have_limits_that_are_named() {
    let folder = folder("sweep-limits");
    let service = Service::start(&folder);
    let refused = |plan: &str| {
        let (status, head, body) = service.ask("POST", "/api/v1/sweeps", "", plan);
        (status, head, serde_json::from_str::<Value>(&body).expect("JSON")["detail"].to_string())
    };
    for (cells, words) in [
        ("game = \"von-neumann\"\nn = \"2..900\"\nb = \"1..12\"", "10788 cells, expected at most 10000 over HTTP"),
        ("game = \"von-neumann\"\nn = \"2..1000000000000\"\nb = 1", "n = 1000000000000, expected n ≤ 1000 over HTTP"),
        ("game = \"newman\"\nn = 1000\nb = \"1..100000000\"", "100000000 cells, expected at most"),
        ("game = \"newman\"\nn = 1000\nb = 5000", "5000 bet sizes, expected at most 300 over HTTP"),
        ("game = \"newman\"\nn = 1000\nb = 30\ncopies = 2", "sequences, expected at most 20000 over HTTP"),
        ("game = \"newman\"\nn = \"902..1000\"\nb = \"201..300\"", "cards × bets, expected at most 5000000 over HTTP"),
    ] {
        let (status, _, detail) = refused(&format!("[[cells]]\n{cells}"));
        assert!(status == 422 && detail.contains(words), "{cells}: {status} {detail}");
    }
    let running = [service.begin("", LONG), service.begin("", LONG)];
    let (status, head, detail) = refused(LONG);
    assert!(status == 503 && head.contains("retry-after: 2") && detail.contains("2 sweeps are running"), "{detail}");
    // Files are there at the end only, and only those of the plan.
    for name in ["kuhn.csv", ".bluff-batch", ".catalogue.sqlite", "..%2f..%2fservice.sqlite", "%00", "a/b"] {
        assert_eq!(service.get(&format!("{}/files/{name}", running[0])).0, 404, "{name}");
    }
    assert_eq!(service.get("/api/v1/sweeps/0123456789abcdef").0, 404);
    assert_eq!(service.ask("PUT", "/api/v1/sweeps/0123456789abcdef", "", "").0, 405);
    assert_eq!(service.ask("DELETE", &running[0], "", "").0, 200);
    service.begin("", LONG);
}

#[test]
fn a_service_that_is_told_to_end_leaves_no_files_and_no_open_stream() {
    let folder = folder("sweep-end");
    let mut service = Service::start(&folder);
    let place = service.begin("", LONG);
    let mut stream = service.send("GET", &format!("{place}/events"), "", "");
    let temporary = folder.join("temporary");
    until("its folder", || fs::read_dir(&temporary).expect("a folder").count() == 1);
    let start = Instant::now();
    let id = service.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("a stream");
    assert!(text.contains("event: end") && text.contains("\"state\":\"cancelled\""), "{text}");
    assert!(service.child.wait().expect("an end").success());
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}
