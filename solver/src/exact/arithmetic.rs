//! The operators of rationals: machine integers while they fit, big ones beyond.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use super::Rational;
use super::rational::Repr::{Big, Small};

fn add(x: &Rational, y: &Rational) -> Rational {
    if let (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) = (&x.0, &y.0) {
        return add_small((*a, *b), (*c, *d));
    }
    if x.is_zero() {
        return y.clone();
    }
    if y.is_zero() {
        return x.clone();
    }
    Rational::canonical(&*x.to_big() + &*y.to_big())
}

/// `a/b + c/d`, each as `Small` holds it.
fn add_small((a, b): (i64, i64), (c, d): (i64, i64)) -> Rational {
    let (over, other) = (i128::from(a), i128::from(c));
    match (b, d) {
        (1, 1) => Rational::reduced(over + other, 1),
        // The other's denominator has nothing in common with the sum's numerator.
        (1, _) => Rational::reduced(over * i128::from(d) + other, i128::from(d)),
        (_, 1) => Rational::reduced(over + other * i128::from(b), i128::from(b)),
        _ if b == d => Rational::reduce(over + other, i128::from(b)),
        _ => Rational::reduce(over * i128::from(d) + other * i128::from(b), i128::from(b) * i128::from(d)),
    }
}

fn mul(x: &Rational, y: &Rational) -> Rational {
    if let (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) = (&x.0, &y.0) {
        if *b == 1 && *d == 1 {
            return Rational::reduced(i128::from(*a) * i128::from(*c), 1);
        }
        return Rational::reduce(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d));
    }
    if x.is_zero() || y.is_zero() {
        return Rational::ZERO;
    }
    Rational::canonical(&*x.to_big() * &*y.to_big())
}

fn sub(x: &Rational, y: &Rational) -> Rational {
    match (&x.0, &y.0) {
        (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) => {
            add_small((*a, *b), (-*c, *d))
        }
        (Big(x), Big(y)) => Rational::canonical(&**x - &**y),
        _ => add(x, &-y),
    }
}

fn div(x: &Rational, y: &Rational) -> Rational {
    assert!(!y.is_zero(), "division of a rational by 0");
    if let (Small { numerator: a, denominator: b }, Small { numerator: c, denominator: d }) = (&x.0, &y.0) {
        return Rational::reduce(i128::from(*a) * i128::from(*d), i128::from(*b) * i128::from(*c));
    }
    Rational::canonical(&*x.to_big() / &*y.to_big())
}

macro_rules! operator {
    ($trait:ident, $method:ident, $function:ident) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                $function(self, other)
            }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                $function(&self, &other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                $function(&self, other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                $function(self, &other)
            }
        }
    };
}

operator!(Add, add, add);
operator!(Sub, sub, sub);
operator!(Mul, mul, mul);
operator!(Div, div, div);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = add(self, other);
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        *self = sub(self, other);
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Small { numerator, denominator } => Rational(Small { numerator: -numerator, denominator: *denominator }),
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
    /// use rational_bluff::exact::Rational;
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
}

impl std::iter::Sum for Rational {
    /// Adds in pairs, then pairs of pairs: denominators with little in common then grow in few of the additions.
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        let mut sums: Vec<(u32, Self)> = Vec::new();
        for number in numbers {
            let (mut height, mut total) = (0, number);
            while let Some((_, before)) = sums.pop_if(|(below, _)| *below == height) {
                total = before + total;
                height += 1;
            }
            sums.push((height, total));
        }
        sums.into_iter().rev().fold(Self::ZERO, |total, (_, sum)| total + sum)
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use proptest::prelude::*;

    use super::*;

    /// Numbers around the edge between the two representations, and well beyond it.
    fn number() -> impl Strategy<Value = Rational> {
        let near = prop::sample::select(vec![0, 1, -1, 2, i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1, 1 << 32]);
        let half = prop_oneof![any::<i64>(), -20..20_i64, near];
        (half.clone(), half, 0..3_usize).prop_map(|(over, under, power)| {
            let under = if under == 0 { 1 } else { under };
            Rational::ratio(over, under).pow(power + 1)
        })
    }

    fn big(number: &Rational) -> BigRational {
        number.into()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn num_rational_agrees(x in number(), y in number()) {
            prop_assert_eq!(big(&(&x + &y)), big(&x) + big(&y));
            prop_assert_eq!(big(&(&x - &y)), big(&x) - big(&y));
            prop_assert_eq!(big(&(&x * &y)), big(&x) * big(&y));
            prop_assert_eq!(x.cmp(&y), big(&x).cmp(&big(&y)));
            prop_assert_eq!(big(&x.floor()), big(&x).floor());
            prop_assert_eq!(big(&-&x), -big(&x));
            prop_assert_eq!(x.to_string(), big(&x).to_string());
            if !y.is_zero() {
                prop_assert_eq!(big(&(&x / &y)), big(&x) / big(&y));
            }
        }

        #[test]
        fn one_representation_per_number(x in number(), y in number()) {
            // There and back lands on the same representation, which structural equality shows.
            prop_assert_eq!(&(&(&x + &y) - &y), &x);
            prop_assert_eq!(&Rational::from(&big(&x)), &x);
            if !y.is_zero() {
                prop_assert_eq!(&(&(&x * &y) / &y), &x);
            }
        }
    }
}
