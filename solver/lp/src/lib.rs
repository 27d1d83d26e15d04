//! Linear programs solved exactly: the answer in rationals, with a proof that [`verify()`] checks.
//!
//! One simplex method is written once, over every kind of number, and runs twice. In doubles it is
//! a guide: fast, and free to be wrong. Its last basis is then factorised in rationals (or, where
//! that basis is dense, modulo a prime, and lifted); if the point and the prices that basis stands
//! for prove each other optimal, that is the answer, with no exact pivot. If not, what is wrong
//! with them is enlarged and solved in doubles again (iterative refinement). Where that ends
//! nowhere, the same method pivots on in rationals, where every test is exact and Bland's rule ends
//! every stall, until a state is reached that is a proof: of optimality, of infeasibility (a Farkas
//! ray), or of an unbounded cost (a ray).
//!
//! A basis that is given is tried exactly before anything pivots; [`Basis::near`] finds one near a
//! point that another method came to.
//!
//! The design is that of QSopt_ex (Applegate, Cook, Dash & Espinoza 2007) and SoPlex (Gleixner,
//! Steffy & Wolter 2016).

mod approximate;
mod basis;
mod compressed;
mod crash;
mod crossover;
mod double_double;
mod dual_simplex;
mod entering_variable;
mod factors;
mod lift;
mod lu;
mod model;
mod nucleus;
mod number;
mod outcome;
mod perturbation;
mod point;
mod problem;
mod ratio_test;
mod reader;
mod reduced_costs;
mod refine;
mod residue;
mod scaling;
mod simplex;
mod solve;
mod verify;
mod whole;

#[cfg(test)]
mod tests;

pub use approximate::FloatProgram;
pub use basis::{Basis, VariableStatus};
pub use bluff_exact::control::{Control, Stopped};
pub use outcome::{FarkasRay, Optimum, Outcome, Ray, SolveWork, SolvedProblem};
pub use problem::{Bounds, Column, LinearProgram, Row};
pub use reader::{
    MAX_ENTRIES, MAX_NAME_BYTES, MAX_NAMES, MAX_TEXT_BYTES, NamedProgram, ProgramTextError,
};
pub use solve::{Guess, guess, solve};
pub use verify::{Flaw, verify};
pub use whole::TextFormat;

/// The example of the README runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
