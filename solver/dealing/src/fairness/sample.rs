use std::collections::{BTreeMap, HashMap, HashSet};

use bluff_exact::counted;
use serde::{Deserialize, Serialize};

use super::branches::NotChecked;
use super::card_by_seat::CardBySeat;
use super::chunks::{Chunks, DealRun};
use super::numbering::digest;
use super::question::{DealQuestion, DealShape, repeats};
use super::seat::CoalitionView;
use super::statistic::{Finding, StatisticLaw, Test, TestVerdict, distance_of_rows, judged};
use crate::fault::allow;
use crate::{Cause, Event, Fault, Gain, GainKind, Parties, Protocol, Tries, outcome};
use bluff_exact::control::{Control, Stopped};

/// The first deals, of which two must look alike to a party for its views to be counted.
const PILOT: u64 = 4096;
/// The most coalitions whose views are counted.
const MOST_VIEWERS: usize = 32;
/// Draws made again are counted up to this.
const MOST_REPEATS: usize = 60;

/// The tests of many deals. Keys come in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Deals made.
    pub deals: String,
    /// The seed of the coins.
    pub seed: String,
    /// Deals that came to no end, for instance after too many collisions; the others are tested.
    pub unfinished: String,
    /// The names of all tests that were made.
    pub tested: Vec<String>,
    /// The properties that no test looked at, in words: a protocol may be unfair in any of these
    /// and is not rejected.
    pub untested: Vec<String>,
    /// True if some test rejects. If none does, the protocol may still be unfair: only
    /// [`super::exact()`] proves that it is fair.
    pub rejected: bool,
    /// All tests; fair deals pass all of them but for a probability of [`super::FAMILY_LEVEL`].
    pub tests: Vec<Test>,
    /// The number of times each card came to each seat; for protocols that deal cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<CardBySeat>,
}

/// Deals at random and asks whether every deal is as likely as it should be, and whether a view
/// says something of the cards of others.
///
/// Cards by seats, pairs of draws, classes of hands, runs and matches are compared with their exact
/// laws. Where outcomes are few and the views of a party come again, its whole view is set against
/// the outcome: given what the party is entitled to, they are independent.
///
/// Power: a small deck shows what parties see, by the code that deals a large one too; every test
/// says what it detects.
///
/// The smaller the deck, the better is [`super::exact()`], which proves what this can only fail to
/// refute.
///
/// `against` are the coalitions that must know no more than their part.
///
/// Each deal is a part that the control counts; the seed decides all coins, on any number of
/// threads.
///
/// Errors: `RefusedSetting` if no deal came to an end; `Stopped` when cancelled.
///
/// ```
/// use bluff_exact::control::{Control, Stopped};
/// use bluff_dealing::{BaranyFuredi, Parties, Party, fairness, rounds};
/// let deal = BaranyFuredi::new(3, 10, rounds(3, 2))?;
/// let against: Vec<Parties> = Party::all(3).map(Parties::from).collect();
/// assert!(!fairness::sample(&deal, &against, (20_000, 1), &Control::new())?.rejected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample(
    protocol: &dyn Protocol,
    against: &[Parties],
    (deals, seed): (u64, u64),
    control: &Control,
) -> Result<Sample, NotChecked> {
    let mut chunks = Chunks { protocol, deals, seed, control, record: false };
    let counter = counter(&chunks, against)?;
    chunks.record = !counter.viewers.is_empty();
    let take = |tally: &mut SampleTally, run: DealRun| counter.count(run, tally);
    let tally = chunks.tally(|| counter.empty(), take, SampleTally::and)?;
    let given = format!("{} of which none came to an end", counted(tally.deals, "deal", "deals"));
    let expected = "one at least: more deals, or fewer cards for each";
    allow(tally.deals > tally.unfinished, given, expected)?;
    let DealShape { cards, seats, .. } = &counter.shape;
    let seats = seats.iter().map(|&(seat, held)| (names(protocol, seat), held)).collect();
    let table =
        (*cards > 0).then(|| CardBySeat::new(*cards, seats, &tally.seats, tally.finished()));
    let mut findings = counter.findings(&tally, table.as_ref());
    findings.extend(counter.viewers.iter().map(|coalition| counter.viewed(*coalition, &tally)));
    let untested = counter.untested(against);
    // Without degrees of freedom a test says nothing.
    findings.retain(|finding| finding.law != StatisticLaw::ChiSquare(0));
    let tests = judged(findings)?;
    Ok(Sample {
        deals: tally.deals.to_string(),
        seed: seed.to_string(),
        unfinished: tally.unfinished.to_string(),
        tested: tests.iter().map(|test| test.name.clone()).collect(),
        untested,
        rejected: tests.iter().any(|test| test.verdict == TestVerdict::Rejected),
        tests,
        table,
    })
}

