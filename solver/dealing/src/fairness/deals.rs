use std::io::BufRead;

use bluff_exact::control::Control;
use serde::{Deserialize, Serialize};

use super::given::{DealLines, NAMED, SeenDeal};
use super::hand_test::TESTS;
use super::question::classes;
use super::statistic::{CardBias, Finding, StatisticLaw, judged};
use super::{CardBySeat, NotChecked, Test, TestVerdict};
use crate::fault::allow;
use bluff_exact::partition_point;

/// The version of the document.
const FORMAT: u32 = 1;
/// The probability with which a bias of [`DealPower`] is found.
const FOUND: f64 = 0.9;
/// The most rows of the table of cards by seats.
const ROWS: u64 = 256;

/// The tests of deals that somebody has, against a deck in which every order is equally likely.
/// Keys come in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GivenDeals {
    /// The version of the document.
    pub format: u32,
    /// Cards in the deck.
    pub cards: u64,
    /// The seats, in the order of a line.
    pub seats: Vec<GivenSeat>,
    /// Deals read.
    pub deals: String,
    /// The names of all tests that were made.
    pub tested: Vec<String>,
    /// The properties that no test looked at, in words.
    pub untested: Vec<String>,
    /// True if some test rejects. If none does, the deals may still be biased.
    pub rejected: bool,
    /// The card of a seat that is the farthest off; `None` if no seat was ever seen.
    pub farthest: Option<CardCount>,
    /// Biases of a card that are found, each with the deals it takes; first in these.
    pub power: Vec<DealPower>,
    /// The tests.
    pub tests: Vec<Test>,
    /// The number of times each card came to each seat.
    pub table: CardBySeat,
    /// The cards of each row of the table, as the deals spell them.
    #[serde(skip)]
    pub names: Vec<String>,
}

/// A seat of the deals that somebody has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenSeat {
    /// Its name.
    pub name: String,
    /// The number of its cards; 0 if it was never seen.
    pub cards: usize,
    /// The deals in which it was seen.
    pub seen: u64,
    /// The least count of one card, above the expected one, that is rejected; `None` if none is.
    pub line: Option<u64>,
}

/// The count of a card at a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardCount {
    /// The name of the seat.
    pub seat: String,
    /// The card, as the deals spell it.
    pub card: String,
    /// Deals in which the seat had it.
    pub count: u64,
    /// Deals in which a fair one has it, on average.
    pub expected: f64,
}

/// A bias that is found nine times in ten, by the test of each card at the seat that tells least.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealPower {
    /// So many more of a hundred deals in which the seat has the card.
    pub points: f64,
    /// The deals that find it.
    pub deals: u64,
}

/// The counts of a seat.
struct SeatCounts {
    name: String,
    /// The number of its cards, as all lines say.
    hand: usize,
    counts: Vec<u64>,
    seen: u64,
    /// By test, as in `TESTS`, and answer.
    answers: [Vec<u64>; TESTS.len()],
}

impl SeatCounts {
    fn new(at: usize, cards: u64) -> Self {
        let (name, counts) = (format!("seat {}", at + 1), vec![0; cards as usize]);
        Self { name, hand: 0, counts, seen: 0, answers: Default::default() }
    }

    fn take(&mut self, at: usize, deal: &SeenDeal, before: &SeenDeal) {
        self.seen += u64::from(!deal[at].is_empty());
        deal[at].iter().for_each(|card| self.counts[*card as usize - 1] += 1);
        for (test, counts) in TESTS.iter().zip(&mut self.answers) {
            let cards = self.counts.len() as u64;
            if let Some(answer) = test.answer(cards, at, deal, before) {
                counts.resize(counts.len().max(answer + 1), 0);
                counts[answer] += 1;
            }
        }
    }

    /// True if its cards were seen, and are not the whole deck.
    fn is_tested(&self) -> bool {
        self.seen > 0 && self.hand < self.counts.len()
    }

    /// The probability that a fair seat has a given card.
    fn chance(&self) -> f64 {
        self.hand as f64 / self.counts.len() as f64
    }

    /// Deals in which a fair seat has a given card, on average.
    fn expected(&self) -> f64 {
        self.seen as f64 * self.hand as f64 / self.counts.len() as f64
    }

