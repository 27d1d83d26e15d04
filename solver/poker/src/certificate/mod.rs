//! The judge: a candidate becomes a [`Certified`] solution here or nowhere.
//!
//! [`check()`] recomputes every best response from the rules of the game, and refuses what is no
//! equilibrium; [`judge()`] states what three or more players gain instead. They have never heard
//! of the solvers: they do not know, or care, how the strategies were found.
//! [`format`](mod@format) reads and writes solution documents, and reading one is checking it
//! again.

mod check;
mod checked;
pub mod family;
pub mod format;
mod one_street;
mod quadratic;
mod saturation;
mod trees;

pub use check::{
    Candidate, Certificate, Certified, Culprit, Refusal, Solution, check, judge, judge_near,
    worst_mistake,
};
pub use checked::CheckedDocument;
pub use one_street::{OneStreetProof, ProofGap};
pub use quadratic::QuadraticEquilibrium;
pub use saturation::{NotSaturated, Saturation};
pub use trees::{TreeCandidate, TreeSolution, check_tree};
