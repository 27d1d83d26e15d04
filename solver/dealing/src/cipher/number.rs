//! Encrypted numbers: `(m·G, r·G + m·K)` for the number `r` and the mask `m`. Products of
//! ciphertexts add the numbers.
//!
//! A range proof shows that `r` is one of `0 … k−1`, and that its sender knows `r` and `m`: nobody
//! can pass off another one's number, plus one, as his own. It proves “`r = 0`, or `r = 1`, or …”
//! (Cramer, Damgård and Schoenmakers, Crypto 1994): for each `v` that the ciphertext less `v·G` is
//! a mask of nothing, where all challenges but one are free and their sum is a hash. All branches
//! are reckoned alike, so that the time tells nothing of `r`.
//!
//! A blinded ciphertext is one times a secret exponent: it holds nothing, the identity, exactly if
//! it did before, and is otherwise uniform over all other elements. Where several keepers blind
//! *one after another*, the product of their exponents is not 0 either, while a sum of them could
//! be made 0 by the player who comes last.

use curve25519_dalek::Scalar;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroizing;

use super::super::word::fields;
use super::group::{Element, Exponent, combined_public, generator_times, scalar};
use super::keys::{Ciphertext, JointKey};
use super::sigma::Knowledge;
use crate::{Cause, Coins, Turn};

/// A proof that an encrypted number is below a bound, by one who knows it: 2k scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeProof {
    /// A challenge and an answer for each number.
    branches: Vec<(Scalar, Scalar)>,
}

fields!(RangeProof, "a range proof", branches);

impl JointKey {
    /// Encrypts a number under a fresh mask. Cost: 3 multiplications with tables.
    pub fn number(&self, number: u64, mask: &Exponent) -> Ciphertext {
        Ciphertext {
            a: generator_times(mask.scalar()).into(),
            b: (generator_times(&Scalar::from(number)) + self.times(mask.scalar())).into(),
        }
    }

    /// Proves that `number(value, mask)` holds a number below `k`. Cost: 3k multiplications with
    /// tables.
    pub fn prove_range(
        &self,
        turn: Turn,
        value: u64,
        k: u64,
        mask: &Exponent,
        coins: &mut impl Coins,
    ) -> RangeProof {
        let of = self.number(value, mask);
        let mut random = || Zeroizing::new((0..k).map(|_| scalar(coins)).collect::<Vec<_>>());
        let (nonces, mut challenges) = (random(), random());
        let commitments = nonces.iter().zip(challenges.iter()).zip(0_u64..).map(
            |((nonce, challenge), branch)| {
                let off = Scalar::from(value) - Scalar::from(branch);
                let right = self.times(nonce) - generator_times(&(challenge * off));
                (generator_times(nonce).into(), right.into())
            },
        );
        let whole = self.range_challenge(turn, &of, commitments);
        // The branch of the number itself takes what the others have left of the challenge.
        let rest = whole - challenges.iter().sum::<Scalar>();
        for (challenge, branch) in challenges.iter_mut().zip(0_u64..) {
            let last = *challenge + rest;
            challenge.conditional_assign(&last, branch.ct_eq(&value));
        }
        let answer = |(nonce, challenge): (&Scalar, &Scalar)| {
            (*challenge, nonce + challenge * mask.scalar())
        };
        RangeProof { branches: nonces.iter().zip(challenges.iter()).map(answer).collect() }
    }

    /// Checks it. Cost: 5k public terms.
    ///
    /// Errors: `BadProof`.
    pub fn check_range(
        &self,
        turn: Turn,
        of: &Ciphertext,
        k: u64,
        proof: &RangeProof,
    ) -> Result<(), Cause> {
        let wrong = Err(Cause::BadProof { of: "the range" });
        if proof.branches.len() as u64 != k {
            return wrong;
        }
        let (g, a, b) = (Element::generator(), of.a.point(), of.b.point());
        let commitments =
            proof.branches.iter().zip(0_u64..).map(|((challenge, answer), branch)| {
                let left = combined_public(&[*answer, -challenge], [g.point(), a]);
                let number = challenge * Scalar::from(branch);
                let right = combined_public(
                    &[*answer, -challenge, number],
                    [self.element().point(), b, g.point()],
                );
                (left.into(), right.into())
            });
        let whole = self.range_challenge(turn, of, commitments);
        let sum: Scalar = proof.branches.iter().map(|(challenge, _)| challenge).sum();
        if sum == whole { Ok(()) } else { wrong }
    }

    fn range_challenge(
        &self,
        turn: Turn,
        of: &Ciphertext,
        commitments: impl Iterator<Item = (Element, Element)>,
    ) -> Scalar {
        let mut transcript = self.transcript("range", turn);
        transcript.wire("number", of);
        commitments.for_each(|commitment| transcript.wire("commitment", &commitment));
        transcript.scalar("challenge")
    }
}

/// A ciphertext times a secret exponent, with proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blinded {
    /// Both halves times the exponent.
    pub ciphertext: Ciphertext,
    proof: Knowledge,
}

fields!(Blinded, "a blinded ciphertext", ciphertext, proof);

impl Blinded {
    /// Blinds a ciphertext by this exponent. Cost: 4 multiplications.
    pub fn new(
        key: &JointKey,
        turn: Turn,
        of: &Ciphertext,
        exponent: &Exponent,
        coins: &mut impl Coins,
    ) -> Self {
        let ciphertext =
            Ciphertext { a: of.a.times(exponent.scalar()), b: of.b.times(exponent.scalar()) };
        let equations = [(ciphertext.a, of.a), (ciphertext.b, of.b)];
        let transcript = key.transcript("blinding", turn);
        Self { ciphertext, proof: Knowledge::prove(transcript, &equations, exponent, coins) }
    }

    /// Checks that this is the ciphertext times some exponent that is not 0. Cost: 4 public terms.
    ///
    /// Errors: `Identity` for the exponent 0, `BadProof`.
    pub fn check(&self, key: &JointKey, turn: Turn, of: &Ciphertext) -> Result<(), Cause> {
        if self.ciphertext.a.is_identity() {
            return Err(Cause::Identity);
        }
        let equations = [(self.ciphertext.a, of.a), (self.ciphertext.b, of.b)];
        self.proof.check(key.transcript("blinding", turn), &equations, "the blinding")
    }
}
