use std::collections::HashMap;

use super::branches::{Branch, Branches, NotChecked};
use super::law::{OutcomeLaw, gcd, ratio};
use super::numbering::{Numbering, digest, number};
use super::sample::names;
use super::seat::{CoalitionSeat, Entitled};
use crate::{Cause, Event, Fault, Gain, Parties, Protocol, told};
use bluff_exact::Rational;
use bluff_exact::control::{Control, join, map};
use bluff_exact::json::as_text;
use serde::Serialize;

/// The default limit on sequences of coins: a minute or so.
pub const MAX_BRANCHES: u64 = 20_000_000;

/// The result of an exact check. Numbers that may be large are texts in JSON; keys come in this
/// order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FairnessReport {
    /// Sequences of coins: every one was played.
    #[serde(serialize_with = "as_text")]
    pub branches: u64,
    /// The probability that the protocol gave up, for instance after too many collisions; the rest
    /// is conditional on an end.
    pub unfinished: Rational,
    /// The number of different outcomes.
    #[serde(serialize_with = "as_text")]
    pub outcomes: usize,
    /// Each coalition with the number of its different views, prefixes among them.
    pub views: Vec<(String, String)>,
    /// A digest of all views with the law of the outcome given each, in hexadecimal: another run of
    /// the same check finds the same.
    pub laws: String,
    /// True if nothing at all was found.
    pub fair: bool,
    /// The coalitions that can know more than their part.
    pub offenders: Vec<String>,
    /// The breaches in words: a view, and the law given it beside the one that is due.
    pub witness: Vec<String>,
    /// The coalitions that can know more than their part, each with a breach; for F1 and F2 the
    /// coalition is nobody.
    #[serde(skip)]
    pub breaches: Vec<(Parties, Breach)>,
}

/// A breach of fairness, with a witness that a reader can follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// F1: honest parties came to no end, or to an outcome against the rules.
    #[error("F1 fails: {0}")]
    Illegal(String),
    /// F2: outcomes are not equally likely, or some never come.
    #[error("F2 fails: {0}")]
    Uneven(String),
    /// F3: a view under which the law of the outcome is not what the coalition is entitled to.
    #[error("F3 fails: entitled to {}, but after what it saw{}", .0.entitled, .0.differences())]
    Knows(Witness),
    /// F3: a coalition cannot tell from its view what it is entitled to.
    #[error("F3 fails: {0}")]
    Forgets(String),
}

/// A view and the two laws that should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The part it is entitled to, in words.
    pub entitled: String,
    /// Outcomes, with their probability given the entitlement and given the view; only those that
    /// differ, at most ten.
    pub laws: Vec<(String, Rational, Rational)>,
}

impl Witness {
    fn differences(&self) -> String {
        let laws = self.laws.iter();
        laws.map(|(outcome, due, seen)| format!("; {outcome}: {seen}, not {due}")).collect()
    }
}

/// Runs a protocol under every sequence of coins and checks F1 to F3 for every one of these
/// coalitions.
///
/// Cost: one run a branch; memory grows with the number of views.
///
/// Errors: `TooManyBranches` beyond `limit`; `Stopped` when cancelled.
///
/// ```
/// use bluff_exact::control::Control;
/// use bluff_dealing::{BaranyFuredi, Parties, Party, fairness, rounds};
/// let deal = BaranyFuredi::new(3, 3, rounds(3, 1))?;
/// let single: Vec<Parties> = Party::all(3).map(Parties::from).collect();
/// let found = fairness::exact(&deal, &single, fairness::MAX_BRANCHES, &Control::new())?;
/// assert!(found.fair);
/// // Three permutations of three cards and the places of three draws: 6³ · 3 · 2.
/// assert_eq!(found.branches, 1296);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact(
    protocol: &dyn Protocol,
    coalitions: &[Parties],
    limit: u64,
    control: &Control,
) -> Result<FairnessReport, NotChecked> {
    Ok(ExactCheck::played(protocol, coalitions, limit, control)?.verdict(protocol))
}

struct ExactCheck {
    branches: u64,
    total: u128,
    unfinished: u128,
    law: OutcomeLaw,
    outcomes: Numbering<Vec<Gain>>,
    illegal: Option<String>,
    seats: Vec<CoalitionSeat>,
}

impl ExactCheck {
    /// Plays every branch.
    fn played(
        protocol: &dyn Protocol,
        coalitions: &[Parties],
        limit: u64,
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let seats = coalitions.iter().copied().map(CoalitionSeat::new).collect();
        let (law, outcomes) = (OutcomeLaw::default(), Numbering::default());
        let mut check =
            Self { branches: 0, total: 1, unfinished: 0, law, outcomes, illegal: None, seats };
        let mut branches = Branches::new(protocol, limit, control);
        let mut batch = branches.batch()?;
        while !batch.is_empty() {
            control.check()?;
            // The next batch is played while this one is looked at.
            let (next, taken) = join(|| branches.batch(), || check.take(protocol, &batch));
            taken.filter(|()| check.branches <= limit).ok_or_else(|| branches.refused())?;
            batch = next?;
        }
        Ok(check)
    }

