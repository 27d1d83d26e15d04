//! The linear program as the caller states it.

use std::sync::Arc;

use super::compressed::Compressed;
use super::outcome::Optimum;
use bluff_exact::Rational;

/// A column (unknown) of a [`LinearProgram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(super) usize);

/// A row (constraint) of a [`LinearProgram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(pub(super) usize);

impl Column {
    /// Its place in the order the columns were added, and in [`Optimum::primal`].
    pub fn index(self) -> usize {
        self.0
    }
}

impl Row {
    /// Its place in the order the rows were added, and in [`Optimum::dual`].
    pub fn index(self) -> usize {
        self.0
    }
}

/// Bounds of a column, or of the sum a row forms. Either side may be absent.
///
/// Crossed bounds (`lower > upper`) are allowed: they make the problem infeasible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The least value allowed, if there is one.
    pub lower: Option<Rational>,
    /// The greatest value allowed, if there is one.
    pub upper: Option<Rational>,
}

impl Bounds {
    /// Any value.
    pub fn free() -> Self {
        Self::default()
    }

    /// `lower` or more.
    pub fn at_least(lower: Rational) -> Self {
        Self { lower: Some(lower), upper: None }
    }

    /// `upper` or less.
    pub fn at_most(upper: Rational) -> Self {
        Self { lower: None, upper: Some(upper) }
    }

    /// From `lower` to `upper`, both allowed.
    pub fn between(lower: Rational, upper: Rational) -> Self {
        Self { lower: Some(lower), upper: Some(upper) }
    }

    /// Only `value`.
    pub fn exactly(value: Rational) -> Self {
        Self { lower: Some(value.clone()), upper: Some(value) }
    }

    /// True if `value` keeps both bounds.
    pub fn contain(&self, value: &Rational) -> bool {
        self.lower.as_ref().is_none_or(|lower| lower <= value)
            && self.upper.as_ref().is_none_or(|upper| value <= upper)
    }

    /// True if no value keeps both bounds.
    pub fn are_crossed(&self) -> bool {
        matches!((&self.lower, &self.upper), (Some(lower), Some(upper)) if lower > upper)
    }
}

/// A linear program: minimise `cost · x` subject to `row_lower ≤ A x ≤ row_upper` and
/// `lower ≤ x ≤ upper`.
///
/// Shape: `A` is sparse, kept by rows. Columns may be added after rows; they can only enter later
/// rows. Cost: a clone shares the entries of `A`.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_lp::{Bounds, Control, LinearProgram, Outcome, solve};
///
/// let mut problem = LinearProgram::new();
/// let x = problem.add_column(Rational::from(-1), Bounds::at_least(Rational::ZERO));
/// let y = problem.add_column(Rational::from(-1), Bounds::at_least(Rational::ZERO));
/// problem
///     .add_row(Bounds::at_most(Rational::from(4)), [(x, Rational::from(3)), (y, Rational::ONE)]);
/// problem
///     .add_row(Bounds::at_most(Rational::from(4)), [(x, Rational::ONE), (y, Rational::from(3))]);
/// let solved = solve(&problem, None, &Control::new())?;
/// assert!(
///     matches!(solved.outcome, Outcome::Optimal(best) if best.objective == Rational::from(-2))
/// );
/// # Ok::<(), bluff_lp::Stopped>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LinearProgram {
    costs: Vec<Rational>,
    columns: Vec<Bounds>,
    rows: Vec<Bounds>,
    entries: Arc<Compressed<Rational>>,
}

impl LinearProgram {
    /// The problem with no columns and no rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an unknown within `bounds`, each unit of which costs `cost`.
    pub fn add_column(&mut self, cost: Rational, bounds: Bounds) -> Column {
        self.costs.push(cost);
        self.columns.push(bounds);
        Column(self.columns.len() - 1)
    }

    /// Adds a constraint: the sum of `entries` lies within `bounds`.
    ///
    /// A column named more than once counts with the sum of its entries.
    ///
    /// # Panics
    /// If an entry names a column of another, larger problem.
    pub fn add_row(
        &mut self,
        bounds: Bounds,
        entries: impl IntoIterator<Item = (Column, Rational)>,
    ) -> Row {
        let mut list: Vec<(usize, Rational)> = Vec::new();
        for (column, entry) in entries {
            assert!(column.0 < self.columns.len(), "column {} does not exist", column.0);
            list.push((column.0, entry));
        }
        list.sort_by_key(|(column, _)| *column);
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        list.retain(|(_, entry)| !entry.is_zero());
        Arc::make_mut(&mut self.entries).push_list(list);
        self.rows.push(bounds);
        Row(self.rows.len() - 1)
    }