/// The statistics to count, as the first legal run shows.
///
/// Errors: [`Stopped`].
fn counter<'a>(chunks: &Chunks<'a>, against: &[Parties]) -> Result<SampleCounter<'a>, Stopped> {
    let protocol = chunks.protocol;
    let shape = match protocol.rules().gains {
        GainKind::Cards { deck, .. } => DealShape::of(deck as u64, &first_legal(chunks)?),
        GainKind::Other { .. } => DealShape::default(),
    };
    let questions = shape.questions(chunks.deals);
    // The seat with the fewest cards, or nobody, expects twenty of each row, or more.
    let left = Some(shape.cards - shape.seat_of.len() as u64).filter(|&left| left > 0);
    let least = shape.seats.iter().map(|seat| seat.1).chain(left).min().unwrap_or(1);
    let classes = (chunks.deals.saturating_mul(least) / 20).clamp(1, shape.cards.clamp(1, 256));
    let outcomes = protocol.outcomes().saturating_mul(20) <= u128::from(chunks.deals.min(1 << 20));
    let viewers = if outcomes { viewers(chunks, against)? } else { Vec::new() };
    let deals = chunks.deals;
    Ok(SampleCounter { protocol, deals, shape, questions, classes, viewers, outcomes })
}

/// The gains of a legal run, from coins that no chunk has; none if a hundredth of the deals, or one
/// hundred, have none.
///
/// Errors: [`Stopped`].
fn first_legal(chunks: &Chunks<'_>) -> Result<Vec<Gain>, Stopped> {
    let mut legal = Vec::new();
    for stream in 0..(chunks.deals / 100).clamp(1, 100) {
        chunks.runs(u64::MAX - stream, 100, |(ended, log)| {
            let gains = outcome(&log);
            if legal.is_empty() && ended.is_ok() && chunks.protocol.legal(&gains) {
                legal = gains;
            }
        })?;
        if !legal.is_empty() {
            break;
        }
    }
    Ok(legal)
}

/// The coalitions to whom two of the first deals look alike, from coins that no chunk has.
///
/// Errors: [`Stopped`].
fn viewers(chunks: &Chunks<'_>, against: &[Parties]) -> Result<Vec<Parties>, Stopped> {
    let against = &against[..against.len().min(MOST_VIEWERS)];
    let mut views = vec![HashSet::new(); against.len()];
    let (mut runs, chunks) = (0, Chunks { record: true, ..*chunks });
    chunks.runs(u64::MAX / 2, chunks.deals.min(PILOT), |(_, log)| {
        runs += 1;
        for (views, &coalition) in views.iter_mut().zip(against) {
            views.insert(view(coalition, &log));
        }
    })?;
    let again = against.iter().zip(views).filter(|(_, views)| views.len() < runs);
    Ok(again.map(|(coalition, _)| *coalition).collect())
}

/// The statistics to count of every deal.
struct SampleCounter<'a> {
    protocol: &'a dyn Protocol,
    /// Deals that are made.
    deals: u64,
    /// That of a deal; empty of a protocol that deals no cards.
    shape: DealShape,
    questions: Vec<DealQuestion>,
    /// Rows of the table of cards by seats.
    classes: u64,
    /// The coalitions some of whose views come again.
    viewers: Vec<Parties>,
    /// True if outcomes are few enough to be counted one by one.
    outcomes: bool,
}

