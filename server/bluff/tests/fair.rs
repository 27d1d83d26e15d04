//! Fairness between clients (row L10): one client, and 64 addresses of one network, ask for the
//! heaviest answers that are allowed. Every address of the router answers others as before.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use bluff_questions::QUESTIONS;

use crate::links::pages;
use crate::parameters::operations;
use crate::questions::{example, query};
use crate::support;
use crate::support::service::{Service, request};
use crate::support::vitals::connect_from;

/// The address of the client whose answers are measured, in a network of its own.
const OTHER: [u8; 4] = [127, 0, 1, 1];

/// The status of the answer to a question from an address, and its time.
fn ask_from(service: &Service, address: [u8; 4], path: &str) -> (u16, Duration) {
    let start = Instant::now();
    let mut stream = connect_from(service, address);
    stream.write_all(request("GET", path, "", "").as_bytes()).unwrap();
    let mut head = String::new();
    let mut stream = BufReader::new(stream);
    stream.read_line(&mut head).unwrap_or_else(|error| panic!("{path}: {error}"));
    stream.read_to_end(&mut Vec::new()).unwrap();
    (head[9..12].parse().unwrap(), start.elapsed())
}

/// The heaviest questions that are allowed, each time another.
const HEAVY: [fn(usize) -> String; 15] = [
    |number| format!("/api/v1/solutions/{}?method=lp", support::long_program(number)),
    |number| format!("/api/v1/solutions/kuhn/n300-b{}_100003?face", 1 + number),
    |number| format!("/api/v1/solutions/kuhn/n{}-b1_1009?method=lp", 4700 + number % 290),
    |number| format!("/api/v1/progress/{}?method=lp", support::long_program(number)),
    |number| {
        let deals = "players=3&cards=3&deals=1000000";
        format!("/api/v1/fairness/barany-furedi?{deals}&seed={number}")
    },
    |number| format!("/map/kuhn?n=3..50&b={number}..{}", number + 9),
    |number| format!("/api/v1/charts/push-fold/a{}_99991", 1 + number),
    |number| format!("/api/v1/formulas/kuhn/b{}_3", 4 + 3 * number),
    |number| format!("/api/v1/games/kuhn/n60-b{}.efg", 1 + number),
    |number| format!("/api/v1/pure/von-neumann/n{}-b2?limit=1000", 700 + number % 300),
    |number| format!("/api/v1/continuous/newman/b300?digits={}", 2 + number % 999),
    |number| format!("/newman/n{}-b50", 100_000 + number),
    |number| format!("/newman/n{}-b50?tab=lock", 100_000 + number),
    |number| format!("/docs?number={number}"),
    |number| format!("/api/v1/tables/{number:064x}/join-1?wait=25"),
];

/// Every address that is read: of the pages, and of the API with the examples of its document.
fn addresses(service: &Service) -> Vec<String> {
    let document = service.json("/api/v1/openapi.json");
    let pages = pages().map(|(_, page)| page.to_owned()).filter(|page| page != "-");
    let read = operations(&document).into_iter().map(|operation| operation.address(&[], ""));
    let asked = QUESTIONS.iter();
    let asked = asked.map(|entry| format!("/api/v1/{}?{}", entry.name, query(&example(entry))));
    let all = pages.chain(["/metrics".to_owned()]).chain(read).chain(asked);
    // A stored sweep has no example.
    let all = all.map(|address| address.trim_end_matches('?').to_owned());
    let addresses: Vec<String> = all.filter(|address| !address.contains('{')).collect();
    assert!(addresses.len() > 45, "{addresses:?}");
    addresses
}

/// Sends a question from an address that ends in `last`.
fn send(service: &Service, last: usize, path: &str) -> TcpStream {
    let mut stream = connect_from(service, [127, 0, 0, last as u8]);
    stream.write_all(request("GET", path, "", "").as_bytes()).unwrap();
    stream
}

/// Time of an instant answer; others are small programs.
const INSTANT: Duration = Duration::from_millis(10);

/// The pause of a client that asks at the full allowed rate, 200 questions a second.
const PAUSE: Duration = Duration::from_millis(5);

/// Sends the heaviest questions at that rate, from so many addresses in turn, until the sender of
/// the channel is gone.
fn attack(service: &Service, addresses: usize, stopped: &Receiver<()>) {
    let mut open = VecDeque::new();
    for number in (0..).take_while(|_| stopped.try_recv() == Err(TryRecvError::Empty)) {
        let heaviest = HEAVY[number % HEAVY.len()](number);
        open.push_back(send(service, 1 + number % addresses, &heaviest));
        if open.len() > 200 {
            open.pop_front();
        }
        thread::sleep(PAUSE);
    }
}

/// Questions of each address in one of five parts of the measurement.
const ROUNDS: usize = 40;

/// Asks every address so many times, and adds the times; none may be refused.
fn walk(service: &Service, addresses: &[String], rounds: usize, times: &mut [Vec<Duration>]) {
    for _ in 0..rounds {
        for (address, times) in addresses.iter().zip(&mut *times) {
            let (status, time) = ask_from(service, OTHER, address);
            assert!(matches!(status, 200 | 303 | 308), "{address}: {status}");
            times.push(time);
            thread::sleep(PAUSE);
        }
    }
}