    /// Counts by class of cards, of this seat and elsewhere.
    fn cards(&self, what: &str, class: impl Fn(usize) -> usize) -> Finding {
        let (k, expected, seen) = (self.counts.len(), self.expected(), self.seen as f64);
        let mut classes = vec![vec![(0.0, 0.0); 2]; class(k - 1) + 1];
        for (card, count) in self.counts.iter().enumerate() {
            let count = *count as f64;
            let added = [(count, expected), (seen - count, seen - expected)];
            for (cell, more) in classes[class(card)].iter_mut().zip(added) {
                *cell = (cell.0 + more.0, cell.1 + more.1);
            }
        }
        Finding::of_cards(format!("{what} of {}", self.name), &classes, k as f64, self.seen)
    }

    /// The card that is the farthest off, from 0.
    fn farthest(&self) -> usize {
        let due = self.expected();
        let off = |card: &usize| (self.counts[*card] as f64 - due).abs();
        (0..self.counts.len()).max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
    }

    /// The least count above the expected one that is rejected at this level.
    fn line(&self, level: f64) -> Option<u64> {
        let passes = |count| self.each(count).p_value() >= level;
        let least = partition_point(self.expected() as u64 + 1..self.seen + 1, passes);
        (least <= self.seen && self.is_tested()).then_some(least)
    }

    /// The test of the card that comes so many times.
    fn each(&self, count: u64) -> Finding {
        let (cards, deals, chance) = (self.counts.len() as u64, self.seen, self.chance());
        let law = StatisticLaw::Farthest { cards, deals, chance };
        Finding { name: format!("each card of {}", self.name), statistic: count as f64, law, deals }
    }

    fn findings(&self, at: usize, held: &[usize]) -> Vec<Finding> {
        if !self.is_tested() {
            return Vec::new();
        }
        let k = self.counts.len();
        // Twenty or more of each class are expected.
        let most = (self.seen as f64 * self.hand as f64 / 20.0) as usize;
        let classes = most.clamp(1, k.min(ROWS as usize));
        let mut all = vec![self.cards("cards", |card| card * classes / k)];
        if k as u64 == NAMED {
            all.push(self.cards("ranks", |card| card % 13));
            all.push(self.cards("suits", |card| card / 13));
        }
        all.push(self.each(self.counts[self.farthest()]));
        let asked = TESTS.iter().zip(&self.answers);
        all.extend(asked.filter_map(|(test, counts)| test.finding(k as u64, at, held, counts)));
        all
    }
}

impl GivenDeals {
    /// Reads deals to their end and tests them.
    ///
    /// Each card at each seat, ranks, suits, odd cards and pairs in a hand, neighbouring seats, and
    /// one deal against the next are compared with their laws. All tests together reject fair deals
    /// with probability [`FAMILY_LEVEL`](super::FAMILY_LEVEL) at most.
    ///
    /// Cost: a few hundred thousand deals a second; memory for a count of each card and seat, and
    /// one line.
    ///
    /// Errors: those of [`DealLines::deal`]; no deals at all; `Stopped` when cancelled.
    ///
    /// ```
    /// use bluff_exact::control::Control;
    /// use bluff_dealing::fairness::{DealLines, GivenDeals};
    /// // The same two hands all the time.
    /// let text = "1 2;3 4\n".repeat(400);
    /// let found = GivenDeals::new(DealLines::new(text.as_bytes(), 8), &Control::new())?;
    /// assert!(found.rejected && found.deals == "400");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mut lines: DealLines<impl BufRead>, control: &Control) -> Result<Self, NotChecked> {
        let k = lines.cards;
        let (mut seats, mut before, mut deals) = (Vec::new(), SeenDeal::new(), 0_u64);
        while let Some(deal) = lines.deal()? {
            if deals.is_multiple_of(1024) {
                control.check()?;
            }
            deals += 1;
            (seats.len()..deal.len()).for_each(|at| seats.push(SeatCounts::new(at, k)));
            for (at, seat) in seats.iter_mut().enumerate() {
                seat.take(at, &deal, &before);
            }
            before = deal;
        }
        allow(deals > 0, "no deals", "a line for each deal")?;
        let held: Vec<usize> = lines.held().collect();
        seats.iter_mut().zip(&held).for_each(|(seat, held)| seat.hand = *held);
        let all = seats.iter().enumerate().flat_map(|(at, seat)| seat.findings(at, &held));
        let (made, few): (Vec<Finding>, Vec<Finding>) =
            all.partition(|finding| finding.law != StatisticLaw::ChiSquare(0));
        let tests = judged(made)?;
        let level = tests.first().map_or(0.0, |test| test.level);
        let named = |card: usize| lines.name(card as u64 + 1);
        let row_name = |&(first, last): &(u64, u64)| match first == last {
            true => named(last as usize - 1),
            false => format!("{} to {}", named(first as usize - 1), named(last as usize - 1)),
        };
        let given = |seat: &SeatCounts| {
            let line = seat.line(level);
            GivenSeat { name: seat.name.clone(), cards: seat.hand, seen: seat.seen, line }
        };
        let (table, power) = (table(k, &seats), power(&seats, level));
        let mut untested = untested(&seats, deals, &few);
        if power.first().is_some_and(|found| found.deals != deals) {
            untested.insert(0, format!("a bias of one card: {deals} deals are too few for any"));
        }
        Ok(Self {
            format: FORMAT,
            cards: k,
            seats: seats.iter().map(given).collect(),
            deals: deals.to_string(),
            tested: tests.iter().map(|test| test.name.clone()).collect(),
            untested,
            rejected: tests.iter().any(|test| test.verdict == TestVerdict::Rejected),
            farthest: farthest(&seats, named),
            power,
            names: table.cards.iter().map(row_name).collect(),
            table,
            tests,
        })
    }
}

