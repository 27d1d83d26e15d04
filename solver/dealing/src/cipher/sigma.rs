//! Proofs of knowledge for linear equations: Schnorr, Chaum and Pedersen, Okamoto and all alike, in
//! one.
//!
//! An equation says `image = Σ secret_i · base`; a proof shows that the prover knows secrets for
//! which all equations hold at once (Maurer 2009, “Unifying zero-knowledge proofs of knowledge”).
//! With one equation and one secret it is Schnorr's proof, with two equations for one secret Chaum
//! and Pedersen's proof of equal logarithms. The prover draws a nonce `w_i` for every secret,
//! hashes the commitments `Σ w_i · base` to a challenge `e` and answers `s_i = w_i + e · secret_i`;
//! the verifier computes the commitments back as `Σ s_i · base − e · image`. Sound in the random
//! oracle model: two answers to one commitment give the secrets.

use curve25519_dalek::Scalar;
use zeroize::Zeroizing;

use super::super::word::fields;
use super::group::{Element, Exponent, combined_public, generator_times, scalar, times};
use crate::{Cause, Coins, Transcript};

/// `image = Σ secrets[i] · base` over its terms `(i, base)`.
#[derive(Clone, Debug)]
pub struct GroupEquation {
    /// The public left side.
    pub image: Element,
    /// The right side.
    pub terms: Vec<(usize, Element)>,
}

impl GroupEquation {
    /// `image = secrets[0] · base`.
    pub fn simple(image: Element, base: Element) -> Self {
        Self { image, terms: vec![(0, base)] }
    }
}

/// A proof that a party knows secrets for some equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    challenge: Scalar,
    answers: Vec<Scalar>,
}

fields!(Knowledge, "a proof of knowledge", challenge, answers);

impl Knowledge {
    /// Proves that the secrets solve the equations.
    ///
    /// `transcript` names purpose, session, party and round; the equations are taken in here.
    pub fn prove(
        mut transcript: Transcript,
        equations: &[GroupEquation],
        secrets: &[&Exponent],
        coins: &mut impl Coins,
    ) -> Self {
        let nonces: Zeroizing<Vec<Scalar>> =
            Zeroizing::new(secrets.iter().map(|_| scalar(coins)).collect());
        let multiple = |(index, base): &(usize, Element)| match *base == Element::generator() {
            true => generator_times(&nonces[*index]),
            false => times(base.point(), &nonces[*index]),
        };
        let commitments = equations.iter().map(|equation| {
            equation.terms.iter().map(multiple).sum::<curve25519_dalek::RistrettoPoint>().into()
        });
        let challenge = challenge(&mut transcript, equations, commitments);
        let both = nonces.iter().zip(secrets);
        let answers = both.map(|(nonce, secret)| nonce + challenge * secret.scalar()).collect();
        Self { challenge, answers }
    }

    /// Checks it; `of` says what the proof is of.
    ///
    /// Errors: `BadProof`.
    pub fn check(
        &self,
        mut transcript: Transcript,
        equations: &[GroupEquation],
        of: &'static str,
    ) -> Result<(), Cause> {
        let terms = equations.iter().flat_map(|equation| &equation.terms);
        let secrets = terms.map(|&(index, _)| index + 1).max();
        if secrets != Some(self.answers.len()) {
            return Err(Cause::BadProof { of });
        }
        let commitments = equations.iter().map(|equation| {
            let answers = equation.terms.iter().map(|&(index, _)| self.answers[index]);
            let scalars: Vec<Scalar> = answers.chain([-self.challenge]).collect();
            let bases = equation.terms.iter().map(|(_, base)| base).chain([&equation.image]);
            combined_public(&scalars, bases.map(Element::point)).into()
        });
        let right = self.challenge == challenge(&mut transcript, equations, commitments);
        if right { Ok(()) } else { Err(Cause::BadProof { of }) }
    }
}

fn challenge(
    transcript: &mut Transcript,
    equations: &[GroupEquation],
    commitments: impl Iterator<Item = Element>,
) -> Scalar {
    for equation in equations {
        transcript.wire("image", &equation.image);
        transcript.number("terms", equation.terms.len() as u64);
        for (index, base) in &equation.terms {
            transcript.number("secret", *index as u64);
            transcript.wire("base", base);
        }
    }
    commitments.for_each(|commitment| transcript.wire("commitment", &commitment));
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
        let (x, y) = (Exponent::random(coins), Exponent::random(coins));
        let (g, h) = (Element::generator(), Element::hashed("test", 0));
        let equations = vec![
            GroupEquation {
                image: g.times(x.scalar()) + h.times(y.scalar()),
                terms: vec![(0, g), (1, h)],
            },
            GroupEquation { image: h.times(x.scalar()), terms: vec![(0, h)] },
        ];
        let proof = Knowledge::prove(transcript(0), &equations, &[&x, &y], coins);
        assert_eq!(proof.check(transcript(0), &equations, "x"), Ok(()));
        let wrong = Err(Cause::BadProof { of: "x" });
        assert_eq!(proof.check(transcript(1), &equations, "x"), wrong);
        for at in 0..2 {
            let mut false_one = equations.clone();
            false_one[at].image = false_one[at].image + g;
            let forged = Knowledge::prove(transcript(0), &false_one, &[&x, &y], coins);
            assert_eq!(forged.check(transcript(0), &false_one, "x"), wrong);
            assert_eq!(proof.check(transcript(0), &false_one, "x"), wrong);
        }
        for answers in
            [vec![], proof.answers[..1].to_vec(), [&proof.answers[..], &[Scalar::ONE]].concat()]
        {
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
        let equation =
            [GroupEquation::simple(Element::generator().times(x.scalar()), Element::generator())];
        let words = Knowledge::prove(transcript(0), &equation, &[&x], coins).words();
        super::super::tests::each_mutation(&words, |words| {
            WireReader::whole::<Knowledge>(words)
                .is_ok_and(|proof| proof.check(transcript(0), &equation, "x").is_ok())
        });
    }
}
