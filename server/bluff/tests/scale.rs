//! The scheduler with thousands of clients, without threads and without a clock: the figures of
//! docs/RELIABILITY.md. It is the `Schedule` of the service that decides whose question is next.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::net::Ipv4Addr;
use std::time::Duration;

use bluff_batch::compute::{Client, INSTANT, QueuePlace, SHORT, Schedule};

use crate::support::service::{Service, request};
use crate::support::vitals::connect_from;
use crate::support::{self, Dice};

/// Time limit of an answer, in microseconds.
const LIMIT: u64 = 10_000_000;

/// A kind of question: its name, its quote, and the microseconds that a thread works on it.
type Kind = (&'static str, Duration, u64);

/// Processor times of the release build (docs/RELIABILITY.md#what-a-request-costs).
const PAGE: Kind = ("instant", INSTANT, 1_100);
const PROGRAM: Kind = ("short", SHORT, 22_000);
const HEAVIEST: Kind = ("heaviest", Duration::from_secs(4), LIMIT);

/// Clients that each ask a question in so many microseconds on average; of a thousand questions so
/// many are of each kind.
struct Crowd {
    first: Ipv4Addr,
    clients: u64,
    pause: u64,
    kinds: Vec<(u64, Kind)>,
}

/// Answers to one kind of question.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    answered: usize,
    refused: usize,
    late: usize,
    /// Microseconds in the queue.
    waits: Vec<u64>,
}

impl Outcome {
    fn percentile(&self, percent: usize) -> u64 {
        let mut waits = self.waits.clone();
        waits.sort_unstable();
        waits.get(waits.len() * percent / 100).copied().unwrap_or(0)
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The thread of this number is free.
    Free(usize),
    /// The client of this number asks.
    Ask(usize),
    /// The question of this number is given up, if it still waits.
    GiveUp(usize),
}

/// A service in which every thread has a processor.
struct Simulation {
    schedule: Schedule<usize>,
    /// The cost of a question at most, of each thread; and whether it is idle.
    threads: Vec<(Duration, bool)>,
    asked: Vec<(Kind, u64, Option<QueuePlace>)>,
    events: BinaryHeap<Reverse<(u64, Event)>>,
    outcomes: BTreeMap<&'static str, Outcome>,
}

impl Simulation {
    /// A service with so many threads for long questions, and one for each other lane.
    fn new(threads: usize, queue: usize) -> Self {
        let lanes = [INSTANT, SHORT].into_iter().chain(vec![Duration::MAX; threads]);
        Self {
            schedule: Schedule::new(queue),
            threads: lanes.map(|limit| (limit, true)).collect(),
            asked: Vec::new(),
            events: BinaryHeap::new(),
            outcomes: BTreeMap::new(),
        }
    }

    fn outcome(&mut self, number: usize) -> &mut Outcome {
        self.outcomes.entry(self.asked[number].0.0).or_default()
    }

    /// A client asks a question of a kind.
    fn ask(&mut self, now: u64, client: Client, kind: Kind) {
        let number = self.asked.len();
        self.asked.push((kind, now, None));
        let (place, lost) = self.schedule.push(client, kind.1, number);
        self.asked[number].2 = Some(place);
        self.events.push(Reverse((now + LIMIT, Event::GiveUp(number))));
        if let Some(lost) = lost {
            self.outcome(lost).refused += 1;
        }
        self.work(now);
    }

    /// Idle threads take what they may.
    fn work(&mut self, now: u64) {
        for thread in 0..self.threads.len() {
            let (limit, idle) = self.threads[thread];
            let Some(number) = idle.then(|| self.schedule.next(limit)).flatten() else { continue };
            let (kind, asked, _) = self.asked[number];
            let time = kind.2.min(asked + LIMIT - now);
            let outcome = self.outcome(number);
            outcome.waits.push(now - asked);
            *(if time < kind.2 { &mut outcome.late } else { &mut outcome.answered }) += 1;
            self.threads[thread].1 = false;
            self.events.push(Reverse((now + time, Event::Free(thread))));
        }
    }

