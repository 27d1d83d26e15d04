//! Sums over the hands that the other player may hold beside one's own, in one sweep.

use crate::cards::{Strength, SumsByCard, SweepNumber};
use crate::exact::Rational;

/// Deals of two hands are below this, so that no sum leaves 64 bits.
const LARGEST: i64 = 1 << 30;

/// Deals of two hands with a board.
#[derive(Clone, Debug)]
pub(super) enum BoardDeals {
    /// Hands of two cards that are single in the deck.
    Sweep(Showdown),
    /// Hands of any cards: by own hand and the other's, the deals in some unit, and those that the
    /// own hand wins less those that it loses.
    Table(Vec<Vec<[i64; 2]>>),
}

impl BoardDeals {
    /// Deals by own hand and the other's, in all and those that the first wins, times a scale;
    /// `None` if that does not make them whole or they are too many.
    pub(super) fn table(deals: &[Vec<[Rational; 2]>], scale: &Rational) -> Option<Self> {
        let whole = |deals: Rational| {
            let deals = i64::try_from((deals * scale).to_i128()?).ok()?;
            (deals.abs() < LARGEST).then_some(deals)
        };
        let deal = |[all, won]: &[Rational; 2]| {
            Some([whole(all.clone())?, whole(won * Rational::from(2) - all)?])
        };
        let row = |row: &Vec<[Rational; 2]>| row.iter().map(deal).collect();
        deals.iter().map(row).collect::<Option<_>>().map(Self::Table)
    }

    /// The most deals of two hands.
    pub(super) fn most(&self) -> i64 {
        match self {
            Self::Sweep(_) => 1,
            Self::Table(table) => table.iter().flatten().map(|deal| deal[0]).max().unwrap_or(0),
        }
    }

    /// Sums of the other player's reach by own hand: over all deals, and over those it wins less
    /// those it loses.
    pub(super) fn sums<T: SweepNumber>(&self, reach: &[T], ways: &mut [T], lead: &mut [T]) {
        match self {
            Self::Sweep(showdown) => showdown.sums(reach, ways, lead),
            Self::Table(table) => {
                for (own, row) in table.iter().enumerate() {
                    (ways[own], lead[own]) = (T::default(), T::default());
                    for ([all, ahead], reach) in row.iter().zip(reach) {
                        ways[own] += *reach * T::whole(*all);
                        lead[own] += *reach * T::whole(*ahead);
                    }
                }
            }
        }
    }

    /// The deals of two hands, and those that the first wins less those that it loses.
    pub(super) fn deal(&self, own: usize, other: usize) -> [i64; 2] {
        match self {
            Self::Sweep(showdown) => showdown.deal(own, other),
            Self::Table(table) => table[own][other],
        }
    }
}

/// Hands of two different cards, each card once in the deck, and their order at a showdown.
#[derive(Clone, Debug)]
pub(super) struct Showdown {
    /// The cards of each hand, from 0.
    cards: Vec<[usize; 2]>,
    /// Hands, the weakest first.
    order: Vec<usize>,
    /// Place of each hand among the different strengths.
    level: Vec<usize>,
}

impl Showdown {
    /// Hands with these cards, below 64, and strengths.
    pub(super) fn new(cards: Vec<[usize; 2]>, strengths: &[Strength]) -> Self {
        let mut order: Vec<usize> = (0..cards.len()).collect();
        order.sort_by_key(|hand| strengths[*hand]);
        let mut level = vec![0; cards.len()];
        for pair in order.windows(2) {
            let higher = strengths[pair[1]] > strengths[pair[0]];
            level[pair[1]] = level[pair[0]] + usize::from(higher);
        }
        Self { cards, order, level }
    }

    /// Sums of the other player's reach by own hand: over all hands beside the own one, and over
    /// those it beats less those that beat it.
    pub(super) fn sums<T: SweepNumber>(&self, reach: &[T], ways: &mut [T], lead: &mut [T]) {
        let mut met = SumsByCard::<T::Sum>::new();
        for group in self.order.chunk_by(|one, other| self.level[*one] == self.level[*other]) {
            for &hand in group {
                lead[hand] = T::narrow(met.beside(self.cards[hand]));
            }
            for &hand in group {
                met.add(self.cards[hand], &reach[hand].into());
            }
            for &hand in group {
                lead[hand] += T::narrow(met.beside(self.cards[hand])) + reach[hand];
            }
        }
        for (hand, cards) in self.cards.iter().enumerate() {
            ways[hand] = T::narrow(met.beside(*cards)) + reach[hand];
            lead[hand] = lead[hand] - ways[hand];
        }
    }

    /// 1 if both hands can be held, else 0; and that if the first wins, its negative if it loses.
    pub(super) fn deal(&self, own: usize, other: usize) -> [i64; 2] {
        if self.cards[own].iter().any(|card| self.cards[other].contains(card)) {
            return [0, 0];
        }
        [1, self.level[own].cmp(&self.level[other]) as i64]
    }
}
