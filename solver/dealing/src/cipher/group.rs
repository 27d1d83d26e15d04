//! The group: ristretto255, of prime order q near 2^252, where discrete logarithms are believed to
//! be hard.

use std::ops::{Add, Sub};

use curve25519_dalek::constants::{RISTRETTO_BASEPOINT_COMPRESSED, RISTRETTO_BASEPOINT_POINT};
use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::traits::{IsIdentity, MultiscalarMul, VartimeMultiscalarMul};
use curve25519_dalek::{RistrettoPoint, Scalar};
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop};

#[cfg(test)]
use super::tests::work::count;
use crate::word::{byte_word, fields};
use crate::{Cause, Coins};

/// A public element of the group with its one canonical encoding, as it is sent and hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Element {
    bytes: CompressedRistretto,
    point: RistrettoPoint,
}

impl Element {
    /// The generator G.
    pub fn generator() -> Self {
        Self { point: RISTRETTO_BASEPOINT_POINT, bytes: RISTRETTO_BASEPOINT_COMPRESSED }
    }

    /// An element nobody knows the discrete logarithm of, nor any relation between it and others: a
    /// hash.
    pub fn hashed(purpose: &'static str, number: u64) -> Self {
        let hash = Sha512::new()
            .chain_update(b"rational-bluff ")
            .chain_update((purpose.len() as u64).to_le_bytes())
            .chain_update(purpose)
            .chain_update(number.to_le_bytes());
        RistrettoPoint::from_uniform_bytes(&hash.finalize().into()).into()
    }

    /// True if it is the neutral one.
    pub fn is_identity(&self) -> bool {
        self.point.is_identity()
    }

    /// Its canonical encoding.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.bytes.to_bytes()
    }

    /// As a point to reckon with.
    pub fn point(&self) -> &RistrettoPoint {
        &self.point
    }

    /// So many times this, in constant time.
    pub fn times(&self, scalar: &Scalar) -> Self {
        #[cfg(test)]
        count(|work| work.variable += 1);
        (self.point * scalar).into()
    }
}

impl From<RistrettoPoint> for Element {
    fn from(point: RistrettoPoint) -> Self {
        Self { bytes: point.compress(), point }
    }
}

impl std::fmt::Debug for Element {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.bytes.as_bytes().iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl Add for Element {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        (self.point + other.point).into()
    }
}

impl Sub for Element {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        (self.point - other.point).into()
    }
}

// Errors: `Malformed` for what is not the canonical encoding of an element, `Identity` for the
// neutral one.
byte_word!(Element, "a group element", own => own.bytes.as_bytes(), bytes[32] => {
    let bytes = CompressedRistretto(bytes);
    let point = bytes.decompress().ok_or(Cause::Malformed { expected: Self::NAME })?;
    #[cfg(test)]
    count(|work| work.decoded += 1);
    if point.is_identity() { Err(Cause::Identity) } else { Ok(Self { point, bytes }) }
});

byte_word!(Scalar, "a scalar", own => own.to_bytes(), bytes[32] => {
    let scalar = Self::from_canonical_bytes(bytes);
    Option::from(scalar).ok_or(Cause::Malformed { expected: Self::NAME })
});

/// A secret exponent: a key, a mask, a blinding. Overwritten when it is dropped, and never printed.
#[derive(Clone, ZeroizeOnDrop)]
pub struct Exponent(Scalar);

impl Exponent {
    /// Uniform, but never 0.
    pub fn random(coins: &mut impl Coins) -> Self {
        loop {
            let scalar = scalar(coins);
            // One chance in 2^252; that it happened tells nothing about the next try.
            if scalar != Scalar::ZERO {
                return Self(scalar);
            }
        }
    }

    /// As a number to reckon with.
    pub fn scalar(&self) -> &Scalar {
        &self.0
    }

    /// The sum of two, which may be 0.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(self.0 + other.0)
    }
}

// Written only when a proof gives it away.
fields!(Exponent, "an exponent", 0);

/// A uniform scalar: 64 random bytes, reduced.
pub fn scalar(coins: &mut (impl Coins + ?Sized)) -> Scalar {
    let mut bytes = [0; 64];
    coins.fill(&mut bytes);
    let scalar = Scalar::from_bytes_mod_order_wide(&bytes);
    bytes.zeroize();
    scalar
}

