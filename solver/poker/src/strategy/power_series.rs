//! Power series in a few variables, cut off.

use std::rc::Rc;

use bluff_exact::Rational;

/// The terms that are kept: those with at most a greatest power of each variable.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct KeptTerms {
    /// By variable, the place of the term that it is alone.
    variables: Vec<usize>,
    /// The first one is the constant, and the last one has the greatest powers.
    all: Vec<KeptTerm>,
}

#[derive(Debug, PartialEq, Eq)]
struct KeptTerm {
    /// The powers as digits, so that those of a product are a sum.
    powers: u64,
    /// The last variable that it has, and its power.
    variable: usize,
    power: u32,
    /// The sum of the powers.
    degree: u32,
}

/// A power series, by the terms that are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PowerSeries {
    terms: Rc<KeptTerms>,
    coefficients: Vec<Rational>,
}

impl KeptTerms {
    /// Up to these powers, which add up to less than the number of players.
    pub(super) fn up_to(greatest: impl IntoIterator<Item = u32>) -> Rc<Self> {
        /// Bits of a digit: the sum of two powers fits, and as many digits as there are variables.
        const BITS: usize = 6;
        let mut variables = Vec::new();
        let mut all = vec![KeptTerm { powers: 0, variable: 0, power: 0, degree: 0 }];
        for (variable, most) in greatest.into_iter().enumerate() {
            let lower = all.len();
            variables.push(lower);
            for power in 1..=most {
                for place in 0..lower {
                    let KeptTerm { powers, degree, .. } = all[place];
                    let powers = powers | u64::from(power) << (BITS * variable);
                    all.push(KeptTerm { powers, variable, power, degree: degree + power });
                }
            }
        }
        Rc::new(Self { variables, all })
    }
}

impl PowerSeries {
    /// `constant + Σ factor × variable`; a factor that is not given is 0.
    pub(super) fn linear(terms: &Rc<KeptTerms>, constant: &Rational, factors: &[Rational]) -> Self {
        let mut coefficients = vec![Rational::ZERO; terms.all.len()];
        coefficients[0] = constant.clone();
        for (variable, factor) in terms.variables.iter().zip(factors) {
            coefficients[*variable] = factor.clone();
        }
        Self { terms: Rc::clone(terms), coefficients }
    }

    /// `(1 + Σ factor × variable)^exponent`, by the binomial series.
    pub(super) fn power(terms: &Rc<KeptTerms>, factors: &[Rational], exponent: i128) -> Self {
        let mut coefficients = vec![Rational::ONE];
        for (place, term) in terms.all.iter().enumerate().skip(1) {
            let one_less = &coefficients[place - terms.variables[term.variable]];
            let coefficient = match factors.get(term.variable) {
                Some(factor) if !factor.is_zero() && !one_less.is_zero() => {
                    let left = Rational::from(exponent + 1 - i128::from(term.degree));
                    one_less * factor * left / Rational::from(term.power)
                }
                _ => Rational::ZERO,
            };
            coefficients.push(coefficient);
        }
        Self { terms: Rc::clone(terms), coefficients }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let all = &self.terms.all;
        let mut coefficients = vec![Rational::ZERO; all.len()];
        for (a, left) in self.nonzero() {
            for (b, right) in other.nonzero().take_while(|(b, _)| a + b < all.len()) {
                // Otherwise a power of the product is not kept.
                if all[a].powers + all[b].powers == all[a + b].powers {
                    coefficients[a + b] += &(left * right);
                }
            }
        }
        Self { terms: Rc::clone(&self.terms), coefficients }
    }

    /// The coefficients other than 0, by place.
    fn nonzero(&self) -> impl Iterator<Item = (usize, &Rational)> {
        self.coefficients.iter().enumerate().filter(|(_, coefficient)| !coefficient.is_zero())
    }

    pub(super) fn plus(mut self, other: &Self) -> Self {
        for (sum, more) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *sum += more;
        }
        self
    }

    pub(super) fn scaled(mut self, factor: &Rational) -> Self {
        for coefficient in &mut self.coefficients {
            *coefficient = &*coefficient * factor;
        }
        self
    }

    pub(super) fn is_zero(&self) -> bool {
        self.nonzero().next().is_none()
    }

    /// The coefficient of the term with the greatest powers.
    pub(super) fn last(&self) -> &Rational {
        &self.coefficients[self.coefficients.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_repeated_products() {
        let terms = KeptTerms::up_to([3, 1, 2]);
        let factors = [Rational::ratio(2, 3), Rational::ZERO, Rational::from(-5)];
        let one = PowerSeries::power(&terms, &factors, 0);
        let base = PowerSeries::linear(&terms, &Rational::ONE, &factors);
        let mut power = one.clone();
        for exponent in 0..9 {
            assert_eq!(PowerSeries::power(&terms, &factors, exponent), power);
            assert_eq!(PowerSeries::power(&terms, &factors, -exponent).times(&power), one);
            power = power.times(&base);
        }
    }
}