    /// Replaces the cost of a column.
    pub fn set_cost(&mut self, column: Column, cost: Rational) {
        self.costs[column.0] = cost;
    }

    /// Replaces what a column may be.
    pub fn set_bounds(&mut self, column: Column, bounds: Bounds) {
        self.columns[column.0] = bounds;
    }

    /// The reduced costs `cost − dualᵀA`, by column.
    pub fn reduced_costs(&self, dual: &[Rational]) -> Vec<Rational> {
        self.costs
            .iter()
            .zip(self.combination(dual))
            .map(|(cost, combined)| cost - combined)
            .collect()
    }

    /// Number of columns.
    pub fn column_count(&self) -> usize {
        self.columns.len()
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Number of entries of `A` that are not 0.
    pub fn entry_count(&self) -> usize {
        self.entries.entry_count()
    }

    /// All columns, in order.
    pub fn columns(&self) -> impl Iterator<Item = Column> + Clone + use<> {
        (0..self.columns.len()).map(Column)
    }

    /// All rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        (0..self.rows.len()).map(Row)
    }

    /// The cost of one unit of a column.
    pub fn cost(&self, column: Column) -> &Rational {
        &self.costs[column.0]
    }

    /// Bounds of a column.
    pub fn column_bounds(&self, column: Column) -> &Bounds {
        &self.columns[column.0]
    }

    /// Bounds of the sum of a row.
    pub fn row_bounds(&self, row: Row) -> &Bounds {
        &self.rows[row.0]
    }

    /// The entries of a row that are not 0, by column.
    pub fn entries(&self, row: Row) -> impl Iterator<Item = (Column, &Rational)> {
        self.entries.list(row.0).map(|(column, entry)| (Column(column), entry))
    }

    pub(super) fn matrix(&self) -> &Compressed<Rational> {
        &self.entries
    }

    /// The sums of all rows at the point `x`.
    pub(super) fn activities(&self, x: &[Rational]) -> Vec<Rational> {
        sums(&self.entries, x)
    }

    /// The columns of `yᵀA`.
    pub(super) fn combination(&self, y: &[Rational]) -> Vec<Rational> {
        sums(&self.entries.transposed(self.columns.len()), y)
    }

    /// The face of all optima, with every cost 0.
    ///
    /// By complementary slackness with this dual solution, a point of the problem is optimal if and
    /// only if every column with a reduced cost other than 0, and every row with a dual value other
    /// than 0, sits at the bound it sits at in `optimum`: here they are fixed there.
    /// `optimum.basis` is primal feasible for the face, so `solve(&face, Some(&optimum.basis), …)`
    /// with any new costs starts warm.
    ///
    /// Cost: one product `yᵀA`; the entries of `A` are shared.
    pub fn face(&self, optimum: &Optimum) -> Self {
        let mut face = self.clone();
        let combined = self.combination(&optimum.dual);
        for (column, bounds) in face.columns.iter_mut().enumerate() {
            if self.costs[column] != combined[column] {
                *bounds = Bounds::exactly(optimum.primal[column].clone());
            }
        }
        for (row, bounds) in face.rows.iter_mut().enumerate() {
            let tight = match optimum.dual[row].sign() {
                std::cmp::Ordering::Greater => &bounds.lower,
                std::cmp::Ordering::Less => &bounds.upper,
                std::cmp::Ordering::Equal => continue,
            };
            if let Some(value) = tight.clone() {
                *bounds = Bounds::exactly(value);
            }
        }
        face.costs.fill(Rational::ZERO);
        face
    }
}

/// The sum of each list with these weights at its places.
///
/// Entries and weights are taken over one denominator each where they have one, for sums of whole
/// numbers need no greatest common divisor.
fn sums(lists: &Compressed<Rational>, weights: &[Rational]) -> Vec<Rational> {
    let unit = Rational::common_denominator(lists.numbers());
    let whole = (!unit.is_one() && unit.bits() < 64).then(|| lists.map(|entry| entry * &unit));
    let (lists, unit) = whole.as_ref().map_or((lists, Rational::ONE), |whole| (whole, unit));
    let over_one = Rational::over_one_denominator(weights);
    let (weights, scale) =
        over_one.as_ref().map_or((weights, unit.clone()), |(whole, scale)| (whole, scale * &unit));
    (0..lists.list_count())
        .map(|list| {
            let products = lists.list(list).map(|(place, entry)| (entry, &weights[place]));
            let sum = Rational::sum_of_products(products);
            if scale.is_one() || sum.is_zero() { sum } else { sum / &scale }
        })
        .collect()
}
