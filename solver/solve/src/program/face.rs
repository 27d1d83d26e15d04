use crate::engine::lp::{Column, LinearProgram, Optimum};
use crate::exact::Rational;

use super::SequenceForm;

/// The optimal strategies of the player whose program it is, as the points of a problem.
#[derive(Clone, Debug)]
pub struct FaceProgram<'a> {
    form: SequenceForm<'a>,
    face: LinearProgram,
}

/// A linear function on the points of a [`FaceProgram`].
#[derive(Clone, Debug)]
pub struct FaceFunction {
    constant: Rational,
    entries: Vec<(Column, Rational)>,
}

impl<'a> FaceProgram<'a> {
    /// The face of all optima of `form`, one of which is `optimum`. The basis of each fits all
    /// problems of the face.
    pub fn new(form: SequenceForm<'a>, optimum: &Optimum) -> Self {
        let face = form.problem().face(optimum);
        Self { form, face }
    }

    /// The probability of an own sequence with a card that the player may hold.
    pub fn probability(&self, sequence: usize, card: u64) -> FaceFunction {
        let (constant, entries) = self.form.plan_step(sequence, card);
        FaceFunction { constant, entries }
    }

    /// The problem whose optima are the points at which a function is greatest.
    pub fn greatest(&self, function: &FaceFunction) -> LinearProgram {
        let mut problem = self.face.clone();
        for (column, factor) in &function.entries {
            problem.set_cost(*column, problem.cost(*column) - factor);
        }
        problem
    }
}

impl FaceFunction {
    /// Its value at a point.
    pub fn at(&self, point: &[Rational]) -> Rational {
        let terms = self.entries.iter().map(|(column, factor)| factor * &point[column.index()]);
        terms.fold(self.constant.clone(), |sum, term| sum + term)
    }

    /// `factor · (self − ratio · other)`.
    pub fn lead(&self, ratio: &Rational, other: &Self, factor: &Rational) -> Self {
        let own = self.entries.iter().map(|(column, entry)| (*column, entry * factor));
        let part = -(ratio * factor);
        let others = other.entries.iter().map(|(column, entry)| (*column, entry * &part));
        Self {
            constant: &self.constant * factor + &other.constant * &part,
            entries: own.chain(others).collect(),
        }
    }
}
