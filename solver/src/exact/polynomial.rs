//! Polynomials of a card with rational coefficients.

use std::cmp::Ordering;

use super::Rational;

/// A polynomial of one whole variable, the card.
///
/// Shape: coefficients from the constant up, without trailing zeros; the zero polynomial has none.
///
/// ```
/// use rational_bluff::exact::{Polynomial, Rational};
/// let square = Polynomial::card().times(&Polynomial::card());
/// assert_eq!(square.at(3), Rational::from(9));
/// assert_eq!(square.sum_below().at(4), Rational::from(1 + 4 + 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Polynomial(Vec<Rational>);

impl Polynomial {
    /// The polynomial with these coefficients, from the constant up.
    pub fn new(mut coefficients: Vec<Rational>) -> Self {
        while coefficients.last().is_some_and(Rational::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The constant polynomial.
    pub fn constant(value: Rational) -> Self {
        Self::new(vec![value])
    }

    /// The card itself.
    pub fn card() -> Self {
        Self(vec![Rational::ZERO, Rational::ONE])
    }

    /// Whether this is 0 everywhere.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, if this does not depend on the card.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.0.as_slice() {
            [] => Some(Rational::ZERO),
            [value] => Some(value.clone()),
            _ => None,
        }
    }

    /// The value at one card.
    pub fn at(&self, card: u64) -> Rational {
        match self.0.as_slice() {
            [] => Rational::ZERO,
            [value] => value.clone(),
            coefficients => {
                let card = Rational::from(card);
                coefficients.iter().rev().fold(Rational::ZERO, |value, coefficient| &(&value * &card) + coefficient)
            }
        }
    }

    /// The sum of two polynomials.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let (longer, shorter) = if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let mut coefficients = Vec::with_capacity(longer.0.len());
        coefficients.extend(longer.0.iter().zip(&shorter.0).map(|(a, b)| a + b));
        coefficients.extend_from_slice(&longer.0[shorter.0.len()..]);
        Self::new(coefficients)
    }

    /// The difference of two polynomials.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let common = self.0.len().min(other.0.len());
        let mut coefficients = Vec::with_capacity(self.0.len().max(other.0.len()));
        coefficients.extend(self.0.iter().zip(&other.0).map(|(a, b)| a - b));
        coefficients.extend_from_slice(&self.0[common..]);
        coefficients.extend(other.0[common..].iter().map(|coefficient| -coefficient));
        Self::new(coefficients)
    }

    /// The product of two polynomials.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        match (self.0.as_slice(), other.0.as_slice()) {
            ([], _) | (_, []) => return Self::default(),
            ([factor], _) => return other.scaled(factor),
            (_, [factor]) => return self.scaled(factor),
            _ => {}
        }
        let mut coefficients = vec![Rational::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
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
        Self(self.0.iter().map(|coefficient| coefficient * factor).collect())
    }

    /// The polynomial `T` with `T(c) = Σ_{0 ≤ k < c} f(k)`, so that sums over cards are differences of `T`.
    ///
    /// Source: telescoping `(k + 1)^(d+1) − k^(d+1)`, which gives the power sums one degree at a time.
    #[must_use]
    pub fn sum_below(&self) -> Self {
        if let Some(value) = self.as_constant() {
            return Self::new(vec![Rational::ZERO, value]);
        }
        let mut power_sums: Vec<Self> = Vec::with_capacity(self.0.len());
        let mut total = Self::default();
        for (degree, coefficient) in self.0.iter().enumerate() {
            let mut sum = Self::default();
            sum.0.resize(degree + 2, Rational::ZERO);
            sum.0[degree + 1] = Rational::ONE;
            let mut binomial = Rational::ONE;
            for (lower, power_sum) in power_sums.iter().enumerate() {
                sum = sum.minus(&power_sum.scaled(&binomial));
                binomial = &(&binomial * &Rational::from(degree + 1 - lower)) / &Rational::from(lower + 1);
            }
            let sum = sum.scaled(&(&Rational::ONE / &Rational::from(degree + 1)));
            total = total.plus(&sum.scaled(coefficient));
            power_sums.push(sum);
        }
        total
    }

    /// The forward difference `f(c + 1) − f(c)`.
    fn difference(&self) -> Self {
        let mut shifted = Self::default();
        let next = Self::new(vec![Rational::ONE, Rational::ONE]);
        for coefficient in self.0.iter().rev() {
            shifted = shifted.times(&next).plus(&Self::constant(coefficient.clone()));
        }
        shifted.minus(self)
    }

    /// Where on the cards `first..=last` this is below, at or above 0: maximal runs as (last card, sign).
    ///
    /// Decided on whole cards: where the forward difference keeps its sign the polynomial is monotone, and a bisection
    /// finds the change. No root is ever approximated.
    pub fn signs(&self, first: u64, last: u64) -> Vec<(u64, Ordering)> {
        let mut runs: Vec<(u64, Ordering)> = Vec::new();
        let mut push = |last: u64, sign: Ordering| match runs.last_mut() {
            Some(run) if run.1 == sign => run.0 = last,
            Some(run) if run.0 >= last => {}
            _ => runs.push((last, sign)),
        };
        if first == last || self.0.len() <= 1 {
            push(last, self.at(first).sign());
            return runs;
        }
        let mut from = first;
        for (to, _) in self.difference().signs(first, last - 1) {
            // Monotone on from..=to + 1.
            let end = to + 1;
            let last_sign = self.at(end).sign();
            while from <= end {
                let sign = self.at(from).sign();
                let stretch = if sign == last_sign { end } else { self.last_with(sign, from, end) };
                push(stretch, sign);
                from = stretch + 1;
            }
            from = end;
        }
        runs
    }

    /// The last card of `from..=to` with the sign that `from` has, for a polynomial monotone there.
    fn last_with(&self, sign: Ordering, from: u64, to: u64) -> u64 {
        let (mut inside, mut outside) = (from, to);
        while outside - inside > 1 {
            let middle = inside + (outside - inside) / 2;
            if self.at(middle).sign() == sign {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_agree_with_looking_at_every_card() {
        // (c − 3)(c − 7)(c − 7)(2c − 25), and its relatives shifted up and down.
        let factor = |a: i64, b: i64| Polynomial::new(vec![Rational::from(b), Rational::from(a)]);
        let quartic = factor(1, -3).times(&factor(1, -7)).times(&factor(1, -7)).times(&factor(2, -25));
        for shift in -60..=60 {
            let shifted = quartic.plus(&Polynomial::constant(Rational::from(shift * 3)));
            for (first, last) in [(1, 20), (5, 9), (7, 7), (12, 13)] {
                let runs = shifted.signs(first, last);
                assert_eq!(runs.last().unwrap().0, last);
                let mut from = first;
                for (to, sign) in runs {
                    for card in from..=to {
                        assert_eq!(shifted.at(card).sign(), sign, "shift {shift} card {card}");
                    }
                    from = to + 1;
                }
            }
        }
    }

    #[test]
    fn sums_of_powers() {
        let cube_and_more = Polynomial::new((1..=4).map(Rational::from).collect());
        let below = cube_and_more.sum_below();
        let mut total = Rational::ZERO;
        for card in 0..30 {
            assert_eq!(below.at(card), total);
            total += &cube_and_more.at(card);
        }
    }
}