    /// Takes some branches in; `None` beyond 128 bits.
    fn take(&mut self, protocol: &dyn Protocol, batch: &[Vec<Branch>]) -> Option<()> {
        let lcm =
            |total: u128, branch: &Branch| total.checked_mul(branch.ways / gcd(total, branch.ways));
        let total = batch.iter().flatten().try_fold(self.total, lcm)?;
        let factor = total / self.total;
        if factor > 1 {
            self.unfinished *= factor;
            self.law.scale(factor)?;
            for seat in &mut self.seats {
                seat.views.nodes.iter_mut().try_for_each(|node| node.law.scale(factor))?;
            }
        }
        self.total = total;
        let ends: Vec<Vec<_>> = batch
            .iter()
            .map(|chunk| chunk.iter().map(|branch| self.end(protocol, branch)).collect())
            .collect();
        map(self.seats.iter_mut().collect(), |seat| {
            batch.iter().zip(&ends).for_each(|(chunk, ends)| seat.take(chunk, ends));
        });
        Some(())
    }

    /// The outcome of a branch and its weight; `None` if it has no end.
    fn end(&mut self, protocol: &dyn Protocol, branch: &Branch) -> Option<(u32, u128)> {
        self.branches += 1;
        let weight = self.total / branch.ways;
        match &branch.ended {
            Err(Fault { what: Cause::Unfinished { .. }, .. }) => {
                self.unfinished += weight;
                return None;
            }
            Err(fault) => {
                self.illegal
                    .get_or_insert_with(|| format!("honest parties come to a fault at {fault}"));
            }
            Ok(()) => {}
        }
        let known = self.outcomes.len();
        let name = number(&mut self.outcomes, &branch.outcome);
        if self.outcomes.len() > known && !protocol.legal(&branch.outcome) {
            let against =
                || format!("the outcome {} is against the rules", said(protocol, &branch.outcome));
            self.illegal.get_or_insert_with(against);
        }
        self.law.put(name, weight);
        Some((name, weight))
    }

    fn verdict(mut self, protocol: &dyn Protocol) -> FairnessReport {
        let mut breaches = Vec::new();
        breaches.extend(self.illegal.take().map(|what| (Parties::NONE, Breach::Illegal(what))));
        breaches.extend(self.uneven(protocol).map(|what| (Parties::NONE, Breach::Uneven(what))));
        let outcomes: Vec<u64> = self.outcomes.iter().map(digest).collect();
        let seats = std::mem::take(&mut self.seats);
        let (mut views, mut laws) = (Vec::new(), 0_u64);
        let judged = map(seats, |seat| self.judge(protocol, seat, &outcomes));
        for (coalition, prefixes, digest, breach) in judged {
            views.push((names(protocol, coalition), prefixes.to_string()));
            laws = laws.wrapping_add(digest);
            breaches.extend(breach.map(|breach| (coalition, breach)));
        }
        let offenders = breaches.iter().filter(|(coalition, _)| !coalition.is_empty());
        let witness = |(coalition, breach): &(Parties, Breach)| match coalition.is_empty() {
            true => breach.to_string(),
            false => format!("{}: {breach}", names(protocol, *coalition)),
        };
        FairnessReport {
            branches: self.branches,
            unfinished: ratio(self.unfinished, self.total),
            outcomes: self.outcomes.len(),
            views,
            laws: format!("{laws:016x}"),
            fair: breaches.is_empty(),
            offenders: offenders.map(|(coalition, _)| names(protocol, *coalition)).collect(),
            witness: breaches.iter().map(witness).collect(),
            breaches,
        }
    }

    fn uneven(&self, protocol: &dyn Protocol) -> Option<String> {
        let (seen, due) = (self.outcomes.len() as u128, protocol.outcomes());
        if seen != due {
            return Some(format!("{seen} outcomes come, expected {due}"));
        }
        let weights = self.law.weights();
        let least = weights.iter().min_by_key(|entry| entry.1)?;
        let most = weights.iter().max_by_key(|entry| entry.1)?;
        let probable = |&(name, weight): &(u32, u128)| {
            let outcome = said(protocol, &self.outcomes[name as usize]);
            format!("{outcome} has probability {}", ratio(weight, self.law.total()))
        };
        (least.1 != most.1).then(|| format!("{}, {}", probable(least), probable(most)))
    }

