//! Sums over the hands that the other player may hold beside one's own, in one sweep.

use std::ops::{Add, AddAssign, Sub};

use crate::cards::Strength;

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

/// Number that the sums are taken in: doubles, or whole numbers where they decide.
pub(super) trait HandNumber:
    Copy + Default + Add<Output = Self> + Sub<Output = Self> + AddAssign
{
}
impl HandNumber for f64 {}
impl HandNumber for i64 {}

/// Reach in all and by card.
struct SumsByCard<T> {
    total: T,
    of_card: [T; 64],
}

impl<T: HandNumber> SumsByCard<T> {
    fn new() -> Self {
        Self { total: T::default(), of_card: [T::default(); 64] }
    }

    fn add(&mut self, [one, two]: [usize; 2], reach: T) {
        self.total += reach;
        self.of_card[one & 63] += reach;
        self.of_card[two & 63] += reach;
    }

    /// The sum over hands without either card, if the hand of both is not among those added.
    fn beside(&self, [one, two]: [usize; 2]) -> T {
        self.total - self.of_card[one & 63] - self.of_card[two & 63]
    }
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

    /// Number of hands.
    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    /// Sums of the other player's reach by own hand: over all hands beside the own one, and over
    /// those it beats less those that beat it.
    pub(super) fn sums<T: HandNumber>(&self, reach: &[T], ways: &mut [T], lead: &mut [T]) {
        let mut met = SumsByCard::new();
        for group in self.order.chunk_by(|one, other| self.level[*one] == self.level[*other]) {
            for &hand in group {
                lead[hand] = met.beside(self.cards[hand]);
            }
            for &hand in group {
                met.add(self.cards[hand], reach[hand]);
            }
            for &hand in group {
                lead[hand] += met.beside(self.cards[hand]) + reach[hand];
            }
        }
        for (hand, cards) in self.cards.iter().enumerate() {
            ways[hand] = met.beside(*cards) + reach[hand];
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
