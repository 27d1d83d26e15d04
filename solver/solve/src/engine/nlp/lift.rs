//! From a zero in doubles to as many bits as wanted, and from bits to fractions.

use nalgebra::{DMatrix, DVector};

use super::product_system::ProductSystem;
use crate::exact::Rational;

/// Bits that a step of Newton's method with rounded derivatives has to add.
const LEAST_PROGRESS: i32 = 8;
/// Last bits of a lifted number that rounding may have spoiled.
pub(super) const SPOILED: usize = 40;
/// Bits by which a fraction is shorter than one near any number would be.
const SHORTER: usize = 12;

/// A point in whole numbers of parts of `one`, which is a power of two.
pub(super) struct Lifted {
    pub(super) point: Vec<Rational>,
    pub(super) one: Rational,
    pub(super) bits: usize,
}

impl ProductSystem {
    /// The zero near a point where some unknowns are fixed, to so many bits: Newton's method with
    /// the derivatives of the start, and exact residuals.
    ///
    /// `None` if it does not converge, or `moving` columns of the derivatives depend on each other.
    pub(super) fn lifted(
        &self,
        near: &[f64],
        fixed: &[Option<Rational>],
        moving: &[usize],
        bits: usize,
    ) -> Option<Lifted> {
        let two = Rational::from(2);
        let one = two.pow(bits);
        let part = |(near, fixed): (&f64, &Option<Rational>)| {
            let number = fixed.clone().or_else(|| Rational::of_double(*near))?;
            Some((number * &one).floor())
        };
        let mut point: Vec<Rational> = near.iter().zip(fixed).map(part).collect::<Option<_>>()?;
        if moving.is_empty() {
            return Some(Lifted { point, one, bits });
        }
        let (_, slopes) = self.linearised(near);
        let columns = slopes.select_columns(moving);
        let mut order = DVector::from_fn(columns.nrows(), |row, _| row);
        columns.clone().lu().p().permute_rows(&mut order);
        let rows: Vec<usize> = order.iter().copied().take(moving.len()).collect();
        let square: DMatrix<f64> = columns.select_rows(&rows);
        let factors = square.lu();
        let (mut known, mut scale) = (0, Rational::ONE);
        loop {
            let residuals = self.residuals(&rows, &point, &one, &scale);
            let worst = residuals.iter().fold(0.0_f64, |worst, value| worst.max(value.abs()));
            let gained = if worst > 0.0 { -worst.log2().floor() as i32 } else { bits as i32 };
            known += gained;
            if known >= bits as i32 - 14 {
                return Some(Lifted { point, one, bits });
            }
            if gained < LEAST_PROGRESS {
                return None;
            }
            scale = two.pow(known as usize);
            let factor = f64::from(gained).exp2();
            let step = factors.solve(&DVector::from_vec(residuals).map(|value| -value * factor))?;
            for (unknown, change) in moving.iter().zip(step.iter()) {
                let change = Rational::of_double(*change)? * &one / &scale;
                point[*unknown] += &change.floor();
            }
        }
    }
}

impl Lifted {
    /// The fractions that some unknowns are, as far as they are short beside the bits known.
    pub(super) fn fractions(&self, wanted: &[bool]) -> impl Iterator<Item = Option<Rational>> {
        let (width, half) = (Rational::from(2).pow(SPOILED), Rational::ratio(1, 2));
        let mut common = Rational::ONE;
        self.point.iter().zip(wanted).map(move |(parts, wanted)| {
            if !wanted {
                return None;
            }
            // A denominator met before is likely.
            let number = parts * &common / &self.one;
            let whole = (&number + &half).floor();
            if (&number - &whole).abs() * &self.one <= &width * &common {
                return Some(whole / &common);
            }
            let [low, high] = [parts - &width, parts + &width].map(|end| end / &self.one);
            let found = Rational::simplest_between(&low.max(Rational::ZERO), &high);
            let limit = (self.bits - SPOILED) / 2 - SHORTER;
            let short = found.bits() < limit;
            let longer = &common * (&common * &found).denominator();
            if short && longer.bits() < limit {
                common = longer;
            }
            short.then_some(found)
        })
    }
}
