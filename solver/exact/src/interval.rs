//! Closed intervals that surely contain a number.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::ops::{DivEuclid, SquareRoot, SquareRootRem};
use dashu_int::{IBig, UBig};

use super::Rational;

/// A closed interval with ends in whole multiples of `2^−bits`, which contains the number it stands
/// for.
///
/// Every operation rounds outward, so that the result contains the result of the numbers. Where two
/// intervals of different precision meet, the coarser one decides. Nothing here is a float; a
/// comparison that the intervals do not decide is `None`, never a guess.
///
/// ```
/// use bluff_exact::{Interval, Rational};
/// let two = Interval::of(&Rational::from(2), 100);
/// let root = two.sqrt().unwrap();
/// assert_eq!(root.decimal(20).unwrap(), "1.41421356237309504880…");
/// assert_eq!((&(&root * &root) - &two).sign(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    low: IBig,
    high: IBig,
    bits: usize,
}

impl Interval {
    /// The narrowest interval of this precision around a number.
    pub fn of(number: &Rational, bits: usize) -> Self {
        Self::between(number, number, bits)
    }

    /// The narrowest interval of this precision around all numbers from one to the other, in any
    /// order.
    pub fn between(one: &Rational, other: &Rational, bits: usize) -> Self {
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        let units = |number: &Rational| {
            let (numerator, denominator) = number.to_big_parts();
            (numerator << bits, IBig::from(denominator))
        };
        let ((low, under_low), (high, under_high)) = (units(low), units(high));
        Self { low: low.div_euclid(under_low), high: ceil(&high, &under_high), bits }
    }

    /// The lower end.
    pub fn low(&self) -> Rational {
        self.end(&self.low)
    }

    /// The upper end.
    pub fn high(&self) -> Rational {
        self.end(&self.high)
    }

    /// The middle, rounded down to a multiple of `2^−bits`.
    pub fn middle(&self) -> Rational {
        self.end(&((&self.low + &self.high) >> 1))
    }

    /// Distance of the ends.
    pub fn width(&self) -> Rational {
        self.end(&(&self.high - &self.low))
    }

    /// The precision: ends are whole multiples of `2^−bits`.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// True if a number lies inside, the ends included.
    pub fn contains(&self, number: &Rational) -> bool {
        self.low() <= *number && *number <= self.high()
    }

    /// The same interval in another precision, rounded outward.
    #[must_use]
    pub fn with_bits(&self, bits: usize) -> Self {
        if bits >= self.bits {
            let by = bits - self.bits;
            return Self { low: &self.low << by, high: &self.high << by, bits };
        }
        self.rescaled(self.low.clone(), self.high.clone(), self.bits - bits, bits)
    }

    /// Order of the number and 0, if the interval decides it.
    pub fn sign(&self) -> Option<Ordering> {
        match (self.low.cmp(&IBig::ZERO), self.high.cmp(&IBig::ZERO)) {
            (Ordering::Greater, _) => Some(Ordering::Greater),
            (_, Ordering::Less) => Some(Ordering::Less),
            (Ordering::Equal, Ordering::Equal) => Some(Ordering::Equal),
            _ => None,
        }
    }

    /// Order of two numbers, if the intervals decide it.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        (self - other).sign()
    }

    /// The quotient; `None` where the divisor may be 0.
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        let (one, other, bits) = self.aligned(divisor);
        if matches!(other.sign(), None | Some(Ordering::Equal)) {
            return None;
        }
        let quotients = [
            (&one.low, &other.low),
            (&one.low, &other.high),
            (&one.high, &other.low),
            (&one.high, &other.high),
        ]
        .map(|(over, under)| {
            let (over, under) = (over << bits, under.clone());
            if under < IBig::ZERO { (-over, -under) } else { (over, under) }
        });
        let lows = quotients.iter().map(|(over, under)| over.div_euclid(under));
        let highs = quotients.iter().map(|(over, under)| ceil(over, under));
        Some(Self { low: lows.min()?, high: highs.max()?, bits })
    }

    /// The square root; `None` where the number may be below 0.
    pub fn sqrt(&self) -> Option<Self> {
        let root = |end: &IBig| (end >= &IBig::ZERO).then(|| (end << self.bits).into_parts().1);
        let (low, high) = (root(&self.low)?, root(&self.high)?);
        let (above, rest) = high.sqrt_rem();
        let high = if rest.is_zero() { above } else { above + UBig::ONE };
        Some(Self { low: low.sqrt().into(), high: high.into(), bits: self.bits })
    }

    /// The power with a whole exponent.
    #[must_use]
    pub fn pow(&self, exponent: usize) -> Self {
        (0..exponent).fold(Self::of(&Rational::ONE, self.bits), |power, _| &power * self)
    }

    /// This times a number that is known exactly, rounded once.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Self {
        self * &Self::of(factor, self.bits)
    }

    /// The digits that are certain: the expansion cut after `places` digits, if both ends agree on
    /// it. An ellipsis says that it goes on.
    pub fn decimal(&self, places: usize) -> Option<String> {
        let (low, high) = (self.low().decimal(places), self.high().decimal(places));
        let digits = low.trim_end_matches('…');
        let padded = |text: &str| {
            let text = text.trim_end_matches('…');
            let point = if text.contains('.') { text.to_owned() } else { format!("{text}.") };
            let missing = places.saturating_sub(point.split('.').nth(1).map_or(0, str::len));
            point + &"0".repeat(missing)
        };
        if low == high && self.low == self.high {
            return Some(low);
        }
        // Between a cut below and a cut above 0 lies 0 itself, where “-0.0” and “0.0” differ as
        // text.
        (padded(digits) == padded(&high)).then(|| padded(digits) + "…")
    }

    fn end(&self, units: &IBig) -> Rational {
        Rational::from_big_parts(units.clone(), UBig::ONE << self.bits)
    }

    fn aligned(&self, other: &Self) -> (Self, Self, usize) {
        let bits = self.bits.min(other.bits);
        (self.with_bits(bits), other.with_bits(bits), bits)
    }

    /// Divides both ends by `2^by`, outward.
    fn rescaled(&self, low: IBig, high: IBig, by: usize, bits: usize) -> Self {
        Self { low: low >> by, high: -(-high >> by), bits }
    }
}

