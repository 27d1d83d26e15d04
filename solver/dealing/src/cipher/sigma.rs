//! Proofs of knowledge of one secret: Schnorr's, and Chaum and Pedersen's, in one.
//!
//! An equation says `image = secret · base`; a proof shows that the prover knows the one secret for
//! which all equations hold at once (Maurer 2009, “Unifying zero-knowledge proofs of knowledge”).
//! With one equation it is Schnorr's proof, with two Chaum and Pedersen's proof of equal
//! logarithms. The prover draws a nonce `w`, hashes the commitments `w · base` to a challenge `e`
//! and answers `s = w + e · secret`; the verifier computes the commitments back as
//! `s · base − e · image`. Sound in the random oracle model: two answers to one commitment give the
//! secret.

use curve25519_dalek::Scalar;
use zeroize::Zeroizing;

use super::super::word::fields;
use super::group::{Element, Exponent, combined_public, generator_times, scalar};
use crate::{Cause, Coins, Transcript};

/// The public sides of `image = secret · base`: the image, then the base.
pub type GroupEquation = (Element, Element);

/// A proof that a party knows the secret of some equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    challenge: Scalar,
    /// One answer; on the wire it is a list.
    answers: Vec<Scalar>,
}

fields!(Knowledge, "a proof of knowledge", challenge, answers);

impl Knowledge {
    /// Proves that the secret solves the equations.
    ///
    /// `transcript` names purpose, session, party and round; the equations are taken in here.
    pub fn prove(
        transcript: Transcript,
        equations: &[GroupEquation],
        secret: &Exponent,
        coins: &mut impl Coins,
    ) -> Self {
        let nonce = Zeroizing::new(scalar(coins));
        let commitment = |(_, base): &GroupEquation| match *base == Element::generator() {
            true => generator_times(&nonce).into(),
            false => base.times(&nonce),
        };
        let challenge = challenge(transcript, equations, commitment);
        Self { challenge, answers: vec![*nonce + challenge * secret.scalar()] }
    }

    /// Checks it; `of` says what the proof is of.
    ///
    /// Errors: `BadProof`.
    pub fn check(
        &self,
        transcript: Transcript,
        equations: &[GroupEquation],
        of: &'static str,
    ) -> Result<(), Cause> {
        let right = self.answers.len() == 1 && {
            let scalars = [self.answers[0], -self.challenge];
            let commitment = |(image, base): &GroupEquation| {
                combined_public(&scalars, [base.point(), image.point()]).into()
            };
            self.challenge == challenge(transcript, equations, commitment)
        };
        if right { Ok(()) } else { Err(Cause::BadProof { of }) }
    }
}

fn challenge(
    mut transcript: Transcript,
    equations: &[GroupEquation],
    commitment: impl Fn(&GroupEquation) -> Element,
) -> Scalar {
    for (image, base) in equations {
        transcript.wire("image", image);
        // One term, with the first secret.
        transcript.number("terms", 1);
        transcript.number("secret", 0);
        transcript.wire("base", base);
    }
    equations.iter().for_each(|equation| transcript.wire("commitment", &commitment(equation)));
    transcript.scalar("challenge")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coins::Seeded;
    use crate::{Party, Turn, Wire, WireReader};

    fn transcript(round: u64) -> Transcript {
        Transcript::new("test", Turn { session: [1; 32], by: Party::at(0), round })
    }

    #[test]
    fn true_equations_pass_and_false_ones_fail() {
        let coins = &mut Seeded::of(11);
        let x = Exponent::random(coins);
        let bases = [Element::generator(), Element::hashed("test", 0)];
        let equations = bases.map(|base| (base.times(x.scalar()), base));
        let proof = Knowledge::prove(transcript(0), &equations, &x, coins);
        assert_eq!(proof.check(transcript(0), &equations, "x"), Ok(()));
        let wrong = Err(Cause::BadProof { of: "x" });
        assert_eq!(proof.check(transcript(1), &equations, "x"), wrong);
        for at in 0..2 {
            let mut false_one = equations;
            false_one[at].0 = false_one[at].0 + bases[0];
            let forged = Knowledge::prove(transcript(0), &false_one, &x, coins);
            assert_eq!(forged.check(transcript(0), &false_one, "x"), wrong);
            assert_eq!(proof.check(transcript(0), &false_one, "x"), wrong);
        }
        for answers in [vec![], [&proof.answers[..], &[Scalar::ONE]].concat()] {
            assert_eq!(
                Knowledge { answers, ..proof.clone() }.check(transcript(0), &equations, "x"),
                wrong
            );
        }
    }

    #[test]
    fn every_byte_of_a_proof_counts() {
        let coins = &mut Seeded::of(12);
        let x = Exponent::random(coins);
        let base = Element::generator();
        let equation = [(base.times(x.scalar()), base)];
        let words = Knowledge::prove(transcript(0), &equation, &x, coins).words();
        super::super::tests::each_mutation(&words, |words| {
            WireReader::whole::<Knowledge>(words)
                .is_ok_and(|proof| proof.check(transcript(0), &equation, "x").is_ok())
        });
    }
}
