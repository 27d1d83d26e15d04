//! Whether ciphertexts hold the same, without showing anything else.
//!
//! Two ciphertexts hold the same if their difference holds nothing, the identity. Every keeper multiplies the difference by a secret
//! exponent that is not 0, *one after another*: the product of such exponents is not 0 either, while a sum of them could be made 0
//! by whoever comes last. Opened, it is the identity if they hold the same and otherwise uniform over all other elements. Where several
//! differences are tried at once, which of them hits may tell too much; so each keeper also shuffles them all, with
//! proof, and only whether there was a hit comes out.

use curve25519_dalek::traits::IsIdentity;
use curve25519_dalek::{RistrettoPoint, Scalar};

use super::super::coins::Coins;
use super::super::veil::{ElGamal, Secret, Shuffle, Veil};
use super::super::word::{Reader, Wire, Word};
use super::super::{Fault, Kind, Parties, Party, Subgroup, Table};
use super::group::{Element, Exponent, generator_times, times};
use super::keys::{Ciphertext, JointKey, Share};
use super::sigma::{Equation, Knowledge};

/// A ciphertext times a secret exponent, with proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blinded {
    /// Both halves times the exponent.
    pub ciphertext: Ciphertext,
    proof: Knowledge,
}

impl Wire for Blinded {
    const NAME: &'static str = "a blinded ciphertext";

    fn write(&self, words: &mut Vec<Word>) {
        self.ciphertext.write(words);
        self.proof.write(words);
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        Ok(Self { ciphertext: Ciphertext::read(words)?, proof: Knowledge::read(words)? })
    }
}

impl Blinded {
    /// Blinds a ciphertext by this exponent. Cost: 4 multiplications.
    pub fn new(
        key: &JointKey,
        by: Party,
        round: u64,
        of: &Ciphertext,
        exponent: &Exponent,
        coins: &mut impl Coins,
    ) -> Self {
        let ciphertext = Ciphertext { a: of.a.times(exponent.scalar()), b: of.b.times(exponent.scalar()) };
        let equations = equations(of, &ciphertext);
        let proof = Knowledge::prove(key.transcript("blinding", by, round), &equations, &[exponent], coins);
        Self { ciphertext, proof }
    }

    /// Whether this is the ciphertext times some exponent that is not 0. Cost: 4 public terms.
    ///
    /// Errors: `Identity` for the exponent 0, `BadProof`.
    pub fn check(&self, key: &JointKey, by: Party, round: u64, of: &Ciphertext) -> Result<(), Kind> {
        if self.ciphertext.a.is_identity() {
            return Err(Kind::Identity);
        }
        let transcript = key.transcript("blinding", by, round);
        self.proof.check(transcript, &equations(of, &self.ciphertext), "the blinding")
    }
}

fn equations(of: &Ciphertext, blinded: &Ciphertext) -> [Equation; 2] {
    [Equation::simple(blinded.a, of.a), Equation::simple(blinded.b, of.b)]
}

/// The ciphertexts of `a − b + t·k` for `t` from `−reach` to `reach`: one of them holds 0 if `a` and `b` are the same modulo `k`
/// and differ by no more than `reach·k`.
pub fn differences(a: &Ciphertext, b: &Ciphertext, k: u64, reach: u64) -> Vec<Ciphertext> {
    let difference = a.minus(b);
    let step = generator_times(&Scalar::from(k));
    let lowest: RistrettoPoint = difference.b.point() - times(&step, &Scalar::from(reach));
    let rights = (0..=2 * reach).scan(lowest, |right, _| {
        let this = *right;
        *right += step;
        Some(this)
    });
    rights.map(|right| Ciphertext { a: difference.a, b: Element::from(right) }).collect()
}

/// Whether one of the ciphertexts holds the identity; nobody learns which, nor what the others hold.
///
/// `round` numbers the test within the session.
///
/// Errors: a fault of the keeper whose blinding, shuffle or share is wrong; `Identity`, of nobody, for a ciphertext with a half that is
/// the identity, as the difference of a ciphertext and itself is.
/// Cost: for every keeper and ciphertext 7 multiplications, and 8 public terms to check them, besides those of the shuffle.
pub fn any_is_identity(
    table: &mut Table<'_>,
    veil: &ElGamal,
    mut row: Vec<Ciphertext>,
    round: u64,
) -> Result<bool, Fault> {
    if row.iter().any(|of| of.a.is_identity() || of.b.is_identity()) {
        return Err(table.fault(None, Kind::Identity));
    }
    let everybody = Parties::everybody(table.parties());
    for keeper in veil.keepers().iter() {
        let coins = &mut table.coins(keeper);
        let blind = |of| Blinded::new(veil.key(), keeper, round, of, &Exponent::random(coins), coins);
        let blinded: Vec<Blinded> = row.iter().map(blind).collect();
        let blinded = table.send(keeper, everybody, "the differences, blinded with proof", &blinded)?;
        if blinded.len() != row.len() {
            return Err(table.fault(keeper, Kind::Malformed { expected: "as many ciphertexts as before" }));
        }
        for (blinded, of) in blinded.iter().zip(&row) {
            blinded.check(veil.key(), keeper, round, of).map_err(|what| table.fault(keeper, what))?;
        }
        let before = [blinded.into_iter().map(|blinded| blinded.ciphertext).collect::<Vec<_>>()];
        let coins = &mut table.coins(keeper);
        let masks: Vec<Exponent> = before[0].iter().map(|_| veil.mask(coins)).collect();
        let permutation = coins.permutation(masks.len());
        let moved = permutation.moved(&before[0]);
        let after = vec![moved.iter().zip(&masks).map(|(card, mask)| veil.masked(card, mask)).collect::<Vec<_>>()];
        let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &after, round };
        let proof = veil.prove(keeper, &shuffle, &Secret { permutation, masks: vec![masks] }, coins);
        let (after, proof) = table.send(keeper, everybody, "the differences, shuffled with proof", &(after, proof))?;
        let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &after, round };
        if !veil.check(keeper, &shuffle, &proof) {
            return Err(table.fault(keeper, Kind::BadShuffle));
        }
        row = after.into_iter().flatten().collect();
    }
    let mut shares = vec![Vec::new(); row.len()];
    for keeper in veil.keepers().iter() {
        let coins = &mut table.coins(keeper);
        let given: Vec<Share> = row.iter().map(|of| veil.share(keeper, of, coins)).collect();
        let given = table.send(keeper, everybody, "shares of all differences", &given)?;
        if given.len() != row.len() {
            return Err(table.fault(keeper, Kind::Malformed { expected: "a share of every ciphertext" }));
        }
        for ((share, of), shares) in given.into_iter().zip(&row).zip(&mut shares) {
            veil.fits(keeper, of, &share).map_err(|what| table.fault(keeper, what))?;
            shares.push(share);
        }
    }
    Ok(row.iter().zip(&shares).any(|(of, shares)| veil.key().opened(of, shares).is_identity()))
}
