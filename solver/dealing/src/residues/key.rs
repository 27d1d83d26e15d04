use chacha20::ChaCha20Rng;
use chacha20::rand_core::SeedableRng;
use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Choice, CtSelect, Odd, U1024, U2048};
use crypto_primes::hazmat::{SetBits, SmallFactorsSieveFactory};
use crypto_primes::{Flavor, is_prime, sieve_and_find};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::{Modulus, Residue};
use crate::word::fields;
use crate::{Cause, Coins, Transcript, Wire, WireReader, WireWord};

/// The key that seals bits (Goldwasser and Micali): 0 is a uniform residue, 1 a uniform non-residue
/// of symbol +1.
///
/// Only whoever knows the primes can tell them apart. That the key is of the right form, its owner
/// proves: [`super::FormProof`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResiduePublicKey {
    pub(crate) modulus: Modulus,
    pub(crate) y: Residue,
}

/// The factor of one masking: `r²`, and `y` if it flips the bit. On the wire only as an answer in a
/// proof.
#[derive(Clone, PartialEq, Eq, Hash, Zeroize, ZeroizeOnDrop)]
pub struct ResidueMask {
    /// The secret root `r`.
    pub root: Residue,
    /// True if the bit is flipped.
    pub flip: bool,
}

impl ResiduePublicKey {
    /// A key as its owner posts it.
    ///
    /// Errors: `BadKey` unless the modulus is odd and `y` a number below it of symbol +1.
    pub fn new(modulus: U2048, y: Residue) -> Result<Self, Cause> {
        let modulus = Modulus::new(modulus)?;
        if y.0 >= *modulus.value() || modulus.symbol(&y) != 1 {
            return Err(Cause::BadKey { why: "y is a number below the modulus of symbol +1" });
        }
        Ok(Self { modulus, y })
    }

    /// An open bit: 1 or `y`, as every party can see.
    pub fn face(&self, bit: bool) -> Residue {
        if bit { self.y } else { Residue::ONE }
    }

    /// Fresh masks, one for every flip.
    pub fn masks(&self, flips: &[bool], coins: &mut impl Coins) -> Vec<ResidueMask> {
        let roots = self.modulus.units(flips.len(), coins);
        roots.into_iter().zip(flips).map(|(root, &flip)| ResidueMask { root, flip }).collect()
    }

    /// A sealed bit under one more mask: uniform among all that seal the same bit, flipped or not.
    pub fn masked(&self, card: &Residue, mask: &ResidueMask) -> Residue {
        self.flipped(&self.modulus.square_times(&mask.root, card), mask.flip)
    }

    fn flipped(&self, residue: &Residue, flip: bool) -> Residue {
        let other = self.modulus.product(residue, &self.y);
        Residue(residue.0.ct_select(&other.0, Choice::from_u8_lsb(flip.into())))
    }

    /// One mask that does what these two do one after the other.
    pub fn both(&self, first: &ResidueMask, next: &ResidueMask) -> ResidueMask {
        // Two flips are a square: y².
        let root =
            self.flipped(&self.modulus.product(&first.root, &next.root), first.flip & next.flip);
        ResidueMask { root, flip: first.flip ^ next.flip }
    }

    /// Sealed bits, with the masks that make them from zeros.
    pub fn seal(&self, bits: &[bool], coins: &mut impl Coins) -> (Vec<Residue>, Vec<ResidueMask>) {
        let masks = self.masks(bits, coins);
        (masks.iter().map(|mask| self.masked(&Residue::ONE, mask)).collect(), masks)
    }

    /// Checks that these can be sealed bits at all: numbers below the modulus, of symbol +1.
    ///
    /// Errors: `Malformed`.
    pub fn admits<'a>(&self, cards: impl IntoIterator<Item = &'a Residue>) -> Result<(), Cause> {
        let sealed =
            |card: &Residue| card.0 < *self.modulus.value() && self.modulus.symbol(card) == 1;
        let expected = "a number below the modulus of symbol +1";
        cards.into_iter().all(sealed).then_some(()).ok_or(Cause::Malformed { expected })
    }

    pub(super) fn bind(&self, transcript: &mut Transcript) {
        self.modulus.bind(transcript);
        transcript.bytes("y", &self.y.bytes());
    }
}

impl Wire for ResiduePublicKey {
    const NAME: &'static str = "a modulus and y";

    fn write(&self, words: &mut Vec<WireWord>) {
        (Residue(*self.modulus.value()), self.y).write(words);
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        let (modulus, y): (Residue, Residue) = Wire::read(words)?;
        Self::new(modulus.0, y)
    }
}

fields!(ResidueMask, "the mask of a bit", root, flip);

