use super::{Residue, ResidueMask, ResiduePublicKey};
use crate::cut_and_choose::Joining;
use crate::shuffle::{Masking, Shuffle};
use crate::{Coins, Subgroup, Transcript};

/// Sealed bits that belong together, one number for each.
pub type Pile = Vec<Residue>;

/// The number of these bits, the lowest first.
pub(crate) fn number(bits: &[bool]) -> u64 {
    bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit))
}

/// Piles of sealed bits as cards that can be masked: the key of all bits, and whether a mask may
/// flip them.
///
/// A root 0 would answer every question of a proof, so units are all that is admitted.
#[derive(Clone, Copy)]
pub struct Piles<'a> {
    /// The key of every bit.
    pub key: &'a ResiduePublicKey,
    /// The bits of a pile.
    pub width: usize,
    /// True if a mask may flip any bit; if not, all stay what they were.
    pub flips: bool,
}

impl<'a> Piles<'a> {
    /// Piles whose bits stay what they are.
    pub fn still(key: &'a ResiduePublicKey, width: usize) -> Self {
        Self { key, width, flips: false }
    }

    /// Piles with any bits flipped.
    pub fn flipped(key: &'a ResiduePublicKey, width: usize) -> Self {
        Self { key, width, flips: true }
    }

    /// The open bits of a number, the lowest first.
    pub(crate) fn face(self, number: u64) -> Pile {
        let bit = |at: usize| at < 64 && number >> at & 1 == 1;
        (0..self.width).map(|at| self.key.face(bit(at))).collect()
    }

    /// The statement that these piles are those, in some order, and masked.
    pub fn shuffled<'s>(before: &'s Vec<Pile>, after: &'s Vec<Pile>) -> Shuffle<'s, Self> {
        let [before, after] = [before, after].map(std::slice::from_ref);
        Shuffle { among: Subgroup::All, before, after }
    }
}

impl Masking for Piles<'_> {
    type Card = Pile;
    type Mask = Vec<ResidueMask>;

    fn masks(&self, count: usize, coins: &mut impl Coins) -> Vec<Vec<ResidueMask>> {
        let mut flip = |_| self.flips && coins.below(2) == 1;
        let flips: Vec<bool> = (0..count * self.width).map(&mut flip).collect();
        let mut masks = self.key.masks(&flips, coins).into_iter();
        (0..count).map(|_| masks.by_ref().take(self.width).collect()).collect()
    }

    fn masked(&self, pile: &Pile, masks: &Vec<ResidueMask>) -> Pile {
        pile.iter().zip(masks).map(|(bit, mask)| self.key.masked(bit, mask)).collect()
    }
}

impl Joining for Piles<'_> {
    fn joined(&self, first: &Vec<ResidueMask>, then: &Vec<ResidueMask>) -> Vec<ResidueMask> {
        first.iter().zip(then).map(|(first, then)| self.key.both(first, then)).collect()
    }

    /// Units below the modulus, flipped only where that is allowed.
    fn admits(&self, piles: &[&Pile], masks: &[&Vec<ResidueMask>]) -> bool {
        let mut every_mask = masks.iter().copied().flatten();
        let roots = every_mask.clone().map(|mask| &mask.root);
        piles.iter().all(|pile| pile.len() == self.width)
            && masks.iter().all(|masks| masks.len() == self.width)
            && (self.flips || !every_mask.any(|mask| mask.flip))
            && self.key.modulus.admits(piles.iter().copied().flatten().chain(roots))
    }

    fn bind(&self, transcript: &mut Transcript) {
        transcript.bytes("flips", if self.flips { b"Free" } else { b"None" });
        transcript.number("keys", self.width as u64);
        (0..self.width).for_each(|_| self.key.bind(transcript));
    }
}
