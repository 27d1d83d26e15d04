//! The operators of rationals: machine integers while they fit, big ones beyond.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::Rational;
use super::control::check_cancelled;
use super::machine::{Fraction, gcd64};
use super::rational::Repr::{Big, Small, Wide};

/// Result of an operation on two whole numbers of a word, if it is one: nearly all numbers of a
/// large deck are.
#[inline]
fn word(x: &Rational, y: &Rational, join: impl Fn(i64, i64) -> Option<i64>) -> Option<Rational> {
    match (&x.0, &y.0) {
        (Small { numerator: a, denominator: 1 }, Small { numerator: c, denominator: 1 }) => {
            let numerator = join(*a, *c).filter(|whole| *whole != i64::MIN)?;
            Some(Rational(Small { numerator, denominator: 1 }))
        }
        _ => None,
    }
}

fn add(x: &Rational, y: &Rational) -> Rational {
    if let (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) =
        (&x.0, &y.0)
    {
        return add_small((*a, *b), (*c, *d));
    }
    if x.is_zero() {
        return y.clone();
    }
    if y.is_zero() {
        return x.clone();
    }
    short(x, y, Fraction::plus).unwrap_or_else(|| Rational::canonical(&*x.to_big() + &*y.to_big()))
}

/// Result of an operation on two fractions of machine integers, if it is one.
fn short(
    x: &Rational,
    y: &Rational,
    join: impl Fn(Fraction, Fraction) -> Option<Fraction>,
) -> Option<Rational> {
    x.fractions(y).and_then(|(x, y)| join(x, y)).map(Rational::reduced)
}

/// `a/b + c/d`, each as `Small` holds it.
fn add_small((a, b): (i64, i64), (c, d): (i64, i64)) -> Rational {
    let (over, other) = (i128::from(a), i128::from(c));
    match (b, d) {
        (1, 1) => Rational::whole(over + other),
        // The other's denominator has nothing in common with the sum's numerator.
        (1, _) => {
            Rational::reduced(Fraction { over: over * i128::from(d) + other, under: i128::from(d) })
        }
        (_, 1) => add_small((c, d), (a, b)),
        _ if b == d => Rational::reduce(over + other, i128::from(b)),
        _ => Rational::reduce(
            over * i128::from(d) + other * i128::from(b),
            i128::from(b) * i128::from(d),
        ),
    }
}

fn mul(x: &Rational, y: &Rational) -> Rational {
    if let (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) =
        (&x.0, &y.0)
    {
        return mul_small((*a, *b), (*c, *d));
    }
    if x.is_zero() || y.is_zero() {
        return Rational::ZERO;
    }
    short(x, y, Fraction::times).unwrap_or_else(|| Rational::canonical(&*x.to_big() * &*y.to_big()))
}

/// `a/b · c/d`, each as `Small` holds it.
fn mul_small((a, b): (i64, i64), (c, d): (i64, i64)) -> Rational {
    let product = |a, c| i128::from(a) * i128::from(c);
    match (b, d) {
        (1, 1) => Rational::whole(product(a, c)),
        // Only a whole factor and the other's denominator can have something in common.
        (1, _) => {
            let common = gcd64(a.unsigned_abs(), d.unsigned_abs()) as i64;
            Rational::reduced(Fraction {
                over: product(a / common, c),
                under: i128::from(d / common),
            })
        }
        (_, 1) => mul_small((c, d), (a, b)),
        _ => Rational::reduce(product(a, c), product(b, d)),
    }
}

fn sub(x: &Rational, y: &Rational) -> Rational {
    match (&x.0, &y.0) {
        (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) => {
            add_small((*a, *b), (-*c, *d))
        }
        (Big(x), Big(y)) => Rational::canonical(&**x - &**y),
        _ if y.is_zero() => x.clone(),
        _ => short(x, y, |x, y| x.plus(y.negated())).unwrap_or_else(|| add(x, &-y)),
    }
}

fn div(x: &Rational, y: &Rational) -> Rational {
    assert!(!y.is_zero(), "division of a rational by 0");
    if let (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) =
        (&x.0, &y.0)
    {
        return Rational::reduce(i128::from(*a) * i128::from(*d), i128::from(*b) * i128::from(*c));
    }
    short(x, y, |x, y| x.times(y.inverted()?))
        .unwrap_or_else(|| Rational::canonical(&*x.to_big() / &*y.to_big()))
}

macro_rules! operator {
    ($trait:ident, $method:ident, $function:ident, $word:expr) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: &Rational) -> Rational {
                word(self, other, $word).unwrap_or_else(|| $function(self, other))
            }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                (&self).$method(other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }
    };
}

