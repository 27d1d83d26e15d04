//! From a guess in doubles to a zero in rationals.

use nalgebra::{DMatrix, DVector};

use super::lift::Lifted;
use super::product_system::ProductSystem;
use crate::engine::lp::{Control, Stopped};
use crate::exact::{Quadratic, QuadraticField, Rational};

/// Share of the largest singular value, or of the length of a column, below which it counts as 0.
const NEGLIGIBLE: f64 = 1e-7;
/// Steps of Newton's method in doubles, the longest step, and the residual of a zero.
const NEWTON: (usize, f64, f64) = (15, 0.7, 1e-12);
/// Residual of a zero that no step can better.
const EXACT: f64 = 1e-15;
/// Least value of a form, but for rounding; and the least that a free unknown leaves.
const MARGIN: (f64, f64) = (-1e-12, 1e-6);
/// Bits to which zeros are lifted: first, and before a number is called irrational.
const BITS: [usize; 2] = [400, 1624];
/// Bits to which numbers with a square root are lifted.
const ROOT_BITS: [usize; 2] = [400, 1000];
/// Distance that all free unknowns are moved at once, to see whether the others are fractions.
const NEARBY: f64 = 2e-3;
/// Distances that one free unknown is moved, while there is a simpler fraction.
const WINDOWS: [f64; 9] = [0.3, 0.12, 0.04, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8];

/// Result of looking for a zero near a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZeroNear {
    /// A zero in rationals.
    Rational(Vec<Rational>),
    /// A zero in a quadratic field, near which none is rational.
    Quadratic(QuadraticField, Vec<Quadratic>),
    /// Zeros that have an unknown in common which is no fraction of modest length.
    Irrational,
    /// Zeros of which those tried are irrational, or too long to be told from such.
    Unresolved,
    /// No zero that is wanted.
    Nothing,
}

/// The unknowns that are the same along all zeros near a point.
enum RigidUnknowns {
    /// All are fractions, as far as they can be lifted.
    Fractions,
    /// One is in a quadratic field.
    Quadratic(QuadraticField),
    /// One is neither.
    Irrational,
}

/// A zero in doubles, with some unknowns fixed at fractions.
struct Zero {
    point: Vec<f64>,
    fixed: Vec<Option<Rational>>,
}

impl ProductSystem {
    /// A zero near a guess, in rationals, if there is one whose forms are `wanted`.
    ///
    /// Newton's method in doubles finds the zero that is meant. Where zeros fill a curve or more,
    /// coordinates that are the same along it must be fractions, or none of them is rational. Free
    /// unknowns are then fixed one by one at the simplest fractions that leave a zero wanted. The
    /// others follow by Newton's method in whole numbers of 400, then 1,624 bits, and continued
    /// fractions say what they are. Whether the forms then make what was asked for is for the asker
    /// to check.
    ///
    /// Errors: [`Stopped`] if `control` was cancelled. Cost: some solves of a system with as many
    /// rows as unknowns for each that is free.
    pub fn zero_near(
        &self,
        guess: &[f64],
        wanted: impl Fn(&[f64]) -> bool,
        control: &Control,
    ) -> Result<ZeroNear, Stopped> {
        let fits = |point: &[f64], margin: f64| {
            let forms = self.guessed(point);
            forms.iter().all(|form| *form >= margin) && wanted(&forms)
        };
        let Some(point) = self.polished(guess).filter(|point| fits(point, MARGIN.0)) else {
            return Ok(ZeroNear::Nothing);
        };
        let order: Vec<usize> = (0..self.unknowns).collect();
        let none = vec![None; self.unknowns];
        let rigid = self.rigid(&point, &order, control)?;
        if matches!(rigid, RigidUnknowns::Irrational) {
            return Ok(ZeroNear::Irrational);
        }
        let reversed: Vec<usize> = order.iter().rev().copied().collect();
        for order in [order, reversed] {
            let start = Zero { point: point.clone(), fixed: none.clone() };
            if let RigidUnknowns::Quadratic(field) = &rigid {
                if let Some(zero) = self.fixed_in_turn(start, &order, &fits, control)?
                    && let Some(numbers) = self.numbers(&zero, &order, field, control)?
                {
                    return Ok(ZeroNear::Quadratic(field.clone(), numbers));
                }
            } else if self.is_rational_nearby(&start, &order, control)?
                && let Some(zero) = self.fixed_in_turn(start, &order, &fits, control)?
                && let Some(simple) = self.fractions(&zero, &order, control)?
            {
                return Ok(ZeroNear::Rational(simple));
            }
        }
        let in_field = matches!(rigid, RigidUnknowns::Quadratic(_));
        Ok(if in_field { ZeroNear::Irrational } else { ZeroNear::Unresolved })
    }

