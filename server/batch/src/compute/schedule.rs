//! The order in which questions are answered, without threads and without a clock.
//!
//! The network comes first that has used the least processor time lately; of equal ones, networks
//! take turns. Where long questions have no place, the time counts too that is quoted for what a
//! network lets wait beside one question: one that begins to flood the service comes behind one
//! that has used it for a while. Clients of a network take turns likewise, and the cheapest
//! question of a client comes first. When the queue is full, the client that has most of it loses
//! its dearest question. So nobody is refused, or waits for more than one turn, because another
//! asks a lot. Cells of sweeps come behind all questions.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::time::Duration;

use indexmap::IndexMap;

use super::client::Client;

/// Processor time below which a client or a network has used nothing.
const NOTHING: Duration = Duration::from_millis(1);

/// Processor time that a long question counts for while it waits.
pub(super) const LONG_QUOTE: Duration = Duration::from_secs(10);

/// Number of questions that come before each cell of a sweep while more wait.
pub const BEFORE_A_CELL: u32 = 8;

/// The place of a question in the queue: its client, quoted cost, and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePlace {
    client: Client,
    pub(super) cost: Duration,
    number: u64,
}

/// The questions of one client, the cheapest first, and of equal cost the oldest.
type Questions<T> = BTreeMap<(Duration, u64), T>;
/// The clients of one network that have questions, in turn.
type Network<T> = IndexMap<IpAddr, Questions<T>>;

/// The questions that wait.
#[derive(Debug)]
pub struct Schedule<T> {
    capacity: usize,
    number: u64,
    waiting: usize,
    /// Questions taken since a cell of a sweep began, at most [`BEFORE_A_CELL`].
    taken: u32,
    networks: IndexMap<IpAddr, Network<T>>,
    used_by_network: Usage,
    used_by_client: Usage,
    /// Quotes of what each network lets wait.
    quoted: Usage,
}

/// Processor time of each, of what it used lately or lets wait.
type Usage = HashMap<IpAddr, Duration>;

