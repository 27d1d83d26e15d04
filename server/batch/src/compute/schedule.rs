//! The order in which questions are answered, without threads and without a clock.
//!
//! Networks take turns, clients of a network take turns, and the cheapest question of a client
//! comes first. When the queue is full, the client that has most of it loses its dearest question.
//! So nobody is refused, or waits for more than one turn, because another asks a lot. Cells of
//! sweeps come behind all questions.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// Number of questions that come before each cell of a sweep while more wait.
pub const BEFORE_A_CELL: u32 = 8;

/// A client, by whose questions the queue is shared: an address, and the network around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    network: IpAddr,
    address: IpAddr,
}

impl Client {
    /// The client at an address: 24 bits of an IPv4 address are its network; 64 bits of an IPv6
    /// address are the client, and 48 its network, which one subscriber may have.
    pub fn at(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(four) => Self {
                network: Ipv4Addr::from_bits(four.to_bits() >> 8 << 8).into(),
                address: four.into(),
            },
            IpAddr::V6(six) => {
                let leading = |bits: u32| {
                    let rest = 128 - bits;
                    IpAddr::from(Ipv6Addr::from_bits(six.to_bits() >> rest << rest))
                };
                Self { network: leading(48), address: leading(64) }
            }
        }
    }

    /// The client of work that no request asked for.
    pub const OWN: Self = Self {
        network: IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        address: IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
}

/// The place of a question in the queue: its client, quoted cost, and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePlace {
    client: Client,
    cost: Duration,
    number: u64,
}

/// The questions of one client, the cheapest first, and of equal cost the oldest.
type Questions<T> = BTreeMap<(Duration, u64), T>;
/// The clients of one network that have questions, in turn.
type Network<T> = VecDeque<(IpAddr, Questions<T>)>;

/// The questions that wait.
#[derive(Debug)]
pub struct Schedule<T> {
    capacity: usize,
    number: u64,
    waiting: usize,
    /// Questions taken since a cell of a sweep began, at most [`BEFORE_A_CELL`].
    taken: u32,
    networks: VecDeque<(IpAddr, Network<T>)>,
}

impl<T> Schedule<T> {
    /// An empty queue for so many questions.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, number: 0, waiting: 0, taken: 0, networks: VecDeque::new() }
    }

    /// Number of questions that wait.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Adds a question that is quoted at `cost`; returns its place, and the question that lost its
    /// own, which is this one if its client has most of a full queue and none that is dearer.
    pub fn push(&mut self, client: Client, cost: Duration, question: T) -> (QueuePlace, Option<T>) {
        self.number += 1;
        let place = QueuePlace { client, cost, number: self.number };
        let network = entry(&mut self.networks, client.network);
        entry(network, client.address).insert((cost, self.number), question);
        self.waiting += 1;
        let lost = if self.waiting > self.capacity { self.last() } else { None };
        (place, lost.and_then(|place| self.remove(place)))
    }

    /// The question whose turn it is, of those that cost at most `limit`.
    pub fn next(&mut self, limit: Duration) -> Option<T> {
        let fits = |(_, questions): &(IpAddr, Questions<T>)| {
            questions.first_key_value().is_some_and(|((cost, _), _)| *cost <= limit)
        };
        let turn = self.networks.iter().position(|(_, network)| network.iter().any(fits))?;
        let (name, mut network) = self.networks.remove(turn)?;
        let turn = network.iter().position(fits)?;
        let (address, mut questions) = network.remove(turn)?;
        let (_, question) = questions.pop_first()?;
        self.waiting -= 1;
        self.taken = BEFORE_A_CELL.min(self.taken + 1);
        if !questions.is_empty() {
            network.push_back((address, questions));
        }
        if !network.is_empty() {
            self.networks.push_back((name, network));
        }
        Some(question)
    }

    /// True if a cell of a sweep may begin: no question waits, or enough were taken since the last
    /// cell.
    pub fn begin_cell(&mut self) -> bool {
        let may = self.waiting == 0 || self.taken == BEFORE_A_CELL;
        if may {
            self.taken = 0;
        }
        may
    }

    /// Removes a question that nobody waits for any more; `None` if its turn has come.
    pub fn remove(&mut self, place: QueuePlace) -> Option<T> {
        let QueuePlace { client, cost, number } = place;
        let network = self.networks.iter().position(|(name, _)| *name == client.network)?;
        let (_, clients) = self.networks.get_mut(network)?;
        let at = clients.iter().position(|(address, _)| *address == client.address)?;
        let (_, questions) = clients.get_mut(at)?;
        let question = questions.remove(&(cost, number))?;
        self.waiting -= 1;
        if questions.is_empty() {
            clients.remove(at);
        }
        if clients.is_empty() {
            self.networks.remove(network);
        }
        Some(question)
    }

    /// The dearest question, of equal ones the newest, of the client with most questions in the
    /// network with most. Of equal networks and clients the last in turn.
    fn last(&self) -> Option<QueuePlace> {
        let asked = |network: &Network<T>| network.iter().map(|(_, all)| all.len()).sum::<usize>();
        let (name, network) = self.networks.iter().max_by_key(|(_, network)| asked(network))?;
        let (address, questions) = network.iter().max_by_key(|(_, questions)| questions.len())?;
        let ((cost, number), _) = questions.last_key_value()?;
        let client = Client { network: *name, address: *address };
        Some(QueuePlace { client, cost: *cost, number: *number })
    }
}

