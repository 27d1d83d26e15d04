use bluff_exact::counted;
use serde::{Deserialize, Serialize};

use super::branches::NotChecked;
use super::card_by_seat::CardBySeat;
use super::chunks::{CHUNK, Chunks, DealRun};
use super::question::{DealQuestion, DealShape, repeats};
use super::sight::Feature;
use super::statistic::{Finding, StatisticLaw, Test, TestVerdict, judged, pearson};
use super::tally::{MOST_REPEATS, SampleCounter, SampleTally, ViewTest};
use crate::{Gain, GainKind, Parties, Party, Protocol, RefusedSetting, outcome};
use bluff_exact::control::{Control, Stopped};

/// The deals of a chunk: the first chunk chooses what to look at in a view, the rest test it.
const PILOT: u64 = 4;
/// The most chunks on which it is chosen.
const MOST_PILOT: u64 = 32;
/// The tested numbers of each view.
const KEPT: usize = 3;
/// The most pairs of a party and a draw that the pilot looks at.
const PAIRS: usize = 32;

/// The number of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplePlan {
    /// Deals.
    pub deals: u64,
    /// Decides all coins: the same seed, the same sample, on any number of threads.
    pub seed: u64,
}

/// The tests of many deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Deals made.
    pub deals: u64,
    /// Deals that came to no end, for instance after too many collisions; the others are tested.
    pub unfinished: u64,
    /// All tests; fair deals pass all of them but for a probability of [`super::FAMILY_LEVEL`].
    pub tests: Vec<Test>,
    /// The properties that no test looked at, in words: a protocol may be unfair in any of these
    /// and is not rejected.
    pub untested: Vec<String>,
    /// The number of times each card came to each seat; for protocols that deal cards.
    pub table: Option<CardBySeat>,
}

impl Sample {
    /// True if some test rejects. If none does, the protocol may still be unfair: only
    /// [`super::exact()`] proves that it is fair.
    pub fn rejects(&self) -> bool {
        self.rejected().next().is_some()
    }

    /// The tests that did not pass.
    pub fn rejected(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| test.verdict == TestVerdict::Rejected)
    }
}

/// Deals at random and asks whether every deal is as likely as it should be, and whether a view
/// says something of the cards of others.
///
/// Cards by seats, pairs of draws, classes of hands, runs and matches are compared with their exact
/// laws. Of each view, numbers are set against a foreign card's rank among the cards that are not
/// one's own, which is uniform whatever was seen; numbers are what stands first in a message, the
/// first coin, and these sent through the codes and decks that were seen. Which of them look most
/// telling is found on the first deals, and tested on the others.
///
/// Power, for 52 cards, three players with two cards each in `barany-furedi`: every planted bug is
/// found in 131 072 deals, with probability above 0.999. Every test says what it detects.
///
/// Cost: with 52 cards some 100 000 deals a second and thread.
///
/// The smaller the deck, the better is [`super::exact()`], which proves what this can only fail to
/// refute.
///
/// `progress` is told how many more deals are made.
///
/// Errors: `RefusedSetting` if no deal came to an end; `Stopped` when cancelled.
///
/// ```
/// use bluff_exact::control::{Control, Stopped};
/// use bluff_dealing::{BaranyFuredi, fairness, rounds};
/// let deal = BaranyFuredi::new(3, 10, rounds(3, 2))?;
/// let plan = fairness::SamplePlan { deals: 20_000, seed: 1 };
/// assert!(!fairness::sample(&deal, &plan, &Control::new(), &|_| ())?.rejects());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample(
    protocol: &dyn Protocol,
    plan: &SamplePlan,
    control: &Control,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Sample, NotChecked> {
    let chunks = Chunks { protocol, deals: plan.deals, seed: plan.seed, control, progress };
    let pilot = chunks.len().div_ceil(PILOT).min(MOST_PILOT);
    let counter = counter(&chunks, pilot * CHUNK)?;
    let count = |some, looks: &[ViewTest]| {
        let take = |tally: &mut SampleTally, run: DealRun<'_>| counter.count(run, looks, tally);
        chunks.tally(some, || counter.empty(looks), take, SampleTally::and)
    };
    let all = all_looks(&counter);
    let before = count(0..pilot, &all)?;
    let looks = telling(&all, &before);
    let mut tally = count(pilot..chunks.len(), &looks)?;
    let seen = looks
        .iter()
        .zip(&tally.looks)
        .map(|(look, counts)| (look.party, look.finding(protocol, counts)));
    let seen: Vec<(Party, Finding)> = seen.filter(|look| tells(&look.1)).collect();
    tally = tally.and(SampleTally { looks: Vec::new(), ..before });
    if tally.deals == tally.unfinished {
        let deals = counted(tally.deals, "deal", "deals");
        let given = format!("{deals} of which none came to an end");
        let expected = "one at least: more deals, or fewer cards for each";
        return Err(RefusedSetting::unexpected(given, expected).into());
    }
    let table = counter.shape.as_ref().map(|shape| {
        let seat = |seat: &(Parties, u64)| (names(protocol, seat.0), seat.1);
        let seats = shape.seats.iter().map(seat).collect();
        CardBySeat::new(counter.cards, seats, &tally.seats, tally.finished())
    });
    let untested = counter.untested(&seen.iter().map(|look| look.0).collect());
    let mut findings = counter.findings(&tally, table.as_ref());
    findings.extend(seen.into_iter().map(|look| look.1));
    let tests = judged(findings.into_iter().filter(tells).collect())?;
    Ok(Sample { deals: tally.deals, unfinished: tally.unfinished, tests, untested, table })
}

