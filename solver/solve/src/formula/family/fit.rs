//! Quotients of polynomials through given values.

use crate::exact::germ::Germ;
use crate::exact::{Polynomial, Rational};

/// The quotient of least degree with these values at `m`, if at least `spare` of the values agree
/// without being needed.
///
/// Source: Thiele's continued fraction of inverse differences.
pub(super) fn fit(values: &[(u64, &Rational)], spare: usize) -> Option<Germ> {
    let mut differences: Vec<Rational> = Vec::new();
    for needed in 1..=values.len().checked_sub(spare)? {
        differences.push(inverse_difference(values, &differences)?);
        let germ = fraction(values, &differences)?;
        let agrees = |(m, value): &(u64, &Rational)| germ.at(*m).as_ref() == Some(*value);
        if values[needed..].iter().all(agrees) {
            return Some(germ);
        }
    }
    None
}

/// The next inverse difference; `None` where it is infinite.
fn inverse_difference(values: &[(u64, &Rational)], known: &[Rational]) -> Option<Rational> {
    let (m, value) = values[known.len()];
    let step = |rest: Rational, (at, known): (usize, &Rational)| {
        let distance = Rational::from(m) - Rational::from(values[at].0);
        Some(distance * (rest - known).recip()?)
    };
    known.iter().enumerate().try_fold((*value).clone(), step)
}

/// `a_0 + (m − m_0)/(a_1 + (m − m_1)/(a_2 + …))`.
fn fraction(values: &[(u64, &Rational)], differences: &[Rational]) -> Option<Germ> {
    let (last, others) = differences.split_last()?;
    let one = Polynomial::constant(Rational::ONE);
    let mut over = Polynomial::constant(last.clone());
    let mut under = one;
    for (at, difference) in others.iter().enumerate().rev() {
        let line = Polynomial::new(vec![-Rational::from(values[at].0), Rational::ONE]);
        (over, under) = (over.scaled(difference).plus(&line.times(&under)), over);
    }
    Germ::new(over, under)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_come_back_from_their_values() {
        let polynomial = |coefficients: &[i64]| {
            Polynomial::new(coefficients.iter().map(|c| (*c).into()).collect())
        };
        for (over, under) in [
            (&[3][..], &[7][..]),
            (&[-3, 8], &[0, 8]),
            (&[1, 5], &[1]),
            (&[2, 0, 1], &[7, 3]),
            (&[1, 2, 3], &[5, 0, 7]),
        ] {
            let germ = Germ::new(polynomial(over), polynomial(under)).unwrap();
            let values: Vec<Rational> = (0..8).map(|at| germ.at(100 + 3 * at).unwrap()).collect();
            let values: Vec<(u64, &Rational)> =
                (0..).zip(&values).map(|(at, v)| (100 + 3 * at, v)).collect();
            assert_eq!(fit(&values, 2), Some(germ));
        }
        let odd: Vec<Rational> = (0..6).map(|at| Rational::from(at * at * at % 7)).collect();
        let odd: Vec<(u64, &Rational)> = (0..).zip(&odd).collect();
        assert_eq!(fit(&odd, 2), None);
    }
}
