use std::ops::Range;

use super::{Residue, ResidueMask, ResiduePublicKey};
use crate::cut_and_choose::Joining;
use crate::shuffle::{Masking, Shuffle};
use crate::{Coins, Subgroup, Transcript};

/// Sealed bits that belong together, one number for each.
pub type Pile = Vec<Residue>;

/// The bits of a pile that a masking may flip: a group under xor, so that masks can be taken one
/// after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flips {
    /// No bit: all stay what they were.
    None,
    /// Any bit.
    Free,
    /// The pile is a matrix of rows of this width, and every column is flipped an even number of
    /// times.
    Balanced {
        /// The bits of a row.
        width: usize,
    },
}

impl Flips {
    /// Allowed flips of a pile of so many bits, each equally likely.
    pub fn random(self, bits: usize, coins: &mut impl Coins) -> Vec<bool> {
        let mut draw =
            |count: usize| -> Vec<bool> { (0..count).map(|_| coins.below(2) == 1).collect() };
        match self {
            Self::None => vec![false; bits],
            Self::Free => draw(bits),
            Self::Balanced { width } => {
                let mut flips = draw(bits.saturating_sub(width));
                let last: Vec<bool> =
                    (0..bits - flips.len()).map(|column| odd(&flips, width, column)).collect();
                flips.extend(last);
                flips
            }
        }
    }

    /// True if these flips are allowed.
    pub fn allow(self, flips: &[bool]) -> bool {
        match self {
            Self::None => !flips.contains(&true),
            Self::Free => true,
            Self::Balanced { width } => !(0..width).any(|column| odd(flips, width, column)),
        }
    }
}

/// True if a column is flipped an odd number of times.
fn odd(flips: &[bool], width: usize, column: usize) -> bool {
    flips.iter().skip(column).step_by(width).fold(false, |odd, flip| odd ^ flip)
}

/// The open bits of a number, the lowest first, under these keys.
pub(crate) fn face(keys: &[ResiduePublicKey], number: u64) -> Pile {
    let bit = |at: usize| at < 64 && number >> at & 1 == 1;
    keys.iter().enumerate().map(|(at, key)| key.face(bit(at))).collect()
}

/// The number of these bits, the lowest first.
pub(crate) fn number(bits: &[bool]) -> u64 {
    bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit))
}

/// Piles of sealed bits as cards that can be masked: the key of every bit, and which bits a mask
/// may flip.
///
/// A root 0 would answer every question of a proof, so units are all that is admitted.
#[derive(Clone, Copy)]
pub struct Piles<'a> {
    /// The key of every bit of a pile.
    pub keys: &'a [ResiduePublicKey],
    /// The flips that are allowed.
    pub flips: Flips,
}

impl<'a> Piles<'a> {
    /// Piles whose bits stay what they are.
    pub fn still(keys: &'a [ResiduePublicKey]) -> Self {
        Self { keys, flips: Flips::None }
    }

    /// The statement that these piles are those, in some order, and masked.
    pub fn shuffled<'s>(before: &'s Vec<Pile>, after: &'s Vec<Pile>) -> Shuffle<'s, Self> {
        let [before, after] = [before, after].map(std::slice::from_ref);
        Shuffle { among: Subgroup::All, before, after }
    }

    /// The places under the same key, run by run: one common divisor is computed for each.
    fn runs(self) -> impl Iterator<Item = Range<usize>> {
        self.keys.chunk_by(PartialEq::eq).scan(0, |at, run| {
            *at += run.len();
            Some(*at - run.len()..*at)
        })
    }
}

impl Masking for Piles<'_> {
    type Card = Pile;
    type Mask = Vec<ResidueMask>;

    fn masks(&self, count: usize, coins: &mut impl Coins) -> Vec<Vec<ResidueMask>> {
        let flips: Vec<Vec<bool>> =
            (0..count).map(|_| self.flips.random(self.keys.len(), coins)).collect();
        let mut masks = vec![Vec::new(); count];
        for run in self.runs() {
            let flips: Vec<bool> =
                flips.iter().flat_map(|flips| &flips[run.clone()]).copied().collect();
            let mut fresh = self.keys[run.start].masks(&flips, coins).into_iter();
            masks.iter_mut().for_each(|pile| pile.extend(fresh.by_ref().take(run.len())));
        }
        masks
    }

    fn masked(&self, pile: &Pile, masks: &Vec<ResidueMask>) -> Pile {
        let bits = pile.iter().zip(masks).zip(self.keys);
        bits.map(|((bit, mask), key)| key.masked(bit, mask)).collect()
    }
}

impl Joining for Piles<'_> {
    fn joined(&self, first: &Vec<ResidueMask>, then: &Vec<ResidueMask>) -> Vec<ResidueMask> {
        let masks = first.iter().zip(then).zip(self.keys);
        masks.map(|((first, then), key)| key.both(first, then)).collect()
    }

    /// Units below their moduli, flipped only as far as is allowed.
    fn admits<'c>(
        &self,
        piles: impl Iterator<Item = &'c Pile> + Clone,
        masks: impl Iterator<Item = &'c Vec<ResidueMask>> + Clone,
    ) -> bool
    where
        Self: 'c,
    {
        let flips =
            |masks: &Vec<ResidueMask>| masks.iter().map(|mask| mask.flip).collect::<Vec<bool>>();
        let width = self.keys.len();
        let units = |run: Range<usize>| {
            let bits = piles.clone().flat_map(|pile| &pile[run.clone()]);
            let roots = masks.clone().flat_map(|masks| &masks[run.clone()]).map(|mask| &mask.root);
            self.keys[run.start].modulus.admits(bits.chain(roots))
        };
        piles.clone().all(|pile| pile.len() == width)
            && masks.clone().all(|masks| masks.len() == width && self.flips.allow(&flips(masks)))
            && self.runs().all(units)
    }

    fn bind(&self, transcript: &mut Transcript) {
        transcript.bytes("flips", format!("{:?}", self.flips).as_bytes());
        transcript.number("keys", self.keys.len() as u64);
        self.keys.iter().for_each(|key| key.bind(transcript));
    }
}
