//! Pure equilibria of von Neumann's game: all of them, with no assumption on what is plausible.

mod enumeration;

pub use enumeration::{
    CutForm, MAX_CUT_DECK, MAX_DECK, PureEquilibrium, PureError, cut_equilibria, pure_equilibria, sets_profile,
};
