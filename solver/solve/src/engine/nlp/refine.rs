//! From a guess in doubles to zeros in rationals.

use nalgebra::{DMatrix, DVector};

use super::PolynomialSystem;
use super::elimination::{rank, solve};
use crate::engine::lp::{Control, Stopped};
use crate::exact::Rational;

/// Distances, in powers of 1/2, that a coordinate left free may be moved to a simpler number.
const FREEDOM: [u32; 4] = [3, 6, 12, 20];
/// Newton steps in doubles, and the residual at which they stop.
const POLISH: (usize, f64) = (60, 1e-14);
/// Residual at which doubles are taken to have met the equations, to go on with a guess.
const MET: f64 = 1e-9;
/// Digits, in powers of 1/2, that a polished double is trusted for, and those at which the
/// rationals give up: for one unknown, and for all of them together.
const DIGITS: (u32, u32, u32) = (36, 1_200, 8_000);

impl PolynomialSystem {
    /// Zeros of the system near a point, simplest free coordinates first; each is a zero exactly.
    ///
    /// Newton's method in doubles finds the zero that is meant. Where zeros fill a curve or more,
    /// coordinates that the equations leave free are fixed one by one at simple fractions, the
    /// simplest within an eighth, then closer and closer. The rest is Newton's method in rationals,
    /// which is exact at once where the equations are linear; where they are not, the digits double
    /// with every step and continued fractions guess the limit. No zero is given where the limit is
    /// not a fraction of modest size; many systems have only such.
    ///
    /// Shape: one coordinate per unknown. Errors: [`Stopped`] if `control` was cancelled.
    /// Cost: some solves of a system with as many rows as unknowns.
    pub fn rational_points(
        &self,
        near: &[f64],
        control: &Control,
    ) -> Result<Vec<Vec<Rational>>, Stopped> {
        let mut found: Vec<Vec<Rational>> = Vec::new();
        for freedom in FREEDOM {
            let refined = self.refined(near, freedom, control);
            if control.cancelled() {
                return Err(Stopped);
            }
            let Some((point, had_free)) = refined else { continue };
            if !found.contains(&point) {
                found.push(point);
            }
            if !had_free {
                break;
            }
        }
        Ok(found)
    }

    /// A zero near a point, and whether any coordinate was free; nothing once cancelled.
    fn refined(
        &self,
        near: &[f64],
        freedom: u32,
        control: &Control,
    ) -> Option<(Vec<Rational>, bool)> {
        let mut point = near.to_vec();
        let mut fixed: Vec<Option<Rational>> = vec![None; self.unknowns];
        loop {
            let open: Vec<usize> =
                (0..self.unknowns).filter(|unknown| fixed[*unknown].is_none()).collect();
            self.polish(&mut point, &open)?;
            let (_, rows) = self.guessed(&point);
            let rows =
                rows.iter().map(|row| open.iter().map(|unknown| row[*unknown]).collect()).collect();
            let (basis_rows, basis_columns) = rank(rows, open.len());
            let free = (0..open.len()).rev().find(|column| !basis_columns.contains(column));
            let Some(free) = free.map(|column| open[column]) else {
                let point = self.exact(&point, &fixed, &open, &basis_rows, control)?;
                return Some((point, open.len() < self.unknowns));
            };
            let simple = simplest(&Rational::near(point[free])?, freedom);
            point[free] = simple.to_f64();
            fixed[free] = Some(simple);
        }
    }

    /// Newton's method in doubles on the open coordinates, each step the shortest that meets the
    /// linearised equations.
    fn polish(&self, point: &mut [f64], open: &[usize]) -> Option<()> {
        for _ in 0..POLISH.0 {
            let (values, rows) = self.guessed(point);
            let residual = values.iter().fold(0.0_f64, |worst, value| worst.max(value.abs()));
            if residual <= POLISH.1 || open.is_empty() {
                return (residual <= MET).then_some(());
            }
            let jacobian =
                DMatrix::from_fn(values.len(), open.len(), |row, column| rows[row][open[column]]);
            let largest = jacobian.amax();
            let svd = jacobian.svd(true, true);
            let step = svd.solve(&DVector::from_vec(values), 1e-9 * largest.max(1e-9)).ok()?;
            for (unknown, change) in open.iter().zip(step.iter()) {
                point[*unknown] -= change;
            }
            if !step.iter().all(|change| change.is_finite()) || step.amax() > 2.0 {
                return None;
            }
        }
        let (values, _) = self.guessed(point);
        values.iter().all(|value| value.abs() <= MET).then_some(())
    }

