//! Nonlinear programs whose optimum is 0: doubles guess where it lies, rationals say what it is.
//!
//! [`descend()`] looks for points of a product of simplices at which nothing is violated, in
//! doubles. What is positive at such a point (its support) makes a [`ProductSystem`];
//! [`ProductSystem::zero_near`] finds a zero of it in rationals. Whether that answers the question
//! that was asked is for the asker to check.

mod exact_zero;
mod lift;
mod minimise;
mod parametrisation;
mod product_system;
mod quadratic;
mod start;

pub use exact_zero::ZeroNear;
pub use minimise::{Violations, descend};
pub use product_system::{AffineForm, ProductSystem, ProductTerm};
pub use start::Draws;
