//! Piles of masked cards, moved and masked again.

use std::fmt::Debug;

use super::word::fields;
use super::{Coins, Permutation, Subgroup, Wire};

/// Cards under masks, and how to put on one more.
pub trait Masking {
    /// A masked card.
    type Card: Wire + Clone + PartialEq + Debug;
    /// The secret of one re-masking.
    type Mask: Clone;

    /// So many fresh masks.
    fn masks(&self, count: usize, coins: &mut impl Coins) -> Vec<Self::Mask>;

    /// The same card under one more mask.
    fn masked(&self, card: &Self::Card, mask: &Self::Mask) -> Self::Card;
}

/// The statement of a shuffle, for every party to see: `after` is `before`, its piles moved by a
/// permutation of a known subgroup and every card masked. `rows[r][p]` is the card of row `r` in
/// pile `p`.
pub struct Shuffle<'a, M: Masking> {
    /// The allowed permutations.
    pub among: Subgroup,
    /// The rows before.
    pub before: &'a [Vec<M::Card>],
    /// The rows after.
    pub after: &'a [Vec<M::Card>],
}

/// The permutation and the masks of a shuffle: the shuffler's secret, and also the answer to a
/// question about it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ShuffleMove<K> {
    /// Pile `p` went to place `of(p)`.
    pub permutation: Permutation,
    /// The mask of every card, where it now lies, row by row.
    pub masks: Vec<Vec<K>>,
}

impl<K: Clone> ShuffleMove<K> {
    /// Moves the piles of so many rows by this, under fresh masks.
    pub fn by<M: Masking<Mask = K>>(
        permutation: Permutation,
        masking: &M,
        rows: usize,
        coins: &mut impl Coins,
    ) -> Self {
        let masks = (0..rows).map(|_| masking.masks(permutation.len(), coins)).collect();
        Self { permutation, masks }
    }

    /// The cards of this row after it.
    pub fn row<M: Masking<Mask = K>>(
        &self,
        masking: &M,
        row: usize,
        cards: &[M::Card],
    ) -> Vec<M::Card> {
        let moved = self.permutation.moved(cards);
        moved.iter().zip(&self.masks[row]).map(|(card, mask)| masking.masked(card, mask)).collect()
    }

    /// All rows after it.
    pub fn rows<M: Masking<Mask = K>>(
        &self,
        masking: &M,
        rows: &[Vec<M::Card>],
    ) -> Vec<Vec<M::Card>> {
        rows.iter().enumerate().map(|(row, cards)| self.row(masking, row, cards)).collect()
    }

    /// Does what this and then the next do, by what joins two masks.
    pub fn then(&self, next: &Self, joined: impl Fn(&K, &K) -> K) -> Self {
        let row = |(first, then): (&Vec<K>, &Vec<K>)| {
            let moved = next.permutation.moved(first);
            moved.iter().zip(then).map(|(first, then)| joined(first, then)).collect()
        };
        let masks = self.masks.iter().zip(&next.masks).map(row).collect();
        Self { permutation: self.permutation.then(&next.permutation), masks }
    }
}

fields!(ShuffleMove<K>, "a permutation and masks", permutation, masks);
