//! Helpers of the tests: honest and attacked runs, exact checks, every sequence of coins.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::fairness::{FairnessReport, MAX_BRANCHES, exact};
use crate::*;
use bluff_exact::control::Control;

/// The coins of every party, all from one seed.
pub(crate) fn coins(parties: usize, seed: u64) -> Vec<Seeded> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    (0..parties as u64).map(|party| Seeded::new(bytes, party)).collect()
}

/// The end of a run, and its log.
pub(crate) type Ended = (OrFault, Vec<Event>);

/// Plays a protocol with the coins of a seed, while an adversary changes messages on their way.
pub(crate) fn played(
    protocol: &dyn Protocol,
    seed: u64,
    adversary: impl FnMut(usize, &mut Envelope),
) -> Ended {
    let mut coins = coins(protocol.parties(), seed);
    let mut table = DealTable::new(protocol.parties(), &mut coins).attacked_by(adversary);
    (protocol.run(&mut table), table.into_log())
}

/// An adversary who changes the words of one message.
pub(crate) fn changing(
    message: usize,
    mut change: impl FnMut(&mut Vec<WireWord>),
) -> impl FnMut(usize, &mut Envelope) {
    move |at, envelope| envelope.body.iter_mut().filter(|_| at == message).for_each(&mut change)
}

/// A fault of one party at this message.
pub(crate) fn fault(who: usize, at: usize, what: Cause) -> Fault {
    Fault { who: Some(Party::at(who)), what, at }
}

/// The revealed coins of every party, in the order of tossing, and who has too few or others than
/// the rules toss.
pub(crate) struct Tape(pub(crate) Vec<VecDeque<u64>>, Rc<Cell<Option<Party>>>);

impl Tape {
    /// These coins.
    pub(crate) fn new(coins: Vec<VecDeque<u64>>) -> Self {
        Self(coins, Rc::default())
    }
}

impl CoinSource for Tape {
    fn toss(&mut self, party: Party, n: u64) -> u64 {
        let face = self.0[party.place()].pop_front().filter(|face| n == 0 || *face < n);
        if face.is_none() {
            self.1.set(self.1.get().or(Some(party)));
        }
        face.unwrap_or(0)
    }
}

/// Plays the rules again on the coins in one log, against the messages in another: the outcome, or
/// the first message that the coins do not give.
pub(crate) fn replay(
    protocol: &dyn Protocol,
    record: &[Event],
    tossed: &[Event],
) -> OrFault<Vec<Gain>> {
    let mut tape = Tape::new(vec![VecDeque::new(); protocol.parties()]);
    for event in tossed {
        if let Event::Toss { party, face, .. } = event {
            tape.0[party.place()].push_back(*face);
        }
    }
    let (mut recorded, mut differs, dry) = (messages(record), None, tape.1.clone());
    let fault = |who, what: &str, at| {
        let what = Cause::Differs { expected: what.to_owned(), recorded: String::new() };
        Fault { who: Some(who), what, at }
    };
    let mut table = DealTable::new(protocol.parties(), &mut tape).attacked_by(|at, envelope| {
        let Envelope { from, to, what, .. } = *envelope;
        let body = envelope.body.take().unwrap_or_default();
        let message = Message { from, to, what, body };
        let who = if recorded.next() == Some(&message) { dry.get() } else { Some(from) };
        differs = who.map(|who| fault(who, what, at));
        envelope.body = differs.is_none().then_some(message.body);
    });
    let ended = protocol.run(&mut table);
    let log = table.into_log();
    match (differs, recorded.next()) {
        (Some(fault), _) => Err(fault),
        (None, Some(more)) => Err(fault(more.from, more.what, messages(&log).count())),
        (None, None) => ended.map(|()| outcome(&log)),
    }
}

/// Plays the rules again on the coins in a log.
pub(crate) fn replayed(protocol: &dyn Protocol, log: &[Event]) -> OrFault<Vec<Gain>> {
    replay(protocol, log, log)
}