    /// Newton's method from a point; a step is one change for each unknown that moves.
    fn newton(
        &self,
        mut point: Vec<f64>,
        moving: &[usize],
        step: impl Fn(DVector<f64>, DMatrix<f64>) -> Option<DVector<f64>>,
    ) -> Option<Vec<f64>> {
        let mut last = f64::INFINITY;
        for _ in 0..NEWTON.0 {
            let (values, slopes) = self.linearised(&point);
            let residual = largest(&values);
            if residual < EXACT || (residual < NEWTON.2 && residual >= last) {
                return Some(point);
            }
            last = residual;
            let step = step(values, slopes)?;
            if step.iter().any(|change| change.is_nan() || change.abs() > NEWTON.1) {
                return None;
            }
            for (unknown, change) in moving.iter().zip(step.iter()) {
                point[*unknown] -= change;
            }
        }
        (largest(&self.linearised(&point).0) < NEWTON.2).then_some(point)
    }

    /// Newton's method on all unknowns, each step the shortest.
    fn polished(&self, guess: &[f64]) -> Option<Vec<f64>> {
        let all: Vec<usize> = (0..self.unknowns).collect();
        self.newton(guess.to_vec(), &all, |values, slopes| {
            let svd = slopes.svd(true, true);
            let least = NEGLIGIBLE * svd.singular_values.max();
            svd.solve(&values, least).ok()
        })
    }

    /// Newton's method on some unknowns, whose columns are independent.
    fn moved(&self, point: Vec<f64>, moving: &[usize]) -> Option<Vec<f64>> {
        self.newton(point, moving, |values, slopes| {
            if moving.is_empty() {
                return None;
            }
            let factors = slopes.select_columns(moving).qr();
            let mut right = values;
            factors.q_tr_mul(&mut right);
            let right = right.rows(0, moving.len()).into_owned();
            factors.r().solve_upper_triangular(&right)
        })
    }

    /// The unknowns that are not fixed: those that move with the others, and those that are free.
    fn split(&self, zero: &Zero, order: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let (_, slopes) = self.linearised(&zero.point);
        let mut basis: Vec<DVector<f64>> = Vec::new();
        let open = order.iter().copied().filter(|unknown| zero.fixed[*unknown].is_none());
        open.partition(|unknown| {
            let mut rest: DVector<f64> = slopes.column(*unknown).into_owned();
            let length = rest.norm();
            // Twice, for what rounding leaves.
            for _ in 0..2 {
                for direction in &basis {
                    let along = direction.dot(&rest);
                    rest.axpy(-along, direction, 1.0);
                }
            }
            let left = rest.norm();
            let moves = left > 10.0 * NEGLIGIBLE * length && left > 1e-10;
            if moves {
                basis.push(rest / left);
            }
            moves
        })
    }

