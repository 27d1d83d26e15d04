//! Sums over hands of two cards, less those that share a card with one.

use std::fmt::Debug;
use std::num::Wrapping;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

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

/// A number of a hand that sweeps add up.
pub trait SweepNumber:
    Copy
    + Default
    + PartialEq
    + Send
    + Sync
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + AddAssign
{
    /// The number of a sum.
    type Sum: Copy
        + Default
        + From<Self>
        + Add<Output = Self::Sum>
        + for<'a> AddAssign<&'a Self::Sum>
        + for<'a> SubAssign<&'a Self::Sum>;

    /// A sum as the number of a hand.
    fn narrow(sum: Self::Sum) -> Self;
    /// A whole number.
    fn whole(number: i64) -> Self;
}

/// Whole numbers whose callers leave headroom, so that none wraps.
impl SweepNumber for Wrapping<i64> {
    type Sum = Self;

    #[inline(always)]
    fn narrow(sum: Self) -> Self {
        sum
    }

    #[inline(always)]
    fn whole(number: i64) -> Self {
        Wrapping(number)
    }
}

/// Whole numbers that are known to be small.
impl SweepNumber for i64 {
    type Sum = Self;

    #[inline(always)]
    fn narrow(sum: Self) -> Self {
        sum
    }

    #[inline(always)]
    fn whole(number: i64) -> Self {
        number
    }
}

/// Doubles.
impl SweepNumber for f64 {
    type Sum = Self;

    #[inline(always)]
    fn narrow(sum: Self) -> Self {
        sum
    }

    #[inline(always)]
    fn whole(number: i64) -> Self {
        number as Self
    }
}

/// Numbers of 32 bits, which sweeps add up in 64: those of a solver.
impl SweepNumber for f32 {
    type Sum = f64;

    #[inline(always)]
    fn narrow(sum: f64) -> Self {
        sum as Self
    }

    #[inline(always)]
    fn whole(number: i64) -> Self {
        number as Self
    }
}