/// The properties that no test looked at.
fn untested(seats: &[SeatCounts], deals: u64, few: &[Finding]) -> Vec<String> {
    let hidden = seats.iter().filter(|seat| seat.seen < deals).map(|seat| {
        let SeatCounts { name, seen, .. } = seat;
        format!("{name} in {} of {deals} deals: nobody saw its cards", deals - seen)
    });
    let few = few.iter().map(|finding| format!("{}: too few deals", finding.name));
    let always = [
        "the order in which the cards of a seat came".to_owned(),
        "deals that are not neighbours, and why cards were shown".to_owned(),
    ];
    hidden.chain(few).chain(always).collect()
}

/// The card that is the farthest off, of the seat whose test tells most.
fn farthest(seats: &[SeatCounts], named: impl Fn(usize) -> String) -> Option<CardCount> {
    let each = |seat: &&SeatCounts| seat.each(seat.counts[seat.farthest()]).p_value();
    let tested = seats.iter().filter(|seat| seat.is_tested());
    let seat = tested.min_by(|a, b| each(a).total_cmp(&each(b)))?;
    let (card, expected) = (seat.farthest(), seat.expected());
    let (count, card) = (seat.counts[card], named(card));
    Some(CardCount { seat: seat.name.clone(), card, count, expected })
}

/// The bias that these deals find, if they are enough for any, and the deals that find a bias of
/// one point and of a tenth.
fn power(seats: &[SeatCounts], level: f64) -> Vec<DealPower> {
    let of_seat = |seat: &SeatCounts| {
        let (cards, chance) = (seat.counts.len() as u64, seat.chance());
        let bias = CardBias { cards, chance, level };
        (bias.least(seat.seen, FOUND), seat.seen, bias)
    };
    let all = seats.iter().filter(|seat| seat.is_tested());
    let of = |least: &Option<f64>| least.unwrap_or(f64::INFINITY);
    let weakest = all.map(of_seat).max_by(|a, b| of(&a.0).total_cmp(&of(&b.0)));
    let Some((least, deals, bias)) = weakest else { return Vec::new() };
    let needed = |points: f64| DealPower { points, deals: bias.deals(points / 100.0, FOUND) };
    let found = least.map(|least| DealPower { points: least * 100.0, deals });
    found.into_iter().chain([needed(1.0), needed(0.1)]).collect()
}

fn table(k: u64, seats: &[SeatCounts]) -> CardBySeat {
    let cards = classes(k, k.min(ROWS));
    let sum = |seat: &SeatCounts, &(first, last): &(u64, u64)| {
        seat.counts[first as usize - 1..last as usize].iter().sum()
    };
    let due =
        |seat: &SeatCounts, (first, last): &(u64, u64)| seat.expected() * (last - first + 1) as f64;
    CardBySeat {
        seats: seats.iter().map(|seat| seat.name.clone()).collect(),
        counts: cards.iter().map(|row| seats.iter().map(|seat| sum(seat, row)).collect()).collect(),
        expected: cards
            .iter()
            .map(|row| seats.iter().map(|seat| due(seat, row)).collect())
            .collect(),
        cards,
    }
}

#[cfg(test)]
mod tests;
