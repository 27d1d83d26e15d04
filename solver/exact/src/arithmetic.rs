//! The operators of rationals: machine integers while they fit, big ones beyond.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use super::Rational;
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
    join(x.fraction().ok()?, y.fraction().ok()?).map(Rational::reduced)
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
        (_, 1) => {
            Rational::reduced(Fraction { over: over + other * i128::from(b), under: i128::from(b) })
        }
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
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use num_bigint::BigInt;
    use num_rational::BigRational;
    use proptest::prelude::*;

    use super::*;

    /// Whole numbers around the edges between the representations, with factors in common and
    /// without.
    fn whole() -> impl Strategy<Value = BigInt> {
        let edge =
            prop::sample::select(vec![0_u32, 31, 32, 62, 63, 64, 95, 126, 127, 128, 129, 200]);
        let near = (edge, -3..=3_i64, any::<bool>()).prop_map(|(bits, off, negative)| {
            let number = (BigInt::from(1) << bits) + off;
            if negative { -number } else { number }
        });
        let composite = (any::<i64>(), 0..40_u32, 0..40_u32, 0..12_u32).prop_map(
            |(number, twos, threes, sevens)| {
                (BigInt::from(number >> 40) << twos)
                    * BigInt::from(3).pow(threes)
                    * BigInt::from(7).pow(sevens)
            },
        );
        prop_oneof![
            near,
            composite,
            (-20..20_i64).prop_map(BigInt::from),
            any::<i64>().prop_map(BigInt::from)
        ]
    }

    fn number() -> impl Strategy<Value = Rational> {
        (whole(), whole()).prop_map(|(over, under)| {
            let under = if under == BigInt::ZERO { BigInt::from(1) } else { under };
            Rational::from(&BigRational::new(over, under))
        })
    }

    fn hash(number: &Rational) -> u64 {
        let mut hasher = DefaultHasher::new();
        number.hash(&mut hasher);
        hasher.finish()
    }

    fn big(number: &Rational) -> BigRational {
        number.into()
    }

    #[test]
    fn tables_of_small_numbers_stay_small() {
        assert_eq!(size_of::<Rational>(), 24);
    }

    fn two_to(bits: u32) -> Rational {
        Rational::from(&BigRational::from(BigInt::from(1) << bits))
    }

    #[test]
    fn the_machine_integer_whose_negative_is_none_stays_out_of_the_word() {
        let least = Rational::from(i64::MIN);
        let half = Rational::from(i64::MIN / 2);
        let made = [
            Rational::ratio(i64::MIN, 1),
            &half / &Rational::ratio(1, 2),
            &half + &half,
            -two_to(63),
        ];
        assert!(made.iter().all(|number| *number == least), "{made:?}");
        assert_eq!(-&Rational::ratio(i64::MIN, 3), two_to(63) / Rational::from(3));
    }

    #[test]
    fn the_wide_integer_whose_negative_is_none_is_a_big_one() {
        let (least, half) = (-two_to(127), -two_to(126));
        let (two, third) = (Rational::from(2), Rational::ratio(1, 3));
        let made = [
            &half + &half,
            &half * &two,
            &half / &Rational::ratio(1, 2),
            &half - &two_to(126),
            i128::MIN.into(),
        ];
        assert!(
            made.iter().all(|number| *number == least && matches!(number.0, Big(_))),
            "{made:?}"
        );
        let thirds = &half * &third;
        assert!(
            [&thirds + &thirds, &thirds * &two, &least * &third]
                .iter()
                .all(|number| *number == &least / &Rational::from(3))
        );
        assert_eq!(&(&least * &third) - &(&thirds + &thirds), Rational::ZERO);
    }

    #[test]
    fn quotients_beyond_machine_integers_are_the_nearest_ones() {
        let (huge, two) = (two_to(300), Rational::from(2));
        assert_eq!(huge.whole_quotient(&two), (i128::MAX / 2, true));
        assert_eq!((-&huge).whole_quotient(&Rational::from(3)), (i128::MIN / 2, false));
    }

    #[test]
    fn sums_of_many_and_their_denominator() {
        let numbers: Vec<Rational> = (1..=20).map(|under| Rational::ratio(1, under)).collect();
        let in_order = numbers.iter().fold(Rational::ZERO, |total, number| total + number);
        assert_eq!(numbers.iter().cloned().sum::<Rational>(), in_order);
        assert_eq!(Rational::common_denominator(numbers.iter()), Rational::from(232_792_560));
    }

    #[test]
    fn powers_bits_and_doubles() {
        assert_eq!(
            (Rational::from(2).pow(100), Rational::ratio(-2, 3).pow(0)),
            (two_to(100), Rational::ONE)
        );
        assert_eq!(Rational::default(), Rational::ZERO);
        let numbers = [Rational::ratio(-1, 255), two_to(100), two_to(200) / Rational::from(3)];
        assert_eq!(numbers.each_ref().map(Rational::bits), [8, 101, 201]);
        let doubles = [-1.0 / 255.0, 2.0_f64.powi(100), 2.0_f64.powi(200) / 3.0];
        assert_eq!(numbers.map(|number| number.to_f64().to_bits()), doubles.map(f64::to_bits));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn num_rational_agrees(x in number(), y in number()) {
            prop_assert_eq!(big(&(&x + &y)), big(&x) + big(&y));
            prop_assert_eq!(big(&(&x - &y)), big(&x) - big(&y));
            prop_assert_eq!(big(&(&x * &y)), big(&x) * big(&y));
            let mut total = x.clone();
            total += &y;
            prop_assert_eq!(&total, &(&x + &y));
            total -= &y;
            prop_assert_eq!(&total, &x);
            prop_assert_eq!(x.cmp(&y), big(&x).cmp(&big(&y)));
            prop_assert_eq!(x.partial_cmp(&y), Some(big(&x).cmp(&big(&y))));
            prop_assert_eq!(big(&x.floor()), big(&x).floor());
            prop_assert_eq!(big(&-&x), -big(&x));
            prop_assert_eq!(x.to_string(), big(&x).to_string());
            prop_assert_eq!(format!("{x:>90}"), format!("{:>90}", x.to_string()));
            prop_assert_eq!(x.is_integer(), big(&x).is_integer());
            prop_assert_eq!(x.sign(), big(&x).cmp(&BigRational::from(BigInt::ZERO)));
            prop_assert_eq!(big(&x.denominator()), BigRational::from(big(&x).denom().clone()));
            prop_assert_eq!(x.to_i128(), i128::try_from(big(&x).to_integer()).ok().filter(|_| big(&x).is_integer()));
            let cut = (big(&x.abs()) * BigInt::from(10).pow(21)).floor() / BigInt::from(10).pow(21);
            prop_assert_eq!(big(&x.decimal(21).trim_matches(['-', '…']).parse().unwrap()), cut);
            prop_assert_eq!(x.recip().map(|one| big(&one)), (!x.is_zero()).then(|| big(&x).recip()));
            if !y.is_zero() {
                let quotient = big(&x) / big(&y);
                prop_assert_eq!(big(&(&x / &y)), quotient.clone());
                if let Ok(whole) = i128::try_from(quotient.floor().to_integer()) {
                    prop_assert_eq!(x.whole_quotient(&y), (whole, quotient.is_integer()));
                }
            }
        }

        #[test]
        fn every_number_has_the_smallest_representation(x in number(), y in number()) {
            for number in [&x + &y, &x - &y, &x * &y, -&x, x.floor(), x.denominator(), x.abs()] {
                let halves = [big(&number).numer().clone(), big(&number).denom().clone()];
                let within = |most: BigInt| halves.iter().all(|half| -&most <= *half && *half <= most);
                let fits = (within(i64::MAX.into()), within(i128::MAX.into()));
                let kept = (matches!(number.0, Small { .. }), !matches!(number.0, Big(_)));
                prop_assert_eq!(kept, fits, "{}", number);
                prop_assert_eq!(hash(&number), hash(&Rational::from(&big(&number))));
                prop_assert_eq!(number == x, number.cmp(&x).is_eq());
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
