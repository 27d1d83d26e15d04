//! Numbers twice as long as doubles, for where doubles cannot tell a pivot from rounding.

use super::number::{Field, SimplexNumber};
use bluff_exact::Rational;

/// The sum of two doubles, the second no more than half a unit in the last place of the first.
///
/// Source: Dekker, *A floating-point technique for extending the available precision* (1971).
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct DoubleDouble {
    high: f64,
    low: f64,
}

/// A sum, and what rounding took off it.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// A product, and what rounding took off it.
fn product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    (product, a.mul_add(b, -product))
}

impl DoubleDouble {
    /// Two doubles of which the first is the greater by far.
    fn new(high: f64, low: f64) -> Self {
        let sum = high + low;
        Self { high: sum, low: low - (sum - high) }
    }

    /// This number times a double.
    fn multiple(&self, factor: f64) -> Self {
        let (high, low) = product(self.high, factor);
        Self::new(high, low + self.low * factor)
    }
}

impl Field for DoubleDouble {
    const EXACT: bool = false;
    const ZERO: Self = Self { high: 0.0, low: 0.0 };
    const ONE: Self = Self { high: 1.0, low: 0.0 };

    fn is_zero(&self) -> bool {
        self.high.is_zero()
    }

    fn is_negligible(&self) -> bool {
        self.high.abs() < 1e-27
    }

    fn can_pivot(&self) -> bool {
        self.high.abs() > 1e-16
    }

    fn can_pivot_beside(&self, largest: &Self) -> bool {
        self.high.can_pivot_beside(&largest.high)
    }

    fn outweighs(&self, other: &Self) -> bool {
        self.high.outweighs(&other.high)
    }

    fn plus(&self, other: &Self) -> Self {
        let (high, rest) = sum(self.high, other.high);
        let (low, last) = sum(self.low, other.low);
        let Self { high, low } = Self::new(high, rest + low);
        Self::new(high, low + last)
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    fn times(&self, other: &Self) -> Self {
        let (high, low) = product(self.high, other.high);
        Self::new(high, low + (self.high * other.low + self.low * other.high))
    }

    fn over(&self, other: &Self) -> Self {
        let first = self.high / other.high;
        let rest = self.minus(&other.multiple(first));
        let second = rest.high / other.high;
        let third = rest.minus(&other.multiple(second)).high / other.high;
        let Self { high, low } = Self::new(first, second);
        Self::new(high, low + third)
    }

    fn negated(&self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl SimplexNumber for DoubleDouble {
    // Programs of these numbers have so large ones that a point which stays stalls again.
    const IS_LONG: bool = true;
    const TOLERANCE: Self = Self { high: 1e-18, low: 0.0 };

    fn from_rational(number: &Rational) -> Self {
        let high = number.to_f64();
        Self::new(high, (number - high.to_rational()).to_f64())
    }

    fn agrees_with(&self, other: &Self) -> bool {
        self.minus(other).high.abs() <= 1e-15 * (1.0 + self.high.abs())
    }

    fn rounded(&self) -> f64 {
        self.high
    }

    fn scaled(&self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }

    fn to_rational(&self) -> Rational {
        self.high.to_rational() + self.low.to_rational()
    }

    fn shift(&self, relative: f64) -> Self {
        Self { high: self.high.shift(relative), low: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = Rational> {
        (-1_000_000_000_000_000_000..=1_000_000_000_000_000_000_i64, 1..=1_000_000_007_i64)
            .prop_map(|(over, under)| Rational::ratio(over, under))
    }

    /// True if this is the number but for a relative error of 2^-98.
    fn near(found: DoubleDouble, expected: &Rational, sizes: &Rational) -> bool {
        let error = (found.to_rational() - expected).abs();
        error * Rational::from(2).pow(98) <= sizes.abs()
    }

    proptest! {
        #[test]
        fn thirty_digits_are_right(a in number(), b in number()) {
            let (x, y) = (DoubleDouble::from_rational(&a), DoubleDouble::from_rational(&b));
            prop_assert!(near(x, &a, &a));
            prop_assert!(near(x.plus(&y), &(&a + &b), &(a.abs() + b.abs())));
            prop_assert!(near(x.minus(&y), &(&a - &b), &(a.abs() + b.abs())));
            prop_assert!(near(x.times(&y), &(&a * &b), &(&a * &b)));
            if !b.is_zero() {
                prop_assert!(near(x.over(&y), &(&a / &b), &(&a / &b)));
            }
            prop_assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b));
            prop_assert!(near(x.size(), &a.abs(), &a));
        }
    }
}
