//! Real roots of polynomials, each enclosed by fractions.

use std::cmp::Ordering;

use super::{Polynomial, Rational};

/// A real number: the only root of a polynomial between two fractions, ends included.
///
/// Of a fraction both ends are that fraction.
///
/// ```
/// use bluff_exact::{Polynomial, Rational, RealRoot};
/// let square = Polynomial::new([-2, 0, 1].map(Rational::from).to_vec());
/// let root = RealRoot::first(&square, &Rational::ZERO, &Rational::from(2)).ok_or("no root")?;
/// assert_eq!(root.decimal(9), "1.414213562…");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealRoot {
    polynomial: Polynomial,
    low: Rational,
    high: Rational,
}

impl RealRoot {
    /// Bits behind the point of a root when it is found.
    const BITS: usize = 48;
    /// Halvings after which roots are taken for one.
    const MAX_HALVINGS: usize = 400;

    /// The least root between two fractions, ends excluded; `None` if there is none. Roots that
    /// hundreds of halvings do not part are taken for one.
    pub fn first(polynomial: &Polynomial, low: &Rational, high: &Rational) -> Option<Self> {
        let mut left = vec![(low.clone(), high.clone(), 0)];
        while let Some((low, high, halvings)) = left.pop() {
            match Bernstein::new(&low, &high, polynomial.degree()).signs(polynomial).1 {
                0 => {}
                1 if polynomial.degree() == 1 => {
                    return Some((-polynomial.coefficient(0) / polynomial.coefficient(1)).into());
                }
                changes if changes == 1 || halvings == Self::MAX_HALVINGS => {
                    let mut root = Self { polynomial: polynomial.clone(), low, high };
                    root.narrow(Self::BITS);
                    let fraction = Rational::simplest_between(&root.low, &root.high);
                    let is_root = polynomial.value(&fraction).is_zero();
                    return Some(if is_root { fraction.into() } else { root });
                }
                _ => {
                    let middle = (2..).map(|part| &low + &((&high - &low) / Rational::from(part)));
                    let mut middle = middle.filter(|at| !polynomial.value(at).is_zero());
                    let middle = middle.next()?;
                    left.push((middle.clone(), high, halvings + 1));
                    left.push((low, middle, halvings + 1));
                }
            }
        }
        None
    }

    /// Takes ends that are no roots and at most `2^−bits` apart.
    pub fn narrow(&mut self, bits: usize) {
        let width = Rational::ONE / Rational::from(2).pow(bits);
        let is_root = |at: &Rational| self.polynomial.value(at).is_zero();
        let (mut low, mut high) = (self.low.clone(), self.high.clone());
        while low != high && (&high - &low > width || is_root(&low) || is_root(&high)) {
            let middle = (&low + &high) / Rational::from(2);
            let before = Bernstein::new(&low, &middle, self.polynomial.degree());
            match before.signs(&self.polynomial).1 {
                _ if is_root(&middle) => (low, high) = (middle.clone(), middle),
                0 => low = middle,
                _ => high = middle,
            }
        }
        (self.low, self.high) = (low, high);
    }

    /// The polynomial.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// A fraction that is not above the number.
    pub fn low(&self) -> &Rational {
        &self.low
    }

    /// A fraction that is not below the number.
    pub fn high(&self) -> &Rational {
        &self.high
    }

    /// The order of this number and a fraction.
    pub fn cmp_to(&self, number: &Rational) -> Ordering {
        if number < &self.low || number > &self.high {
            return self.low.cmp(number);
        }
        if self.polynomial.value(number).is_zero() {
            return Ordering::Equal;
        }
        let below = Bernstein::new(&self.low, number, self.polynomial.degree());
        if below.signs(&self.polynomial).1 == 0 { Ordering::Greater } else { Ordering::Less }
    }

    /// The expansion cut after so many digits; an ellipsis says that it goes on.
    pub fn decimal(&self, digits: usize) -> String {
        let (mut root, unit) = (self.clone(), Rational::from(10).pow(digits));
        for bits in (1..).map(|more| Self::BITS * more) {
            let [low, high] = [&root.low, &root.high].map(|end| end.decimal(digits));
            if low == high {
                return low;
            }
            let between = (&root.high * &unit).floor() / &unit;
            if between >= root.low && root.polynomial.value(&between).is_zero() {
                return between.decimal(digits);
            }
            root.narrow(bits);
        }
        String::new()
    }
}

impl From<Rational> for RealRoot {
    fn from(number: Rational) -> Self {
        let polynomial = Polynomial::new(vec![-&number, Rational::ONE]);
        Self { polynomial, low: number.clone(), high: number }
    }
}

