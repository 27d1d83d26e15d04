use std::collections::HashMap;

use super::chunks::DealRun;
use super::numbering::digest;
use super::question::{DealQuestion, DealShape};
use super::seat::CoalitionView;
use crate::{Cause, Event, Fault, Gain, Parties, Protocol, Tries, outcome};

/// Draws made again are counted up to this.
pub(super) const MOST_REPEATS: usize = 60;

/// The statistics to count of every deal.
pub(super) struct SampleCounter<'a> {
    pub(super) protocol: &'a dyn Protocol,
    /// Deals that are made.
    pub(super) deals: u64,
    pub(super) shape: Option<DealShape>,
    pub(super) questions: Vec<DealQuestion>,
    /// Rows of the table of cards by seats.
    pub(super) classes: u64,
    /// The coalitions some of whose views come again.
    pub(super) viewers: Vec<Parties>,
    /// True if outcomes are few enough to be counted one by one.
    pub(super) outcomes: bool,
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
    /// By coalition, what it is entitled to, its view, and the outcome, all as digests.
    pub(super) views: HashMap<(Parties, u64, u64, u64), u64>,
}

impl SampleCounter<'_> {
    /// Nothing counted yet.
    pub(super) fn empty(&self) -> SampleTally {
        let seats = self.shape.as_ref().map_or(0, |shape| shape.seats.len());
        SampleTally {
            seats: vec![0; self.classes as usize * seats],
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
    pub(super) fn count(&self, (ended, log): DealRun, tally: &mut SampleTally) {
        tally.deals += 1;
        let gains = outcome(&log);
        match ended {
            Err(Fault { what: Cause::Unfinished { .. }, .. }) => tally.unfinished += 1,
            Ok(()) if self.protocol.legal(&gains) => self.take(&log, gains, tally),
            _ => tally.illegal += 1,
        }
    }

    fn take(&self, log: &[Event], gains: Vec<Gain>, tally: &mut SampleTally) {
        if let Some(shape) = &self.shape {
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
}

/// A number that stands for the whole view of a coalition.
pub(super) fn view(coalition: Parties, log: &[Event]) -> u64 {
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
    pub(super) fn and(mut self, other: Self) -> Self {
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
    pub(super) fn finished(&self) -> u64 {
        self.deals - self.unfinished - self.illegal
    }
}
