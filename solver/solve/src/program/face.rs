use std::collections::{BTreeMap, HashSet};

use crate::engine::lp::{Bounds, Column, LinearProgram, Optimum};
use crate::exact::Rational;

use super::SequenceForm;
use super::linear::Linear;

/// The optimal strategies of the player whose program it is, as the points of a problem.
#[derive(Clone, Debug)]
pub struct FaceProgram<'a> {
    form: SequenceForm<'a>,
    face: LinearProgram,
    /// Of the columns and rows that are the same at all points.
    fixed: HashSet<Direction>,
}

/// Entries by column, up to a factor: the first is 1, and none is 0.
type Direction = Vec<(usize, Rational)>;

impl<'a> FaceProgram<'a> {
    /// The face of all optima of `form`, one of which is `optimum`. The basis of each fits all
    /// problems of the face.
    pub fn new(form: SequenceForm<'a>, optimum: &Optimum) -> Self {
        let face = form.problem().face(optimum);
        let is_fixed = |bounds: &Bounds| bounds.lower.is_some() && bounds.lower == bounds.upper;
        let columns = face.columns().filter(|column| is_fixed(face.column_bounds(*column)));
        let rows = face.rows().filter(|row| is_fixed(face.row_bounds(*row)));
        let entries = |(column, entry): (Column, &Rational)| (column, entry.clone());
        let fixed = columns
            .map(|column| direction(&[(column, Rational::ONE)]))
            .chain(rows.map(|row| direction(&face.entries(row).map(entries).collect::<Vec<_>>())))
            .collect();
        Self { form, face, fixed }
    }

    /// The probability of an own sequence with a card that the player may hold.
    pub fn probability(&self, sequence: usize, card: u64) -> Linear {
        let step = self.form.step(&self.form.map.sums[sequence], card);
        let mut probability = Linear::default();
        probability.add(&step, &self.form.weight(card).recip().unwrap_or_default());
        probability
    }

    /// True if a function is seen to be the same at all points: it is a multiple of a column or a
    /// row that is fixed, or has no entries.
    pub fn is_constant(&self, function: &Linear) -> bool {
        let direction = direction(&function.entries);
        direction.is_empty() || self.fixed.contains(&direction)
    }

    /// The problem whose optima are the points at which a function is greatest.
    pub fn greatest(&self, function: &Linear) -> LinearProgram {
        let mut problem = self.face.clone();
        for (column, factor) in &function.entries {
            problem.set_cost(*column, problem.cost(*column) - factor);
        }
        problem
    }
}

/// The direction of a linear function.
fn direction(entries: &[(Column, Rational)]) -> Direction {
    let mut sums = BTreeMap::new();
    for (column, entry) in entries {
        let sum = sums.entry(column.index()).or_insert(Rational::ZERO);
        *sum = &*sum + entry;
    }
    sums.retain(|_, sum| !sum.is_zero());
    let first = sums.values().next().cloned().unwrap_or_default();
    sums.into_iter().map(|(column, sum)| (column, sum / first.clone())).collect()
}
