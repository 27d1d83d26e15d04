//! Polynomials of a card with rational coefficients.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;

use super::Rational;

mod signs;

/// A polynomial of one whole variable, the card.
///
/// Shape: the constant, the slope, and the coefficients from the square up without trailing zeros.
/// So a line, which is what a prefix sum of a strategy is on a run, allocates nothing.
///
/// ```
/// use bluff_exact::{Polynomial, Rational};
/// let square = Polynomial::card().times(&Polynomial::card());
/// assert_eq!(square.at(3), Rational::from(9));
/// assert_eq!(square.sum_below().at(4), Rational::from(1 + 4 + 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polynomial {
    constant: Rational,
    slope: Rational,
    higher: Higher,
}

/// The coefficients from the square up, without trailing zeros; nothing for a line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Higher(Option<Box<[Rational]>>);

impl Higher {
    fn at(&self, index: usize) -> &Rational {
        static ZERO: Rational = Rational::ZERO;
        self.get(index).unwrap_or(&ZERO)
    }
}

impl Deref for Higher {
    type Target = [Rational];
    fn deref(&self) -> &[Rational] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl FromIterator<Rational> for Higher {
    fn from_iter<I: IntoIterator<Item = Rational>>(coefficients: I) -> Self {
        let mut coefficients: Vec<Rational> = coefficients.into_iter().collect();
        while coefficients.pop_if(|last| last.is_zero()).is_some() {}
        Self((!coefficients.is_empty()).then(|| coefficients.into_boxed_slice()))
    }
}

impl Hash for Polynomial {
    /// Constants tell apart: strategies, which are looked up, are constants by runs.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.constant.hash(state);
    }
}

impl Polynomial {
    /// The polynomial with these coefficients, from the constant up.
    pub fn new(coefficients: Vec<Rational>) -> Self {
        let mut coefficients = coefficients.into_iter();
        let (constant, slope) =
            (coefficients.next().unwrap_or_default(), coefficients.next().unwrap_or_default());
        Self { constant, slope, higher: coefficients.collect() }
    }

    /// The polynomial with these forward differences at a card: the value, the difference to the
    /// next card, the difference of the differences, and so on.
    ///
    /// ```
    /// use bluff_exact::{Polynomial, Rational};
    /// // 9, 16, 25: the differences are 7 and 9, and theirs is 2.
    /// let square = Polynomial::of_differences(3, &[9, 7, 2].map(Rational::from));
    /// assert_eq!(square, Polynomial::card().times(&Polynomial::card()));
    /// ```
    pub fn of_differences(card: u64, differences: &[Rational]) -> Self {
        // Newton's formula, Σ difference_k × binomial(c − card, k), from the highest order down.
        let mut coefficients: Vec<Rational> = Vec::with_capacity(differences.len());
        for (order, difference) in differences.iter().enumerate().rev() {
            let share = Rational::ratio(1, order as i64 + 1);
            let root = Rational::from(card) + Rational::from(order);
            coefficients.insert(0, Rational::ZERO);
            for power in 1..coefficients.len() {
                let coefficient = &coefficients[power] * &share;
                coefficients[power - 1] -= &(&coefficient * &root);
                coefficients[power] = coefficient;
            }
            coefficients[0] += difference;
        }
        Self::new(coefficients)
    }

    /// The constant polynomial.
    pub fn constant(value: Rational) -> Self {
        Self { constant: value, ..Self::default() }
    }

    /// The card itself.
    pub fn card() -> Self {
        Self { slope: Rational::ONE, ..Self::default() }
    }

    /// The coefficients from the constant up, at least two.
    pub fn coefficients(&self) -> impl DoubleEndedIterator<Item = &Rational> + Clone {
        [&self.constant, &self.slope].into_iter().chain(&*self.higher)
    }

    /// The coefficient of a power; 0 beyond the degree.
    pub fn coefficient(&self, power: usize) -> Rational {
        self.coefficients().nth(power).cloned().unwrap_or_default()
    }

    /// The degree; 0 of a constant.
    pub fn degree(&self) -> usize {
        match self.higher.len() {
            0 => usize::from(!self.slope.is_zero()),
            higher => higher + 1,
        }
    }

    /// True if this is 0 everywhere.
    pub fn is_zero(&self) -> bool {
        self.is_constant() && self.constant.is_zero()
    }

    fn is_constant(&self) -> bool {
        self.slope.is_zero() && self.higher.is_empty()
    }

    /// The value, if it is the same on every card.
    pub fn as_constant(&self) -> Option<&Rational> {
        self.is_constant().then_some(&self.constant)
    }

    pub(super) fn line(constant: Rational, slope: Rational) -> Self {
        Self { constant, slope, higher: Higher::default() }
    }

    /// The value at one card.
    pub fn at(&self, card: u64) -> Rational {
        if self.is_constant() {
            return self.constant.clone();
        }
        self.value(&Rational::from(card))
    }

    /// The value at any number.
    pub fn value(&self, at: &Rational) -> Rational {
        let above = self
            .higher
            .iter()
            .rev()
            .fold(Rational::ZERO, |value, coefficient| &(&value + coefficient) * at);
        (above + &self.slope) * at + &self.constant
    }

