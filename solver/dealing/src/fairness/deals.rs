use std::io::BufRead;

use bluff_exact::control::Control;
use serde::{Deserialize, Serialize};

use super::given::{DealLines, NAMED, SeenDeal, card_name};
use super::hand_test::TESTS;
use super::question::classes;
use super::statistic::{CardBias, Finding, LEAST, StatisticLaw, judged};
use super::{CardBySeat, NotChecked, Test, TestVerdict};
use crate::fault::allow;

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
    counts: Vec<u64>,
    seen: u64,
    /// By test, as in `TESTS`, and answer.
    answers: [Vec<u64>; TESTS.len()],
}

impl SeatCounts {
    fn new(cards: u64) -> Self {
        let answers = TESTS.map(|_| Vec::new());
        Self { counts: vec![0; cards as usize], seen: 0, answers }
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

    /// Counts by class of cards. The covariance of cards without replacement is that of a
    /// multinomial law times (k − h) / (k − 1).
    fn cards(&self, name: String, hand: usize, class: impl Fn(usize) -> usize) -> Finding {
        let (k, expected) = (self.counts.len(), self.expected(hand));
        let mut classes = vec![(0.0, 0.0); class(k - 1) + 1];
        for (card, count) in self.counts.iter().enumerate() {
            let class = &mut classes[class(card)];
            *class = (class.0 + *count as f64, class.1 + expected);
        }
        let distance: f64 =
            classes.iter().map(|(count, due)| (count - due).powi(2) / due.max(1e-300)).sum();
        let enough = k > hand && classes.iter().all(|class| class.1 >= LEAST);
        let freedom = if enough { classes.len() as u64 - 1 } else { 0 };
        let statistic = distance * (k as f64 - 1.0) / (k.saturating_sub(hand).max(1)) as f64;
        Finding { name, statistic, law: StatisticLaw::ChiSquare(freedom), deals: self.seen }
    }

    /// Deals in which a fair seat has a given card, on average.
    fn expected(&self, hand: usize) -> f64 {
        self.seen as f64 * hand as f64 / self.counts.len() as f64
    }

    /// The card that is the farthest off, from 0.
    fn farthest(&self, hand: usize) -> usize {
        let due = self.expected(hand);
        let off = |card: &usize| (self.counts[*card] as f64 - due).abs();
        (0..self.counts.len()).max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0)
    }

    /// The least count above the expected one that is rejected at this level.
    fn line(&self, hand: usize, level: f64) -> Option<u64> {
        let (mut low, mut top) = (self.expected(hand) as u64, self.seen + 1);
        while top - low > 1 {
            let middle = u64::midpoint(low, top);
            let is_rejected = self.each(middle, hand, String::new()).p_value() < level;
            *(if is_rejected { &mut top } else { &mut low }) = middle;
        }
        (top <= self.seen && hand < self.counts.len()).then_some(top)
    }

    /// The test of the card that comes so many times.
    fn each(&self, count: u64, hand: usize, name: String) -> Finding {
        let (cards, deals) = (self.counts.len() as u64, self.seen);
        let chance = hand as f64 / cards as f64;
        let law = StatisticLaw::Farthest { cards, deals, chance };
        Finding { name, statistic: count as f64, law, deals }
    }

    fn findings(&self, at: usize, held: &[usize]) -> Vec<Finding> {
        let (k, hand, seat) = (self.counts.len(), held[at], at + 1);
        let mut all = Vec::new();
        if self.seen == 0 || hand >= k {
            return all;
        }
        // Twenty or more of each class are expected.
        let most = (self.seen as f64 * hand as f64 / 20.0) as usize;
        let classes = most.clamp(1, k.min(ROWS as usize));
        all.push(self.cards(format!("cards of seat {seat}"), hand, |card| card * classes / k));
        if k as u64 == NAMED {
            all.push(self.cards(format!("ranks of seat {seat}"), hand, |card| card % 13));
            all.push(self.cards(format!("suits of seat {seat}"), hand, |card| card / 13));
        }
        let count = self.counts[self.farthest(hand)];
        all.push(self.each(count, hand, format!("each card of seat {seat}")));
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
            seats.resize_with(deal.len(), || SeatCounts::new(k));
            for (at, seat) in seats.iter_mut().enumerate() {
                seat.take(at, &deal, &before);
            }
            before = deal;
        }
        allow(deals > 0, "no deals", "a line for each deal")?;
        let held: Vec<usize> = lines.held().collect();
        let all = seats.iter().enumerate().flat_map(|(at, seat)| seat.findings(at, &held));
        let (made, few): (Vec<Finding>, Vec<Finding>) =
            all.partition(|finding| finding.law != StatisticLaw::ChiSquare(0));
        let tests = judged(made)?;
        let named = |card: usize| match lines.is_named() {
            true => card_name(card as u64 + 1),
            false => (card + 1).to_string(),
        };
        let given = |(at, seat): (usize, &SeatCounts)| GivenSeat {
            name: format!("seat {}", at + 1),
            cards: held[at],
            seen: seat.seen,
            line: seat.line(held[at], tests.first().map_or(0.0, |test| test.level)),
        };
        let (table, last) = (table(k, &seats, &held), |row: &(u64, u64)| row.1 as usize - 1);
        let name = |row: &(u64, u64)| match row.0 == row.1 {
            true => named(last(row)),
            false => format!("{} to {}", named(row.0 as usize - 1), named(last(row))),
        };
        let named_seats: Vec<GivenSeat> = seats.iter().enumerate().map(given).collect();
        let power = power(k, &named_seats, &tests);
        let mut untested = untested(&named_seats, deals, &few);
        if power.first().is_some_and(|found| found.deals != deals) {
            untested.insert(0, format!("a bias of one card: {deals} deals are too few for any"));
        }
        Ok(Self {
            format: FORMAT,
            cards: k,
            deals: deals.to_string(),
            tested: tests.iter().map(|test| test.name.clone()).collect(),
            untested,
            rejected: tests.iter().any(|test| test.verdict == TestVerdict::Rejected),
            farthest: farthest(&seats, &held, &tests, named),
            power,
            names: table.cards.iter().map(name).collect(),
            table,
            seats: named_seats,
            tests,
        })
    }
}