/// So many times the generator, in constant time.
pub fn generator_times(scalar: &Scalar) -> RistrettoPoint {
    #[cfg(test)]
    count(|work| work.fixed += 1);
    RistrettoPoint::mul_base(scalar)
}

/// The sum of multiples, in constant time: for secret scalars. Both lists are equally long.
pub fn combined<'a>(
    scalars: &[Scalar],
    points: impl IntoIterator<Item = &'a RistrettoPoint>,
) -> RistrettoPoint {
    #[cfg(test)]
    count(|work| work.terms += scalars.len() as u64);
    RistrettoPoint::multiscalar_mul(scalars, points)
}

/// The sum of multiples, as fast as it goes: for public scalars only.
pub fn combined_public<'a>(
    scalars: &[Scalar],
    points: impl IntoIterator<Item = &'a RistrettoPoint>,
) -> RistrettoPoint {
    #[cfg(test)]
    count(|work| work.public_terms += scalars.len() as u64);
    RistrettoPoint::vartime_multiscalar_mul(scalars, points)
}

#[cfg(test)]
mod tests {
    use super::super::keys::JointKey;
    use super::super::tests::work::Work;
    use super::*;
    use crate::coins::Seeded;
    use crate::{Party, Wire, WireReader, WireWord};

    fn read<T: Wire>(bytes: &[u8]) -> Result<T, Cause> {
        WireReader::whole(&[WireWord::Bytes(bytes.to_vec())])
    }

    /// Attacks 20 and 22: whatever comes over the wire is an element, a typed fault, and never a
    /// panic.
    #[test]
    fn only_canonical_elements_but_the_identity_are_read() {
        let expected = Cause::Malformed { expected: "a group element" };
        assert_eq!(read::<Element>(&[0; 32]), Err(Cause::Identity));
        assert_eq!(read::<Element>(&[0xff; 32]), Err(expected.clone()));
        // p itself is 0 written in another way.
        let mut p = [0xff; 32];
        (p[0], p[31]) = (0xed, 0x7f);
        assert_eq!(read::<Element>(&p), Err(expected.clone()));
        for length in [0, 31, 33, 64] {
            assert_eq!(read::<Element>(&vec![1; length]), Err(expected.clone()));
        }
        assert_eq!(WireReader::whole::<Element>(&[WireWord::Number(3)]), Err(expected.clone()));
        assert_eq!(WireReader::whole::<Element>(&[]), Err(expected.clone()));
        let (mut coins, mut good) = (Seeded::of(20), 0);
        for _ in 0..2000 {
            let mut bytes = [0; 32];
            coins.fill(&mut bytes);
            match read::<Element>(&bytes) {
                Ok(element) => {
                    good += 1;
                    assert_eq!(element.point.compress().as_bytes(), &bytes);
                }
                Err(kind) => assert_eq!(kind, expected),
            }
        }
        // One string in 16 is an element: mean 125, deviation 10.8; outside of 65 to 185 with
        // chance below 1e-7.
        assert!((65..185).contains(&good), "{good}");
    }

    #[test]
    fn only_reduced_scalars_are_read() {
        let order = (-Scalar::ONE).to_bytes();
        assert_eq!(read::<Scalar>(&order), Ok(-Scalar::ONE));
        let mut q = order;
        q[0] += 1;
        assert!(
            read::<Scalar>(&q).is_err()
                && read::<Scalar>(&[0xff; 32]).is_err()
                && read::<Scalar>(&[0; 31]).is_err()
        );
    }

    #[test]
    fn all_ways_to_multiply_agree_and_are_counted() {
        let coins = &mut Seeded::of(3);
        let (x, y) = (scalar(coins), scalar(coins));
        let (g, h) = (Element::generator(), Element::hashed("test", 1));
        let (sums, work) = Work::of(|| {
            let apart = generator_times(&x) + h.times(&y).point();
            let key = |element| JointKey::new(vec![(Party::at(0), element)]).expect("a key");
            let tables = key(g).times(&x) + key(h).times(&y);
            let points = [*g.point(), *h.point()];
            [apart, tables, combined(&[x, y], &points), combined_public(&[x, y], &points)]
        });
        assert!(sums.iter().all(|sum| *sum == sums[0]));
        assert_eq!(work, Work { fixed: 3, variable: 1, terms: 2, public_terms: 2, decoded: 0 });
        assert_eq!(work.exponentiations(), 8);
        assert_eq!(g + h - h, g);
        assert_ne!(Element::hashed("test", 1), Element::hashed("test", 2));
    }
}