impl<T> Schedule<T> {
    /// An empty queue for this many questions.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            number: 0,
            waiting: 0,
            taken: 0,
            networks: IndexMap::new(),
            used_by_network: Usage::new(),
            used_by_client: Usage::new(),
            quoted: Usage::new(),
        }
    }

    /// Adds processor time that a question of a client used.
    pub fn charge(&mut self, client: Client, time: Duration) {
        *self.used_by_network.entry(client.network).or_default() += time;
        *self.used_by_client.entry(client.address).or_default() += time;
    }

    /// Forgets half of all that was used. Called again and again, it leaves what was used lately.
    pub fn forget_half(&mut self) {
        for usage in [&mut self.used_by_network, &mut self.used_by_client] {
            usage.retain(|_, used| {
                *used /= 2;
                *used > NOTHING
            });
        }
    }

    /// True if a question waits that costs at most `limit`.
    pub fn has_waiting(&self, limit: Duration) -> bool {
        self.networks.values().any(|network| has_waiting(network, limit))
    }

    /// Processor time that the network of a client has used lately, and that is quoted for what it
    /// lets wait beside its dearest question.
    pub fn committed_by(&self, client: Client) -> Duration {
        self.committed(client.network, self.networks.get(&client.network))
    }

    fn committed(&self, name: IpAddr, network: Option<&Network<T>>) -> Duration {
        let questions = network.into_iter().flat_map(IndexMap::values);
        let dearest = questions.filter_map(BTreeMap::last_key_value).map(|((cost, _), _)| *cost);
        let dearest = dearest.max().unwrap_or_default().min(LONG_QUOTE);
        used(&self.used_by_network, name) + used(&self.quoted, name).saturating_sub(dearest)
    }

    /// True if a question waits that costs at most `limit`, of a network that has committed less
    /// than half of what the network of `client` has.
    pub fn lighter_waits(&self, client: Client, limit: Duration) -> bool {
        let own = self.committed_by(client);
        self.networks.iter().any(|(name, network)| {
            2 * self.committed(*name, Some(network)) < own && has_waiting(network, limit)
        })
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
        let network = self.networks.entry(client.network).or_default();
        network.entry(client.address).or_default().insert((cost, self.number), question);
        *self.quoted.entry(client.network).or_default() += cost.min(LONG_QUOTE);
        self.waiting += 1;
        let lost = if self.waiting > self.capacity { self.last() } else { None };
        (place, lost.and_then(|place| self.remove(place)))
    }

    /// The question whose turn it is, of those that cost at most `limit`.
    pub fn next(&mut self, limit: Duration) -> Option<T> {
        let in_all = |name, network: &Network<T>| match limit {
            Duration::MAX => used(&self.used_by_network, name),
            _ => self.committed(name, Some(network)),
        };
        let turn = least_used(&self.networks, in_all, |network| has_waiting(network, limit))?;
        let (name, mut network) = self.networks.shift_remove_entry(&turn)?;
        let by_client = |address, _: &_| used(&self.used_by_client, address);
        let turn = least_used(&network, by_client, |questions| costs_at_most(questions, limit))?;
        let (address, mut questions) = network.shift_remove_entry(&turn)?;
        let ((cost, _), question) = questions.pop_first()?;
        self.left(name, cost);
        self.taken = BEFORE_A_CELL.min(self.taken + 1);
        if !questions.is_empty() {
            network.insert(address, questions);
        }
        if !network.is_empty() {
            self.networks.insert(name, network);
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
        let clients = self.networks.get_mut(&client.network)?;
        let questions = clients.get_mut(&client.address)?;
        let question = questions.remove(&(cost, number))?;
        if questions.is_empty() {
            clients.shift_remove(&client.address);
        }
        if clients.is_empty() {
            self.networks.shift_remove(&client.network);
        }
        self.left(client.network, cost);
        Some(question)
    }

    /// Counts a question of a network that waits no longer.
    fn left(&mut self, network: IpAddr, cost: Duration) {
        self.waiting -= 1;
        if let Some(quoted) = self.quoted.get_mut(&network) {
            *quoted -= cost.min(LONG_QUOTE);
            if quoted.is_zero() {
                self.quoted.remove(&network);
            }
        }
    }

    /// The dearest question, of equal ones the newest, of the client with most questions in the
    /// network with most. Of equal networks and clients the one that used most.
    fn last(&self) -> Option<QueuePlace> {
        let asked = |network: &Network<T>| network.values().map(BTreeMap::len).sum::<usize>();
        let (name, network) = self
            .networks
            .iter()
            .max_by_key(|(name, network)| (asked(network), used(&self.used_by_network, **name)))?;
        let (address, questions) = network.iter().max_by_key(|(address, questions)| {
            (questions.len(), used(&self.used_by_client, **address))
        })?;
        let ((cost, number), _) = questions.last_key_value()?;
        let client = Client { network: *name, address: *address };
        Some(QueuePlace { client, cost: *cost, number: *number })
    }
}

fn used(usage: &Usage, who: IpAddr) -> Duration {
    usage.get(&who).copied().unwrap_or_default()
}

fn costs_at_most<T>(questions: &Questions<T>, limit: Duration) -> bool {
    questions.first_key_value().is_some_and(|((cost, _), _)| *cost <= limit)
}

/// True if a client of a network lets a question wait that costs at most `limit`.
fn has_waiting<T>(network: &Network<T>, limit: Duration) -> bool {
    network.values().any(|questions| costs_at_most(questions, limit))
}