    /// Newton's method in rationals on as many equations as there are open coordinates; all must
    /// hold in the end.
    fn exact(
        &self,
        guess: &[f64],
        fixed: &[Option<Rational>],
        open: &[usize],
        equations: &[usize],
        control: &Control,
    ) -> Option<Vec<Rational>> {
        let mut digits = DIGITS.0;
        let doubles =
            guess.iter().map(|double| Rational::near(*double)).collect::<Option<Vec<_>>>()?;
        let mut point: Vec<Rational> = fixed
            .iter()
            .zip(doubles)
            .map(|(fixed, guess)| fixed.clone().unwrap_or(guess))
            .collect();
        loop {
            let mut simple = point.clone();
            for unknown in open {
                simple[*unknown] = simplest(&point[*unknown], digits);
            }
            let residuals = self.residuals(&simple);
            if residuals.iter().all(Rational::is_zero) {
                return Some(simple);
            }
            let spent = digits > DIGITS.1 || digits as usize * open.len() > DIGITS.2 as usize;
            if spent || open.is_empty() {
                return None;
            }
            // The simplest numbers at these digits are as near as any, and shorter.
            let row = |equation: &usize| {
                let mut row = self.derivatives(*equation, open, &simple);
                row.push(-&residuals[*equation]);
                row
            };
            let step = solve(equations.iter().map(row).collect(), control)?;
            point = simple;
            for (unknown, change) in open.iter().zip(step) {
                point[*unknown] += &change;
            }
            if self.residuals(&point).iter().all(Rational::is_zero) {
                return Some(point);
            }
            digits = 2 * digits - 4;
        }
    }
}

/// The simplest fraction within 2^−digits of a number, at or above 0; and at most 1 if the number
/// is.
fn simplest(number: &Rational, digits: u32) -> Rational {
    let width = Rational::ratio(1, 2).pow(digits as usize);
    let low = (number - &width).max(Rational::ZERO);
    let mut high = number + &width;
    if *number <= Rational::ONE {
        high = high.min(Rational::ONE);
    }
    Rational::simplest_between(&low, &high)
}

#[cfg(test)]
mod tests {
    use super::super::Term;
    use super::*;

    fn term(coefficient: i64, unknowns: &[usize]) -> Term {
        Term { coefficient: Rational::from(coefficient), unknowns: unknowns.to_vec() }
    }

    fn points(equations: &[&[Term]], near: &[f64]) -> Vec<Vec<Rational>> {
        let system = PolynomialSystem::new(
            near.len(),
            equations.iter().map(|equation| equation.to_vec()).collect(),
        );
        let points = system.rational_points(near, &Control::new()).unwrap();
        assert!(points.iter().all(|point| system.residuals(point).iter().all(Rational::is_zero)));
        points
    }

    #[test]
    fn irrational_zeros_are_not_invented() {
        assert!(points(&[&[term(2, &[0, 0]), term(-1, &[])]], &[0.7]).is_empty());
        assert!(points(&[&[term(1, &[0, 0]), term(1, &[])]], &[0.7]).is_empty());
    }

    /// Halves of 13 digits: doubles cannot tell this fraction, Newton's method on digits can.
    #[test]
    fn long_fractions_are_found_where_the_equation_is_not_linear() {
        // (q x − p)(x − 3) = 0 with p and q of 13 digits.
        let (p, q) =
            (Rational::from(1_000_003_i64 * 2_000_003), Rational::from(3_000_017_i64 * 4_000_037));
        let with = |coefficient: Rational, unknowns: &[usize]| Term {
            coefficient,
            unknowns: unknowns.to_vec(),
        };
        let three = Rational::from(3);
        let equation =
            [with(q.clone(), &[0, 0]), with(-(&p + &(&q * &three)), &[0]), with(&p * &three, &[])];
        let scale = |term: &Term| with(&term.coefficient / &q, &term.unknowns);
        let equation: Vec<Term> = equation.iter().map(scale).collect();
        assert_eq!(points(&[&equation], &[0.17]), [[&p / &q]]);
    }

    /// A line of zeros: simple fractions on it, nearer and nearer.
    #[test]
    fn free_coordinates_become_simple() {
        let found = points(&[&[term(2, &[0]), term(2, &[1]), term(-1, &[])]], &[0.1837, 0.3163]);
        assert!(found.len() > 1);
        assert!(
            found[0].iter().all(|coordinate| coordinate.denominator() <= Rational::from(12)),
            "{found:?}"
        );
    }
}
