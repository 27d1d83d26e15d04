//! The two kinds of number the one simplex runs on.

use super::entering_variable::Freedom;
use bluff_exact::Rational;

/// Number as factorising a basis needs it. What is not said of a kind of number is exact.
pub(super) trait Field: Clone {
    /// True if arithmetic is exact.
    const EXACT: bool;
    const ZERO: Self;
    const ONE: Self;

    fn is_zero(&self) -> bool;

    /// True if this is 0 but for rounding.
    fn is_negligible(&self) -> bool {
        self.is_zero()
    }

    /// True if this may be divided by.
    fn can_pivot(&self) -> bool {
        !self.is_zero()
    }

    /// True if this may be divided by where `largest` stands beside it.
    fn can_pivot_beside(&self, _largest: &Self) -> bool {
        self.can_pivot()
    }

    /// True if dividing by this is safer than by `other`; never if arithmetic is exact.
    fn outweighs(&self, _other: &Self) -> bool {
        false
    }

    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn over(&self, other: &Self) -> Self;
    fn negated(&self) -> Self;

    fn add_product(&mut self, a: &Self, b: &Self) {
        *self = self.plus(&a.times(b));
    }

    fn sub_product(&mut self, a: &Self, b: &Self) {
        *self = self.minus(&a.times(b));
    }
}

/// Number as the simplex method needs it. Every tolerance lives in the `f64` implementation; in
/// rationals they are all 0 and every test is exact.
pub(super) trait SimplexNumber: Field + PartialOrd {
    /// Distance beyond a bound, or on the wrong side of 0, that still counts as on it.
    const TOLERANCE: Self;
    /// True of numbers longer than doubles, for programs that doubles cannot tell apart: where the
    /// method stalls, all bounds are widened, not those of basic variables alone, and it gives up
    /// sooner, since refinement goes on from there.
    const IS_LONG: bool = false;

    fn from_rational(number: &Rational) -> Self;
    /// True if two computations of the same number agree well enough to go on.
    fn agrees_with(&self, other: &Self) -> bool;
    /// The nearest double, or about.
    fn rounded(&self) -> f64;
    /// A rough, finite size above 0, to weigh choices with.
    fn magnitude(&self) -> f64 {
        self.rounded().abs().clamp(1e-100, 1e100)
    }
    /// Seen as a reduced cost: how much a move in freedom gains per unit, roughly; above 0 only if
    /// it does gain.
    fn gain(&self, freedom: Freedom) -> f64 {
        let (reduced, tolerance) = (self.rounded(), Self::TOLERANCE.rounded());
        let gain = if freedom == Freedom::Both {
            reduced.abs()
        } else {
            reduced * f64::from(freedom as i8)
        };
        if gain > tolerance { gain } else { 0.0 }
    }
    fn size(&self) -> Self {
        if *self < Self::ZERO { self.negated() } else { self.clone() }
    }
    /// This number times a power of two.
    fn scaled(&self, power: f64) -> Self;
    /// The rational number that this is; 0 for what is none.
    fn to_rational(&self) -> Rational;
    /// A tiny number for a bound of this size, `relative` to it; 0 in rationals.
    fn shift(&self, relative: f64) -> Self;

    fn is_positive(&self) -> bool {
        *self > Self::ZERO
    }

    /// True if this is below 0 by more than the tolerance.
    fn is_clearly_negative(&self) -> bool {
        *self < Self::TOLERANCE.negated()
    }

    /// True if this is above 0 by more than the tolerance.
    fn is_clearly_positive(&self) -> bool {
        *self > Self::TOLERANCE
    }
}

impl Field for Rational {
    const EXACT: bool = true;
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn is_zero(&self) -> bool {
        self.is_zero()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn negated(&self) -> Self {
        -self
    }
}

impl SimplexNumber for Rational {
    const TOLERANCE: Self = Self::ZERO;

    fn from_rational(number: &Rational) -> Self {
        number.clone()
    }

    fn agrees_with(&self, _: &Self) -> bool {
        true
    }

    fn rounded(&self) -> f64 {
        self.to_f64()
    }

    fn gain(&self, freedom: Freedom) -> f64 {
        let gains = match freedom {
            Freedom::Held => false,
            Freedom::Up => self.is_negative(),
            Freedom::Down => self.is_positive(),
            Freedom::Both => !self.is_zero(),
        };
        if gains { self.magnitude() } else { 0.0 }
    }

    fn scaled(&self, power: f64) -> Self {
        self * &power.to_rational()
    }

    fn to_rational(&self) -> Rational {
        self.clone()
    }

    fn shift(&self, _: f64) -> Self {
        Self::ZERO
    }
}

impl Field for f64 {
    const EXACT: bool = false;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[allow(clippy::float_cmp, reason = "an exact 0 marks an empty place")]
    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn is_negligible(&self) -> bool {
        self.abs() < 1e-13
    }

    fn can_pivot(&self) -> bool {
        self.abs() > 1e-8
    }

    fn can_pivot_beside(&self, largest: &Self) -> bool {
        self.abs() >= 0.1 * largest.abs()
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn negated(&self) -> Self {
        -self
    }

    fn outweighs(&self, other: &Self) -> bool {
        self.abs() > other.abs()
    }
}

impl SimplexNumber for f64 {
    const TOLERANCE: Self = 1e-9;

    fn from_rational(number: &Rational) -> Self {
        number.to_f64()
    }

    fn agrees_with(&self, other: &Self) -> bool {
        (self - other).abs() <= 1e-7 * (1.0 + self.abs())
    }

    fn rounded(&self) -> f64 {
        *self
    }

    fn scaled(&self, power: f64) -> Self {
        self * power
    }

    fn to_rational(&self) -> Rational {
        Rational::of_double(*self).unwrap_or_default()
    }

    fn shift(&self, relative: f64) -> Self {
        relative * (1.0 + self.abs())
    }
}
