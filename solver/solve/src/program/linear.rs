//! Linear functions of the unknowns of a program.

use crate::engine::lp::Column;
use crate::exact::Rational;

/// A linear function on the points of a program: entries by column, and a constant.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    pub(crate) constant: Rational,
    pub(crate) entries: Vec<(Column, Rational)>,
}

impl Linear {
    pub(crate) fn add(&mut self, other: &Self, factor: &Rational) {
        if factor.is_zero() {
            return;
        }
        self.constant += &(&other.constant * factor);
        self.entries.extend(other.entries.iter().map(|(column, entry)| (*column, entry * factor)));
    }

    /// Its value at a point.
    pub fn at(&self, point: &[Rational]) -> Rational {
        let terms = self.entries.iter().map(|(column, factor)| factor * &point[column.index()]);
        terms.fold(self.constant.clone(), |sum, term| sum + term)
    }

    /// `factor · (self − ratio · other)`.
    pub fn lead(&self, ratio: &Rational, other: &Self, factor: &Rational) -> Self {
        let mut lead = Self::default();
        lead.add(self, factor);
        lead.add(other, &-(ratio * factor));
        lead
    }
}
