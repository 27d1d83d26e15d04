//! Numbers only: exact rationals, and functions of a card given by runs.
//!
//! Nothing here knows what a game is. Every decision of the project is taken on [`Rational`]s; floating point appears
//! only where a guess is wanted (`Rational::to_f64`) and is never read back without a proof.

mod arithmetic;
mod constants;
mod decimal;
mod interval;
mod machine;
mod parse;
mod piecewise;
mod polynomial;
mod rational;
mod reconstruct;
mod root;
mod simplest;
mod sweep;

pub use constants::{pi, trigamma};
pub use interval::Interval;
pub(crate) use parse::excerpt;
pub use parse::{MAX_DIGITS, NotRational};
pub use piecewise::{Piece, Piecewise};
pub use polynomial::Polynomial;
pub use rational::Rational;
pub use reconstruct::Reconstruction;
pub(crate) use root::root;
pub use sweep::sweep;
