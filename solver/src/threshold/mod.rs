//! Equilibria by the threshold structure: any deck size, by runs of cards.
//!
//! A solver of this room proposes strategies in closed form; [`crate::certificate::check`] judges them like any others.

mod one_street;

pub use one_street::{ThresholdError, applies, one_street, saturation};