/// The properties that no test looked at.
fn untested(seats: &[GivenSeat], deals: u64, few: &[Finding]) -> Vec<String> {
    let hidden = seats.iter().filter(|seat| seat.seen < deals).map(|seat| {
        let GivenSeat { name, seen, .. } = seat;
        format!("{name} in {} of {deals} deals: nobody saw its cards", deals - seen)
    });
    let few = few.iter().map(|finding| format!("{}: too few deals", finding.name));
    let always = [
        "the order in which the cards of a seat came".to_owned(),
        "deals that are not neighbours, and why cards were shown".to_owned(),
    ];
    hidden.chain(few).chain(always).collect()
}

fn farthest(
    seats: &[SeatCounts],
    held: &[usize],
    tests: &[Test],
    named: impl Fn(usize) -> String,
) -> Option<CardCount> {
    let found = tests.iter().filter(|test| matches!(test.law, StatisticLaw::Farthest { .. }));
    let least = found.min_by(|a, b| a.p_value.total_cmp(&b.p_value))?;
    let seat = least.name.strip_prefix("each card of ")?;
    let at = (1..=seats.len()).position(|at| seat == format!("seat {at}"))?;
    let card = seats[at].farthest(held[at]);
    let (count, expected) = (seats[at].counts[card], seats[at].expected(held[at]));
    Some(CardCount { seat: seat.to_owned(), card: named(card), count, expected })
}

/// The bias that these deals find, if they are enough for any, and the deals that find a bias of
/// one point and of a tenth.
fn power(cards: u64, seats: &[GivenSeat], tests: &[Test]) -> Vec<DealPower> {
    let Some(level) = tests.first().map(|test| test.level) else { return Vec::new() };
    let of_seat = |seat: &GivenSeat| {
        let bias = CardBias::new(cards, seat.cards as f64 / cards as f64, level);
        (bias.least(seat.seen, FOUND), seat.seen, bias)
    };
    let all = seats.iter().filter(|seat| seat.seen > 0 && (seat.cards as u64) < cards);
    let of = |least: &Option<f64>| least.unwrap_or(f64::INFINITY);
    let weakest = all.map(of_seat).max_by(|a, b| of(&a.0).total_cmp(&of(&b.0)));
    let Some((least, deals, bias)) = weakest else { return Vec::new() };
    let needed = |points: f64| DealPower { points, deals: bias.deals(points / 100.0, FOUND) };
    let found = least.map(|least| DealPower { points: least * 100.0, deals });
    found.into_iter().chain([needed(1.0), needed(0.1)]).collect()
}

fn table(k: u64, seats: &[SeatCounts], held: &[usize]) -> CardBySeat {
    let cards = classes(k, k.min(ROWS));
    let sum = |seat: &SeatCounts, row: &(u64, u64)| {
        seat.counts[row.0 as usize - 1..row.1 as usize].iter().sum()
    };
    let due = |(seat, hand): (&SeatCounts, &usize), row: &(u64, u64)| {
        seat.expected(*hand) * (row.1 - row.0 + 1) as f64
    };
    CardBySeat {
        seats: (1..=seats.len()).map(|at| format!("seat {at}")).collect(),
        counts: cards.iter().map(|row| seats.iter().map(|seat| sum(seat, row)).collect()).collect(),
        expected: cards
            .iter()
            .map(|row| seats.iter().zip(held).map(|seat| due(seat, row)).collect())
            .collect(),
        cards,
    }
}

#[cfg(test)]
mod tests;
