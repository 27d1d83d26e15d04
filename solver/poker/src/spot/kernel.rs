//! Sums over the hands of the other player, in one sweep each: the same for whole numbers and for
//! others.

use std::num::Wrapping;

use super::boards::HandOrder;
use crate::cards::{SumsByCard, SweepNumber};

/// Whole numbers of 64 bits: a judge leaves headroom, so that none wraps.
pub(super) type Whole = Wrapping<i64>;

/// The numbers of a packed hand's cards, which sums take below 64.
#[inline(always)]
fn cards_of(packed: u32) -> [usize; 2] {
    [(packed >> 6) as usize, packed as usize]
}

/// `amount` for each hand of the other that leaves the own one.
pub(super) fn fold<T: SweepNumber>(
    order: &HandOrder,
    player: usize,
    amount: T,
    reach: &[T],
    out: &mut [T],
) {
    let mut sums = SumsByCard::<T::Sum>::new();
    for (packed, value) in order.packed[1 - player].iter().zip(reach) {
        sums.add(cards_of(*packed), &(*value).into());
    }
    let own = order.packed[player].iter().zip(&order.same[player]);
    for (out, (packed, same)) in out.iter_mut().zip(own) {
        let same = reach.get(*same as usize).map_or_else(T::Sum::default, |it| (*it).into());
        *out = T::narrow(sums.beside(cards_of(*packed)) + same) * amount;
    }
}

/// `amount` for each weaker hand of the other, less `amount` for each stronger one.
///
/// Hands walk up by strength. The other's hands are added once and own ones looked at twice: before
/// the group of their strength, and after it. The sum of both, less all, is the lead; the same hand
/// of the other is once in each and goes out.
pub(super) fn show<T: SweepNumber>(
    order: &HandOrder,
    player: usize,
    amount: T,
    reach: &[T],
    out: &mut [T],
) {
    let (own, other) = (&order.packed[player][..out.len()], &order.packed[1 - player]);
    let other = &other[..reach.len()];
    let mut sums = SumsByCard::<T::Sum>::new();
    let (mut i, mut j) = (0, 0);
    for end in &order.ends {
        let (to, other_to) = (usize::from(end[player]), usize::from(end[1 - player]));
        for (out, packed) in out[i..to].iter_mut().zip(&own[i..to]) {
            *out = T::narrow(sums.beside(cards_of(*packed)));
        }
        for (packed, value) in other[j..other_to].iter().zip(&reach[j..other_to]) {
            sums.add(cards_of(*packed), &(*value).into());
        }
        for (out, packed) in out[i..to].iter_mut().zip(&own[i..to]) {
            *out += T::narrow(sums.beside(cards_of(*packed)));
        }
        (i, j) = (to, other_to);
    }
    for (out, packed) in out.iter_mut().zip(own) {
        *out = (*out - T::narrow(sums.beside(cards_of(*packed)))) * amount;
    }
}

/// `amount` times the leads over all boards to come.
pub(super) fn all_in<T: SweepNumber>(
    leads: &[i16],
    [player, width]: [usize; 2],
    amount: T,
    reach: &[T],
    out: &mut [T],
) {
    let number = |lead: i16| T::whole(lead.into());
    if player == 0 {
        for (out, row) in out.iter_mut().zip(leads.chunks_exact(width.max(1))) {
            let mut lanes = [T::default(); 16];
            let (rows, values) = (row.chunks_exact(16), reach.chunks_exact(16));
            let rest = rows.remainder().iter().zip(values.remainder());
            for (row, values) in rows.zip(values) {
                for lane in 0..16 {
                    lanes[lane] += number(row[lane]) * values[lane];
                }
            }
            let mut sum = T::default();
            lanes.iter().for_each(|lane| sum += *lane);
            rest.for_each(|(lead, value)| sum += number(*lead) * *value);
            *out = sum * amount;
        }
        return;
    }
    out.fill(T::default());
    let zero = T::default();
    for (value, row) in reach.iter().zip(leads.chunks_exact(width.max(1))) {
        if *value != zero {
            let value = (zero - *value) * amount;
            for (out, lead) in out.iter_mut().zip(row) {
                *out += number(*lead) * value;
            }
        }
    }
}
