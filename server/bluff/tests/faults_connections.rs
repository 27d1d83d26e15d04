//! Rows F5 and L8: connections that only wait, or hinder. And no file descriptors left (row F13).

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::service::Service;
use crate::support::until;
use crate::support::vitals::{closed, connect_from, many_files};

const SOLUTION: &str = "/api/v1/solutions/von-neumann/n28-b4";

/// A service for many connections of one client, without a log.
fn serve(name: &str, line: &str) -> Service {
    Service::new(name, &format!("--log off --rate 0 --connections-per-peer 16000 {line}"))
}

/// Numbers of clients of each kind: silent ones, ones that pause after a question, half a head,
/// readers of a byte a second, and bodies that do not come; and for how long another client asks
/// meanwhile.
struct Crowds {
    asking: Duration,
    silent: usize,
    paused: usize,
    half: usize,
    readers: usize,
    bodies: usize,
}

/// Median and 99th percentile of the waits of one client, which asks one question after the other.
fn waits(service: &Service, asking: Duration) -> [Duration; 2] {
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < asking {
        let start = Instant::now();
        assert_eq!(service.get(SOLUTION).status, 200);
        times.push(start.elapsed());
        thread::sleep(Duration::from_millis(2));
    }
    times.sort();
    [times[times.len() / 2], times[times.len() * 99 / 100]]
}

/// Kilobytes that they take together, and the time after which the last connection with half a head
/// is closed.
fn slow_clients(service: &Service, crowds: &Crowds) -> (u64, Duration) {
    let alone = waits(service, crowds.asking);
    let before = service.vital("RssAnon");
    let opening = Instant::now();
    let mut paused = service.crowd(crowds.paused, b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n");
    for stream in &mut paused {
        stream.read_exact(&mut [0; 12]).expect("an answer");
    }
    let since = Instant::now();
    let long = b"GET /api/v1/solutions/newman/n1000-b300 HTTP/1.1\r\nhost: test\r\n\r\n";
    let readers = service.crowd(crowds.readers, long);
    let body = b"POST /api/v1/verify HTTP/1.1\r\nhost: test\r\ncontent-length: 100000\r\n\r\n{";
    let bodies = service.crowd(crowds.bodies, body);
    let (stop, stopped) = mpsc::channel();
    thread::scope(|scope| {
        let slow = scope.spawn(move || drops(readers, &stopped));
        let now = Instant::now();
        let mut half = service.crowd(crowds.half, b"GET / HTTP/1.1\r\nhost: te");
        let silent = service.crowd(crowds.silent, b"");
        let opened = opening.elapsed();
        let waits = waits(service, crowds.asking);
        let taken = service.vital("RssAnon").saturating_sub(before);
        eprintln!(
            "F5: {} connections, open after {opened:?}, take {taken} kB; another client waits \
             {waits:?}, alone {alone:?}",
            service.metric("bluff_connections")
        );
        let closed: Option<Vec<Duration>> =
            half.iter_mut().map(|one| closed(one, now, Duration::from_secs(60))).collect();
        let closed = closed.expect("half heads are closed").into_iter().max().unwrap_or_default();
        eprintln!("F5: half heads closed after {closed:?}");
        // All that wait, or hinder, are closed in the end, while they are still there.
        until("the end of silent connections", || {
            service.metric("bluff_connections") as usize
                <= 1 + crowds.readers + crowds.bodies + crowds.paused
        });
        if crowds.paused > 1_000 {
            until("the end of all connections", || service.metric("bluff_connections") <= 1);
            eprintln!("F5: all closed after {:?}", since.elapsed());
        }
        drop((silent, bodies, paused, stop));
        slow.join().expect("readers");
        (taken, closed)
    })
}

/// Reads a byte a second on each connection, until the other side of the channel is dropped.
fn drops(mut readers: Vec<TcpStream>, stopped: &Receiver<()>) {
    while stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        for reader in &mut readers {
            let _ = reader.read(&mut [0; 1]);
        }
    }
}

