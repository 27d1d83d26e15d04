//! Nonlinear programs of more players, in doubles, with the way back to rationals.
//!
//! [`Complementarity`] is over behavior strategies, [`MixedForm`] the same over all pure
//! strategies. Both have payoffs that are multilinear in realization plans.

mod complementarity;
mod linearised;
mod mixed_form;
mod multilinear;
mod regret;
mod support;

pub use complementarity::{Complementarity, MAX_TERMS, terms};
pub use linearised::Linearised;
pub use mixed_form::{MAX_PURE_STRATEGIES, MixedForm};
pub use regret::RegretMatching;
pub use support::Support;
