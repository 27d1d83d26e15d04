//! Sums over the hands of the other player, in one sweep each: the same for whole numbers and for
//! others.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, Sub};

use super::boards::HandOrder;

/// Numbers that a sweep adds up: of each hand, and wider ones for sums.
///
/// The judge sweeps over whole numbers; a solver may bring its own kind.
pub trait SumKind: Sync {
    /// The number of a hand.
    type Value: Copy
        + Default
        + PartialEq
        + Send
        + Sync
        + Debug
        + Add<Output = Self::Value>
        + Sub<Output = Self::Value>
        + Mul<Output = Self::Value>
        + AddAssign;
    /// The number of a sum.
    type Sum: Copy + Default + Add<Output = Self::Sum> + Sub<Output = Self::Sum> + AddAssign;

    /// The same number as a sum.
    fn wide(value: Self::Value) -> Self::Sum;
    /// A sum as the number of a hand.
    fn narrow(sum: Self::Sum) -> Self::Value;
    /// A whole number.
    fn whole(number: i64) -> Self::Value;
}

/// Sums of all hands, and of those with each card.
struct CardSums<T: SumKind> {
    all: T::Sum,
    by_card: [T::Sum; 64],
}

impl<T: SumKind> CardSums<T> {
    fn new() -> Self {
        Self { all: T::Sum::default(), by_card: [T::Sum::default(); 64] }
    }

    #[inline(always)]
    fn add(&mut self, packed: u32, value: T::Value) {
        let value = T::wide(value);
        self.all += value;
        self.by_card[(packed >> 6 & 63) as usize] += value;
        self.by_card[(packed & 63) as usize] += value;
    }

    /// All but the hands with a card of this one; the same hand goes out twice.
    #[inline(always)]
    fn beside(&self, packed: u32) -> T::Sum {
        self.all - self.by_card[(packed >> 6 & 63) as usize] - self.by_card[(packed & 63) as usize]
    }
}

/// `amount` for each hand of the other that leaves the own one.
pub(super) fn fold<T: SumKind>(
    order: &HandOrder,
    player: usize,
    amount: T::Value,
    reach: &[T::Value],
    out: &mut [T::Value],
) {
    let mut sums = CardSums::<T>::new();
    for (packed, value) in order.packed[1 - player].iter().zip(reach) {
        sums.add(*packed, *value);
    }
    let own = order.packed[player].iter().zip(&order.same[player]);
    for (out, (packed, same)) in out.iter_mut().zip(own) {
        let same = reach.get(*same as usize).map_or_else(T::Sum::default, |it| T::wide(*it));
        *out = T::narrow(sums.beside(*packed) + same) * amount;
    }
}

/// `amount` for each weaker hand of the other, less `amount` for each stronger one.
///
/// Hands walk up by strength. The other's hands are added once and own ones looked at twice: before
/// the group of their strength, and after it. The sum of both, less all, is the lead; the same hand
/// of the other is once in each and goes out.
pub(super) fn show<T: SumKind>(
    order: &HandOrder,
    player: usize,
    amount: T::Value,
    reach: &[T::Value],
    out: &mut [T::Value],
) {
    let (own, other) = (&order.packed[player][..out.len()], &order.packed[1 - player]);
    let other = &other[..reach.len()];
    let mut sums = CardSums::<T>::new();
    let (mut i, mut j) = (0, 0);
    for end in &order.ends {
        let (to, other_to) = (usize::from(end[player]), usize::from(end[1 - player]));
        for (out, packed) in out[i..to].iter_mut().zip(&own[i..to]) {
            *out = T::narrow(sums.beside(*packed));
        }
        for (packed, value) in other[j..other_to].iter().zip(&reach[j..other_to]) {
            sums.add(*packed, *value);
        }
        for (out, packed) in out[i..to].iter_mut().zip(&own[i..to]) {
            *out += T::narrow(sums.beside(*packed));
        }
        (i, j) = (to, other_to);
    }
    for (out, packed) in out.iter_mut().zip(own) {
        *out = (*out - T::narrow(sums.beside(*packed))) * amount;
    }
}

/// `amount` times the leads over all boards to come.
pub(super) fn all_in<T: SumKind>(
    leads: &[i16],
    [player, width]: [usize; 2],
    amount: T::Value,
    reach: &[T::Value],
    out: &mut [T::Value],
) {
    let number = |lead: i16| T::whole(lead.into());
    if player == 0 {
        for (out, row) in out.iter_mut().zip(leads.chunks_exact(width.max(1))) {
            let mut lanes = [T::Value::default(); 16];
            let (rows, values) = (row.chunks_exact(16), reach.chunks_exact(16));
            let rest = rows.remainder().iter().zip(values.remainder());
            for (row, values) in rows.zip(values) {
                for lane in 0..16 {
                    lanes[lane] += number(row[lane]) * values[lane];
                }
            }
            let mut sum = T::Value::default();
            lanes.iter().for_each(|lane| sum += *lane);
            rest.for_each(|(lead, value)| sum += number(*lead) * *value);
            *out = sum * amount;
        }
        return;
    }
    out.fill(T::Value::default());
    let zero = T::Value::default();
    for (value, row) in reach.iter().zip(leads.chunks_exact(width.max(1))) {
        if *value != zero {
            let value = (zero - *value) * amount;
            for (out, lead) in out.iter_mut().zip(row) {
                *out += number(*lead) * value;
            }
        }
    }
}
