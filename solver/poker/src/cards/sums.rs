//! Sums over hands of two cards, less those that share a card with one.

use std::ops::{AddAssign, SubAssign};

/// Sums of numbers of hands of two cards: over all hands, and over those with each card.
///
/// Cards are numbers below 64.
///
/// ```
/// use bluff_poker::cards::SumsByCard;
///
/// let mut sums = SumsByCard::new();
/// sums.add([3, 2], &5_i64);
/// sums.add([1, 0], &7);
/// assert_eq!(sums.beside([3, 1]), 0);
/// assert_eq!(sums.beside([3, 51]), 7);
/// ```
pub struct SumsByCard<T> {
    all: T,
    by_card: [T; 64],
}

impl<T> SumsByCard<T>
where
    T: Clone + Default + for<'a> AddAssign<&'a T> + for<'a> SubAssign<&'a T>,
{
    /// No hands.
    #[must_use]
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "sums of nothing are where a sweep begins")]
    pub fn new() -> Self {
        Self { all: T::default(), by_card: std::array::from_fn(|_| T::default()) }
    }

    /// Adds the number of a hand.
    #[inline(always)]
    pub fn add(&mut self, [high, low]: [usize; 2], value: &T) {
        self.all += value;
        self.by_card[high & 63] += value;
        self.by_card[low & 63] += value;
    }

    /// The sum over all hands, less the sums over those with each card of this one: of the hands
    /// without a card in common, less the number of this hand if it was added.
    #[inline(always)]
    #[must_use]
    pub fn beside(&self, [high, low]: [usize; 2]) -> T {
        let mut left = self.all.clone();
        left -= &self.by_card[high & 63];
        left -= &self.by_card[low & 63];
        left
    }
}
