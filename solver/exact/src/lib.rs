//! Exact numbers: rationals, intervals, and functions of a card given by runs.
//!
//! Nothing here knows what a game is. Every decision of the project is taken on [`Rational`]s;
//! floating point appears only where a guess is wanted (`Rational::to_f64`) and is never read back
//! without a proof. Long sums stop when they are asked to: [`control`] cancels work and limits its
//! memory.

mod arithmetic;
mod constants;
pub mod control;
mod decimal;
pub mod germ;
mod interval;
#[cfg(feature = "serde")]
pub mod json;
mod machine;
#[cfg(any(test, feature = "num"))]
mod num;
mod parse;
mod partition;
mod piecewise;
mod polynomial;
mod quadratic;
mod rational;
mod real_root;
mod reconstruct;
mod refused;
mod root;
mod simplest;
mod suggestion;
mod sweep;
mod whole;

pub use constants::{pi, trigamma};
pub use interval::Interval;
pub use parse::{MAX_DIGITS, MAX_EXPONENT, NotRational, beginning, excerpt, meant_number};
pub use partition::{partition_near, partition_point};
pub use piecewise::{Piece, Piecewise};
pub use polynomial::Polynomial;
pub use quadratic::{Quadratic, QuadraticField};
pub use rational::Rational;
pub use real_root::{Bernstein, RealRoot};
pub use reconstruct::Reconstruction;
pub use refused::RefusedValue;
pub use root::root;
pub use suggestion::{counted, did_you_mean, letters, nearest, one_of};
pub use sweep::sweep;
pub use whole::{NotWhole, whole_number, whole_within};

/// The example of the README runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