operator!(Add, add, add, i64::checked_add);
operator!(Sub, sub, sub, i64::checked_sub);
operator!(Mul, mul, mul, i64::checked_mul);
operator!(Div, div, div, |_, _| None);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        *self = &*self - other;
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Small { numerator, denominator } => {
                Rational(Small { numerator: -numerator, denominator: *denominator })
            }
            Wide(fraction) => Rational(Wide(Box::new(fraction.negated()))),
            Big(big) => Rational::canonical(-(**big).clone()),
        }
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl Rational {
    /// The least whole number above 0 that makes all of these whole when it multiplies them.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// let numbers = [Rational::ratio(1, 4), Rational::ratio(5, 6), Rational::from(7)];
    /// assert_eq!(Rational::common_denominator(numbers.iter()), Rational::from(12));
    /// ```
    #[must_use]
    pub fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Self>) -> Self {
        numbers.filter(|number| !number.is_integer()).fold(Self::ONE, |scale, number| {
            let rest = (&scale * number).denominator();
            scale * rest
        })
    }

    /// Whole numbers, and the number above 0 that each is to be divided by to give these: sums of
    /// whole numbers need no greatest common divisor.
    ///
    /// `None` where the divisor would be more than twice as long as the longest of them: then the
    /// fractions have little in common, and are shorter as they are.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// let numbers = [Rational::ratio(1, 4), Rational::ratio(5, 6)];
    /// let whole = vec![Rational::from(3), Rational::from(10)];
    /// assert_eq!(Rational::over_one_denominator(&numbers), Some((whole, Rational::from(12))));
    /// ```
    #[must_use]
    pub fn over_one_denominator(numbers: &[Self]) -> Option<(Vec<Self>, Self)> {
        let longest = numbers.iter().map(Self::bits).max()?;
        let fractions = numbers.iter().filter(|number| !number.is_integer());
        let scale = fractions.into_iter().try_fold(Self::ONE, |scale, number| {
            let rest = (&scale * number).denominator();
            Some(scale * rest).filter(|scale| scale.bits() <= 2 * longest)
        })?;
        Some((numbers.iter().map(|number| number * &scale).collect(), scale))
    }
}

/// A whole number, in the machine or beyond.
enum WholeNumber<'a> {
    Short(i128),
    Long(&'a IBig),
}

impl Rational {
    fn as_whole(&self) -> Option<WholeNumber<'_>> {
        match &self.0 {
            _ if !self.is_integer() => None,
            Small { numerator, .. } => Some(WholeNumber::Short(i128::from(*numerator))),
            Wide(fraction) => Some(WholeNumber::Short(fraction.over)),
            Big(big) => Some(WholeNumber::Long(big.numerator())),
        }
    }

    /// The sum of products of pairs. Whole numbers are added up in place.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// let [two, half] = [Rational::from(2), Rational::ratio(1, 2)];
    /// assert_eq!(Rational::sum_of_products([(&two, &half), (&two, &two)]), Rational::from(5));
    /// ```
    #[must_use]
    pub fn sum_of_products<'a, I>(pairs: I) -> Self
    where
        I: IntoIterator<Item = (&'a Self, &'a Self), IntoIter: Clone>,
    {
        let pairs = pairs.into_iter().filter(|(x, y)| !x.is_zero() && !y.is_zero());
        let (mut short, mut long) = (0_i128, IBig::ZERO);
        for (x, y) in pairs.clone() {
            let (Some(x), Some(y)) = (x.as_whole(), y.as_whole()) else {
                return pairs.map(|(x, y)| x * y).sum();
            };
            let product = match (x, y) {
                (WholeNumber::Short(x), WholeNumber::Short(y)) => {
                    if let Some(sum) = x.checked_mul(y).and_then(|xy| short.checked_add(xy)) {
                        short = sum;
                        continue;
                    }
                    IBig::from(x) * IBig::from(y)
                }
                (WholeNumber::Long(x), WholeNumber::Short(y))
                | (WholeNumber::Short(y), WholeNumber::Long(x)) => x * y,
                (WholeNumber::Long(x), WholeNumber::Long(y)) => x * y,
            };
            check_cancelled();
            long += product;
        }
        if long.is_zero() && short != i128::MIN {
            return Self::whole(short);
        }
        Self::canonical(RBig::from(long + short))
    }
}

impl std::iter::Sum for Rational {
    /// Adds four by four, in pairs of these, then pairs of pairs: denominators with little in
    /// common then grow in few of the additions.
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        // A few in a row first: most sums have no more.
        let mut numbers = numbers.fuse();
        let mut few = || numbers.by_ref().take(4).reduce(|total, number| total + number);
        let Some(first) = few() else { return Self::ZERO };
        let Some(second) = few() else { return first };
        let mut sums: Vec<(u32, Self)> = vec![(0, first)];
        let more = std::iter::from_fn(few);
        for number in std::iter::once(second).chain(more) {
            let (mut height, mut total) = (0, number);
            while let Some((_, before)) = sums.pop_if(|(below, _)| *below == height) {
                total = before + total;
                height += 1;
            }
            sums.push((height, total));
        }
        sums.into_iter()
            .rev()
            .map(|(_, sum)| sum)
            .reduce(|total, sum| total + sum)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
