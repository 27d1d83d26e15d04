//! Which variables are basic, and where the others rest.

/// Place of a column, or of the logical of a row, in a [`Basis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableStatus {
    /// Determined by the others through the equations.
    Basic,
    /// Resting at its lower bound.
    AtLower,
    /// Resting at its upper bound.
    AtUpper,
    /// Resting at 0, having no bound.
    Free,
}

/// A starting point for the simplex method, and what it ends with: one [`VariableStatus`] per
/// column and per row.
///
/// The logical of a row is the row's sum, with the row's bounds. Any basis may be handed to
/// [`solve`](super::solve()): missing, surplus, singular or impossible parts are repaired.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Basis {
    /// One status per column.
    pub columns: Vec<VariableStatus>,
    /// One status per row.
    pub rows: Vec<VariableStatus>,
}