/// The counts of some deals.
#[derive(Default)]
struct SampleTally {
    deals: u64,
    unfinished: u64,
    illegal: u64,
    seats: Vec<u64>,
    answers: Vec<Vec<u64>>,
    repeats: Vec<u64>,
    outcomes: HashMap<Vec<Gain>, u64>,
    /// By coalition, what it is entitled to, its view, and the outcome, all as digests.
    views: HashMap<(Parties, u64, u64, u64), u64>,
}

impl SampleCounter<'_> {
    /// Nothing counted yet.
    fn empty(&self) -> SampleTally {
        SampleTally {
            seats: vec![0; self.classes as usize * self.shape.seats.len()],
            answers: self.questions.iter().map(|question| vec![0; question.law.len()]).collect(),
            repeats: vec![0; MOST_REPEATS + 2],
            ..SampleTally::default()
        }
    }

    /// Classes of views: as many as leave twenty deals for each with each outcome.
    fn view_classes(&self) -> u64 {
        let outcomes = u64::try_from(self.protocol.outcomes()).unwrap_or(u64::MAX);
        (self.deals / outcomes.saturating_mul(20).max(1)).max(1)
    }

    /// Counts a run.
    fn count(&self, (ended, log): DealRun, tally: &mut SampleTally) {
        tally.deals += 1;
        let gains = outcome(&log);
        match ended {
            Err(Fault { what: Cause::Unfinished { .. }, .. }) => tally.unfinished += 1,
            Ok(()) if self.protocol.legal(&gains) => self.take(&log, gains, tally),
            _ => tally.illegal += 1,
        }
    }

    fn take(&self, log: &[Event], gains: Vec<Gain>, tally: &mut SampleTally) {
        let shape = &self.shape;
        if !shape.seats.is_empty() {
            let Some(cards) = shape.dealt(&gains) else {
                tally.illegal += 1;
                return;
            };
            for (card, seat) in cards.iter().zip(&shape.seat_of) {
                let row = (card * self.classes / shape.cards) as usize;
                tally.seats[row * shape.seats.len() + seat] += 1;
            }
            for (question, counts) in self.questions.iter().zip(&mut tally.answers) {
                counts[(question.answer)(&cards)] += 1;
            }
            if let Some(Tries { begin, .. }) = self.protocol.rules().tries {
                let tries = log.iter().filter(|event| begins(event, begin)).count();
                tally.repeats[tries.saturating_sub(cards.len()).min(MOST_REPEATS + 1)] += 1;
            }
        }
        for &coalition in &self.viewers {
            let own = |gain: &(usize, &Gain)| gain.1.to.meet(coalition);
            let entitled: Vec<(usize, &Gain)> = gains.iter().enumerate().filter(own).collect();
            let class = view(coalition, log) % self.view_classes();
            let key = (coalition, digest(&entitled), class, digest(&gains));
            *tally.views.entry(key).or_default() += 1;
        }
        if self.outcomes {
            *tally.outcomes.entry(gains).or_default() += 1;
        }
    }

    /// The properties that no test looks at.
    fn untested(&self, against: &[Parties]) -> Vec<String> {
        let blind = against.iter().filter(|coalition| !self.viewers.contains(coalition));
        let blind: Vec<String> = blind.map(|&blind| names(self.protocol, blind)).collect();
        let why = if self.outcomes { "no view comes again" } else { "too many outcomes" };
        let fewer = "more deals, fewer cards, or --exact";
        let views = (!blind.is_empty())
            .then(|| format!("what {} saw: {why}, expected {fewer}", blind.join(", ")));
        let alone = against.iter().all(|coalition| coalition.iter().count() == 1);
        let together = (self.protocol.parties() > 1 && alone)
            .then(|| "what several parties know together".to_owned());
        let whole = (!self.outcomes)
            .then(|| "whole outcomes: there are too many for so many deals".to_owned());
        views.into_iter().chain(together).chain(whole).collect()
    }

    /// The whole view of a coalition against the outcome, given what it is entitled to.
    fn viewed(&self, coalition: Parties, tally: &SampleTally) -> Finding {
        let own = tally.views.iter().filter(|(seen, _)| seen.0 == coalition);
        let mut cells: Vec<(u64, u64, u64, u64)> = own
            .map(|(&(_, entitled, class, outcome), &count)| (entitled, class, outcome, count))
            .collect();
        cells.sort_unstable();
        let (mut statistic, mut freedom, mut deals) = (0.0, 0, 0);
        for part in cells.chunk_by(|one, next| one.0 == next.0) {
            let mut sums: BTreeMap<u64, u64> = BTreeMap::new();
            for (_, _, outcome, count) in part {
                *sums.entry(*outcome).or_default() += count;
            }
            let all: u64 = sums.values().sum();
            let law: Vec<f64> = sums.values().map(|&sum| sum as f64 / all as f64).collect();
            let mut counts = Vec::new();
            for row in part.chunk_by(|one, next| one.1 == next.1) {
                let count = |outcome: &u64| row.iter().find(|cell| cell.2 == *outcome);
                counts.extend(sums.keys().map(|outcome| count(outcome).map_or(0, |cell| cell.3)));
            }
            let found = distance_of_rows(&counts, &law);
            statistic += found.0;
            freedom += found.1.saturating_sub(law.len() as u64 - 1);
            deals += all;
        }
        let name = format!("view of {}", names(self.protocol, coalition));
        Finding { name, statistic, law: StatisticLaw::ChiSquare(freedom), deals }
    }

    fn findings(&self, tally: &SampleTally, table: Option<&CardBySeat>) -> Vec<Finding> {
        let deals = tally.finished();
        let mut findings = vec![Finding {
            name: "deals against the rules".to_owned(),
            statistic: tally.illegal as f64,
            law: StatisticLaw::Zero,
            deals: tally.deals,
        }];
        let mut fit = |name: &str, counts: &[u64], law: &[f64]| {
            findings.push(Finding::fit(name.to_owned(), counts, law, deals));
        };
        for (DealQuestion { name, law, .. }, counts) in self.questions.iter().zip(&tally.answers) {
            fit(name, counts, &law.iter().map(bluff_exact::Rational::to_f64).collect::<Vec<_>>());
        }
        let DealShape { cards, seat_of, .. } = &self.shape;
        if let Some(tries) = self.protocol.rules().tries.filter(|_| *cards > 0) {
            let law = repeats(*cards, seat_of.len(), tries.most, MOST_REPEATS);
            fit("draws made again", &tally.repeats, &law);
        }
        if self.outcomes {
            let due = self.protocol.outcomes() as usize;
            let mut counts: Vec<u64> = tally.outcomes.values().copied().collect();
            counts.sort_unstable();
            counts.resize(due.max(counts.len()), 0);
            let law = vec![1.0 / due as f64; counts.len()];
            fit("whole outcomes", &counts, &law);
        }
        findings.extend(table.map(|table| table.finding(deals)));
        findings
    }
}