/// True if there was enough to count.
fn tells(finding: &Finding) -> bool {
    finding.law != StatisticLaw::ChiSquare(0)
}

/// The statistics to count, as the first legal run shows.
///
/// Errors: [`Stopped`].
fn counter<'a>(chunks: &Chunks<'a>, pilot: u64) -> Result<SampleCounter<'a>, Stopped> {
    let protocol = chunks.protocol;
    let (cards, shape) = match protocol.gains() {
        GainKind::Cards { deck, .. } => {
            (deck as u64, DealShape::of(deck as u64, &first_legal(chunks)?))
        }
        GainKind::Other(_) => (0, None),
    };
    let questions = shape.as_ref().map_or(Vec::new(), |shape| shape.questions(chunks.deals));
    // The seat with the fewest cards, or nobody, expects twenty of each row, or more.
    let left =
        shape.as_ref().map(|shape| cards - shape.draws.len() as u64).filter(|&left| left > 0);
    let held = shape.iter().flat_map(|shape| &shape.seats).map(|seat| seat.1);
    let least = held.chain(left).min().unwrap_or(1);
    let classes = (chunks.deals.saturating_mul(least) / 20).clamp(1, cards.clamp(1, 256));
    let outcomes = protocol.outcomes().saturating_mul(20) <= u128::from(chunks.deals.min(1 << 20));
    let look_classes = (pilot / 20).isqrt().clamp(1, cards.clamp(1, 64));
    Ok(SampleCounter { protocol, cards, shape, questions, classes, look_classes, outcomes })
}

/// The gains of a legal run, from coins that no chunk has; none if a hundredth of the deals, or one
/// hundred, have none.
///
/// Errors: [`Stopped`].
fn first_legal(chunks: &Chunks<'_>) -> Result<Vec<Gain>, Stopped> {
    let mut legal = Vec::new();
    for stream in 0..(chunks.deals / 100).clamp(1, 100) {
        chunks.runs(u64::MAX - stream, 100, |(ended, log, _)| {
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

/// Every number of every view against some draws of others.
fn all_looks(counter: &SampleCounter<'_>) -> Vec<ViewTest> {
    let Some(shape) = &counter.shape else { return Vec::new() };
    let parties = counter.protocol.parties();
    let mut looks = Vec::new();
    for party in Party::all(parties) {
        let mut draws: Vec<usize> =
            (0..shape.draws.len()).filter(|&draw| !shape.draws[draw].has(party)).collect();
        let foreign = counter.cards - (shape.draws.len() - draws.len()) as u64;
        // The first card of every other seat, of the next ones if there are too many.
        draws
            .sort_by_key(|&draw| ((shape.seat_of[draw] + parties - party.place()) % parties, draw));
        draws.dedup_by_key(|draw| shape.seat_of[*draw]);
        draws.truncate((PAIRS / parties).max(1));
        for feature in Feature::all() {
            let columns = foreign.min(counter.look_classes);
            let look = |&draw: &usize| ViewTest { party, feature, draw, foreign, columns };
            looks.extend(draws.iter().map(look));
        }
    }
    looks
}

/// The looks of each party that were the most telling in the pilot.
fn telling(looks: &[ViewTest], pilot: &SampleTally) -> Vec<ViewTest> {
    let mut rated: Vec<(f64, ViewTest)> = Vec::new();
    for (look, counts) in looks.iter().zip(&pilot.looks) {
        let (statistic, freedom) = pearson(counts, &look.law());
        if freedom > 0 {
            rated.push(((statistic - freedom as f64) / (2.0 * freedom as f64).sqrt(), *look));
        }
    }
    rated.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut kept: Vec<ViewTest> = Vec::new();
    for (_, look) in rated {
        if kept.iter().filter(|other| other.party == look.party).count() < KEPT {
            kept.push(look);
        }
    }
    kept.sort();
    kept
}

impl ViewTest {
    fn finding(&self, protocol: &dyn Protocol, counts: &[u64]) -> Finding {
        let (party, draw) = (protocol.name(self.party), self.draw + 1);
        let name = format!("view of {party}: {}, against draw {draw}", self.feature);
        Finding::fit(name, counts, &self.law(), counts.iter().sum())
    }
}

impl SampleCounter<'_> {
    /// The properties that no test looks at, where the views of these parties are looked at.
    fn untested(&self, seen: &Parties) -> Vec<String> {
        let parties = self.protocol.parties();
        let blind: Parties = Party::all(parties).filter(|&party| !seen.has(party)).collect();
        let views = match self.protocol.gains() {
            GainKind::Other(what) => Some(format!(
                "what anybody sees: views are set against cards, and the outcome is {what}"
            )),
            GainKind::Cards { .. } if self.shape.is_none() => {
                Some("cards and views: no legal deal of cards was seen".to_owned())
            }
            GainKind::Cards { .. } => {
                let names: Vec<String> =
                    blind.iter().map(|party| self.protocol.name(party)).collect();
                let names = names.join(", ");
                let few = || format!("what {names} saw: too few deals, or no number in the view");
                (!blind.is_empty()).then(few)
            }
        };
        let together = (parties > 1).then(|| "what several parties know together".to_owned());
        let whole = (!self.outcomes)
            .then(|| "whole outcomes: there are too many for so many deals".to_owned());
        views.into_iter().chain(together).chain(whole).collect()
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
        if let (Some(shape), Some(tries)) = (&self.shape, self.protocol.tries()) {
            let law = repeats(self.cards, shape.draws.len(), tries.most, MOST_REPEATS);
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

/// The names of a coalition's parties.
pub(super) fn names(protocol: &dyn Protocol, coalition: Parties) -> String {
    coalition.iter().map(|party| protocol.name(party)).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests;
