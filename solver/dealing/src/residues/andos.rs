//! All or nothing disclosure of secrets: the asker gets one whole secret of his choice, and the
//! owner does not learn which.
//!
//! 1. The owner posts `k` secrets of `L` bits, bit by bit: [`ResiduePublicKey::seal`]. (Numbers he
//!    will prove to be a permutation he posts as [`permuted`] instead, with the proof that they
//!    are [`open`] shuffled.)
//! 2. The asker moves and masks all of them and flips bits as he likes: [`ask`]. He posts the
//!    groups and proves that every group hides one whole secret: `Q(i,j) = e(ρ(i),j)·r²·y^m`
//!    ([`questions`]). He needs to know no bit for it.
//! 3. To get secret `i` he names the group that hides it, the place `secret.permutation.of(i)`; the
//!    owner opens that group with [`super::SecretKey::show`], and [`read`] takes the flips off.
//!    Each group is for one secret: asked twice, the place tells.
//!
//! Questions are uniform over the numbers of symbol +1 and the places over all permutations,
//! whatever is asked for: if the key is of the right form ([`super::FormProof`]) and all that was
//! posted has symbol +1, which [`ask`] makes sure of.
//!
//! ```
//! use bluff_dealing::residues::{Piles, SecretKey, andos};
//! use bluff_dealing::{CutAndChoose, Party, Seeded, Transcript, Turn};
//! let (mut owner, mut asker, rounds) = (Seeded::of(1), Seeded::of(2), 20);
//! let secret = SecretKey::generate(256, &mut owner)?; // 2048 bits in earnest
//! let keys = vec![secret.public().clone(); 4];
//! let secrets = [[true, false, false, true], [false, true, true, true]];
//! let posted: Vec<_> = secrets.iter().map(|bits| keys[0].seal(bits, &mut owner).0).collect();
//!
//! let turn = Turn { session: [0; 32], by: Party::at(1), round: 0 };
//! let asked = Transcript::new("questions", turn);
//! let (groups, moved) = andos::ask(&keys, &posted, &mut asker)?;
//! let questions = andos::questions(&keys);
//! let claim = CutAndChoose::new(&questions, Piles::shuffled(&posted, &groups), rounds, asked);
//! assert!(claim.check(&claim.prove(&moved, &mut asker)));
//!
//! let shown = Transcript::new("answer", turn.of(Party::at(0)));
//! let group = &groups[moved.permutation.of(1)];
//! let answer = secret.show(group, rounds, &shown, &mut owner)?;
//! answer.check(&keys[0], group, rounds, &shown)?;
//! assert_eq!(andos::read(&moved, 1, &answer.classes), secrets[1]);
//! # Ok::<(), bluff_dealing::Cause>(())
//! ```

use super::{Flips, Pile, Piles, ResidueMask, ResiduePublicKey, face};
use crate::shuffle::ShuffleMove;
use crate::{Cause, Coins, Permutation};

/// Piles under these keys with any bits flipped: question groups, each of which hides one whole
/// secret.
pub fn questions(keys: &[ResiduePublicKey]) -> Piles<'_> {
    Piles { keys, flips: Flips::Free }
}

/// Question groups for these posted secrets, and what the asker keeps: group
/// `secret.permutation.of(i)` is secret `i`.
///
/// Errors: `Malformed` if something posted has another symbol than +1; it would mark its group.
pub fn ask(
    keys: &[ResiduePublicKey],
    posted: &[Pile],
    coins: &mut impl Coins,
) -> Result<(Vec<Pile>, ShuffleMove<Vec<ResidueMask>>), Cause> {
    let mut sealed = posted.iter().flat_map(|pile| pile.iter().zip(keys));
    sealed.try_for_each(|(card, key)| key.admits([card]))?;
    let secret = ShuffleMove::by(coins.permutation(posted.len()), &questions(keys), 1, coins);
    Ok((secret.row(&questions(keys), 0, posted), secret))
}

/// The bits of secret `i`, from the opened bits of its group.
pub fn read(secret: &ShuffleMove<Vec<ResidueMask>>, i: usize, classes: &[bool]) -> Vec<bool> {
    let masks = &secret.masks[0][secret.permutation.of(i)];
    masks.iter().zip(classes).map(|(mask, class)| mask.flip ^ class).collect()
}

/// The sealed numbers `numbers.of(0)`, `numbers.of(1)`, .. and how they come from the open numbers
/// [`open`].
pub fn permuted(
    keys: &[ResiduePublicKey],
    numbers: &Permutation,
    coins: &mut impl Coins,
) -> (Vec<Pile>, ShuffleMove<Vec<ResidueMask>>) {
    let secret = ShuffleMove::by(numbers.inverse(), &Piles::still(keys), 1, coins);
    (secret.row(&Piles::still(keys), 0, &open(keys, numbers.len())), secret)
}

/// The numbers `0..k`, open for every party.
pub fn open(keys: &[ResiduePublicKey], k: usize) -> Vec<Pile> {
    (0..k as u64).map(|number| face(keys, number)).collect()
}