/// The value under a key, added at the end of the round if there is none.
fn entry<V: Default>(round: &mut VecDeque<(IpAddr, V)>, key: IpAddr) -> &mut V {
    let at = round.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        round.push_back((key, V::default()));
        round.len() - 1
    });
    &mut round[at].1
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(10);
    const SHORT: Duration = Duration::from_millis(20);

    fn client(address: [u8; 4]) -> Client {
        Client::at(address.into())
    }

    fn order(schedule: &mut Schedule<&'static str>, limit: Duration) -> Vec<&'static str> {
        std::iter::from_fn(|| schedule.next(limit)).collect()
    }

    #[test]
    fn clients_are_addresses_and_networks_are_what_one_subscriber_has() {
        let at = |text: &str| Client::at(text.parse().unwrap());
        assert_eq!(at("192.0.2.1").network, at("::ffff:192.0.2.9").network);
        assert_ne!(at("192.0.2.1"), at("192.0.2.9"));
        assert_eq!(at("2001:db8:1:2:3::1"), at("2001:db8:1:2::9"));
        assert_eq!(at("2001:db8:1:2::1").network, at("2001:db8:1:9::1").network);
        assert_ne!(at("2001:db8:1::1").network, at("2001:db8:2::1").network);
    }

    #[test]
    fn networks_take_turns_then_clients_and_the_cheapest_question_comes_first() {
        let mut schedule = Schedule::new(64);
        let (one, two) = (client([192, 0, 2, 1]), client([192, 0, 2, 2]));
        for (client, cost, name) in [
            (one, LONG, "one, dear"),
            (one, SHORT, "one, cheap"),
            (one, SHORT, "one, cheap and later"),
            (two, LONG, "two"),
            (client([198, 51, 100, 1]), LONG, "other network"),
        ] {
            assert_eq!(schedule.push(client, cost, name).1, None);
        }
        let expected = ["one, cheap", "other network", "two", "one, cheap and later", "one, dear"];
        assert_eq!(order(&mut schedule, LONG), expected);
        assert_eq!(schedule.waiting(), 0);
    }

    #[test]
    fn a_thread_for_cheap_questions_passes_over_dear_ones() {
        let mut schedule = Schedule::new(64);
        schedule.push(client([192, 0, 2, 1]), LONG, "dear");
        schedule.push(client([192, 0, 2, 2]), SHORT, "cheap");
        assert_eq!(order(&mut schedule, SHORT), ["cheap"]);
        assert_eq!(order(&mut schedule, LONG), ["dear"]);
    }

    #[test]
    fn a_full_queue_takes_from_the_client_that_has_most_of_it() {
        let mut schedule = Schedule::new(3);
        let (greedy, other) = (client([192, 0, 2, 1]), client([198, 51, 100, 1]));
        for name in ["first", "second", "third"] {
            assert_eq!(schedule.push(greedy, LONG, name).1, None);
        }
        assert_eq!(schedule.push(greedy, LONG, "fourth").1, Some("fourth"));
        assert_eq!(schedule.push(other, LONG, "other").1, Some("third"));
        assert_eq!(order(&mut schedule, LONG), ["first", "other", "second"]);
    }

    #[test]
    fn a_cell_of_a_sweep_comes_behind_the_questions_and_in_the_end() {
        let mut schedule = Schedule::new(64);
        assert!(schedule.begin_cell() && schedule.begin_cell());
        for _ in 0..20 {
            schedule.push(client([192, 0, 2, 1]), SHORT, "question");
        }
        let mut before = Vec::new();
        for taken in 0..20 {
            if schedule.begin_cell() {
                before.push(taken);
            }
            assert!(schedule.next(LONG).is_some());
        }
        assert_eq!(before, [8, 16]);
        assert!(schedule.begin_cell());
    }

    #[test]
    fn what_nobody_waits_for_leaves_the_queue() {
        let mut schedule = Schedule::new(3);
        let (place, _) = schedule.push(client([192, 0, 2, 1]), LONG, "gone");
        schedule.push(client([192, 0, 2, 1]), LONG, "there");
        assert_eq!((schedule.remove(place), schedule.remove(place)), (Some("gone"), None));
        assert_eq!(order(&mut schedule, LONG), ["there"]);
        assert_eq!(schedule.waiting(), 0);
    }
}