/// A number that stands for the whole view of a coalition.
fn view(coalition: Parties, log: &[Event]) -> u64 {
    let (mut view, mut seen, mut all) =
        (CoalitionView::new(coalition), Vec::new(), Vec::<u64>::new());
    for event in log {
        view.see(event, &mut seen);
        all.extend(&seen);
    }
    digest(&all)
}

/// True if the first party begins a try with this.
fn begins(event: &Event, what: &str) -> bool {
    matches!(event, Event::Message(message) if message.from.place() == 0 && message.what == what)
}

impl SampleTally {
    /// These and those.
    fn and(mut self, other: Self) -> Self {
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, more)| *mine += more)
        };
        self.deals += other.deals;
        self.unfinished += other.unfinished;
        self.illegal += other.illegal;
        add(&mut self.seats, &other.seats);
        add(&mut self.repeats, &other.repeats);
        self.answers.iter_mut().zip(&other.answers).for_each(|(mine, more)| add(mine, more));
        for (view, count) in other.views {
            *self.views.entry(view).or_default() += count;
        }
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        self
    }

    /// Deals that came to a legal end.
    fn finished(&self) -> u64 {
        self.deals - self.unfinished - self.illegal
    }
}

/// The names of a coalition's parties.
pub(super) fn names(protocol: &dyn Protocol, coalition: Parties) -> String {
    coalition.iter().map(|party| protocol.name(party)).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests;
