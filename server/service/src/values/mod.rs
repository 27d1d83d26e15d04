//! Values that handlers and layers share: the forms of an answer, and texts that never change.

pub(crate) mod form;
pub(crate) mod reply;
pub(crate) mod solution_form;

pub use reply::ImmutableText;

/// The method that found the solution in an answer, for the metrics; among the extensions of the
/// answer.
#[derive(Clone, Debug)]
pub struct SolvedBy(pub String);

/// A text that identical requests share, and the method that found the equilibrium in it.
pub type SharedText = (ImmutableText, Option<SolvedBy>);
