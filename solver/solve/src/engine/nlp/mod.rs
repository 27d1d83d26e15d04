//! Nonlinear programs whose optimum is 0: doubles guess where it lies, rationals say what it is.
//!
//! [`minimise()`] looks for points of a product of simplices at which nothing is violated, from
//! many starts, in doubles. What is positive at such a point (its support) makes a
//! [`PolynomialSystem`]; [`PolynomialSystem::rational_points`] finds zeros of it near the point in
//! rationals, and every one it gives is a zero exactly. Whether such a zero answers the question
//! that was asked is for the asker to check.

mod elimination;
mod exact_zero;
mod lift;
mod minimise;
mod parametrisation;
mod polynomial_system;
mod product_system;
mod refine;
mod start;

pub use exact_zero::ZeroNear;
pub use minimise::{Violations, minimise};
pub use polynomial_system::{PolynomialSystem, Term};
pub use product_system::{AffineForm, ProductSystem, ProductTerm};