/// `⌈over / under⌉` for a divisor above 0.
fn ceil(over: &IBig, under: &IBig) -> IBig {
    -(-over).div_euclid(under)
}

impl Add for &Interval {
    type Output = Interval;
    fn add(self, other: &Interval) -> Interval {
        let (one, other, bits) = self.aligned(other);
        Interval { low: one.low + other.low, high: one.high + other.high, bits }
    }
}

impl Sub for &Interval {
    type Output = Interval;
    fn sub(self, other: &Interval) -> Interval {
        self + &-other
    }
}

impl Neg for &Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval { low: -&self.high, high: -&self.low, bits: self.bits }
    }
}

impl Mul for &Interval {
    type Output = Interval;
    fn mul(self, other: &Interval) -> Interval {
        let (one, other, bits) = self.aligned(other);
        let mut products = [
            &one.low * &other.low,
            &one.low * &other.high,
            &one.high * &other.low,
            &one.high * &other.high,
        ];
        products.sort();
        let [low, _, _, high] = products;
        self.rescaled(low, high, bits, bits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = Rational> {
        (any::<i32>(), 1..1_000_000_i64)
            .prop_map(|(over, under)| Rational::ratio(i64::from(over), under))
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 2_000, failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn every_operation_contains_the_result(
            (x, dx, y, dy) in (number(), number(), number(), number()),
            bits in 0..90_usize,
            other in 0..90_usize,
            power in 0..5_usize,
        ) {
            let wide = |x: &Rational, d: &Rational, bits| {
                Interval::between(&(x - d.abs()), &(x + d.abs()), bits)
            };
            for (one, two) in [
                (wide(&x, &dx, bits), wide(&y, &dy, other)),
                (Interval::of(&x, bits), Interval::of(&y, other)),
                (wide(&x, &dx, bits), Interval::of(&y, other)),
            ] {
                prop_assert!(one.contains(&x) && two.contains(&y) && one.contains(&one.middle()));
                prop_assert!((&one + &two).contains(&(&x + &y)));
                prop_assert!((&one - &two).contains(&(&x - &y)));
                prop_assert!((&one * &two).contains(&(&x * &y)));
                prop_assert!(one.pow(power).contains(&x.pow(power)));
                prop_assert!(one.with_bits(other).contains(&x));
                if let Some(quotient) = one.over(&two) {
                    prop_assert!(quotient.contains(&(&x / &y)));
                }
                if let Some(order) = one.compare(&two) {
                    prop_assert_eq!(order, x.cmp(&y));
                }
                if let Some(root) = one.sqrt() {
                    prop_assert!(root.low().pow(2) <= x && x <= root.high().pow(2));
                }
                if let Some(digits) = one.decimal(6).filter(|digits| digits.ends_with('…')) {
                    let cut = x.decimal(6);
                    let same = digits.starts_with(cut.trim_end_matches('…'));
                    prop_assert!(same, "{} is not {}", digits, cut);
                }
            }
        }
    }

    #[test]
    fn what_the_ends_do_not_decide_is_not_said() {
        let about = Interval::between(&Rational::ratio(-1, 8), &Rational::ratio(1, 8), 3);
        assert_eq!((about.sign(), about.sqrt(), about.decimal(1)), (None, None, None));
        assert_eq!(Interval::of(&Rational::ONE, 3).over(&about), None);
        let half = Interval::of(&Rational::ratio(1, 2), 8);
        assert_eq!(half.decimal(3).unwrap(), "0.5");
        let nearly = Interval::between(&Rational::ratio(1, 2), &Rational::ratio(129, 256), 8);
        assert_eq!((nearly.decimal(1).unwrap(), nearly.decimal(3)), ("0.5…".to_owned(), None));
    }
}