    /// The number of a coalition's views, a digest of them and their laws, and the first breach;
    /// `outcomes` by numbers of their own.
    fn judge(
        &self,
        protocol: &dyn Protocol,
        mut seat: CoalitionSeat,
        outcomes: &[u64],
    ) -> (Parties, usize, u64, Option<Breach>) {
        let paths = seat.views.paths();
        let mut dues: HashMap<u32, OutcomeLaw> = HashMap::new();
        let (mut prefixes, mut laws, mut telling) = (0, 0_u64, None);
        seat.views.add_up(|at, entitled, law| {
            let Some(entitled) = entitled else { return };
            prefixes += 1;
            laws = laws.wrapping_add(digest(&(paths[at], law.digest(outcomes))));
            let due = dues
                .entry(entitled)
                .or_insert_with(|| self.given(&seat.entitled[entitled as usize]));
            if !due.same(law) && !law.weights().is_empty() {
                telling = Some((entitled, law.clone()));
            }
        });
        let knows = telling.map(|(entitled, law)| {
            let due = &dues[&entitled];
            let differ = |&name: &u32| due.probability(name) != law.probability(name);
            let differing = (0..self.outcomes.len() as u32).filter(differ).take(10);
            let laws = differing.map(|name| {
                let outcome = said(protocol, &self.outcomes[name as usize]);
                (outcome, due.probability(name), law.probability(name))
            });
            let parts = seat.entitled[entitled as usize].iter().map(|part| part.1);
            let entitled = said(protocol, &parts.collect::<Vec<Gain>>());
            Breach::Knows(Witness { entitled, laws: laws.collect() })
        });
        let breach = seat.forgets.map(Breach::Forgets).or(knows);
        (seat.coalition, prefixes, digest(&(seat.coalition, laws)), breach)
    }

    /// The law of the outcome given some parts of it.
    fn given(&self, parts: &Entitled) -> OutcomeLaw {
        let mut law = OutcomeLaw::default();
        for &(name, weight) in self.law.weights() {
            let outcome = &self.outcomes[name as usize];
            if parts.iter().all(|(at, gain)| outcome.get(*at) == Some(gain)) {
                law.put(name, weight);
            }
        }
        law
    }
}

/// An outcome, or a part of one, in words.
fn said(protocol: &dyn Protocol, gains: &[Gain]) -> String {
    let everybody = Parties::everybody(protocol.parties());
    let said = |(to, words): (Parties, String)| match to == everybody {
        true => format!("all: {words}"),
        false => format!("{}: {words}", names(protocol, to)),
    };
    let said: Vec<String> = told(protocol, gains).into_iter().map(said).collect();
    if said.is_empty() { "nothing yet".to_owned() } else { said.join(", ") }
}

/// A coalition's knowledge of the whole outcome at one moment of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoalitionKnowledge {
    /// The number of outcomes still possible, as far as it can tell.
    pub possible: usize,
    /// The probability of the likeliest of them.
    pub likeliest: Rational,
    /// True if that is all as it is for a party that knows what the coalition is entitled to, and
    /// no more.
    pub entitled: bool,
}

/// A coalition's knowledge after each message of a deal, from the law of the outcome over every
/// sequence of coins given what it has seen until then. The log has all tosses in it.
///
/// Errors: `TooManyBranches` beyond `limit`; `Stopped` when cancelled.
///
/// ```
/// use bluff_exact::control::Control;
/// use bluff_dealing::{BaranyFuredi, Party, Protocol, Seeded, DealTable, fairness, rounds};
/// let deal = BaranyFuredi::new(3, 3, rounds(3, 1))?;
/// let mut coins: Vec<Seeded> = (0..3).map(Seeded::of).collect();
/// let mut table = DealTable::new(3, &mut coins);
/// deal.run(&mut table)?;
/// let (first, log) = (Party::at(0).into(), table.into_log());
/// let known = fairness::knowledge(&deal, first, &log, 2_000, &Control::new())?;
/// let possible: Vec<usize> = known.iter().map(|known| known.possible).collect();
/// // Six deals until the player's card has come, then two.
/// assert_eq!(possible, [6, 6, 6, 6, 6, 2, 2, 2, 2, 2]);
/// assert!(known.iter().all(|known| known.entitled));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn knowledge(
    protocol: &dyn Protocol,
    coalition: Parties,
    log: &[Event],
    limit: u64,
    control: &Control,
) -> Result<Vec<CoalitionKnowledge>, NotChecked> {
    let mut check = ExactCheck::played(protocol, &[coalition], limit, control)?;
    let mut known = Vec::new();
    for mut seat in std::mem::take(&mut check.seats) {
        let path = seat.follow(log);
        let mut laws: HashMap<u32, (bool, OutcomeLaw)> =
            path.iter().map(|&(node, _)| (node, (false, OutcomeLaw::default()))).collect();
        seat.views.add_up(|at, entitled, law| {
            if let Some(view) = laws.get_mut(&(at as u32)) {
                *view = (entitled.is_some(), law.clone());
            }
        });
        for (at, event) in log.iter().enumerate() {
            let Event::Message(_) = event else { continue };
            // What a message brings is written down right after it.
            let gained =
                log[at + 1..].iter().take_while(|later| matches!(later, Event::Gain(_))).count();
            let (node, entitled) = path[at + gained];
            let (judged, law) = &laws[&node];
            let most = law.weights().iter().max_by_key(|entry| entry.1);
            let likeliest = most.map(|entry| law.probability(entry.0));
            known.push(CoalitionKnowledge {
                possible: law.weights().len(),
                likeliest: likeliest.unwrap_or_default(),
                // In the middle of what brings a card it is judged once the card has come.
                entitled: !judged || check.given(&seat.entitled[entitled as usize]).same(law),
            });
        }
    }
    Ok(known)
}
