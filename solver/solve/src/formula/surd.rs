use std::cmp::Ordering;
use std::fmt;

use crate::exact::{Interval, QuadraticField, Rational};

/// A real number `p + q√r` with rational `p`, `q` and a square-free whole `r`.
///
/// ```
/// use rational_bluff::{exact::Rational, formula::Surd};
/// // −2 + √8.
/// let bet = Surd::new(Rational::from(-2), Rational::ONE, 8);
/// assert_eq!((bet.to_string(), bet.decimal(10)), ("2√2 − 2".into(), "0.8284271247…".into()));
/// let coefficients: Vec<String> = bet.polynomial().iter().map(Rational::to_string).collect();
/// assert_eq!(coefficients, ["-4", "4", "1"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surd {
    rational: Rational,
    coefficient: Rational,
    /// 1 where the coefficient is 0.
    radicand: u64,
}

impl Surd {
    /// The number `rational + coefficient · √radicand`.
    ///
    /// Cost: `O(√radicand)`, to take out squares.
    pub fn new(rational: Rational, coefficient: Rational, radicand: u64) -> Self {
        let (root, radicand) = without_squares(radicand);
        let coefficient = &coefficient * &Rational::from(root);
        match radicand {
            _ if coefficient.is_zero() => rational.into(),
            1 => (&rational + &coefficient).into(),
            radicand => Self { rational, coefficient, radicand },
        }
    }

    /// The number as a fraction, if it is one.
    pub fn exact(&self) -> Option<&Rational> {
        self.coefficient.is_zero().then_some(&self.rational)
    }

    /// This times a fraction.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Self {
        Self::new(&self.rational * factor, &self.coefficient * factor, self.radicand)
    }

    /// The polynomial of least degree with this root: whole coefficients without a common divisor,
    /// lowest first, the last above 0.
    pub fn polynomial(&self) -> Vec<Rational> {
        let coefficients = match self.exact() {
            Some(number) => vec![-number, Rational::ONE],
            None => vec![
                &self.rational.pow(2) - &self.square(),
                &self.rational * &Rational::from(-2),
                Rational::ONE,
            ],
        };
        let scale = Rational::common_denominator(coefficients.iter());
        coefficients.iter().map(|coefficient| coefficient * &scale).collect()
    }

    /// Decimal fractions below and above the number, with no other root of its polynomial between
    /// them; both are the number itself if it is a fraction.
    pub fn isolated(&self) -> [Rational; 2] {
        if let Some(number) = self.exact() {
            return [number.clone(), number.clone()];
        }
        let (ten, mut unit) = (Rational::from(10), Rational::ratio(1, 1_000));
        loop {
            // The other root is 2|q|√r away.
            if unit.pow(2) < &self.square() * &Rational::from(4) {
                let low = &(&self.near(&unit) / &unit).floor() * &unit;
                if self.cmp(&low.clone().into()).is_gt() && self.cmp(&(&low + &unit).into()).is_lt()
                {
                    return [low.clone(), &low + &unit];
                }
            }
            unit = &unit / &ten;
        }
    }

    /// The expansion cut after so many digits; an ellipsis says that it goes on.
    pub fn decimal(&self, digits: usize) -> String {
        if let Some(number) = self.exact() {
            return number.decimal(digits);
        }
        // A surd is never a decimal fraction, so some precision decides its digits.
        (1..)
            .find_map(|more| self.enclosed(4 * digits + 32 * more)?.decimal(digits))
            .unwrap_or_default()
    }

    /// The number enclosed, with ends in multiples of `2^−bits`.
    pub fn enclosed(&self, bits: usize) -> Option<Interval> {
        let root = Interval::of(&Rational::from(self.radicand), bits).sqrt()?;
        Some(&root.times(&self.coefficient) + &Interval::of(&self.rational, bits))
    }

    /// `q² r`.
    fn square(&self) -> Rational {
        &self.coefficient.pow(2) * &Rational::from(self.radicand)
    }

    /// A fraction less than `unit` away.
    fn near(&self, unit: &Rational) -> Rational {
        let bits = 64 + (Rational::ONE / unit.clone()).bits() + self.coefficient.bits();
        self.enclosed(bits).map_or_else(|| self.rational.clone(), |near| near.middle())
    }
}

