use super::{Pile, Piles, Residue, ResidueMask, ResiduePublicKey, SecretKey};
use crate::cut_and_choose::{ProofRounds, RoundAnswer};
use crate::shuffle::{Shuffle, ShuffleMove};
use crate::word::fields;
use crate::{Cause, Coins, CutAndChoose, Permutation, Subgroup};

/// The bits sealed in some numbers, shown by the owner of the key with a proof and without any
/// root.
///
/// The seed answers with a square root; who knows another root of the same number, perhaps because
/// he made it, has the primes with probability 1/2 a bit. Here the owner proves that the number is
/// the open bit (1 or `y`) under a mask: he posts `z = Q·t²` and shows `t`, or a root `w` of `z`
/// (of `z/y` for a non-residue). Both are uniform whichever of the four roots of `Q` he started
/// from, and any party can make up such a round: no root is to be had from it.
#[derive(Clone)]
pub struct OpenedBits {
    /// The bits, by number: true for a non-residue.
    pub classes: Vec<bool>,
    /// One proof for all of them.
    pub proof: Vec<RoundAnswer<Vec<ResidueMask>>>,
}

fields!(OpenedBits, "opened bits and their proof", classes, proof);

/// Calls `with` on the statement that these numbers are those open bits, masked.
fn claim<T>(
    key: &ResiduePublicKey,
    (cards, classes): (&[Residue], &[bool]),
    rounds: &ProofRounds,
    with: impl FnOnce(&CutAndChoose<'_, Piles<'_>>) -> T,
) -> T {
    let faces: Pile = classes.iter().map(|&class| key.face(class)).collect();
    let [before, after] = [faces, cards.to_vec()].map(|pile| [vec![pile]]);
    let shuffle = Shuffle { among: Subgroup::Identity, before: &before, after: &after };
    with(&CutAndChoose::new(&Piles::still(key, cards.len()), shuffle, rounds.clone()))
}

impl SecretKey {
    /// Opens these numbers and proves it.
    ///
    /// Errors: `Malformed` for a number of another symbol than +1. An answer to that one would give
    /// the primes away.
    pub fn show(
        &self,
        cards: &[Residue],
        rounds: &ProofRounds,
        coins: &mut impl Coins,
    ) -> Result<OpenedBits, Cause> {
        self.public().admits(cards)?;
        let classes: Vec<bool> = cards.iter().map(|card| self.open(card)).collect();
        let secret = self.masks_of(cards, &classes, coins);
        let opened = (cards, &classes[..]);
        let proof = claim(self.public(), opened, rounds, |claim| claim.prove(&secret, coins));
        Ok(OpenedBits { classes, proof })
    }

    /// The way from the open bits to these numbers: the secret of the proof.
    pub(super) fn masks_of(
        &self,
        cards: &[Residue],
        classes: &[bool],
        coins: &mut impl Coins,
    ) -> ShuffleMove<Vec<ResidueMask>> {
        let modulus = &self.public().modulus;
        // A unit, since its symbol is +1.
        let back = modulus.inverse(&self.public().y).unwrap_or(Residue::ONE);
        let mask = |(card, &class): (&Residue, &bool)| {
            let residue = if class { modulus.product(card, &back) } else { *card };
            ResidueMask { root: self.root(&residue, coins), flip: false }
        };
        ShuffleMove {
            permutation: Permutation::identity(1),
            masks: vec![vec![cards.iter().zip(classes).map(mask).collect()]],
        }
    }
}

impl OpenedBits {
    /// Checks that these are the bits of these numbers.
    ///
    /// Errors: `BadProof`.
    pub fn check(
        &self,
        key: &ResiduePublicKey,
        cards: &[Residue],
        rounds: &ProofRounds,
    ) -> Result<(), Cause> {
        let opened = (cards, &self.classes[..]);
        let right = claim(key, opened, rounds, |claim| claim.check(&self.proof))
            && cards.len() == self.classes.len();
        right.then_some(()).ok_or(Cause::BadProof { of: "the opened bits" })
    }
}