/// Row F5.
#[test]
fn slow_clients_hold_nobody_up_and_cost_little() {
    let service = serve("slow", "");
    let asking = Duration::from_millis(500);
    let crowds = Crowds { asking, silent: 500, paused: 500, half: 100, readers: 20, bodies: 20 };
    let (taken, closed) = slow_clients(&service, &crowds);
    // The allocator takes its share of every kind of block once, whatever the crowd.
    assert!(taken < 40 * 1024, "{taken} kB");
    assert!(closed > Duration::from_secs(5) && closed < Duration::from_secs(30), "{closed:?}");
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_slow_clients_take_256_megabytes() {
    many_files();
    let service = serve("slow-many", "");
    let asking = Duration::from_secs(4);
    let (silent, paused) = (5_000, 5_000);
    let crowds = Crowds { asking, silent, paused, half: 1_000, readers: 200, bodies: 200 };
    let (taken, _) = slow_clients(&service, &crowds);
    assert!(taken <= 256 * 1024, "{taken} kB");
}

/// A client that takes no byte of a long answer is cut off, and so is one that pauses for too long;
/// one that is answered is not.
#[test]
#[ignore = "half a minute"]
fn who_reads_nothing_and_who_pauses_is_cut_off() {
    let service = serve("stalled", "--solve-seconds 6 --idle-seconds 3");
    let mut reader = service.send("GET", "/api/v1/pure/von-neumann/n1000-b2", "", "");
    reader.read_exact(&mut [0; 12]).expect("an answer");
    let mut paused = service.crowd(1, b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n").remove(0);
    let start = Instant::now();
    let pause =
        closed(&mut paused, start, Duration::from_secs(60)).expect("closed after its pause");
    assert!(pause > Duration::from_secs(3), "{pause:?}");
    until("the end of who reads nothing", || service.metric("bluff_connections") <= 1);
    let stalled = start.elapsed();
    eprintln!("F5: a pause ends after {pause:?}, a stalled reader is cut off after {stalled:?}");
    assert!(stalled > Duration::from_secs(15), "{stalled:?}");
}

/// Asks `/healthz` on an open connection and reads the whole answer; `false` if it is closed.
fn pings(stream: &mut TcpStream) -> bool {
    let (mut answer, mut byte) = (Vec::new(), [0; 1]);
    if stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n").is_err() {
        return false;
    }
    while !answer.ends_with(b"\r\n\r\nok") {
        match stream.read(&mut byte) {
            Ok(1) => answer.push(byte[0]),
            _ => return false,
        }
    }
    true
}

/// Idle connections hold all seats, and are used again and again. Others are answered all the same.
#[test]
fn the_connection_idle_longest_makes_room() {
    let flags = "--log off --rate 0 --connections 200 --connections-per-peer 200";
    let service = Service::new("room", flags);
    let mut idle: Vec<TcpStream> = (0..200).map(|_| service.connect()).collect();
    assert!(idle.iter_mut().all(pings));
    // The oldest of them was used last.
    assert!(pings(&mut idle[0]));
    let mut honest = connect_from(&service, [127, 0, 1, 1]);
    assert!(pings(&mut honest));
    for _ in 0..50 {
        assert_eq!(service.get(SOLUTION).status, 200);
    }
    assert!(pings(&mut idle[0]) && pings(&mut honest));
    let left = idle.iter_mut().filter_map(|stream| pings(stream).then_some(())).count();
    assert!((150..200).contains(&left), "{left}");
    assert_eq!(service.metric("bluff_connections_made_room_total"), 200 - left as u64);
}

/// Row L8: many watch one sweep. Each of them takes some kilobytes, and all are told its end.
fn watchers(name: &str, count: usize) {
    let service = serve(name, "");
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"100..400\"\nb = 1\nmethod = \"lp\"\n";
    let place =
        service.post("/api/v1/sweeps", "", plan).header("location").expect("a place").to_owned();
    // The sweep itself has taken most of what it takes.
    until("its first games", || service.json(&place)["done"].as_u64() > Some(0));
    let before = service.vital("RssAnon");
    let request = format!("GET {place}/events HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    let mut streams = service.crowd(count, request.as_bytes());
    for stream in &mut streams {
        stream.read_exact(&mut [0; 12]).expect("an answer");
    }
    let start = Instant::now();
    assert_eq!(service.get(SOLUTION).status, 200);
    let (waited, taken) = (start.elapsed(), service.vital("RssAnon").saturating_sub(before));
    eprintln!(
        "L8: {count} watchers take {} kB each; another client waits {waited:?}",
        taken / count as u64
    );
    assert_eq!(service.ask("DELETE", &place, "").status, 200);
    for stream in &mut streams {
        let mut told = String::new();
        stream.read_to_string(&mut told).expect("events");
        assert!(told.contains("event: end") && told.contains("cancelled"), "{told}");
    }
    // Some megabytes are the sweep's.
    assert!(taken / (count as u64) < 20 + 10_240 / count as u64, "{taken} kB");
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

/// Clients that read nothing, and clients that send nothing of what they announced, hold a bounded
/// part of the memory.
#[test]
fn what_is_on_its_way_takes_a_bounded_part_of_the_memory() {
    let service = serve("transit", "--threads 1 --trusted-proxy 127.0.0.1");
    // Eleven megabytes each; six of them are more than may be on their way, two are more than one
    // client may have.
    let mut statuses = Vec::new();
    let mut readers = Vec::new();
    for client in [1, 1, 2, 3, 4, 5, 6, 7] {
        let large = format!(
            "GET /api/v1/pure/von-neumann/n1000-b2 HTTP/1.1\r\nhost: test\r\n\
             x-forwarded-for: 192.0.2.{client}\r\n\r\n"
        );
        let mut reader = service.crowd(1, large.as_bytes()).remove(0);
        let mut status = [0; 12];
        reader.read_exact(&mut status).expect("a status");
        statuses.push(String::from_utf8_lossy(&status[9..]).into_owned());
        readers.push(reader);
    }
    let last = statuses.last().map(String::as_str);
    assert_eq!(statuses[..4], ["200", "503", "200", "200"], "{statuses:?}");
    assert_eq!(last, Some("503"), "{statuses:?}");
    assert_eq!(service.get(SOLUTION).status, 200);
    drop(readers);
    until("the room for another", || {
        service.get("/api/v1/pure/von-neumann/n1000-b2").status == 200
    });
    let body = "POST /api/v1/verify HTTP/1.1\r\nhost: test\r\ncontent-length: 1048576\r\n\r\n{";
    let mut senders = service.crowd(64, body.as_bytes());
    // Who asks meanwhile may have taken the room of one of them.
    let long = format!("{{{}}}", " ".repeat(8 << 10));
    until("all of them", || {
        senders.extend(service.crowd(1, body.as_bytes()));
        service.post("/api/v1/verify", "", &long).status == 503
    });
    assert_eq!(service.get(SOLUTION).status, 200);
    // Long bodies that come slowly do not keep short ones out.
    assert_eq!(service.post("/api/v1/verify", "", "{}").status, 400);
    drop(senders);
    until("the room for another", || service.post("/api/v1/verify", "", &long).status == 400);
}
