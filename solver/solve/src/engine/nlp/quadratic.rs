//! From bits to numbers of a quadratic field.

use std::array::from_fn;

use super::lift::{Lifted, SPOILED};
use crate::exact::{Interval, Quadratic, QuadraticField, Rational};

/// Numbers up to which squares are taken out of what is under the root.
const SQUARES: i64 = 1000;

impl Lifted {
    /// The field of an unknown that is the root of a short quadratic polynomial, as far as the bits
    /// tell.
    pub(super) fn field(&self, unknown: usize) -> Option<QuadraticField> {
        let number = &self.point[unknown];
        let square = (number * number / &self.one).floor();
        let [c, b, a] = self.relation([&self.one, number, &square])?;
        let mut d = &b * &b - a * c * Rational::from(4);
        for factor in 2..SQUARES {
            let square = Rational::from(factor * factor);
            while (&d / &square).is_integer() && d.is_positive() {
                d = d / &square;
            }
        }
        d.is_positive().then_some(QuadraticField { d })
    }

    /// The unknowns as short numbers of a field, as far as the bits tell.
    pub(super) fn numbers(&self, field: &QuadraticField) -> Option<Vec<Quadratic>> {
        let root = Interval::of(&field.d, self.bits + field.d.bits()).sqrt()?.middle();
        let root = (root * &self.one).floor();
        let number = |(number, fraction): (&Rational, Option<Rational>)| {
            if let Some(fraction) = fraction {
                return Some([fraction, Rational::ZERO]);
            }
            let [a, b, under] = self.relation([&self.one, &root, number])?;
            let factor = -under.recip()?;
            Some([a * &factor, b * &factor])
        };
        let all = vec![true; self.point.len()];
        self.point.iter().zip(self.fractions(&all)).map(number).collect()
    }

    /// Whole numbers, short beside the bits known, with which three numbers sum to 0.
    ///
    /// The shortest vector of a lattice in three dimensions. Source: Semaev (2001).
    fn relation(&self, numbers: [&Rational; 3]) -> Option<[Rational; 3]> {
        let spoiled = Rational::from(2).pow(SPOILED);
        let mut rows: [[Rational; 4]; 3] = from_fn(|row| {
            from_fn(|column| match column {
                3 => (numbers[row] / &spoiled).floor(),
                column => Rational::from(u64::from(column == row)),
            })
        });
        loop {
            rows.sort_by_cached_key(|row| product(row, row));
            let mut shorter = false;
            for (long, short) in [(1, 0), (2, 0), (2, 1)] {
                let ratio =
                    product(&rows[long], &rows[short]) / product(&rows[short], &rows[short]);
                let times = (ratio + Rational::ratio(1, 2)).floor();
                if !times.is_zero() {
                    rows[long] = from_fn(|at| &rows[long][at] - &times * &rows[short][at]);
                    shorter = true;
                }
            }
            let length = product(&rows[2], &rows[2]);
            let signs = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let sums = signs.map(|(one, other)| -> [Rational; 4] {
                let [first, second, third] = &rows;
                let (one, other) = (Rational::from(one), Rational::from(other));
                from_fn(|at| &third[at] + &one * &first[at] + &other * &second[at])
            });
            if let Some(sum) = sums.into_iter().find(|sum| !shorter && product(sum, sum) < length) {
                rows[2] = sum;
            } else if !shorter {
                break;
            }
        }
        let [a, b, c, _] = &rows[0];
        // A third of the bits are expected of any three numbers.
        let is_short = product(&rows[0], &rows[0]).bits() < 2 * (self.bits - SPOILED) / 5;
        is_short.then(|| [a, b, c].map(Rational::clone))
    }
}

fn product(one: &[Rational; 4], other: &[Rational; 4]) -> Rational {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
