//! The answers, each with its proof.

use super::{Basis, Column, Row};
use bluff_exact::Rational;

/// The answer to a [`LinearProgram`](super::LinearProgram), with the proof of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a best point.
    Optimal(Optimum),
    /// No point keeps all bounds.
    Infeasible(FarkasRay),
    /// The cost falls without end.
    Unbounded(Ray),
}

/// A best point, and the dual values that prove that none is better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The value of each column.
    pub primal: Vec<Rational>,
    /// The dual value of each row: what the objective gains per unit of the row's tight bound.
    /// Above 0 the lower bound is tight, below 0 the upper one. The reduced costs are
    /// `cost − dualᵀA`.
    pub dual: Vec<Rational>,
    /// `cost · primal`.
    pub objective: Rational,
    /// The basis of this point.
    pub basis: Basis,
}

/// Why no point keeps all bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FarkasRay {
    /// Weights `y`, one per row: `y · (row sums) − (yᵀA) · x` is 0 for every `x`, yet above 0
    /// within the bounds.
    Rows(Vec<Rational>),
    /// The bounds of this column exclude each other.
    CrossedColumn(Column),
    /// The bounds of this row exclude each other.
    CrossedRow(Row),
}

/// A feasible point and a direction in which the cost falls and every bound is kept for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// Start of the ray: a value for each column.
    pub point: Vec<Rational>,
    /// Change of each column per unit.
    pub direction: Vec<Rational>,
}

/// Counted work; the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveWork {
    /// Pivots (and bound flips) of the guide in double precision.
    pub float_pivots: u64,
    /// Pivots (and bound flips) in rationals that the guide's basis still needed.
    pub exact_pivots: u64,
    /// Bits of the longest numerator or denominator in the answer.
    pub bits: usize,
}

impl SolveWork {
    /// This work and further work: pivots add up, the longest number stays the longest.
    #[must_use]
    pub fn and(self, further: Self) -> Self {
        Self {
            float_pivots: self.float_pivots + further.float_pivots,
            exact_pivots: self.exact_pivots + further.exact_pivots,
            bits: self.bits.max(further.bits),
        }
    }
}

/// An [`Outcome`] and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedProblem {
    /// The answer, with its proof.
    pub outcome: Outcome,
    /// Its cost.
    pub work: SolveWork,
}

impl Outcome {
    /// The best point, if there is one.
    pub fn optimum(self) -> Option<Optimum> {
        if let Self::Optimal(optimum) = self { Some(optimum) } else { None }
    }

    /// Bits of the longest number in the answer.
    pub(super) fn bits(&self) -> usize {
        let longest = |lists: [&[Rational]; 2]| {
            lists.into_iter().flatten().map(Rational::bits).max().unwrap_or_default()
        };
        match self {
            Self::Optimal(best) => longest([&best.primal, &best.dual]).max(best.objective.bits()),
            Self::Infeasible(FarkasRay::Rows(weights)) => longest([weights, &[]]),
            Self::Infeasible(_) => 0,
            Self::Unbounded(ray) => longest([&ray.point, &ray.direction]),
        }
    }
}