    /// The sum of two polynomials.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a + b)
    }

    /// The difference of two polynomials.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a - b)
    }

    /// Polynomial of what becomes of each two coefficients, with 0 in place of those that are not
    /// there; of two zeros it is 0.
    pub(super) fn combined(
        &self,
        other: &Self,
        join: impl Fn(&Rational, &Rational) -> Rational,
    ) -> Self {
        let (constant, slope) =
            (join(&self.constant, &other.constant), join(&self.slope, &other.slope));
        if self.higher.is_empty() && other.higher.is_empty() {
            return Self::line(constant, slope);
        }
        let joined = |index| join(self.higher.at(index), other.higher.at(index));
        let higher = (0..self.higher.len().max(other.higher.len())).map(joined).collect();
        Self { constant, slope, higher }
    }

    /// Polynomial of what becomes of each coefficient; of 0 it is 0, and of others it is not.
    fn mapped(&self, map: impl Fn(&Rational) -> Rational) -> Self {
        let higher = self.higher.iter().map(&map).collect();
        Self { constant: map(&self.constant), slope: map(&self.slope), higher }
    }

    /// A number minus this polynomial.
    #[must_use]
    pub fn subtracted_from(&self, value: &Rational) -> Self {
        let mut negative = self.mapped(|coefficient| -coefficient);
        negative.constant = value - &self.constant;
        negative
    }

    /// The product of two polynomials.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if self.is_constant() {
            return other.scaled(&self.constant);
        }
        if other.is_constant() {
            return self.scaled(&other.constant);
        }
        let mut coefficients = vec![Rational::ZERO; self.higher.len() + other.higher.len() + 3];
        for (i, a) in self.coefficients().enumerate() {
            for (j, b) in other.coefficients().enumerate() {
                coefficients[i + j] += &(a * b);
            }
        }
        Self::new(coefficients)
    }

    /// This polynomial times a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::default();
        }
        if factor.is_one() {
            return self.clone();
        }
        self.mapped(|coefficient| coefficient * factor)
    }

    /// The polynomial `T` with `T(c) = Σ_{0 ≤ k < c} f(k)`, so that sums over cards are differences
    /// of `T`.
    #[must_use]
    pub fn sum_below(&self) -> Self {
        if self.is_constant() {
            return Self { slope: self.constant.clone(), ..Self::default() };
        }
        /// Power sums of the degrees that payoffs of up to ten players have.
        static KNOWN: OnceLock<Vec<Polynomial>> = OnceLock::new();
        const DEGREES: usize = 12;
        let degrees = self.higher.len() + 2;
        let known = KNOWN.get_or_init(|| power_sums(DEGREES));
        let power_sums = if degrees > DEGREES { &power_sums(degrees) } else { known };
        let terms = self.coefficients().zip(power_sums);
        terms.fold(Self::default(), |total, (coefficient, sum)| {
            if coefficient.is_zero() { total } else { total.plus(&sum.scaled(coefficient)) }
        })
    }

    /// The sum over the cards `first..=last`.
    pub(super) fn sum(&self, first: u64, last: u64) -> Rational {
        if first == last {
            return self.at(first);
        }
        let count = Rational::from(last + 1 - first);
        if self.is_constant() {
            return &self.constant * &count;
        }
        if self.higher.is_empty() {
            // As many times the mean of the two ends.
            let ends = Rational::from(u128::from(first) + u128::from(last));
            return (&self.constant + &self.slope * (ends / Rational::from(2))) * count;
        }
        let sums = self.sum_below();
        sums.at(last + 1) - sums.at(first)
    }
}

/// The polynomials `c ↦ Σ_{0 ≤ k < c} k^d` of the degrees `d` below `count`.
///
/// Source: telescoping `(k + 1)^(d+1) − k^(d+1)`, which gives the power sums one degree at a time.
fn power_sums(count: usize) -> Vec<Polynomial> {
    let mut sums: Vec<Polynomial> = Vec::with_capacity(count);
    for degree in 0..count {
        let mut power = vec![Rational::ZERO; degree + 2];
        power[degree + 1] = Rational::ONE;
        let mut sum = Polynomial::new(power);
        let mut binomial = Rational::ONE;
        for (lower, power_sum) in sums.iter().enumerate() {
            sum = sum.minus(&power_sum.scaled(&binomial));
            binomial =
                &(&binomial * &Rational::from(degree + 1 - lower)) / &Rational::from(lower + 1);
        }
        sums.push(sum.scaled(&(&Rational::ONE / &Rational::from(degree + 1))));
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers() {
        // Of degrees whose power sums are known, and of one beyond them.
        for coefficients in [1..=4, 1..=12, 1..=15] {
            let powers = Polynomial::new(coefficients.map(Rational::from).collect());
            let below = powers.sum_below();
            let mut total = Rational::ZERO;
            for card in 0..30 {
                assert_eq!(below.at(card), total);
                assert_eq!(powers.sum(card, card), powers.at(card));
                total += &powers.at(card);
            }
            assert_eq!(powers.sum(0, 29), total);
        }
    }
}