impl From<Rational> for Surd {
    fn from(rational: Rational) -> Self {
        Self { rational, coefficient: Rational::ZERO, radicand: 1 }
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Surd {
    /// Exact: roots are compared by their squares.
    fn cmp(&self, other: &Self) -> Ordering {
        // The sign of x + y√r − z√s.
        let rational = &self.rational - &other.rational;
        if self.radicand == other.radicand || other.exact().is_some() {
            let coefficient = &self.coefficient - &other.coefficient;
            return sign(&rational, &coefficient, self.radicand);
        }
        let left = sign(&rational, &self.coefficient, self.radicand);
        let right = other.coefficient.sign();
        if left != right {
            return left.cmp(&right);
        }
        // Both have the same sign, not 0: compare x² + y² r + 2xy√r with z² s.
        let constant = &rational.pow(2) + &self.square() - &other.square();
        let cross = &(&rational * &self.coefficient) * &Rational::from(2);
        let squares = sign(&constant, &cross, self.radicand);
        if left.is_gt() { squares } else { squares.reverse() }
    }
}

/// The sign of `rational + coefficient · √radicand`.
fn sign(rational: &Rational, coefficient: &Rational, radicand: u64) -> Ordering {
    let field = QuadraticField { d: Rational::from(radicand) };
    field.sign(&[rational.clone(), coefficient.clone()])
}

/// The largest root of a square that divides the number, and what is left of the number.
fn without_squares(mut number: u64) -> (u64, u64) {
    let (mut root, mut factor) = (1, 2);
    while factor * factor <= number {
        while number.is_multiple_of(factor * factor) {
            number /= factor * factor;
            root *= factor;
        }
        factor += 1;
    }
    (root, number)
}

impl fmt::Display for Surd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.exact() {
            return number.fmt(formatter);
        }
        let size = self.coefficient.abs();
        let under = size.denominator();
        let factor = match &size * &under {
            one if one.is_one() => String::new(),
            whole => whole.to_string(),
        };
        let over = format!("{factor}√{}", self.radicand);
        let root = if under.is_one() { over } else { format!("{over}/{under}") };
        match (self.rational.sign(), self.coefficient.is_negative()) {
            (Ordering::Equal, false) => formatter.write_str(&root),
            (Ordering::Equal, true) => write!(formatter, "−{root}"),
            (Ordering::Greater, false) => write!(formatter, "{} + {root}", self.rational),
            (Ordering::Greater, true) => write!(formatter, "{} − {root}", self.rational),
            (Ordering::Less, false) => write!(formatter, "{root} − {}", self.rational.abs()),
            (Ordering::Less, true) => write!(formatter, "−{} − {root}", self.rational.abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surd(rational: (i64, i64), coefficient: (i64, i64), radicand: u64) -> Surd {
        let ratio = |(over, under)| Rational::ratio(over, under);
        Surd::new(ratio(rational), ratio(coefficient), radicand)
    }

    #[test]
    fn numbers_compare_as_their_doubles_do() {
        let mut numbers = Vec::new();
        for over in -4..=4 {
            for coefficient in -3..=3 {
                for radicand in [1, 2, 3, 8, 12, 50] {
                    let double = f64::from(over) / 2.0
                        + f64::from(coefficient) / 3.0 * f64::from(radicand).sqrt();
                    let surd =
                        surd((over.into(), 2), (coefficient.into(), 3), u64::from(radicand as u8));
                    numbers.push((surd, double));
                }
            }
        }
        for (one, about) in &numbers {
            for (other, roughly) in &numbers {
                let expected = if (about - roughly).abs() < 1e-9 {
                    Ordering::Equal
                } else {
                    about.total_cmp(roughly)
                };
                assert_eq!(one.cmp(other), expected, "{one} and {other}");
            }
        }
    }

    #[test]
    fn text_polynomial_and_interval() {
        for (number, text, polynomial) in [
            (surd((-2, 1), (2, 1), 2), "2√2 − 2", "-4 4 1"),
            (surd((1, 1), (-2, 3), 2), "1 − 2√2/3", "1 -18 9"),
            (surd((1, 2), (1, 2), 5), "1/2 + √5/2", "-1 -1 1"),
            (surd((0, 1), (-1, 1), 12), "−2√3", "-12 0 1"),
            (surd((-1, 1), (1, 4), 9), "-1/4", "1 4"),
        ] {
            let coefficients: Vec<String> =
                number.polynomial().iter().map(Rational::to_string).collect();
            assert_eq!(
                (number.to_string().as_str(), coefficients.join(" ").as_str()),
                (text, polynomial)
            );
            let [low, high] = number.isolated();
            assert!(Surd::from(low) <= number && number <= Surd::from(high));
        }
        let close = surd((1, 1), (1, 1_000_000), 2);
        let [low, high] = close.isolated();
        let other = surd((1, 1), (-1, 1_000_000), 2);
        assert!(other < low.into() && close < high.into());
        assert_eq!(surd((0, 1), (1, 1), 2).decimal(30), "1.414213562373095048801688724209…");
    }
}
