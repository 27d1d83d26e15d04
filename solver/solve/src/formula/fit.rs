use crate::control::Control;
use crate::exact::{Polynomial, Rational};

use super::FormulaError;

/// A quasi-polynomial that fits the values of decks. It is a guess and no proof: it was fitted on
/// the smaller decks, and is right on larger ones that were held out.
///
/// ```
/// use rational_bluff::{exact::Rational, formula::DeckFit, solve::Control};
/// // The whole part of n²/4 has the period 2.
/// let values: Vec<Rational> = (2..20_u64).map(|n| Rational::from(n * n / 4)).collect();
/// let fit = DeckFit::new(2, &values, 2, &Control::new())?;
/// assert_eq!((fit.classes.len(), fit.degree(), fit.from), (2, 2, 2));
/// assert_eq!(fit.at(101), Rational::from(2550));
/// # Ok::<(), rational_bluff::formula::FormulaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckFit {
    /// For each residue of `n` modulo the period, a polynomial in `n`.
    pub classes: Vec<Polynomial>,
    /// The number of cards from which on every deck fits.
    pub from: u64,
    /// The first and the last deck on which it was fitted.
    pub fitted: [u64; 2],
    /// The first and the last deck that was held out; all of them fit.
    pub held_out: [u64; 2],
}

impl DeckFit {
    /// The fit of the least period to the values of the decks from `first` on, by polynomials of at
    /// most this degree. The last third of the decks is held out, at least two of every class.
    ///
    /// Errors: `NoFit`, and those of the control.
    pub fn new(
        first: u64,
        values: &[Rational],
        degree: usize,
        control: &Control,
    ) -> Result<Self, FormulaError> {
        let held_out = values.len() / 3;
        let longest = ((values.len() - held_out) / (degree + 1)).min(held_out / 2) as u64;
        let [split, end] = [held_out, 0].map(|after| first + (values.len() - after) as u64);
        let decks = || (first..end).zip(values);
        for period in 1..=longest {
            control.check()?;
            let class = |residue| {
                let own = || decks().filter(|(n, _)| n % period == residue);
                let known: Vec<_> = own().filter(|(n, _)| *n < split).collect();
                let polynomial = through(&known[known.len() - degree - 1..], period);
                let fits = |(n, value): (u64, &Rational)| n < split || polynomial.at(n) == *value;
                own().all(fits).then_some(polynomial)
            };
            if let Some(classes) = (0..period).map(class).collect::<Option<_>>() {
                let [fitted, held_out] = [[first, split - 1], [split, end - 1]];
                let mut fit = Self { classes, from: first, fitted, held_out };
                let wrong = decks().filter(|(n, value)| fit.at(*n) != **value).last();
                fit.from = wrong.map_or(first, |(n, _)| n + 1);
                return Ok(fit);
            }
        }
        Err(FormulaError::NoFit { period: longest, degree, first, last: end - 1 })
    }

    /// The number that the guess gives a deck.
    pub fn at(&self, n: u64) -> Rational {
        self.classes[(n % self.classes.len() as u64) as usize].at(n)
    }

    /// The highest degree of a class.
    pub fn degree(&self) -> usize {
        self.classes.iter().map(Polynomial::degree).max().unwrap_or_default()
    }
}

/// The polynomial through these points, which are `step` apart, by Newton's formula.
fn through(points: &[(u64, &Rational)], step: u64) -> Polynomial {
    let mut differences: Vec<Rational> = points.iter().map(|(_, value)| (*value).clone()).collect();
    let (mut sum, mut product) = (Polynomial::default(), Polynomial::constant(Rational::ONE));
    for ((n, _), order) in points.iter().zip(1..) {
        sum = sum.plus(&product.scaled(&differences[0]));
        let factor = Polynomial::card().minus(&Polynomial::constant(Rational::from(*n)));
        product = product.times(&factor).scaled(&(Rational::ONE / Rational::from(step * order)));
        differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    }
    sum
}
