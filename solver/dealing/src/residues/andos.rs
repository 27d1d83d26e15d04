//! All or nothing disclosure of secrets: the asker gets one whole secret of his choice, and the
//! owner does not learn which.
//!
//! 1. The owner posts `k` secrets of `L` bits, bit by bit: [`super::ResiduePublicKey::seal`].
//!    (Numbers he will prove to be a permutation he posts as [`permuted`] instead, with the proof
//!    that they are [`open`] shuffled.)
//! 2. The asker moves and masks all of them and flips bits as he likes: [`ask`]. He posts the
//!    groups and proves that every group hides one whole secret: `Q(i,j) = e(ρ(i),j)·r²·y^m`
//!    ([`Piles::flipped`]). He needs to know no bit for it.
//! 3. To get secret `i` he names the group that hides it, the place `secret.permutation.of(i)`; the
//!    owner opens that group with [`super::SecretKey::show`], and [`read`] takes the flips off.
//!    Each group is for one secret: asked twice, the place tells.
//!
//! Questions are uniform over the numbers of symbol +1 and the places over all permutations,
//! whatever is asked for: if the key is of the right form ([`super::FormProof`]) and all that was
//! posted has symbol +1, which [`ask`] makes sure of.
//!
//! ```
//! use bluff_dealing::cut_and_choose::ProofRounds;
//! use bluff_dealing::residues::{Piles, SecretKey, andos};
//! use bluff_dealing::{CutAndChoose, Party, Seeded, Transcript, Turn};
//! let (mut owner, mut asker) = (Seeded::of(1), Seeded::of(2));
//! let secret = SecretKey::generate(256, &mut owner)?; // 2048 bits in earnest
//! let (key, questions) = (secret.public(), Piles::flipped(secret.public(), 4));
//! let secrets = [[true, false, false, true], [false, true, true, true]];
//! let posted: Vec<_> = secrets.iter().map(|bits| key.seal(bits, &mut owner).0).collect();
//!
//! let turn = Turn { session: [0; 32], by: Party::at(1), round: 0 };
//! let asked = ProofRounds { count: 20, transcript: Transcript::new("questions", turn) };
//! let (groups, moved) = andos::ask(questions, &posted, &mut asker)?;
//! let claim = CutAndChoose::new(&questions, Piles::shuffled(&posted, &groups), asked);
//! assert!(claim.check(&claim.prove(&moved, &mut asker)));
//!
//! let transcript = Transcript::new("answer", turn.of(Party::at(0)));
//! let shown = ProofRounds { count: 20, transcript };
//! let group = &groups[moved.permutation.of(1)];
//! let answer = secret.show(group, &shown, &mut owner)?;
//! answer.check(key, group, &shown)?;
//! assert_eq!(andos::read(&moved, 1, &answer.classes), secrets[1]);
//! # Ok::<(), bluff_dealing::Cause>(())
//! ```

use super::{Pile, Piles, ResidueMask};
use crate::shuffle::ShuffleMove;
use crate::{Cause, Coins, Permutation};

/// Question groups for these posted secrets, under one key and with any bits flipped, and what the
/// asker keeps: group `secret.permutation.of(i)` is secret `i`.
///
/// Errors: `Malformed` if something posted has another symbol than +1; it would mark its group.
pub fn ask(
    questions: Piles<'_>,
    posted: &[Pile],
    coins: &mut impl Coins,
) -> Result<(Vec<Pile>, ShuffleMove<Vec<ResidueMask>>), Cause> {
    questions.key.admits(posted.iter().flatten())?;
    let secret = ShuffleMove::by(coins.permutation(posted.len()), &questions, 1, coins);
    Ok((secret.row(&questions, 0, posted), secret))
}

/// The bits of secret `i`, from the opened bits of its group.
pub fn read(secret: &ShuffleMove<Vec<ResidueMask>>, i: usize, classes: &[bool]) -> Vec<bool> {
    let masks = &secret.masks[0][secret.permutation.of(i)];
    masks.iter().zip(classes).map(|(mask, class)| mask.flip ^ class).collect()
}

/// The sealed numbers `numbers.of(0)`, `numbers.of(1)`, .. and how they come from the open numbers
/// [`open`].
pub fn permuted(
    piles: Piles<'_>,
    numbers: &Permutation,
    coins: &mut impl Coins,
) -> (Vec<Pile>, ShuffleMove<Vec<ResidueMask>>) {
    let secret = ShuffleMove::by(numbers.inverse(), &piles, 1, coins);
    (secret.row(&piles, 0, &open(piles, numbers.len())), secret)
}

/// The numbers `0..k`, open for every party.
pub fn open(piles: Piles<'_>, k: usize) -> Vec<Pile> {
    (0..k as u64).map(|number| piles.face(number)).collect()
}
