//! Values that handlers and what stands around them share: the forms of an answer, and texts that
//! never change.

pub(crate) mod form;
pub(crate) mod reply;

pub use reply::Lasting;

/// The method that solved what an answer tells, for the counts; among the extensions of the answer.
#[derive(Clone, Debug)]
pub struct SolvedBy(pub String);
