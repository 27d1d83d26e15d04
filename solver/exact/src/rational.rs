//! The one exact number of the project.

use std::borrow::Cow;
use std::cmp::Ordering;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::control::check_cancelled;

use super::machine::{Fraction, common, divided, gcd64};

/// An exact rational number, always reduced, denominator positive.
///
/// Numbers whose two halves fit in 63 bits live inline and cost no allocation; up to 127 bits they
/// are machine integers in a box, so that tables of small numbers stay small; larger ones are a big
/// rational. There is one representation per number, so equality and hashing are structural.
///
/// ```
/// use bluff_exact::Rational;
/// let third = Rational::ratio(1, 3);
/// assert_eq!((&third + &third).to_string(), "2/3");
/// assert_eq!("0.5".parse::<Rational>().unwrap(), Rational::ratio(2, 4));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(pub(super) Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Repr {
    /// Reduced, `1 ≤ denominator`, and `numerator ≠ i64::MIN`, so that negation and the products
    /// below stay in range.
    Small { numerator: i64, denominator: i64 },
    /// At least one half does not fit `Small`.
    Wide(Box<Fraction>),
    /// Reduced, and at least one half does not fit `Wide`.
    Big(Box<RBig>),
}

use Repr::{Big, Small, Wide};

impl Rational {
    /// The number 0.
    pub const ZERO: Self = Self::integer(0);
    /// The number 1.
    pub const ONE: Self = Self::integer(1);

    const fn integer(numerator: i64) -> Self {
        Self(Small { numerator, denominator: 1 })
    }

    /// The reduced fraction `numerator / denominator`.
    ///
    /// # Panics
    /// If `denominator` is 0; text from outside goes through [`str::parse`], which refuses it
    /// instead.
    pub fn ratio(numerator: i64, denominator: i64) -> Self {
        assert!(denominator != 0, "a fraction needs a denominator other than 0");
        Self::reduce(i128::from(numerator), i128::from(denominator))
    }

    /// Reduces any fraction of machine integers; `denominator ≠ 0` and neither half is `i128::MIN`.
    pub(super) fn reduce(numerator: i128, denominator: i128) -> Self {
        let (numerator, denominator) =
            if denominator < 0 { (-numerator, -denominator) } else { (numerator, denominator) };
        // One word is the common case, and much cheaper to divide than two.
        if let (Ok(over), Ok(under)) = (i64::try_from(numerator), i64::try_from(denominator))
            && over != i64::MIN
        {
            let divisor = gcd64(over.unsigned_abs(), under.unsigned_abs()) as i64;
            return Self(Small { numerator: over / divisor, denominator: under / divisor });
        }
        let divisor = common(numerator, denominator);
        Self::reduced(Fraction {
            over: divided(numerator, divisor),
            under: divided(denominator, divisor),
        })
    }

    /// Wraps a whole number.
    pub(super) fn whole(number: i128) -> Self {
        match i64::try_from(number) {
            Ok(numerator) if numerator != i64::MIN => Self::integer(numerator),
            _ => Self(Wide(Box::new(Fraction { over: number, under: 1 }))),
        }
    }

    /// Wraps a fraction of machine integers.
    pub(super) fn reduced(fraction: Fraction) -> Self {
        match (i64::try_from(fraction.over), i64::try_from(fraction.under)) {
            (Ok(numerator), Ok(denominator)) if numerator != i64::MIN => {
                Self(Small { numerator, denominator })
            }
            _ => Self(Wide(Box::new(fraction))),
        }
    }

    /// The fraction of machine integers that this is, or else the big rational.
    pub(super) fn fraction(&self) -> Result<Fraction, &RBig> {
        match &self.0 {
            Small { numerator, denominator } => {
                Ok(Fraction { over: i128::from(*numerator), under: i128::from(*denominator) })
            }
            Wide(fraction) => Ok(**fraction),
            Big(big) => Err(big),
        }
    }

    /// Two fractions of machine integers, if both numbers are.
    pub(super) fn fractions(&self, other: &Self) -> Option<(Fraction, Fraction)> {
        self.fraction().ok().zip(other.fraction().ok())
    }

    /// Wraps a reduced big rational, smaller where it fits. All long arithmetic passes here, so
    /// here it can be stopped.
    pub(super) fn canonical(big: RBig) -> Self {
        check_cancelled();
        match (i128::try_from(big.numerator()), i128::try_from(big.denominator())) {
            (Ok(over), Ok(under)) if over != i128::MIN => Self::reduced(Fraction { over, under }),
            _ => Self(Big(Box::new(big))),
        }
    }

