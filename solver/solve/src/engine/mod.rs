//! Engines: problems in, candidate answers with proofs out. They know nothing of poker.

pub use bluff_lp as lp;

#[cfg(feature = "search")]
pub mod nlp;
