//! Engines: problems in, candidate answers with proofs out. They know nothing of poker.

pub mod lp;
pub mod nlp;
