use std::collections::HashMap;

use super::chunks::DealRun;
use super::question::{DealQuestion, DealShape};
use super::sight::{Feature, PartyView};
use crate::{Cause, Event, Fault, Gain, Party, Protocol, Tries, outcome};

/// Draws made again are counted up to this.
pub(super) const MOST_REPEATS: usize = 60;

/// The statistics to count of every deal.
pub(super) struct SampleCounter<'a> {
    pub(super) protocol: &'a dyn Protocol,
    pub(super) cards: u64,
    pub(super) shape: Option<DealShape>,
    pub(super) questions: Vec<DealQuestion>,
    /// Rows of the table of cards by seats.
    pub(super) classes: u64,
    /// Rows and columns of the table of a look, at most.
    pub(super) look_classes: u64,
    /// True if outcomes are few enough to be counted one by one.
    pub(super) outcomes: bool,
}

/// One number in the view of a party, against the card of a draw that is none of its business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ViewTest {
    pub(super) party: Party,
    pub(super) feature: Feature,
    pub(super) draw: usize,
    /// The number of cards that are not the party's.
    pub(super) foreign: u64,
    /// The number of columns of neighbouring ranks.
    pub(super) columns: u64,
}

/// The counts of some deals.
#[derive(Default)]
pub(super) struct SampleTally {
    pub(super) deals: u64,
    pub(super) unfinished: u64,
    pub(super) illegal: u64,
    pub(super) seats: Vec<u64>,
    pub(super) answers: Vec<Vec<u64>>,
    pub(super) repeats: Vec<u64>,
    pub(super) outcomes: HashMap<Vec<Gain>, u64>,
    pub(super) looks: Vec<Vec<u64>>,
}

impl ViewTest {
    /// The law of the rank of a foreign card among the cards that are not the party's own: whatever
    /// it has seen, uniform.
    pub(super) fn law(&self) -> Vec<f64> {
        let sizes = super::question::class_sizes(self.foreign, self.columns);
        sizes.into_iter().map(|size| size as f64 / self.foreign as f64).collect()
    }

    fn column(&self, own: &[u64], card: u64) -> usize {
        let rank = card - own.iter().filter(|&&own| own < card).count() as u64;
        (rank * self.columns / self.foreign) as usize
    }
}

impl SampleCounter<'_> {
    fn row(&self, number: u64) -> usize {
        let rows = self.look_classes;
        (if number < self.cards { number * rows / self.cards } else { number % rows }) as usize
    }

    /// Nothing counted yet.
    pub(super) fn empty(&self, looks: &[ViewTest]) -> SampleTally {
        let seats = self.shape.as_ref().map_or(0, |shape| shape.seats.len());
        let cells = |look: &ViewTest| vec![0; (self.look_classes * look.columns) as usize];
        SampleTally {
            seats: vec![0; self.classes as usize * seats],
            answers: self.questions.iter().map(|question| vec![0; question.law.len()]).collect(),
            repeats: vec![0; MOST_REPEATS + 2],
            looks: looks.iter().map(cells).collect(),
            ..SampleTally::default()
        }
    }

    /// Counts a run.
    pub(super) fn count(
        &self,
        (ended, log, coins): DealRun<'_>,
        looks: &[ViewTest],
        tally: &mut SampleTally,
    ) {
        tally.deals += 1;
        let gains = outcome(&log);
        match ended {
            Err(Fault { what: Cause::Unfinished { .. }, .. }) => tally.unfinished += 1,
            Ok(()) if self.protocol.legal(&gains) => self.take(&log, gains, coins, looks, tally),
            _ => tally.illegal += 1,
        }
    }

    fn take(
        &self,
        log: &[Event],
        gains: Vec<Gain>,
        coins: &[Option<u64>],
        looks: &[ViewTest],
        tally: &mut SampleTally,
    ) {
        if let Some(shape) = &self.shape {
            let Some(cards) = shape.dealt(&gains) else {
                tally.illegal += 1;
                return;
            };
            for (card, seat) in cards.iter().zip(&shape.seat_of) {
                let row = (card * self.classes / self.cards) as usize;
                tally.seats[row * shape.seats.len() + seat] += 1;
            }
            for (question, counts) in self.questions.iter().zip(&mut tally.answers) {
                counts[question.answer(&cards)] += 1;
            }
            if let Some(Tries { begin, .. }) = self.protocol.tries() {
                let tries = log.iter().filter(|event| begins(event, begin)).count();
                tally.repeats[tries.saturating_sub(cards.len()).min(MOST_REPEATS + 1)] += 1;
            }
            self.look(log, shape, &cards, coins, looks, &mut tally.looks);
        }
        if self.outcomes {
            *tally.outcomes.entry(gains).or_default() += 1;
        }
    }

    /// Looks are in order, so each view and each number is read once.
    fn look(
        &self,
        log: &[Event],
        shape: &DealShape,
        cards: &[u64],
        coins: &[Option<u64>],
        looks: &[ViewTest],
        counts: &mut [Vec<u64>],
    ) {
        for (looks, counts) in by_party(looks, counts) {
            let party = looks[0].party;
            let sight = PartyView::of(party, log, coins[party.place()], self.cards as usize);
            let draws = shape.draws.iter().zip(cards).filter(|draw| draw.0.has(party));
            let own: Vec<u64> = draws.map(|draw| *draw.1).collect();
            let mut read = None;
            for (look, counts) in looks.iter().zip(counts) {
                let row = match read {
                    Some((feature, row)) if feature == look.feature => row,
                    _ => sight.number(look.feature).map(|number| self.row(number)),
                };
                read = Some((look.feature, row));
                let Some(row) = row else { continue };
                counts[row * look.columns as usize + look.column(&own, cards[look.draw])] += 1;
            }
        }
    }
}

/// True if the first party begins a try with this.
fn begins(event: &Event, what: &str) -> bool {
    matches!(event, Event::Message(message) if message.from.place() == 0 && message.what == what)
}

/// The looks of each party with their counts.
fn by_party<'l>(
    looks: &'l [ViewTest],
    mut counts: &'l mut [Vec<u64>],
) -> impl Iterator<Item = (&'l [ViewTest], &'l mut [Vec<u64>])> {
    looks.chunk_by(|a, b| a.party == b.party).map(move |looks| {
        let (mine, rest) = std::mem::take(&mut counts).split_at_mut(looks.len());
        counts = rest;
        (looks, mine)
    })
}

impl SampleTally {
    /// These and those.
    pub(super) fn and(mut self, other: Self) -> Self {
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, more)| *mine += more)
        };
        let add_all = |mine: &mut [Vec<u64>], theirs: &[Vec<u64>]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| add(mine, theirs));
        };
        self.deals += other.deals;
        self.unfinished += other.unfinished;
        self.illegal += other.illegal;
        add(&mut self.seats, &other.seats);
        add(&mut self.repeats, &other.repeats);
        add_all(&mut self.answers, &other.answers);
        add_all(&mut self.looks, &other.looks);
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        self
    }

    /// Deals that came to a legal end.
    pub(super) fn finished(&self) -> u64 {
        self.deals - self.unfinished - self.illegal
    }
}