    /// The unknowns that are the same along all zeros near a point.
    fn rigid(
        &self,
        point: &[f64],
        order: &[usize],
        control: &Control,
    ) -> Result<RigidUnknowns, Stopped> {
        if self.unknowns == 0 {
            return Ok(RigidUnknowns::Fractions);
        }
        let mut zero = Zero { point: point.to_vec(), fixed: vec![None; self.unknowns] };
        let (moving, free) = self.split(&zero, order);
        let (_, slopes) = self.linearised(point);
        let Some(directions) = slopes.svd(false, true).v_t else {
            return Ok(RigidUnknowns::Irrational);
        };
        let kernel: DMatrix<f64> = directions.rows(moving.len(), free.len()).into_owned();
        let rigid =
            |unknown: usize| kernel.column(unknown).iter().all(|part| part.abs() < NEGLIGIBLE);
        let rigid: Vec<bool> = (0..self.unknowns).map(rigid).collect();
        for unknown in free {
            zero.fixed[unknown] = Rational::of_double(point[unknown]);
        }
        for bits in BITS {
            control.check()?;
            let Some(lifted) = self.lifted(point, &zero.fixed, &moving, bits) else {
                return Ok(RigidUnknowns::Fractions);
            };
            let mut found = lifted.fractions(&rigid).zip(&rigid);
            match found.position(|(fraction, rigid)| *rigid && fraction.is_none()) {
                None => return Ok(RigidUnknowns::Fractions),
                Some(unknown) => {
                    if let Some(field) = lifted.field(unknown) {
                        return Ok(RigidUnknowns::Quadratic(field));
                    }
                }
            }
        }
        Ok(RigidUnknowns::Irrational)
    }

    /// True if a zero with every free unknown at a short fraction near by is rational, wanted or
    /// not: if not, no choice of these unknowns is likely to help.
    fn is_rational_nearby(
        &self,
        start: &Zero,
        order: &[usize],
        control: &Control,
    ) -> Result<bool, Stopped> {
        let (moving, free) = self.split(start, order);
        let mut zero = Zero { point: start.point.clone(), fixed: start.fixed.clone() };
        for unknown in free {
            let at = zero.point[unknown];
            let window = NEARBY.min(at / 2.0).min((1.0 - at).abs() / 2.0);
            let Some(fraction) = simplest_near(at, window) else { return Ok(false) };
            zero.point[unknown] = fraction.to_f64();
            zero.fixed[unknown] = Some(fraction);
        }
        let Some(point) = self.moved(zero.point, &moving) else { return Ok(false) };
        Ok(self.fractions(&Zero { point, ..zero }, order, control)?.is_some())
    }

    /// The zero with every free unknown at the simplest fraction that leaves it wanted.
    fn fixed_in_turn(
        &self,
        mut zero: Zero,
        order: &[usize],
        fits: &impl Fn(&[f64], f64) -> bool,
        control: &Control,
    ) -> Result<Option<Zero>, Stopped> {
        loop {
            control.check()?;
            let (moving, free) = self.split(&zero, order);
            let Some(last) = free.last().copied() else { return Ok(Some(zero)) };
            let forms = self.guessed(&zero.point).into_iter();
            let margin = forms.fold(MARGIN.1, |least, form| least.min(form / 2.0));
            let at = |window: &f64| {
                let fraction = simplest_near(zero.point[last], *window)?;
                let mut point = zero.point.clone();
                let (from, to) = (point[last], fraction.to_f64());
                let steps = if *window < 0.05 { 1 } else { 3 };
                for step in 1..=steps {
                    point[last] = from + (to - from) * f64::from(step) / f64::from(steps);
                    point = self.moved(point, &moving)?;
                }
                fits(&point, margin).then_some((fraction, point))
            };
            let Some((fraction, point)) = WINDOWS.iter().find_map(at) else { return Ok(None) };
            zero.point = point;
            zero.fixed[last] = Some(fraction);
        }
    }

    /// The unknowns as numbers of a field, once none is free.
    fn numbers(
        &self,
        zero: &Zero,
        order: &[usize],
        field: &QuadraticField,
        control: &Control,
    ) -> Result<Option<Vec<Quadratic>>, Stopped> {
        let (moving, _) = self.split(zero, order);
        self.read(zero, &moving, ROOT_BITS, |lifted| lifted.numbers(field), control)
    }

    /// The kind of a zero that is lifted to the first of these bits that tell it.
    fn read<T>(
        &self,
        zero: &Zero,
        moving: &[usize],
        bits: [usize; 2],
        told: impl Fn(&Lifted) -> Option<T>,
        control: &Control,
    ) -> Result<Option<T>, Stopped> {
        for bits in bits {
            control.check()?;
            let Some(lifted) = self.lifted(&zero.point, &zero.fixed, moving, bits) else {
                break;
            };
            if let Some(told) = told(&lifted) {
                return Ok(Some(told));
            }
        }
        Ok(None)
    }

