//! The fast verified shuffle: rows of ciphertexts are those before, moved by one permutation and
//! masked again.
//!
//! The argument is Groth's (J. Cryptology 23, 2010, “A verifiable secret shuffle of homomorphic
//! encryptions”), with one answer where his two parts have one each, as in Bayer and Groth
//! (Eurocrypt 2012) with one row. Write `com(x; r) = r·G + Σ x_i·h_i` for the Pedersen commitment
//! to a list, with generators `h_i` hashed so that nobody knows a relation between them;
//! `enc(m) = (m·G, m·K)`. The statement is `E_i = e_σ(i) + enc(R_i)` for places `i < n` (and for
//! every row, with the same σ). All challenges are hashes.
//!
//! 1. The prover sends `A = com(σ(0), …, σ(n−1); r)`. Challenge: `t_j` for every `j`.
//! 2. `B = com(t_σ(0), …; r')`. Challenge: `λ, x`. Let `m_j = λ j + t_j`, `D_i = m_σ(i)`,
//!    `u_i = D_i − x` and `P_i = u_0 ⋯ u_i`. Then `D_i` are the contents of `λA + B`, with
//!    randomness `ρ = λ r + r'`.
//! 3. For uniform `d_i`, `Δ_0 = d_0`, uniform `Δ_1 … Δ_{n−2}`, `Δ_{n−1} = 0` and uniform `τ` for
//!    every row the prover sends `C = com(d; r_C)`, `S = com(−Δ_i d_{i+1}; r_S)`,
//!    `L = com(Δ_{i+1} − u_{i+1} Δ_i − P_i d_{i+1}; r_L)` over `i < n−1`, and
//!    `M = Σ d_i·E_i − enc(τ)`. Challenge: `e`.
//! 4. Answers: `g_i = e D_i + d_i`, `F_i = e P_i + Δ_i` for `0 < i < n−1`, `z = e ρ + r_C`,
//!    `z' = e r_L + r_S`, `Z = e Σ D_i R_i + τ`.
//!
//! The verifier sets `F_0 = g_0 − e x` and `F_{n−1} = e Π (m_j − x)` and checks
//!
//! * `e(λA + B) + C = com(g; z)`: the answers are about what was committed;
//! * `eL + S = com(e F_{i+1} − F_i (g_{i+1} − e x); z')`: so `Π u_i = Π (m_j − x)`, and as λ and x
//!   were not known when A and B were made, A holds a permutation, and B the `t` in its order;
//! * `Σ g_i·E_i − e Σ m_j·e_j = M + enc(Z)` for every row: as the `t_j` were not known when A was
//!   made, every `E_i` is `e_σ(i)` masked;
//!
//! all at once, as one sum of multiples weighted by hashes of the whole proof.
//!
//! *Proved*: whoever makes a proof that passes knows σ and the masks, or has broken the discrete
//! logarithm, in the random oracle model; a proof tells nothing about σ, as its answers are uniform
//! and its commitments hide perfectly.
//! Not hidden: what the caches of a shared processor betray when a permutation moves cards about in
//! memory.

use curve25519_dalek::Scalar;
use zeroize::Zeroizing;

use super::super::word::fields;
use super::group::{Element, Exponent, combined, combined_public, generator_times, scalar};
use super::keys::{Ciphertext, JointKey};
use crate::{Coins, Permutation, Transcript, Turn};

/// A proof that rows of ciphertexts were shuffled: 7 elements and 2n + 1 scalars for one row of n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// A, B, C, S, L.
    commitments: Vec<Element>,
    /// M, by row.
    blinds: Vec<Ciphertext>,
    /// g.
    contents: Vec<Scalar>,
    /// F without its two ends.
    products: Vec<Scalar>,
    /// z and z'.
    openings: Vec<Scalar>,
    /// Z, by row.
    masks: Vec<Scalar>,
}

/// The statement: `after` is `before` with its piles moved and every ciphertext masked once more.
pub struct Statement<'a> {
    /// The key of all ciphertexts.
    pub key: &'a JointKey,
    /// The turn of the prover: it tells this proof from all others.
    pub turn: Turn,
    /// At least as many as there are piles.
    pub generators: Vec<Element>,
    /// The rows before.
    pub before: &'a [Vec<Ciphertext>],
    /// The rows after.
    pub after: &'a [Vec<Ciphertext>],
}

/// A permutation of values, for an honest prover.
type Map<'a> = &'a dyn Fn(&[Scalar]) -> Vec<Scalar>;

