//! Rows F5 and L8: connections that only wait, or hinder. And no file descriptors left (row F13).
#![cfg(all(test, unix))]

mod support;

use std::io::Read;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use support::service::Service;
use support::vitals::{closed, many_files};
use support::{bluff, folder, until};

const SOLUTION: &str = "/api/v1/solutions/von-neumann/n28-b4";

/// A service for many connections of one client, without a log.
fn serve(name: &str, line: &str) -> Service {
    let wide = "--listen 127.0.0.1:0 --rate 0 --connections-per-peer 16000 --solve-seconds 10";
    Service::start(bluff(&folder(name), &format!("serve {wide} {line}")))
}

/// How many of each kind there are, and how many seconds a connection may pause.
struct Crowds {
    silent: usize,
    paused: usize,
    half: usize,
    readers: usize,
    bodies: usize,
    pause: u64,
}

/// The memory that they take together, in kilobytes.
fn slow_clients(name: &str, crowds: &Crowds) -> u64 {
    let service = serve(name, &format!("--log off --idle-seconds {}", crowds.pause));
    for _ in 0..200 {
        assert_eq!(service.get(SOLUTION).status, 200);
    }
    let before = service.kilobytes("RssAnon");
    let mut paused = service.crowd(crowds.paused, b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n");
    let since = Instant::now();
    for stream in &mut paused {
        stream.read_exact(&mut [0; 12]).expect("an answer");
    }
    // More than the buffers of the system take, so that it must be waited for.
    let readers = service.crowd(crowds.readers, b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: test\r\n\r\n");
    let bodies = b"POST /api/v1/verify HTTP/1.1\r\nhost: test\r\ncontent-length: 100000\r\n\r\n{";
    let mut bodies = service.crowd(crowds.bodies, bodies);
    let stop = AtomicBool::new(false);
    let (taken, half) = thread::scope(|scope| {
        let slow = scope.spawn(|| drops(readers, &stop));
        let mut half = service.crowd(crowds.half, b"GET / HTTP/1.1\r\nhost: te");
        let now = Instant::now();
        let mut silent = service.crowd(crowds.silent, b"");
        let mut most = 0;
        // Connections that pause have given their buffers back, and all others are there.
        for _ in 0..30 {
            thread::sleep(Duration::from_millis(100));
            let start = Instant::now();
            assert_eq!(service.get(SOLUTION).status, 200);
            assert!(start.elapsed() < Duration::from_secs(5), "others wait {:?}", start.elapsed());
            most = service.kilobytes("RssAnon");
        }
        let all = |streams: &mut [TcpStream], since, most| {
            let ends = streams.iter_mut().map(|stream| closed(stream, since, Duration::from_secs(most)));
            ends.max().flatten()
        };
        let half = all(&mut half, now, 60);
        let silent = all(&mut silent, now, 60);
        eprintln!("half a head closed after {half:?}, silent ones after {silent:?}");
        eprintln!("slow bodies closed after {:?}", all(&mut bodies, now, 90));
        eprintln!("paused ones closed after {:?}", all(&mut paused, since, 120));
        stop.store(true, Ordering::Relaxed);
        eprintln!("slow readers held for {:?}", slow.join().expect("readers"));
        (most.saturating_sub(before), half)
    });
    assert!(half.is_some());
    until("the end of all connections", || service.metric("bluff_connections") <= 1);
    taken
}

/// Reads a byte a second on each connection, until told to stop or all are broken off.
fn drops(mut readers: Vec<TcpStream>, stop: &AtomicBool) -> Duration {
    let since = Instant::now();
    while !stop.load(Ordering::Relaxed) && !readers.is_empty() {
        readers.retain_mut(|reader| matches!(reader.read(&mut [0; 1]), Ok(1)));
        thread::sleep(Duration::from_secs(1));
    }
    since.elapsed()
}

#[test]
fn slow_clients_hold_nobody_up_and_cost_little() {
    let crowds = Crowds { silent: 500, paused: 500, half: 100, readers: 20, bodies: 20, pause: 3 };
    let taken = slow_clients("slow", &crowds);
    eprintln!("{taken} kB");
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_slow_clients_take_64_megabytes() {
    many_files();
    let crowds = Crowds { silent: 5_000, paused: 5_000, half: 1_000, readers: 200, bodies: 200, pause: 60 };
    let taken = slow_clients("slow-many", &crowds);
    eprintln!("{taken} kB");
    assert!(taken <= 64 * 1024);
}

/// Row L8: many watch one sweep; what each of them takes, in kilobytes, and that all of them are told its end.
fn watchers(name: &str, count: usize) {
    let service = serve(name, "--log off");
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"100..400\"\nb = 1\n";
    let place = service.post("/api/v1/sweeps", "", plan).header("location").expect("a place").to_owned();
    let before = service.kilobytes("RssAnon");
    let request = format!("GET {place}/events HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    let mut streams = service.crowd(count, request.as_bytes());
    for stream in &mut streams {
        stream.read_exact(&mut [0; 12]).expect("an answer");
    }
    let start = Instant::now();
    assert_eq!(service.get(SOLUTION).status, 200);
    let (waited, taken) = (start.elapsed(), service.kilobytes("RssAnon").saturating_sub(before));
    eprintln!("L8: {count} watchers take {} kB each; another client waits {waited:?}", taken / count as u64);
    assert_eq!(service.ask("DELETE", &place, "").status, 200);
    for stream in &mut streams {
        let mut told = String::new();
        stream.read_to_string(&mut told).expect("events");
        assert!(told.contains("event: end") && told.contains("cancelled"), "{told}");
    }
    // The sweep itself takes some megabytes.
    assert!(taken / (count as u64) < 20 + 8_192 / count as u64, "{taken} kB");
}

#[test]
fn many_watch_a_sweep_and_all_are_told_its_end() {
    watchers("watchers", 200);
}

#[test]
#[ignore = "ten seconds"]
fn two_thousand_watch_a_sweep() {
    many_files();
    watchers("watchers-many", 2_000);
}

/// Clients that read nothing, and clients that send nothing of what they announced, hold a bounded part of the memory.
#[test]
fn what_is_on_its_way_takes_a_bounded_part_of_the_memory() {
    let service = serve("transit", "--log off --threads 1");
    // Eleven megabytes each; twelve of them are more than may be on their way.
    let large = "GET /api/v1/pure/von-neumann/n1000-b2 HTTP/1.1\r\nhost: test\r\n\r\n";
    let mut statuses = Vec::new();
    let mut readers = Vec::new();
    for _ in 0..14 {
        let mut reader = service.crowd(1, large.as_bytes()).remove(0);
        let mut status = [0; 12];
        reader.read_exact(&mut status).expect("a status");
        statuses.push(String::from_utf8_lossy(&status[9..]).into_owned());
        readers.push(reader);
    }
    assert!(
        statuses.starts_with(&["200".to_owned(), "200".to_owned()]) && statuses.ends_with(&["503".to_owned()]),
        "{statuses:?}"
    );
    assert_eq!(service.get(SOLUTION).status, 200);
    drop(readers);
    until("the room for another", || service.get("/api/v1/pure/von-neumann/n1000-b2").status == 200);
    let body = "POST /api/v1/verify HTTP/1.1\r\nhost: test\r\ncontent-length: 1048576\r\n\r\n{";
    let senders = service.crowd(64, body.as_bytes());
    until("all of them", || service.post("/api/v1/verify", "", "{}").status == 503);
    assert_eq!(service.get(SOLUTION).status, 200);
    drop(senders);
    until("the room for another", || service.post("/api/v1/verify", "", "{}").status == 400);
}
