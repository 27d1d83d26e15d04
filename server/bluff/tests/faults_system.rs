//! Row F13: what the system can do to a service: no files left, another time, folders that go,
//! disks that only read.

use std::fs;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::support::disk::preloaded;
use crate::support::service::Service;
use crate::support::{bluff, folder, run, until};

const SOLUTION: &str = "/api/v1/solutions/kuhn/n5-b1";

#[test]
fn without_descriptors_it_says_so_and_goes_on_when_there_are_some() {
    let folder = folder("descriptors");
    let service = Service::within(&folder, "--rate 0");
    assert_eq!(service.get(SOLUTION).status, 200);
    let mut open = service.connect();
    until("the connection", || service.metric("bluff_connections") >= 2);
    // The first number that is free; those of connections that have ended are free a moment later.
    let free = |_| {
        std::thread::sleep(Duration::from_millis(10));
        let taken = service.descriptors();
        (0..).find(|number| !taken.contains(number)).expect("a number")
    };
    let least = (0..20).map(free).min().expect("looks");
    service.limit("nofile", &format!("{least}:1000"));
    // Taken by the system, and not by us.
    let mut waiting = service.send("GET", SOLUTION, "", "");
    until("a word about it", || {
        service.said().contains("cannot accept connections; retrying in a second")
    });
    let logged = || service.said().matches("cannot accept connections").count();
    let (start, before) = (Instant::now(), logged());
    until("further words about it", || logged() >= before + 2);
    assert!(start.elapsed() > Duration::from_secs(1), "the log fills");
    service.limit("nofile", "1000:1000");
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // One that was open before is as it was.
    open.write_all(b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n").expect("a request");
    open.read_exact(&mut [0; 12]).expect("an answer");
}

#[test]
fn the_limit_of_open_files_limits_the_connections() {
    let service = Service::limited("few-files", "ulimit -n 64", "");
    assert_eq!(service.json("/api/v1/limits")["connections"]["all"], 32);
    let mut crowd = service.crowd(50, b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n");
    // Those before it may make room for it.
    crowd[49].read_exact(&mut [0; 12]).expect("an answer");
    let mut waiting = service.send("GET", SOLUTION, "", "");
    // Those that wait are accepted when the ones before them are closed.
    drop(crowd.drain(..40));
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(!service.said().contains("cannot accept connections"), "{}", service.said());
}

#[test]
fn a_clock_that_is_set_back_changes_nothing() {
    let folder = folder("clock");
    let library = preloaded(&folder, "shifted_clock");
    let mut command = bluff(&folder, "serve --listen 127.0.0.1:0 --rate 5");
    command.env("LD_PRELOAD", library).env("CLOCK_FILE", folder.join("back"));
    let service = Service::start(command);
    let document = service.get(SOLUTION).body;
    let begun =
        service.post("/api/v1/sweeps", "", "[[cells]]\ngame = \"kuhn\"\nn = \"3..30\"\nb = 1\n");
    let year = |service: &Service| {
        service.get("/healthz");
        service.said().lines().last().and_then(|line| line.get(..4)?.parse().ok()).unwrap_or(0)
    };
    until("a line of the log", || year(&service) > 2_000);
    let before: u32 = year(&service);
    fs::write(folder.join("back"), "").expect("a file");
    until("the time of before", || year(&service) + 9 <= before);
    let place = begun.header("location").expect("a place").to_owned();
    let last = service.get(&format!("{place}/events")).events().pop().expect("an end");
    assert_eq!(last.1["state"], "done");
    assert_eq!(service.get(SOLUTION).body, document);
    // The rate goes by a clock that only runs forward: who asked too often may come back.
    let start = Instant::now();
    while service.get(SOLUTION).status == 200 {
        assert!(start.elapsed() < Duration::from_secs(60), "nobody is held back");
    }
    until("the end of the wait", || service.get(SOLUTION).status == 200);
    fs::remove_file(folder.join("back")).expect("a file");
    assert_eq!(service.get("/readyz").body, "ready\n");
}

#[test]
fn a_catalogue_whose_folder_goes_or_only_reads_keeps_nobody_from_an_answer() {
    let folder = folder("gone");
    let place = folder.join("inside");
    fs::create_dir(&place).expect("a folder");
    let mut command = bluff(&folder, "serve --listen 127.0.0.1:0 --rate 0");
    command.env("BLUFF_CATALOGUE", place.join("catalogue.sqlite"));
    let service = Service::start(command);
    let solved = |n: u64| {
        let reply = service.get(&format!("/api/v1/solutions/kuhn/n{n}-b1"));
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.body
    };
    let document = solved(5);
    fs::remove_dir_all(&place).expect("a folder");
    for n in 3..12 {
        solved(n);
    }
    assert_eq!(solved(5), document);
    fs::create_dir_all(&place).expect("a folder");
    let mut n = 12;
    until("the catalogue", || {
        n += 1;
        solved(n);
        service.get("/readyz").body == "ready\n"
            && run(&place, "catalogue show").1.contains("Entries")
    });
    // A disk that takes nothing from the beginning.
    let library = preloaded(&folder, "failing_disk");
    let mut command = bluff(&folder, "serve --listen 127.0.0.1:0 --rate 0");
    command.env("BLUFF_CATALOGUE", place.join("new.sqlite"));
    command.env("LD_PRELOAD", library).env("FAIL_AFTER", "0").env("FAIL_WITH", "write");
    let service = Service::start(command);
    assert_eq!(service.get(SOLUTION).body, document);
    let ready = service.get("/readyz");
    assert!(ready.status == 200 && ready.body.starts_with("degraded: "), "{}", ready.body);
}

#[test]
fn a_log_that_nobody_takes_stops_nobody() {
    let mut service = Service::new("log", "--rate 0");
    let question = |connection| {
        let id = "i".repeat(64);
        format!(
            "GET /healthz HTTP/1.1\r\nhost: test\r\nconnection: {connection}\r\nx-request-id: \
             {id}\r\n\r\n"
        )
    };
    let many = question("keep-alive").repeat(399) + &question("close");
    let log = service.log();
    let unread = log.lock();
    // Each has a line of more than 100 bytes: the pipe and the room for lines are full after half
    // of them.
    for _ in 0..30 {
        let reply = service.raw(many.as_bytes());
        assert_eq!((reply.status, reply.body.matches("HTTP/1.1 200 OK").count()), (200, 399));
    }
    drop(unread);
    until("a word about it", || service.said().contains("nobody read the log: lines were dropped"));
    let told = service.said().matches("route=\"/healthz\"").count();
    assert!((3_000..9_000).contains(&told), "{told}");
    until("a further line", || {
        service.get("/readyz").status == 200 && service.said().contains("route=\"/readyz\"")
    });
    // Nor does its end wait for long.
    let unread = log.lock();
    for _ in 0..5 {
        service.raw(many.as_bytes());
    }
    service.signal("TERM");
    assert!(service.ended().success());
    drop(unread);
}