/// The key that opens bits: the two primes.
pub struct SecretKey {
    public: ResiduePublicKey,
    primes: [Odd<U1024>; 2],
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.primes.zeroize();
    }
}

impl SecretKey {
    /// A new key with a modulus of so many bits, which is even and from 16 to 2048.
    pub fn generate(bits: u32, coins: &mut impl Coins) -> Result<Self, Cause> {
        if !(16..=U2048::BITS).contains(&bits) || bits % 2 == 1 {
            let why = "a modulus has an even number of bits from 16 to 2048";
            return Err(Cause::BadKey { why });
        }
        loop {
            let primes = [prime(bits / 2, coins)?, prime(bits / 2, coins)?];
            if primes[0] != primes[1] {
                return Self::of(primes, coins);
            }
        }
    }

    /// The key of these primes, with a random `y`.
    ///
    /// Errors: `BadKey` unless they are different primes, one below a multiple of 4 (so that roots
    /// are powers).
    pub fn of(primes: [U1024; 2], coins: &mut impl Coins) -> Result<Self, Cause> {
        let why = "the factors are different primes, one below a multiple of 4";
        let odd = primes.map(|prime| Option::<Odd<U1024>>::from(Odd::new(prime)));
        let ([Some(p), Some(q)], true) = (odd, primes.iter().all(fits) && primes[0] != primes[1])
        else {
            return Err(Cause::BadKey { why });
        };
        let modulus = Modulus::new(primes[0].concatenating_mul(&primes[1]))?;
        let y = loop {
            let y = modulus.unit(coins);
            if [&p, &q].into_iter().all(|prime| residue(&y, prime).not().to_bool()) {
                break y;
            }
        };
        Ok(Self { public: ResiduePublicKey { modulus, y }, primes: [p, q] })
    }

    /// The key that every party may know.
    pub fn public(&self) -> &ResiduePublicKey {
        &self.public
    }

    /// The bit that is sealed here: whether it is a non-residue.
    pub fn open(&self, card: &Residue) -> bool {
        residue(card, &self.primes[0]).not().to_bool()
    }

    /// A square root of a residue, each of the four equally likely. It must never leave the hands
    /// of the owner: who knows another root of the same residue has the primes with probability
    /// 1/2.
    pub(super) fn root(&self, card: &Residue, coins: &mut impl Coins) -> Residue {
        let [p, q] = &self.primes;
        let [mut at_p, mut at_q] = [p, q].map(|prime| {
            let params = FixedMontyParams::new(*prime);
            let exponent = prime.as_ref().shr_vartime(2).wrapping_add(&U1024::ONE);
            let root = FixedMontyForm::new(&card.0.rem(prime.as_nz_ref()), &params).pow(&exponent);
            root.ct_select(&root.neg(), Choice::from_u8_lsb(coins.below(2) as u8)).retrieve()
        });
        // The one number that is both: q·((p-part − q-part)/q mod p) + q-part.
        let params = FixedMontyParams::new(*p);
        let form = |number: &U1024| FixedMontyForm::new(&number.rem(p.as_nz_ref()), &params);
        let inverse = form(q.as_ref()).invert().unwrap_or(FixedMontyForm::zero(&params));
        let mut steps = form(&at_p).sub(&form(&at_q)).mul(&inverse).retrieve();
        let root: U2048 = q.as_ref().concatenating_mul(&steps);
        let root = root.wrapping_add(&at_q.resize());
        [&mut at_p, &mut at_q, &mut steps].into_iter().for_each(Zeroize::zeroize);
        Residue(root)
    }
}

/// True if a unit is a residue of this secret prime, in constant time.
fn residue(card: &Residue, prime: &Odd<U1024>) -> Choice {
    card.0.rem(prime.as_nz_ref()).jacobi_symbol(prime).is_one()
}

/// True if it is a prime one below a multiple of 4, so that roots are powers.
fn fits(prime: &U1024) -> bool {
    prime.as_words()[0] & 3 == 3 && is_prime(Flavor::Any, prime)
}

/// A random prime, one below a multiple of 4, its two highest bits set: the product of two has
/// twice as many bits.
fn prime(bits: u32, coins: &mut impl Coins) -> Result<U1024, Cause> {
    let mut seed = [0; 32];
    coins.fill(&mut seed);
    let mut random = ChaCha20Rng::from_seed(seed);
    seed.zeroize();
    let sieve = SmallFactorsSieveFactory::<U1024>::new(Flavor::Any, bits, SetBits::TwoMsb);
    let found = sieve.and_then(|sieve| sieve_and_find(&mut random, sieve, |_, prime| fits(prime)));
    found.ok().flatten().ok_or(Cause::BadKey { why: "no prime of so many bits was found" })
}