    pub(super) fn from_big_parts(numerator: IBig, denominator: UBig) -> Self {
        Self::canonical(RBig::from_parts(numerator, denominator))
    }

    pub(super) fn to_big(&self) -> Cow<'_, RBig> {
        match self.fraction() {
            Ok(Fraction { over, under }) => {
                Cow::Owned(RBig::from_parts(IBig::from(over), UBig::from(under.unsigned_abs())))
            }
            Err(big) => Cow::Borrowed(big),
        }
    }

    pub(super) fn to_big_parts(&self) -> (IBig, UBig) {
        self.to_big().into_owned().into_parts()
    }

    /// True if this is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small { numerator: 0, .. })
    }

    /// True if this is 1.
    pub fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    /// True if this is a whole number.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small { denominator, .. } => *denominator == 1,
            Wide(fraction) => fraction.under == 1,
            Big(big) => big.is_int(),
        }
    }

    /// Order of this and 0.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small { numerator, .. } => numerator.cmp(&0),
            Wide(fraction) => { fraction.over }.cmp(&0),
            Big(big) => big.numerator().cmp(&IBig::ZERO),
        }
    }

    /// True if this is above 0.
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// True if this is below 0.
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest whole number that is not above this.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            Small { numerator, denominator } => Self::integer(numerator.div_euclid(*denominator)),
            Wide(fraction) => Self::from(fraction.over.div_euclid(fraction.under)),
            Big(big) => Self::canonical(RBig::from(big.floor())),
        }
    }

    /// Quotient by `other`, which is not 0, rounded down, and whether nothing is left; the nearest
    /// machine integer where it is none.
    pub fn whole_quotient(&self, other: &Self) -> (i128, bool) {
        let quick = self.fractions(other).and_then(|(a, b)| a.whole_quotient(b));
        quick.unwrap_or_else(|| {
            let quotient = self / other;
            let beyond = if quotient.is_negative() { i128::MIN / 2 } else { i128::MAX / 2 };
            (quotient.floor().to_i128().unwrap_or(beyond), quotient.is_integer())
        })
    }

    /// This as a machine integer, if it is whole and in range.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Small { numerator, denominator: 1 } => Some(i128::from(*numerator)),
            Wide(fraction) if fraction.under == 1 => Some(fraction.over),
            Big(big) if big.is_int() => i128::try_from(big.numerator()).ok(),
            _ => None,
        }
    }

    /// This as a machine integer, if it is whole, at least 0 and in range.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(self.to_i128()?).ok()
    }

    /// The denominator, as a whole number of at least 1.
    #[must_use]
    pub fn denominator(&self) -> Self {
        match &self.0 {
            Small { denominator, .. } => Self::integer(*denominator),
            Wide(fraction) => Self::from(fraction.under),
            Big(big) => Self::canonical(RBig::from(big.denominator().clone())),
        }
    }

    /// Bits of the longer half: what exact arithmetic on this number costs.
    pub fn bits(&self) -> usize {
        use dashu_int::ops::BitTest;
        match self.fraction() {
            Ok(Fraction { over, under }) => {
                (128 - over.unsigned_abs().max(under.unsigned_abs()).leading_zeros()) as usize
            }
            Err(big) => big.numerator().bit_len().max(big.denominator().bit_len()),
        }
    }

    /// The nearest double, for guesses and for pictures.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small { numerator, denominator } => *numerator as f64 / *denominator as f64,
            Wide(_) | Big(_) => self.to_big().to_f64().value(),
        }
    }

    /// The number that a double is, or `None` of infinities and what is no number.
    pub fn of_double(double: f64) -> Option<Self> {
        RBig::try_from(double).ok().map(Self::canonical)
    }

    /// The reciprocal, or `None` of 0.
    pub fn recip(&self) -> Option<Self> {
        (!self.is_zero()).then(|| &Self::ONE / self)
    }

    /// The power `self^exponent`.
    #[must_use]
    pub fn pow(&self, exponent: usize) -> Self {
        (0..exponent).fold(Self::ONE, |power, _| power * self)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => {
                let quick = self.fractions(other).and_then(|(a, b)| a.compared(b));
                quick.unwrap_or_else(|| self.to_big().cmp(&other.to_big()))
            }
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Rational {
            fn from(number: $integer) -> Self {
                match i128::try_from(number) {
                    Ok(over) if over != i128::MIN => Self::whole(over),
                    _ => Self::canonical(RBig::from(IBig::from(number))),
                }
            }
        }
    )*};
}

from_integer!(i32, u32, i64, u64, usize, i128, u128);
