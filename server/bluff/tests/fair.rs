//! Fairness between clients (row L10): one client, and 64 addresses of one network, ask for the
//! heaviest answers that are allowed. Others are answered as before.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

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
    stream.read_line(&mut head).unwrap();
    stream.read_to_end(&mut Vec::new()).unwrap();
    (head[9..12].parse().unwrap(), start.elapsed())
}

/// The heaviest question that is allowed, each time another.
fn heaviest(number: usize) -> String {
    format!("/api/v1/solutions/{}?method=lp", support::long_program(number))
}

/// The questions of other clients, each time others: instant answers, pages, small linear programs.
const KINDS: [fn(usize) -> String; 3] = [
    |number| format!("/api/v1/solutions/von-neumann/n{}-b2", 100 + number),
    |number| format!("/von-neumann/n{}-b3", 100 + number),
    |number| format!("/api/v1/solutions/kuhn/n3-b{}_10007?method=lp", 1 + number),
];

/// Sends the heaviest question from an address that ends in `last`.
fn send_heaviest(service: &Service, last: usize, number: usize) -> TcpStream {
    let mut stream = connect_from(service, [127, 0, 0, last as u8]);
    stream.write_all(request("GET", &heaviest(number), "", "").as_bytes()).unwrap();
    stream
}

/// The pause of a client that asks at the full allowed rate, 200 questions a second.
const PAUSE: Duration = Duration::from_millis(5);

/// Sends the heaviest questions at that rate, from so many addresses in turn, until the sender of
/// the channel is gone.
fn attack(service: &Service, addresses: usize, stopped: &Receiver<()>) {
    let mut open = VecDeque::new();
    for number in (0..).take_while(|_| stopped.try_recv() == Err(TryRecvError::Empty)) {
        open.push_back(send_heaviest(service, 1 + number % addresses, number));
        if open.len() > 200 {
            open.pop_front();
        }
        thread::sleep(PAUSE);
    }
}

/// Adds the times of 100 questions of each kind; none may be refused.
fn ask_each(service: &Service, from: usize, times: &mut [Vec<Duration>; 3]) {
    for (kind, times) in KINDS.into_iter().zip(times) {
        for number in from..from + 100 {
            let (status, time) = ask_from(service, OTHER, &kind(number));
            assert_eq!(status, 200, "{}", kind(number));
            times.push(time);
            thread::sleep(PAUSE);
        }
    }
}

/// The 50th and the 99th percentile.
fn percentiles(mut times: Vec<Duration>) -> [Duration; 2] {
    times.sort_unstable();
    [50, 99].map(|percent| times[times.len() * percent / 100])
}

#[test]
fn others_are_answered_while_heavy_questions_hold_all_threads_and_fill_the_queue() {
    for (addresses, each) in [(1, 20), (64, 1)] {
        let flags = "--log off --rate 0 --threads 2 --queue 8 --solve-seconds 100";
        let service = Service::new(&format!("fair-{addresses}"), flags);
        let asked = (0..addresses * each).map(|number| 1 + number % addresses);
        let asked = asked.enumerate().map(|(number, last)| send_heaviest(&service, last, number));
        let attack: Vec<_> = asked.collect();
        let full = || service.metric("bluff_running") == 2 && service.metric("bluff_queue") >= 6;
        support::until("a full queue", full);
        for kind in KINDS {
            for number in 0..10 {
                assert_eq!(ask_from(&service, OTHER, &kind(number)).0, 200, "{}", kind(number));
            }
        }
        // All of it came before the end of the first heavy answer.
        assert_eq!(service.metric("bluff_running"), 2);
        drop(attack);
        support::until("the end of the heavy work", || service.metric("bluff_running") == 0);
    }
}

/// On Linux each thread has a priority of its own, in its `stat`.
#[test]
#[cfg(target_os = "linux")]
fn threads_for_long_questions_come_behind_all_others() {
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
        behind.map(|(name, _)| name).eq(["long-answers"; 2])
    });
}

/// Row L10 at length. Times with and without the attack are of the same minute, since others may
/// use the machine too.
#[test]
#[ignore = "measures for a minute"]
fn others_wait_a_few_times_longer_at_most_while_a_network_asks_for_the_heaviest() {
    let service = Service::new("fair-times", "--log off --threads 2");
    let mut from = (0..).step_by(100);
    for addresses in [1, 64] {
        let (mut unloaded, mut loaded) = <([Vec<Duration>; 3], [Vec<Duration>; 3])>::default();
        for _ in 0..6 {
            ask_each(&service, from.next().unwrap(), &mut unloaded);
            thread::scope(|scope| {
                let (_attacking, stopped) = channel();
                let service = &service;
                scope.spawn(move || attack(service, addresses, &stopped));
                support::until("busy threads", || service.metric("bluff_running") >= 2);
                ask_each(service, from.next().unwrap(), &mut loaded);
            });
            service.until_idle();
        }
        let (unloaded, loaded) = (unloaded.map(percentiles), loaded.map(percentiles));
        println!("{addresses} addresses: p50 and p99 unloaded {unloaded:?}, loaded {loaded:?}");
        for (kind, most) in [5, 5, 10].into_iter().enumerate() {
            // A millisecond is the noise of a machine that does nothing else.
            let allowed = most * unloaded[kind][1].max(Duration::from_millis(1));
            assert!(loaded[kind][1] <= allowed, "{}: {loaded:?}", KINDS[kind](0));
        }
    }
}