impl Statement<'_> {
    /// Proves that pile `p` went to place `moved.of(p)` and got the masks of that place, row by
    /// row.
    ///
    /// Shape: all rows have the length of the permutation, at least 2.
    /// Cost: for a row of n cards 7n multiplications without tables; every other row takes 2n more.
    pub fn prove(
        &self,
        moved: &Permutation,
        masks: &[Vec<Exponent>],
        coins: &mut impl Coins,
    ) -> Argument {
        let from = moved.inverse();
        let map =
            |values: &[Scalar]| from.images().iter().map(|&place| values[place as usize]).collect();
        self.claim(&map, &map, masks, coins)
    }

    /// A prover, honest or not: he commits to one linear map of the places and goes on with
    /// another.
    pub(super) fn claim(
        &self,
        committed: Map<'_>,
        map: Map<'_>,
        masks: &[Vec<Exponent>],
        coins: &mut impl Coins,
    ) -> Argument {
        let n = self.after.first().map_or(0, Vec::len);
        let commit = |values: &[Scalar], opening: &Scalar| -> Element {
            let points = self.generators[..values.len()].iter().map(Element::point);
            (combined(values, points) + generator_times(opening)).into()
        };
        let mut random = |count: usize| secret((0..count).map(|_| scalar(coins)));
        let openings = random(5);

        let mut transcript = self.transcript();
        let numbers: Vec<Scalar> = (0..n as u64).map(Scalar::from).collect();
        let (places, promised) =
            (Zeroizing::new(map(&numbers)), Zeroizing::new(committed(&numbers)));
        let a = commit(&promised, &openings[0]);
        transcript.wire("A", &a);
        let tags = transcript.scalars("t", n);
        let moved_tags = Zeroizing::new(map(&tags));
        let b = commit(&moved_tags, &openings[1]);
        transcript.wire("B", &b);
        let (lambda, x) = (transcript.scalar("lambda"), transcript.scalar("x"));

        let contents =
            secret(places.iter().zip(moved_tags.iter()).map(|(place, tag)| lambda * place + tag));
        let factors = secret(contents.iter().map(|content| content - x));
        let products = secret(factors.iter().scan(Scalar::ONE, |product, factor| {
            *product *= factor;
            Some(*product)
        }));
        let (blinds, mut deltas, taus) = (random(n), random(n), random(self.after.len()));
        (deltas[0], deltas[n - 1]) = (blinds[0], Scalar::ZERO);
        let steps = secret((1..n).map(|i| -deltas[i - 1] * blinds[i]));
        let links = secret(
            (1..n).map(|i| deltas[i] - factors[i] * deltas[i - 1] - products[i - 1] * blinds[i]),
        );
        let blind = |(row, tau): (&Vec<Ciphertext>, &Scalar)| Ciphertext {
            a: (combined(&blinds, row.iter().map(|card| card.a.point())) - generator_times(tau))
                .into(),
            b: (combined(&blinds, row.iter().map(|card| card.b.point())) - self.key.times(tau))
                .into(),
        };
        let blinded: Vec<Ciphertext> = self.after.iter().zip(taus.iter()).map(blind).collect();
        let (c, s) = (commit(&blinds, &openings[2]), commit(&steps, &openings[3]));
        let l = commit(&links, &openings[4]);
        let commitments = vec![a, b, c, s, l];
        let e = last_challenge(&mut transcript, &commitments, &blinded);

        let answer = |secret: &Scalar, blind: &Scalar| e * secret + blind;
        let row_mask = |(masks, tau): (&Vec<Exponent>, &Scalar)| {
            let pairs = masks.iter().zip(contents.iter());
            answer(&pairs.map(|(mask, content)| mask.scalar() * content).sum(), tau)
        };
        let both = contents.iter().zip(blinds.iter());
        Argument {
            commitments,
            blinds: blinded,
            contents: both.map(|(content, blind)| answer(content, blind)).collect(),
            products: (1..n - 1).map(|i| answer(&products[i], &deltas[i])).collect(),
            openings: vec![
                answer(&(lambda * openings[0] + openings[1]), &openings[2]),
                answer(&openings[4], &openings[3]),
            ],
            masks: masks.iter().zip(taus.iter()).map(row_mask).collect(),
        }
    }

    /// True if the proof is right.
    ///
    /// Cost: one sum of 5n + 9 public multiples for one row, 4n + 2 more for every other.
    pub fn check(&self, proof: &Argument) -> bool {
        let (n, rows) = (proof.contents.len(), self.after.len());
        let shaped = n >= 2
            && n <= self.generators.len()
            && self.before.len() == rows
            && self.before.iter().chain(self.after).all(|row| row.len() == n)
            && [
                proof.commitments.len(),
                proof.blinds.len(),
                proof.products.len() + 2,
                proof.openings.len(),
                proof.masks.len(),
            ] == [5, rows, n, 2, rows];
        if !shaped {
            return false;
        }
        let mut transcript = self.transcript();
        transcript.wire("A", &proof.commitments[0]);
        let tags = transcript.scalars("t", n);
        transcript.wire("B", &proof.commitments[1]);
        let (lambda, x) = (transcript.scalar("lambda"), transcript.scalar("x"));
        let e = last_challenge(&mut transcript, &proof.commitments, &proof.blinds);
        transcript.wire("answers", proof);
        let weight = transcript.scalar("weight");

        let content = |(tag, place): (&Scalar, u64)| lambda * Scalar::from(place) + tag;
        let public: Vec<Scalar> = tags.iter().zip(0_u64..).map(content).collect();
        let whole = e * public.iter().map(|content| content - x).product::<Scalar>();
        let factor = |i: usize| proof.contents[i] - e * x;
        let product = |i: usize| match i {
            0 => factor(0),
            _ => proof.products.get(i - 1).copied().unwrap_or(whole),
        };
        // For every generator: what the first equation says, and the second one times the weight.
        let generators = (0..n).map(|i| match i + 1 < n {
            true => -proof.contents[i] - weight * (e * product(i + 1) - product(i) * factor(i + 1)),
            false => -proof.contents[i],
        });
        let mut sum: Vec<(Scalar, &Element)> = generators.zip(&self.generators).collect();
        let of_commitments = [e * lambda, e, Scalar::ONE, weight, weight * e];
        sum.extend(of_commitments.into_iter().zip(&proof.commitments));
        let (mut of_generator, mut of_key) =
            (-proof.openings[0] - weight * proof.openings[1], Scalar::ZERO);
        for row in 0..rows {
            let (left, right) = (transcript.scalar("left half"), transcript.scalar("right half"));
            for (card, content) in self.after[row].iter().zip(&proof.contents) {
                sum.extend([(left * content, &card.a), (right * content, &card.b)]);
            }
            for (card, content) in self.before[row].iter().zip(&public) {
                let content = -e * content;
                sum.extend([(left * content, &card.a), (right * content, &card.b)]);
            }
            sum.extend([(-left, &proof.blinds[row].a), (-right, &proof.blinds[row].b)]);
            of_generator -= left * proof.masks[row];
            of_key -= right * proof.masks[row];
        }
        let generator = Element::generator();
        sum.extend([(of_generator, &generator), (of_key, self.key.element())]);
        let (scalars, elements): (Vec<Scalar>, Vec<&Element>) = sum.into_iter().unzip();
        let total = combined_public(&scalars, elements.into_iter().map(Element::point));
        Element::from(total).is_identity()
    }

    fn transcript(&self) -> Transcript {
        let mut transcript = self.key.transcript("shuffle argument", self.turn);
        let piles = self.after.first().map_or(0, Vec::len).min(self.generators.len());
        transcript.rows("generators", &self.generators[..piles]);
        transcript.rows("before", self.before);
        transcript.rows("after", self.after);
        transcript
    }
}