/// The one that used least, of those that fit; of equal ones the first.
fn least_used<V>(
    round: &IndexMap<IpAddr, V>,
    used: impl Fn(IpAddr, &V) -> Duration,
    fits: impl Fn(&V) -> bool,
) -> Option<IpAddr> {
    let fitting = round.iter().filter(|(_, value)| fits(value));
    fitting.min_by_key(|(name, value)| used(**name, value)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(10);
    const SHORT: Duration = Duration::from_millis(20);
    /// The limit of a seat that takes any question.
    const ANY: Duration = Duration::MAX;

    fn client(address: [u8; 4]) -> Client {
        Client::at(address.into())
    }

    fn order(schedule: &mut Schedule<&'static str>, limit: Duration) -> Vec<&'static str> {
        std::iter::from_fn(|| schedule.next(limit)).collect()
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
        assert_eq!(order(&mut schedule, ANY), expected);
        assert_eq!(schedule.waiting(), 0);
    }

    #[test]
    fn who_used_least_lately_comes_first_and_keeps_its_place() {
        let [heavy, light] = [[192, 0, 2, 1], [198, 51, 100, 1]].map(client);
        let mut schedule = Schedule::new(2);
        schedule.charge(heavy, LONG);
        schedule.push(heavy, SHORT, "heavy");
        schedule.push(light, SHORT, "light");
        assert_eq!(order(&mut schedule, ANY), ["light", "heavy"]);
        // Of equal numbers of questions, the heavy one loses its own.
        schedule.push(heavy, SHORT, "heavy");
        schedule.push(light, SHORT, "light");
        assert_eq!(schedule.push(client([203, 0, 113, 1]), SHORT, "new").1, Some("heavy"));
        for _ in 0..20 {
            schedule.forget_half();
        }
        assert_eq!(used(&schedule.used_by_client, heavy.address), Duration::ZERO);
    }

    #[test]
    fn a_network_that_used_little_is_seen_to_wait() {
        let [heavy, light] = [[192, 0, 2, 1], [198, 51, 100, 1]].map(client);
        let mut schedule = Schedule::new(64);
        schedule.charge(heavy, 4 * LONG);
        schedule.charge(light, SHORT);
        schedule.push(heavy, SHORT, "heavy");
        assert!(!schedule.lighter_waits(heavy, LONG));
        schedule.push(light, LONG, "light");
        assert!(schedule.lighter_waits(heavy, LONG));
        // Not for this seat, and not before one that used as little.
        assert!(!schedule.lighter_waits(heavy, SHORT));
        assert!(!schedule.lighter_waits(light, LONG));
    }

    #[test]
    fn what_a_network_lets_wait_counts_where_long_questions_have_no_place() {
        let [reader, flood] = [[192, 0, 2, 1], [198, 51, 100, 1]].map(client);
        let mut schedule = Schedule::new(64);
        schedule.charge(reader, LONG / 2);
        for _ in 0..2 {
            schedule.push(flood, ANY, "long");
            schedule.push(flood, SHORT, "cheap");
        }
        schedule.push(reader, SHORT, "page");
        schedule.push(reader, ANY, "program");
        assert_eq!(schedule.next(LONG), Some("page"));
        assert_eq!(schedule.next(ANY), Some("cheap"));
        assert_eq!(order(&mut schedule, LONG), ["cheap"]);
        assert_eq!(order(&mut schedule, ANY), ["long", "long", "program"]);
        assert!(schedule.quoted.is_empty());
    }

    #[test]
    fn a_thread_for_cheap_questions_passes_over_dear_ones() {
        let mut schedule = Schedule::new(64);
        schedule.push(client([192, 0, 2, 1]), LONG, "dear");
        schedule.push(client([192, 0, 2, 2]), SHORT, "cheap");
        assert_eq!(order(&mut schedule, SHORT), ["cheap"]);
        assert_eq!(order(&mut schedule, ANY), ["dear"]);
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
        assert_eq!(order(&mut schedule, ANY), ["first", "other", "second"]);
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
        assert_eq!(order(&mut schedule, ANY), ["there"]);
        assert_eq!(schedule.waiting(), 0);
    }
}