/// The sender and the number of the first message in a log that the coins do not give.
pub(crate) fn blamed(protocol: &dyn Protocol, log: &[Event]) -> (Option<Party>, usize) {
    let fault = replayed(protocol, log).expect_err("a lie");
    assert!(matches!(fault.what, Cause::Differs { .. }), "{fault}");
    (fault.who, fault.at)
}

/// All results of a draw, one for each sequence of coins.
pub(crate) fn every<T>(mut draw: impl FnMut(&mut CoinOdometer) -> T) -> Vec<T> {
    let (mut odometer, mut found) = (CoinOdometer::new(), Vec::new());
    loop {
        found.push(draw(&mut odometer));
        if !odometer.turn() {
            return found;
        }
    }
}

/// Every permutation of `k` places.
pub(crate) fn permutations(k: usize) -> Vec<Permutation> {
    every(|coins| coins.permutation(k))
}

/// An exact check of a protocol with few branches.
pub(crate) fn checked(protocol: &dyn Protocol, coalitions: &[Parties]) -> FairnessReport {
    exact(protocol, coalitions, MAX_BRANCHES, &Control::new()).expect("few branches")
}

/// The protocol of this name for so many players, cards and cards for each, over ideal ciphertexts.
pub(crate) fn small(
    name: &str,
    (players, cards, hand): (usize, usize, usize),
    bug: Option<&'static str>,
) -> Box<dyn Protocol> {
    let bug = bug.map(str::to_owned);
    let setting = Setting { bug, ..Setting::new(players, cards, hand) };
    NamedProtocol::named(name).and_then(|named| named.protocol(&setting)).expect("allowed")
}

/// The names of those who can know more than their part.
pub(crate) fn offenders(found: &FairnessReport) -> Vec<String> {
    let offenders = found.breaches.iter().map(|breach| breach.0);
    offenders.filter(|who| !who.is_empty()).map(|who| who.to_string()).collect()
}

/// These parties, by place.
pub(crate) fn parties(places: &[usize]) -> Parties {
    places.iter().map(|&place| Party::at(place)).collect()
}

/// True if a count of successes fits its probability: within five standard deviations, a false
/// alarm in two million.
pub(crate) fn fits(successes: u64, trials: u64, probability: f64) -> bool {
    let (trials, successes) = (trials as f64, successes as f64);
    let deviation = (trials * probability * (1.0 - probability)).sqrt();
    (successes - trials * probability).abs() < 5.0 * deviation
}

/// Answers of a cheat who guesses every question, and made each arrangement of so many piles from
/// the side he will be asked for.
#[cfg(feature = "cryptography")]
pub(crate) fn guessed<M: cut_and_choose::Joining>(
    masking: &M,
    piles: usize,
    rounds: usize,
    coins: &mut Seeded,
) -> Vec<cut_and_choose::RoundAnswer<M::Mask>> {
    use cut_and_choose::RoundAnswer;
    use shuffle::ShuffleMove;

    let answer = |_| {
        if coins.below(2) == 1 {
            return RoundAnswer::Way(ShuffleMove::by(coins.permutation(piles), masking, 1, coins));
        }
        let mut seed = [0; 32];
        coins.fill(&mut seed);
        RoundAnswer::Seed(seed)
    };
    (0..rounds).map(answer).collect()
}

thread_local! {
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Counts exponentiations that real ciphertexts of two elements, or real locks, would have taken.
pub(crate) fn work(exponentiations: u64) {
    WORK.set(WORK.get() + exponentiations);
}

/// The messages of an honest run, and the exponentiations of all parties, proofs not counted: two
/// to seal, mask or blind a ciphertext, one for a share of its opening, one to put a lock on or
/// take it off.
pub(crate) fn costs(protocol: &dyn Protocol, source: &mut dyn CoinSource) -> (Vec<Event>, u64) {
    let before = WORK.get();
    let mut table = DealTable::new(protocol.parties(), source);
    protocol.run(&mut table).expect("honest parties");
    (table.into_log(), WORK.get() - before)
}