/// Signs of polynomials between two fractions.
///
/// In Bernstein's basis of an interval the coefficients change their sign as often as the
/// polynomial has roots inside, or more often by an even number. So no change proves that there is
/// no root, and one change that there is one. Source: Descartes' rule of signs.
#[derive(Clone, Debug)]
pub struct Bernstein {
    /// By degree, by Bernstein coefficient, by power: whole numbers.
    weights: Vec<Vec<Vec<Rational>>>,
}

impl Bernstein {
    /// The basis for polynomials of at most this degree, between two fractions.
    pub fn new(low: &Rational, high: &Rational, degree: usize) -> Self {
        let scale = Rational::common_denominator([low, high].into_iter());
        let ends = [low, high].map(|end| end * &scale);
        let weights = |degree: usize| {
            (0..=degree)
                .map(|at| {
                    // Mean of all products of `power` factors out of `at` times the high end and
                    // `degree − at` times the low one.
                    let mut products = vec![Rational::ONE];
                    for factor in 0..degree {
                        let end = &ends[usize::from(factor < at)];
                        products.push(Rational::ZERO);
                        for power in (0..=factor).rev() {
                            let more = &products[power] * end;
                            products[power + 1] += &more;
                        }
                    }
                    let mut count = Rational::ONE;
                    for (power, product) in products.iter_mut().enumerate() {
                        let scale = scale.pow(degree - power);
                        *product = &*product * &scale / &count * factorial(degree);
                        count = count * Rational::from(degree - power) / Rational::from(power + 1);
                    }
                    products
                })
                .collect()
        };
        Self { weights: (0..=degree).map(weights).collect() }
    }

    /// The sign of a polynomial right of the lower end, and how often the sign of its coefficients
    /// changes; the degree is at most that of the basis.
    pub fn signs(&self, polynomial: &Polynomial) -> (Ordering, usize) {
        let coefficients = self.weights[polynomial.degree()].iter().map(|weights| {
            let terms = polynomial.coefficients().zip(weights);
            terms.map(|(coefficient, weight)| coefficient * weight).sum::<Rational>().sign()
        });
        let signs: Vec<Ordering> = coefficients.filter(|sign| sign.is_ne()).collect();
        let changes = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
        (signs.first().copied().unwrap_or(Ordering::Equal), changes)
    }
}

fn factorial(number: usize) -> Rational {
    (1..=number).map(Rational::from).fold(Rational::ONE, |product, factor| product * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial<const N: usize>(coefficients: [i64; N]) -> Polynomial {
        Polynomial::new(coefficients.map(Rational::from).to_vec())
    }

    #[test]
    fn the_least_root_of_those_inside_is_found() {
        // (2x − 1)(x − 2)(x − 3), x² − 2, x² + 1, and two roots a millionth apart.
        let cubic = polynomial([-1, 2]).times(&polynomial([-2, 1])).times(&polynomial([-3, 1]));
        let close = polynomial([-1, 1]).times(&polynomial([-1_000_001, 1_000_000]));
        for (function, low, high, root) in [
            (&cubic, "0", "9", Some("0.5")),
            (&cubic, "1/2", "9", Some("2")),
            (&cubic, "2", "3", None),
            (&cubic, "5/2", "3", None),
            (&cubic, "5/2", "301/100", Some("3")),
            (&polynomial([-2, 0, 1]), "-9", "9", Some("-1.414213562373095048801688724209…")),
            (&polynomial([1, 0, 1]), "-9", "9", None),
            (&close, "1", "9", Some("1.000001")),
            (&polynomial([1, -3]), "0", "1", Some("0.333333333333333333333333333333…")),
            (&polynomial([1, -2, 1]), "0", "3", Some("1")),
        ] {
            let [low, high] = [low, high].map(|end| end.parse::<Rational>().unwrap());
            let found = RealRoot::first(function, &low, &high);
            assert_eq!(found.map(|root| root.decimal(30)).as_deref(), root, "{function:?}");
        }
    }

    #[test]
    fn signs_are_those_right_of_the_lower_end() {
        let basis = Bernstein::new(&Rational::ONE, &Rational::from(2), 2);
        // (x − 1)(3 − x), −1, and (2x − 3)(4x − 7) with two roots inside.
        for (function, signs) in [
            (polynomial([-3, 4, -1]), (Ordering::Greater, 0)),
            (polynomial([-1]), (Ordering::Less, 0)),
            (polynomial([21, -26, 8]), (Ordering::Greater, 2)),
            (polynomial([0]), (Ordering::Equal, 0)),
        ] {
            assert_eq!(basis.signs(&function), signs, "{function:?}");
        }
    }
}