    /// The unknowns as fractions, once none is free.
    fn fractions(
        &self,
        zero: &Zero,
        order: &[usize],
        control: &Control,
    ) -> Result<Option<Vec<Rational>>, Stopped> {
        let (moving, free) = self.split(zero, order);
        if !free.is_empty() {
            return Ok(None);
        }
        let all = vec![true; self.unknowns];
        self.read(zero, &moving, BITS, |lifted| lifted.fractions(&all).collect(), control)
    }
}

fn largest(values: &DVector<f64>) -> f64 {
    values.iter().fold(0.0, |largest, value| largest.max(value.abs()))
}

/// The simplest fraction at most so far from a number, above 0 and at most 1 if the number is.
fn simplest_near(number: f64, window: f64) -> Option<Rational> {
    let low = (number - window).max(number.min(1e-9));
    let high = if number < 1.0 { (number + window).min(1.0) } else { number + window };
    Some(Rational::simplest_between(&Rational::near(low)?, &Rational::near(high)?))
}

#[cfg(test)]
mod tests {
    use super::super::{AffineForm, ProductTerm};
    use super::*;

    /// The zero of equations between products of the unknowns themselves.
    fn zero(equations: &[&[(i64, &[usize])]], near: &[f64]) -> ZeroNear {
        let form = |unknown| AffineForm { constant: 0, unknowns: vec![(unknown, 1)] };
        let term = |(coefficient, forms): &(i64, &[usize])| ProductTerm {
            coefficient: Rational::from(*coefficient),
            forms: forms.to_vec(),
        };
        let equations = equations.iter().map(|terms| terms.iter().map(term).collect()).collect();
        let system = ProductSystem::new(near.len(), (0..near.len()).map(form).collect(), equations);
        let found = system.zero_near(near, |_| true, &Control::new()).unwrap();
        if let ZeroNear::Rational(point) = &found {
            let rows: Vec<usize> = (0..near.len()).collect();
            let residuals = system.residuals(&rows, point, &Rational::ONE, &Rational::ONE);
            assert!(residuals.iter().all(|residual| *residual == 0.0), "{residuals:?}");
        }
        found
    }

    #[test]
    fn irrational_zeros_are_not_invented() {
        assert_eq!(zero(&[&[(2, &[0, 0, 0]), (-1, &[])]], &[0.8]), ZeroNear::Irrational);
        assert_eq!(zero(&[&[(1, &[0, 0]), (1, &[])]], &[0.7]), ZeroNear::Nothing);
    }

    #[test]
    fn square_roots_are_found() {
        let half = [Rational::ZERO, Rational::ratio(1, 2)];
        let found = ZeroNear::Quadratic(QuadraticField { d: Rational::from(2) }, vec![half]);
        assert_eq!(zero(&[&[(2, &[0, 0]), (-1, &[])]], &[0.7]), found);
    }

    /// Halves of 13 digits: doubles cannot tell this fraction, Newton's method on digits can.
    #[test]
    fn long_fractions_are_found_where_the_equation_is_not_linear() {
        // (q x − p)(2 x − 3) = 0 with p and q of 13 digits.
        let (p, q) = (1_000_003_i64 * 2_000_003, 3_000_017_i64 * 4_000_037);
        let found = zero(&[&[(2 * q, &[0, 0]), (-2 * p - 3 * q, &[0]), (3 * p, &[])]], &[0.17]);
        assert_eq!(found, ZeroNear::Rational(vec![Rational::ratio(p, q)]));
    }

    /// A line of zeros, x + y = 1/2: the last unknown is free, and simple.
    #[test]
    fn free_unknowns_become_simple() {
        let line: &[(i64, &[usize])] = &[(2, &[0]), (2, &[1]), (-1, &[])];
        let found = zero(&[line, &[]], &[0.1837, 0.3163]);
        assert_eq!(found, ZeroNear::Rational(vec![Rational::ratio(1, 6), Rational::ratio(1, 3)]));
    }
}
