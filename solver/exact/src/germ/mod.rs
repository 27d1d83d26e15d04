//! Functions of a whole number `m` for all large `m` at once: quotients of polynomials.
//!
//! They form an ordered field, in which a function is above another if it is so from some `m` on.
//! [`Onset`] says from which.

mod division;
mod onset;

use std::cmp::Ordering;

use super::{Polynomial, Rational};

pub use division::{common_multiple, exact_quotient};
pub use onset::{MAX_ONSET, Onset};

use division::{common_divisor, leading};

/// A quotient of polynomials in `m`, in lowest terms: the denominator has the leading coefficient
/// 1.
///
/// ```
/// use bluff_exact::{Polynomial, Rational, germ::Germ};
/// let line = |constant, slope| Polynomial::new(vec![Rational::from(constant), slope]);
/// // (8m − 3)/(8m) is below 1 and above every smaller number.
/// let (eight, zero) = (Rational::from(8), 0);
/// let germ = Germ::new(line(-3, eight.clone()), line(zero, eight)).ok_or("no quotient")?;
/// assert_eq!(germ.at(1), Some(Rational::ratio(5, 8)));
/// assert!(germ < Germ::from(Rational::ONE) && germ > Germ::from(Rational::ratio(99, 100)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Germ {
    numerator: Polynomial,
    denominator: Polynomial,
}

impl From<Rational> for Germ {
    fn from(number: Rational) -> Self {
        Self {
            numerator: Polynomial::constant(number),
            denominator: Polynomial::constant(Rational::ONE),
        }
    }
}

impl Germ {
    /// The quotient of two polynomials, reduced; `None` if the denominator is 0.
    pub fn new(numerator: Polynomial, denominator: Polynomial) -> Option<Self> {
        let lead = leading(&denominator).recip()?;
        let (mut numerator, mut denominator) = (numerator.scaled(&lead), denominator.scaled(&lead));
        if denominator.as_constant().is_none() {
            let common = common_divisor(&numerator, &denominator);
            numerator = exact_quotient(&numerator, &common)?;
            denominator = exact_quotient(&denominator, &common)?;
        }
        Some(Self { numerator, denominator })
    }

    /// The numerator.
    pub fn numerator(&self) -> &Polynomial {
        &self.numerator
    }

    /// The denominator.
    pub fn denominator(&self) -> &Polynomial {
        &self.denominator
    }

    /// The numerator and the denominator, multiplied by the least number that makes all
    /// coefficients whole.
    ///
    /// ```
    /// use bluff_exact::{Polynomial, Rational, germ::Germ};
    /// let polynomial = |text: [&str; 2]| {
    ///     Polynomial::new(text.iter().map(|one| one.parse::<Rational>().unwrap()).collect())
    /// };
    /// let germ = Germ::new(polynomial(["-1/3", "1"]), polynomial(["0", "1"])).unwrap();
    /// assert_eq!(germ.in_whole_numbers(), [polynomial(["-1", "3"]), polynomial(["0", "3"])]);
    /// ```
    pub fn in_whole_numbers(&self) -> [Polynomial; 2] {
        let (over, under) = Self::over_one_denominator(std::slice::from_ref(self));
        [over.into_iter().next().unwrap_or_default(), under]
    }

    /// Numerators of these quotients over one denominator, and that, as
    /// [`Self::in_whole_numbers`].
    pub fn over_one_denominator(germs: &[Self]) -> (Vec<Polynomial>, Polynomial) {
        let one = Polynomial::constant(Rational::ONE);
        let under = germs.iter().fold(one, |under, germ| match &germ.denominator {
            below if *below == under || below.as_constant().is_some() => under,
            below => common_multiple(&under, below),
        });
        let over = germs.iter().map(|germ| {
            let factor = exact_quotient(&under, &germ.denominator).unwrap_or_default();
            germ.numerator.times(&factor)
        });
        let over: Vec<Polynomial> = over.collect();
        let coefficients = over.iter().chain([&under]).flat_map(|part| part.coefficients());
        let whole = Rational::common_denominator(coefficients);
        (over.iter().map(|part| part.scaled(&whole)).collect(), under.scaled(&whole))
    }

    /// The number, if it is the same for every `m`.
    pub fn as_constant(&self) -> Option<&Rational> {
        self.denominator.as_constant().and_then(|_| self.numerator.as_constant())
    }

    /// True if this is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The value at `m`, `None` where the denominator is 0.
    pub fn at(&self, m: u64) -> Option<Rational> {
        let under = self.denominator.at(m).recip()?;
        Some(self.numerator.at(m) * under)
    }
}

impl PartialOrd for Germ {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Germ {
    /// The order for large `m`.
    fn cmp(&self, other: &Self) -> Ordering {
        let [one, two] = [(self, other), (other, self)]
            .map(|(one, other)| one.numerator.times(&other.denominator));
        leading(&one.minus(&two)).sign()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().copied().map(Rational::from).collect())
    }

    #[test]
    fn quotients_have_one_denominator() {
        let quotient =
            |over: &[i64], under: &[i64]| Germ::new(polynomial(over), polynomial(under)).unwrap();
        let germs = [
            Germ::from(Rational::ratio(1, 4)),
            quotient(&[0, 1], &[-1, 2]),
            quotient(&[1, 1], &[0, 3]),
        ];
        let (over, under) = Germ::over_one_denominator(&germs);
        assert_eq!(under, polynomial(&[0, -12, 24]));
        assert_eq!(over[0], polynomial(&[0, -3, 6]));
        assert_eq!(over[1], polynomial(&[0, 0, 12]));
        assert_eq!(over[2], polynomial(&[-4, 4, 8]));
    }

    #[test]
    fn quotients_are_reduced() {
        // (m − 1)(m − 2)(2m + 1)/((m − 2)(4m + 6)) = (m − 1)(2m + 1)/(4m + 6).
        let product = |factors: &[[i64; 2]]| {
            let one = polynomial(&[1]);
            factors.iter().fold(one, |product, factor| product.times(&polynomial(factor)))
        };
        let above = product(&[[-1, 1], [-2, 1], [1, 2]]);
        let germ = Germ::new(above, product(&[[-2, 1], [6, 4]])).unwrap();
        let half = Rational::ratio(1, 2);
        assert_eq!(
            germ.denominator(),
            &Polynomial::new(vec![Rational::ratio(3, 2), Rational::ONE])
        );
        assert_eq!(germ.numerator(), &product(&[[-1, 1], [1, 2]]).scaled(&(&half * &half)));
        assert_eq!(Germ::new(polynomial(&[1]), Polynomial::default()), None);
    }

    #[test]
    fn order_is_that_of_large_numbers() {
        let germs = [
            Germ::new(polynomial(&[0, -1]), polynomial(&[1])),
            Germ::new(polynomial(&[1000, -1]), polynomial(&[0, 0, 1])),
            Germ::new(polynomial(&[]), polynomial(&[1])),
            Germ::new(polynomial(&[1]), polynomial(&[-7, 1])),
            Germ::new(polynomial(&[-3, 8]), polynomial(&[0, 8])),
            Germ::new(polynomial(&[1]), polynomial(&[1])),
        ]
        .map(Option::unwrap);
        assert!(germs.windows(2).all(|pair| pair[0] < pair[1]));
        let at = |germ: &Germ| germ.at(1_000_000).unwrap();
        assert!(germs.windows(2).all(|pair| at(&pair[0]) < at(&pair[1])));
    }
}
