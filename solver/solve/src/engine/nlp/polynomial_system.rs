use crate::exact::Rational;

/// A product of unknowns with a coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The coefficient.
    pub coefficient: Rational,
    /// The unknowns, by index; one that occurs twice is squared.
    pub unknowns: Vec<usize>,
}

/// Polynomials that are to be 0 at once, with rational coefficients.
///
/// ```
/// use rational_bluff::{
///     engine::{
///         lp::Control,
///         nlp::{PolynomialSystem, Term},
///     },
///     exact::Rational,
/// };
/// let term = |coefficient: i64, unknowns: &[usize]| Term {
///     coefficient: Rational::from(coefficient),
///     unknowns: unknowns.to_vec(),
/// };
/// // x y = 6/35 and 5 x = 2: near (0.4, 0.43).
/// let product = vec![term(35, &[0, 1]), term(-6, &[])];
/// let line = vec![term(5, &[0]), term(-2, &[])];
/// let system = PolynomialSystem::new(2, vec![product, line]);
/// let points = system.rational_points(&[0.4001, 0.43], &Control::new())?;
/// assert_eq!(points, [[Rational::ratio(2, 5), Rational::ratio(3, 7)]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolynomialSystem {
    pub(super) unknowns: usize,
    pub(super) equations: Vec<Vec<Term>>,
    /// The coefficients in doubles, for guesses.
    rounded: Vec<Vec<f64>>,
}

impl PolynomialSystem {
    /// A system in so many unknowns; each equation says that a sum of terms is 0.
    pub fn new(unknowns: usize, equations: Vec<Vec<Term>>) -> Self {
        let rounded =
            |equation: &Vec<Term>| equation.iter().map(|term| term.coefficient.to_f64()).collect();
        Self { unknowns, rounded: equations.iter().map(rounded).collect(), equations }
    }

    /// Values of the polynomials at a point.
    pub fn residuals(&self, point: &[Rational]) -> Vec<Rational> {
        let value =
            |equation: &Vec<Term>| equation.iter().map(|term| term.product(point, None)).sum();
        self.equations.iter().map(value).collect()
    }

    /// The derivatives of one polynomial by some unknowns.
    pub(super) fn derivatives(
        &self,
        equation: usize,
        unknowns: &[usize],
        point: &[Rational],
    ) -> Vec<Rational> {
        let mut row = vec![Rational::ZERO; self.unknowns];
        for term in &self.equations[equation] {
            for (at, unknown) in term.unknowns.iter().enumerate() {
                row[*unknown] += &term.product(point, Some(at));
            }
        }
        unknowns.iter().map(|unknown| row[*unknown].clone()).collect()
    }

    /// Values of the polynomials in doubles, and their derivatives.
    pub(super) fn guessed(&self, point: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut values = Vec::with_capacity(self.equations.len());
        let mut rows = Vec::with_capacity(self.equations.len());
        for (equation, coefficients) in self.equations.iter().zip(&self.rounded) {
            let (mut value, mut row) = (0.0, vec![0.0; self.unknowns]);
            for (term, coefficient) in equation.iter().zip(coefficients) {
                value += coefficient
                    * term.unknowns.iter().map(|unknown| point[*unknown]).product::<f64>();
                for (at, unknown) in term.unknowns.iter().enumerate() {
                    let others = term.unknowns.iter().enumerate().filter(|(other, _)| *other != at);
                    row[*unknown] +=
                        coefficient * others.map(|(_, other)| point[*other]).product::<f64>();
                }
            }
            values.push(value);
            rows.push(row);
        }
        (values, rows)
    }
}

impl Term {
    /// The term at a point, without the factor at one place.
    fn product(&self, point: &[Rational], without: Option<usize>) -> Rational {
        let factors = self.unknowns.iter().enumerate().filter(|(at, _)| Some(*at) != without);
        factors.fold(self.coefficient.clone(), |product, (_, unknown)| product * &point[*unknown])
    }
}