fn secret(values: impl Iterator<Item = Scalar>) -> Zeroizing<Vec<Scalar>> {
    // With a size that is known beforehand no half-grown copy is left behind.
    let mut list = Zeroizing::new(Vec::with_capacity(values.size_hint().1.unwrap_or(0)));
    list.extend(values);
    list
}

fn last_challenge(
    transcript: &mut Transcript,
    commitments: &[Element],
    blinds: &[Ciphertext],
) -> Scalar {
    commitments.iter().for_each(|commitment| transcript.wire("commitment", commitment));
    blinds.iter().for_each(|blind| transcript.wire("M", blind));
    transcript.scalar("e")
}

fields!(Argument, "a shuffle argument", commitments, blinds, contents, products, openings, masks);

#[cfg(test)]
mod tests {
    use super::super::super::Party;
    use super::super::super::coins::Seeded;
    use super::*;

    /// Whoever chooses generators after the challenges can make any sum the identity.
    #[test]
    fn challenges_depend_on_the_generators() {
        let secret = Exponent::random(&mut Seeded::of(1));
        let keys = vec![(Party::at(0), Element::generator().times(secret.scalar()))];
        let key = JointKey::new(keys).expect("no identity");
        let rows =
            [(0..2).map(|number| key.open(&Element::hashed("card", number))).collect::<Vec<_>>()];
        let challenge = |generators: [u64; 3]| {
            let generators = generators.map(|number| Element::hashed("test", number));
            let (before, after) = (&rows[..], &rows[..]);
            let turn = Turn { session: [0; 32], by: Party::at(0), round: 0 };
            let statement =
                Statement { key: &key, turn, generators: generators.to_vec(), before, after };
            statement.transcript().challenge("t")
        };
        assert_ne!(challenge([0, 1, 2]), challenge([0, 3, 2]));
        // Two piles use two generators; how many more there are is no part of the statement.
        assert_eq!(challenge([0, 1, 2]), challenge([0, 1, 3]));
    }
}
