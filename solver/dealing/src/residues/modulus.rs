use std::sync::Arc;

use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Odd, U2048};

use crate::word::byte_word;
use crate::{Cause, Coins, Transcript};

const LIMBS: usize = U2048::LIMBS;

/// A number below a modulus of at most 2048 bits; on the wire 256 bytes, the highest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Residue(pub(super) U2048);

impl zeroize::DefaultIsZeroes for Residue {}

impl Residue {
    /// The residue 1.
    pub const ONE: Self = Self(U2048::ONE);

    /// Its bytes on the wire.
    pub fn bytes(&self) -> [u8; U2048::BYTES] {
        self.0.to_be_bytes().into()
    }
}

impl From<u64> for Residue {
    fn from(number: u64) -> Self {
        Self(U2048::from(number))
    }
}

// Only the modulus can tell if it is below it and a unit: [`Modulus::admits`].
byte_word!(Residue, "a residue of 256 bytes", own => own.bytes(), bytes[U2048::BYTES] => {
    Ok(Self(U2048::from_be_slice(&bytes)))
});

/// The units modulo an odd number of at most 2048 bits. Small ones serve to check everything
/// exhaustively.
///
/// Every operation takes the same time for all residues, unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modulus(Arc<FixedMontyParams<LIMBS>>);

impl Modulus {
    /// Errors: `BadKey` unless it is odd and at least 3.
    pub fn new(modulus: U2048) -> Result<Self, Cause> {
        let odd = Option::from(Odd::new(modulus)).filter(|_| modulus > U2048::ONE);
        let odd = odd.ok_or(Cause::BadKey { why: "a modulus is odd and at least 3" })?;
        Ok(Self(Arc::new(FixedMontyParams::new_vartime(odd))))
    }

    /// The modulus itself.
    pub fn value(&self) -> &U2048 {
        self.0.modulus().as_ref()
    }

    fn form(&self, residue: &Residue) -> FixedMontyForm<LIMBS> {
        FixedMontyForm::new(&residue.0, &self.0)
    }

    /// `a` times a factor in Montgomery form: the form cancels out.
    fn times(&self, a: &Residue, factor: &FixedMontyForm<LIMBS>) -> Residue {
        Residue(FixedMontyForm::from_montgomery(a.0, &self.0).mul(factor).to_montgomery())
    }

    /// `a·b`.
    pub fn product(&self, a: &Residue, b: &Residue) -> Residue {
        self.times(a, &self.form(b))
    }

    /// `a²`.
    pub fn square(&self, a: &Residue) -> Residue {
        self.square_times(a, &Residue::ONE)
    }

    /// `a²·b`.
    pub fn square_times(&self, a: &Residue, b: &Residue) -> Residue {
        #[cfg(test)]
        super::tests::SQUARINGS.with(|count| count.set(count.get() + 1));
        self.times(b, &self.form(a).square())
    }

    /// `a` to a secret exponent.
    pub fn power(&self, a: &Residue, exponent: &U2048) -> Residue {
        // All windows are looked up alike; only the length of the modulus shows.
        Residue(self.form(a).pow_bounded_exp(exponent, self.value().bits_vartime()).retrieve())
    }

    /// The inverse of a unit; `None` if it is none.
    pub fn inverse(&self, a: &Residue) -> Option<Residue> {
        Option::<FixedMontyForm<LIMBS>>::from(self.form(a).invert())
            .map(|inverse| Residue(inverse.retrieve()))
    }

    /// The Jacobi symbol of a public number: −1, 0 or 1.
    pub fn symbol(&self, a: &Residue) -> i8 {
        a.0.jacobi_symbol_vartime(self.0.modulus()).into()
    }

    /// True if all of these are below the modulus and units; one common divisor is computed for all
    /// of them.
    pub fn admits<'a>(&self, residues: impl IntoIterator<Item = &'a Residue>) -> bool {
        let (mut below, mut all) = (true, FixedMontyForm::one(&self.0));
        for residue in residues {
            below &= residue.0 < *self.value();
            // In the form or not, a factor that is no unit takes the product out of the units.
            all = all.mul(&FixedMontyForm::from_montgomery(residue.0, &self.0));
        }
        below && all.retrieve().gcd(self.value()) == U2048::ONE
    }

    /// Units, each equally likely: what is too large or no unit is drawn again.
    pub fn units(&self, count: usize, coins: &mut impl Coins) -> Vec<Residue> {
        let mut units: Vec<Residue> = (0..count).map(|_| self.below(coins)).collect();
        if !self.admits(&units) {
            for unit in &mut units {
                while !self.admits([&*unit]) {
                    *unit = self.below(coins);
                }
            }
        }
        units
    }

    /// One unit.
    pub fn unit(&self, coins: &mut impl Coins) -> Residue {
        self.units(1, coins)[0]
    }

    fn below(&self, coins: &mut impl Coins) -> Residue {
        let bits = self.value().bits_vartime();
        if bits <= 64 {
            return Residue::from(coins.below(self.value().as_words()[0]));
        }
        let mut bytes = [0; U2048::BYTES];
        loop {
            coins.fill(&mut bytes[..bits.div_ceil(8) as usize]);
            let drawn = U2048::from_le_slice(&bytes);
            // Only the bits the modulus has: more than half of all draws are below it.
            let drawn = drawn.bitand(&U2048::MAX.shr_vartime(U2048::BITS - bits));
            if drawn < *self.value() {
                zeroize::Zeroize::zeroize(&mut bytes);
                return Residue(drawn);
            }
        }
    }

    pub(super) fn bind(&self, transcript: &mut Transcript) {
        transcript.bytes("modulus", &Residue(*self.value()).bytes());
    }
}
