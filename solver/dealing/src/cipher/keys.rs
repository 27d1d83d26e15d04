//! ElGamal ciphertexts under the joint key of some parties, the keepers: `(m·G, M + m·K)` for the
//! message `M` and the mask `m`.
//!
//! Hidden as long as one keeper keeps his key and the Diffie–Hellman decision is hard in the group.

use curve25519_dalek::ristretto::RistrettoBasepointTable;
use curve25519_dalek::{RistrettoPoint, Scalar};

use super::super::word::fields;
use super::group::{Element, Exponent, generator_times};
use super::sigma::Knowledge;
use crate::{Cause, Coins, Parties, Party, Transcript, Turn};

/// An ElGamal ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ciphertext {
    /// The mask times the generator.
    pub a: Element,
    /// The message and the mask times the key.
    pub b: Element,
}

impl Ciphertext {
    /// The ciphertext of the sum of both messages.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b }
    }

    /// The ciphertext of the difference of both messages.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self { a: self.a - other.a, b: self.b - other.b }
    }
}

fields!(Ciphertext, "a ciphertext", a, b);

/// One keeper's share of the opening of a ciphertext, with the proof that it is his key times the
/// first half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevealToken {
    /// The keeper's key times `a`.
    pub part: Element,
    proof: Knowledge,
}

fields!(RevealToken, "a share of an opening", part, proof);

impl RevealToken {
    /// The share of this element by the secret key of `key`.
    pub(crate) fn new(
        transcript: Transcript,
        (key, secret): (Element, &Exponent),
        of: Element,
        coins: &mut impl Coins,
    ) -> Self {
        let part = of.times(secret.scalar());
        let equations = [(key, Element::generator()), (part, of)];
        Self { part, proof: Knowledge::prove(transcript, &equations, secret, coins) }
    }

    /// Errors: `BadProof` of `what` unless this is the share of this element.
    pub(crate) fn check(
        &self,
        transcript: Transcript,
        key: Element,
        of: Element,
        what: &'static str,
    ) -> Result<(), Cause> {
        self.proof.check(transcript, &[(key, Element::generator()), (self.part, of)], what)
    }
}

/// A public key with the proof that its owner knows the secret one, so that it was not made out of
/// the others' keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElGamalPublicKey {
    /// The secret key times the generator.
    pub key: Element,
    proof: Knowledge,
}

fields!(ElGamalPublicKey, "a public key", key, proof);

impl ElGamalPublicKey {
    /// The public key of a secret one.
    pub fn of(secret: &Exponent, turn: Turn, coins: &mut impl Coins) -> Self {
        let key = generator_times(secret.scalar()).into();
        let equation = [(key, Element::generator())];
        Self { key, proof: Knowledge::prove(possession(turn), &equation, secret, coins) }
    }

    /// Errors: `BadKey` unless the owner knows the secret key.
    pub fn check(&self, turn: Turn) -> Result<(), Cause> {
        let equation = [(self.key, Element::generator())];
        let checked = self.proof.check(possession(turn), &equation, "the key");
        checked.map_err(|_| Cause::BadKey { why: "no proof that its owner knows the secret key" })
    }
}

fn possession(turn: Turn) -> Transcript {
    Transcript::new("possession of a key", turn)
}

/// The joint key of the keepers: the sum of theirs.
#[derive(Clone)]
pub struct JointKey {
    keys: Vec<(Party, Element)>,
    joint: Element,
    /// Multiples of the joint key.
    table: Box<RistrettoBasepointTable>,
}

impl JointKey {
    /// The joint key of keys whose proofs were checked.
    ///
    /// Errors: `BadKey` if they add up to the identity.
    pub fn new(keys: Vec<(Party, Element)>) -> Result<Self, Cause> {
        let joint: Element = keys.iter().map(|(_, key)| key.point()).sum::<RistrettoPoint>().into();
        if joint.is_identity() {
            return Err(Cause::BadKey { why: "all keys together are the identity" });
        }
        let table = Box::new(RistrettoBasepointTable::create(joint.point()));
        Ok(Self { keys, table, joint })
    }

    /// Whose shares open a ciphertext.
    pub fn keepers(&self) -> Parties {
        self.keys.iter().map(|&(keeper, _)| keeper).collect()
    }

    /// The key itself.
    pub fn element(&self) -> &Element {
        &self.joint
    }

    /// So many times the key, in constant time.
    pub fn times(&self, scalar: &Scalar) -> RistrettoPoint {
        #[cfg(test)]
        super::tests::work::count(|work| work.fixed += 1);
        &*self.table * scalar
    }

    /// A message every party can read: its mask is 1, so that no half of a ciphertext is ever the
    /// identity.
    pub fn open(&self, message: &Element) -> Ciphertext {
        Ciphertext { a: Element::generator(), b: *message + self.joint }
    }

    /// The same message under one more mask.
    pub fn masked(&self, ciphertext: &Ciphertext, mask: &Exponent) -> Ciphertext {
        Ciphertext {
            a: (ciphertext.a.point() + generator_times(mask.scalar())).into(),
            b: (ciphertext.b.point() + self.times(mask.scalar())).into(),
        }
    }

    /// A transcript that begins with the key, besides purpose and turn.
    pub fn transcript(&self, purpose: &'static str, turn: Turn) -> Transcript {
        let mut transcript = Transcript::new(purpose, turn);
        transcript.wire("key", &self.joint);
        transcript
    }

    /// The share of the keeper whose turn it is, who holds this secret key.
    pub fn share(
        &self,
        turn: Turn,
        secret: &Exponent,
        of: &Ciphertext,
        coins: &mut impl Coins,
    ) -> RevealToken {
        // Not looked up: whoever holds another key than he published makes a wrong proof.
        let key = self.key(turn.by).unwrap_or(self.joint);
        RevealToken::new(self.transcript("share", turn), (key, secret), of.a, coins)
    }

    /// Errors: `BadProof` unless this is the share of this ciphertext in this turn.
    pub fn fits(&self, turn: Turn, of: &Ciphertext, share: &RevealToken) -> Result<(), Cause> {
        let key = self.key(turn.by).ok_or(Cause::BadProof { of: "the share" })?;
        share.check(self.transcript("share", turn), key, of.a, "the share")
    }

    /// The message, given the parts of all keepers.
    pub fn opened(&self, ciphertext: &Ciphertext, shares: &[RevealToken]) -> RistrettoPoint {
        ciphertext.b.point() - shares.iter().map(|share| share.part.point()).sum::<RistrettoPoint>()
    }

    fn key(&self, keeper: Party) -> Option<Element> {
        self.keys.iter().find(|&&(party, _)| party == keeper).map(|&(_, key)| key)
    }
}