    /// Lets crowds ask for so many microseconds.
    fn run(&mut self, crowds: &[Crowd], time: u64, dice: &mut Dice) {
        let mut clients = Vec::new();
        for crowd in crowds {
            for number in 0..crowd.clients {
                let address = Ipv4Addr::from_bits(crowd.first.to_bits() + number as u32);
                let first = dice.below(crowd.pause);
                self.events.push(Reverse((first, Event::Ask(clients.len()))));
                clients.push((Client::at(address.into()), crowd));
            }
        }
        while let Some(Reverse((now, event))) = self.events.pop() {
            match event {
                Event::Free(thread) => self.threads[thread].1 = true,
                Event::Ask(number) if now < time => {
                    let (client, crowd) = clients[number];
                    let mut choice = dice.below(1_000);
                    let kind = crowd.kinds.iter().find(|(share, _)| {
                        let chosen = choice < *share;
                        choice = choice.saturating_sub(*share);
                        chosen
                    });
                    self.ask(now, client, kind.expect("shares of a thousand").1);
                    // Twice the pause at most, the pause on average.
                    let next = now + 1 + dice.below(2 * crowd.pause);
                    self.events.push(Reverse((next, Event::Ask(number))));
                }
                Event::GiveUp(number) => {
                    let place = self.asked[number].2.expect("a place");
                    if self.schedule.remove(place).is_some() {
                        self.outcome(number).late += 1;
                    }
                }
                Event::Ask(_) => {}
            }
            self.work(now);
        }
    }
}

/// Readers and students: a question in ten seconds each, nearly all of them instant.
fn public(clients: u64) -> Crowd {
    let (first, kinds) = (Ipv4Addr::new(10, 0, 0, 0), vec![(950, PAGE), (50, PROGRAM)]);
    Crowd { first, clients, pause: 10_000_000, kinds }
}

/// Addresses of one network that ask for nothing but the heaviest, 200 questions a second.
fn attackers() -> Crowd {
    let (first, kinds) = (Ipv4Addr::new(192, 0, 2, 0), vec![(1_000, HEAVIEST)]);
    Crowd { first, clients: 64, pause: 320_000, kinds }
}

#[test]
fn thousands_of_clients_are_answered_while_a_network_asks_for_the_heaviest() {
    for crowds in [vec![public(3_000)], vec![public(3_000), attackers()]] {
        let mut service = Simulation::new(4, 64);
        service.run(&crowds, 60_000_000, &mut Dice(1));
        for name in ["instant", "short"] {
            let outcome = &service.outcomes[name];
            assert!(outcome.answered > 500, "{name}: {}", outcome.answered);
            assert_eq!((outcome.refused, outcome.late), (0, 0), "{name}");
            let wait = Duration::from_micros(outcome.percentile(99));
            assert!(wait < Duration::from_millis(250), "{name}: {wait:?}");
        }
        if crowds.len() > 1 {
            assert!(service.outcomes["heaviest"].refused > 5_000);
        }
    }
}

/// Prints figures of docs/RELIABILITY.md#what-a-request-costs.
#[test]
#[ignore = "prints a table"]
fn the_most_clients_by_number_of_threads() {
    for attacked in [false, true] {
        for threads in [2, 4, 8, 16, 32] {
            let holds = |clients: u64| {
                let mut crowds = vec![public(clients)];
                crowds.extend(attacked.then(attackers));
                let mut service = Simulation::new(threads, 64);
                service.run(&crowds, 30_000_000, &mut Dice(1));
                ["instant", "short"].iter().all(|name| {
                    let outcome = &service.outcomes[name];
                    let lost = outcome.refused + outcome.late;
                    lost == 0 && outcome.percentile(99) < 100_000
                })
            };
            let (mut most, mut step) = (0, 32_768);
            while step >= 256 {
                if holds(most + step) {
                    most += step;
                }
                step /= 2;
            }
            println!(
                "attacked: {attacked}, {threads} threads: {most} clients, {} a second",
                most / 10
            );
        }
    }
}

/// The running service refuses as many questions as the simulation of the same.
#[test]
fn the_simulation_refuses_what_the_service_refuses() {
    let flags = "--log off --rate 0 --threads 2 --queue 8 --solve-seconds 100";
    let service = Service::new("scale", flags);
    let heavy = |number| {
        let path = format!("/api/v1/solutions/{}?method=lp", support::long_program(number));
        let mut stream = connect_from(&service, [127, 0, 0, 1]);
        let sent = request("GET", &path, "", "");
        std::io::Write::write_all(&mut stream, sent.as_bytes()).expect("a request");
        stream
    };
    let mut open = Vec::new();
    for number in 0..20 {
        open.push(heavy(number));
        // Two run. The instant question that each asks first waits in a lane of its own.
        support::until("its place", || {
            let now = ["bluff_lane_queue{lane=\"long\"}", "bluff_refused_total"];
            let placed: u64 = now.map(|name| service.metric(name)).iter().sum();
            placed == (number as u64 + 1).saturating_sub(2) && service.metric("bluff_running") > 0
        });
    }
    for n in 3..13 {
        let path = format!("/api/v1/solutions/von-neumann/n{n}-b2");
        let mut stream = connect_from(&service, [127, 0, 1, 1]);
        let sent = request("GET", &path, "", "");
        std::io::Write::write_all(&mut stream, sent.as_bytes()).expect("a request");
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut stream, &mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let refused = service.metric("bluff_refused_total") as usize;
    drop(open);
    let mut simulation = Simulation::new(2, 8);
    let at = |last| Client::at([127, 0, last, 1].into());
    let instant = |simulation: &mut Simulation, now, last| {
        simulation.ask(now, at(last), PAGE);
        simulation.threads[0].1 = true;
    };
    // A request asks an instant question first: whether it may be asked, and what it costs.
    for now in 0..20 {
        instant(&mut simulation, now, 0);
        simulation.ask(now, at(0), HEAVIEST);
    }
    (20..30).for_each(|now| instant(&mut simulation, now, 1));
    assert_eq!(simulation.outcomes["heaviest"].refused, refused);
    assert_eq!((simulation.outcomes["instant"].answered, refused), (30, 11));
}
