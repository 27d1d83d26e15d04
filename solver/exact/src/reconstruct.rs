//! Fractions from their residues.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRem};

use super::Rational;

/// Bits that a residue must hold beyond those of the fraction read from it.
const GUARD: usize = 32;

/// Finds the fractions whose residues modulo a power of a base are known.
///
/// The fractions are expected to share most of their denominators, as the solution of a system of
/// equations does. A fraction is the right one but for a chance of about 2⁻³²: whoever asks checks
/// the answer.
///
/// ```
/// use bluff_exact::{Rational, Reconstruction};
/// let mut fractions = Reconstruction::new((1 << 61) - 1, 2);
/// assert_eq!(fractions.fraction([7, 0].into_iter()), Some(Rational::from(7)));
/// // 2 · 2^60 is 1 more than the base, and so on with every digit.
/// assert_eq!(
///     fractions.fraction([1 << 60, (1 << 60) - 1].into_iter()),
///     Some(Rational::ratio(1, 2))
/// );
/// ```
pub struct Reconstruction {
    base: IBig,
    modulus: IBig,
    /// A common multiple of the denominators met.
    denominator: IBig,
}

impl Reconstruction {
    /// Residues modulo `base` to the power `digits`.
    pub fn new(base: i64, digits: usize) -> Self {
        let base = IBig::from(base);
        Self { modulus: base.pow(digits), base, denominator: IBig::ONE }
    }

    /// The fraction with this residue, digits from the lowest; `None` if the digits are too few to
    /// tell.
    ///
    /// Cost: one gcd if its denominator is new, otherwise a product and a division.
    pub fn fraction(&mut self, digits: impl DoubleEndedIterator<Item = i64>) -> Option<Rational> {
        let room = self.modulus.bit_len().checked_sub(GUARD)?;
        let residue = digits.rev().fold(IBig::ZERO, |sum, digit| sum * &self.base + digit);
        let mut scaled = residue * &self.denominator % &self.modulus;
        if scaled.bit_len() + 1 >= self.modulus.bit_len() {
            let half = &self.modulus >> 1;
            if scaled > half {
                scaled -= &self.modulus;
            } else if scaled < -half {
                scaled += &self.modulus;
            }
        }
        if scaled.bit_len() + self.denominator.bit_len() > room {
            let (numerator, factor) = self.nearest(scaled);
            self.denominator *= factor;
            scaled = numerator;
            if scaled.bit_len() + self.denominator.bit_len() > room {
                return None;
            }
        }
        let (_, denominator) = self.denominator.clone().into_parts();
        Some(Rational::from_big_parts(scaled, denominator))
    }

    /// The fraction congruent to `residue` where numerator and denominator first are of about the
    /// same length (Wang's algorithm); the denominator is above 0.
    fn nearest(&self, residue: IBig) -> (IBig, IBig) {
        let half = self.modulus.bit_len() / 2;
        let (mut last, mut rest) = (self.modulus.clone(), residue);
        let (mut last_factor, mut factor) = (IBig::ZERO, IBig::ONE);
        while rest.bit_len() > half {
            let (quotient, remainder) = (&last).div_rem(&rest);
            let next = last_factor - quotient * &factor;
            (last, rest) = (rest, remainder);
            (last_factor, factor) = (factor, next);
        }
        if factor < IBig::ZERO { (-rest, -factor) } else { (rest, factor) }
    }
}