/// The 50th and the 99th percentile.
fn percentiles(times: &[Duration]) -> [Duration; 2] {
    let mut times = times.to_vec();
    times.sort_unstable();
    [50, 99].map(|percent| times[times.len() * percent / 100])
}

#[test]
fn others_are_answered_while_heavy_questions_hold_all_threads_and_fill_the_queue() {
    for (clients, each) in [(1, 20), (64, 1)] {
        let flags = "--log off --rate 0 --threads 2 --queue 8 --solve-seconds 100";
        let service = Service::new(&format!("fair-{clients}"), flags);
        let asked = (0..clients * each).map(|number| 1 + number % clients);
        let asked = asked.enumerate().map(|(number, last)| send(&service, last, &HEAVY[0](number)));
        let programs: Vec<_> = asked.collect();
        let full = || service.metric("bluff_running") == 2 && service.metric("bluff_queue") >= 6;
        support::until("a full queue", full);
        let all = addresses(&service);
        thread::scope(|scope| {
            let (_attacking, stopped) = channel();
            let service = &service;
            scope.spawn(move || attack(service, clients, &stopped));
            walk(service, &all, 1, &mut vec![Vec::new(); all.len()]);
        });
        drop(programs);
        support::until("the end of the heavy work", || service.metric("bluff_running") == 0);
    }
}

/// On Linux each thread has a priority of its own, in its `stat`.
#[test]
#[cfg(target_os = "linux")]
fn threads_for_questions_that_are_not_instant_come_behind_all_others() {
    let service = Service::new("fair-priority", "--log off --threads 2");
    let threads = || -> Vec<(String, i32)> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", service.id())).unwrap();
        let thread = |stat: String| {
            let (name, rest) = stat.split_once(") ").unwrap();
            let nice = rest.split(' ').nth(16).unwrap().parse().unwrap();
            (name.split_once('(').unwrap().1.to_owned(), nice)
        };
        let stats = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("stat")));
        stats.map(|stat| thread(stat.unwrap())).collect()
    };
    let own = threads().iter().find(|(name, _)| name == "bluff").unwrap().1;
    support::until("the priorities", || {
        let behind = threads().into_iter().filter(|(_, nice)| *nice > own);
        let mut names: Vec<String> = behind.map(|(name, _)| name).collect();
        names.sort_unstable();
        names == ["long-answers", "long-answers", "short-answers"]
    });
}

/// Row L10 at length: of the instant answers together p99 grows five times at most, of those that
/// solve a small program ten times; of no address alone twice as much. Times with and without the
/// attack are of the same minute, since others may use the machine too.
#[test]
#[ignore = "measures for some minutes"]
fn others_wait_a_few_times_longer_at_most_while_a_network_asks_for_the_heaviest() {
    let service = Service::new("fair-times", "--log off");
    let all = addresses(&service);
    // What is kept is kept for both.
    walk(&service, &all, 1, &mut vec![Vec::new(); all.len()]);
    let mut slow = Vec::new();
    for clients in [1, 64] {
        let [mut unloaded, mut loaded] = [0; 2].map(|_| vec![Vec::new(); all.len()]);
        for _ in 0..5 {
            walk(&service, &all, ROUNDS, &mut unloaded);
            thread::scope(|scope| {
                let (_attacking, stopped) = channel();
                let service = &service;
                scope.spawn(move || attack(service, clients, &stopped));
                support::until("busy threads", || service.metric("bluff_running") >= 1);
                walk(service, &all, ROUNDS, &mut loaded);
            });
            service.until_idle();
        }
        let mut judge = |name: &str, times: u32, unloaded: &[Duration], loaded: &[Duration]| {
            let ([typical, before], [median, now]) = (percentiles(unloaded), percentiles(loaded));
            println!("{clients}: {name}: {typical:?}, {before:?}, loaded {median:?}, {now:?}");
            // A millisecond is the noise of a machine that does nothing else.
            if now > times * before.max(Duration::from_millis(1)) {
                slow.push(format!("{clients}: {name}: {now:?}, unloaded {before:?}"));
            }
        };
        let is_instant = |times: &[Duration]| percentiles(times)[0] < INSTANT;
        for (address, (unloaded, loaded)) in all.iter().zip(unloaded.iter().zip(&loaded)) {
            let times = if is_instant(unloaded) { 10 } else { 20 };
            judge(address, times, unloaded, loaded);
        }
        for (name, instant, times) in [("all instant", true, 5), ("all others", false, 10)] {
            let of = |all: &[Vec<Duration>]| {
                let chosen = all.iter().zip(&unloaded);
                let chosen = chosen.filter(|(_, unloaded)| is_instant(unloaded) == instant);
                chosen.flat_map(|(times, _)| times.clone()).collect::<Vec<_>>()
            };
            judge(name, times, &of(&unloaded), &of(&loaded));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
