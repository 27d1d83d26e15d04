//! The judge of proofs: it reads the problem and the outcome, and nothing else.

use super::outcome::{FarkasRay, Optimum, Outcome, Ray};
use super::problem::{Bounds, Column, LinearProgram, Row};
use bluff_exact::Rational;

/// Flaw of a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum Flaw {
    /// A list has not one number per column, or per row.
    #[error("a list holds {given} numbers, expected {expected}")]
    WrongLength { given: usize, expected: usize },
    /// The value of a column breaks its bounds.
    #[error("column {} = {value} breaks its bounds", .column.index())]
    ColumnOutside { column: Column, value: Rational },
    /// The sum of a row breaks its bounds.
    #[error("the sum {value} of row {} breaks its bounds", .row.index())]
    RowOutside { row: Row, value: Rational },
    /// A reduced cost has a sign for which the column has no bound.
    #[error("column {} has the reduced cost {value} and no bound to hold it", .column.index())]
    ColumnUnheld { column: Column, value: Rational },
    /// A dual value has a sign for which the row has no bound.
    #[error("row {} has the dual value {value} and no bound to hold it", .row.index())]
    RowUnheld { row: Row, value: Rational },
    /// The stated objective, the cost of the point and the bound from the dual values are not all
    /// the same.
    #[error("objective {stated}, cost {primal}, lower bound {dual}: expected equal")]
    ObjectivesDiffer { stated: Rational, primal: Rational, dual: Rational },
    /// The combination of rows is not contradictory.
    #[error("the combination is at least {least}, expected above 0")]
    NotContradictory { least: Rational },
    /// The bounds said to be crossed are not.
    #[error("the bounds are not crossed")]
    NotCrossed,
    /// The cost does not fall along the ray.
    #[error("the cost changes by {change} along the ray, expected a fall")]
    CostDoesNotFall { change: Rational },
}

/// Checks the proof an outcome carries, in rationals, from the problem alone.
///
/// Cost: one or two products with `A`.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn verify(problem: &LinearProgram, outcome: &Outcome) -> Result<(), Flaw> {
    match outcome {
        Outcome::Optimal(optimum) => optimal(problem, optimum),
        Outcome::Infeasible(FarkasRay::Rows(weights)) => contradictory(problem, weights),
        Outcome::Infeasible(FarkasRay::CrossedColumn(column)) => {
            let known = column.index() < problem.column_count();
            crossed(known.then(|| problem.column_bounds(*column)))
        }
        Outcome::Infeasible(FarkasRay::CrossedRow(row)) => {
            let known = row.index() < problem.row_count();
            crossed(known.then(|| problem.row_bounds(*row)))
        }
        Outcome::Unbounded(ray) => unbounded(problem, ray),
    }
}

fn counted(list: &[Rational], expected: usize) -> Result<(), Flaw> {
    if list.len() == expected {
        Ok(())
    } else {
        Err(Flaw::WrongLength { given: list.len(), expected })
    }
}

fn crossed(bounds: Option<&Bounds>) -> Result<(), Flaw> {
    if bounds.is_some_and(Bounds::are_crossed) { Ok(()) } else { Err(Flaw::NotCrossed) }
}

/// Checks each number, and each row's sum of them, against its bounds.
fn within(
    problem: &LinearProgram,
    point: &[Rational],
    holds: impl Fn(&Bounds, &Rational) -> bool,
) -> Result<(), Flaw> {
    counted(point, problem.column_count())?;
    for (column, value) in problem.columns().zip(point) {
        if !holds(problem.column_bounds(column), value) {
            return Err(Flaw::ColumnOutside { column, value: value.clone() });
        }
    }
    for (row, value) in problem.rows().zip(problem.activities(point)) {
        if !holds(problem.row_bounds(row), &value) {
            return Err(Flaw::RowOutside { row, value });
        }
    }
    Ok(())
}

fn worth(problem: &LinearProgram, point: &[Rational]) -> Rational {
    Rational::sum_of_products(problem.columns().map(|column| problem.cost(column)).zip(point))
}

/// The least of `factor · x` within bounds, if there is one.
fn least(factor: &Rational, bounds: &Bounds) -> Option<Rational> {
    match factor.sign() {
        std::cmp::Ordering::Greater => bounds.lower.as_ref().map(|lower| factor * lower),
        std::cmp::Ordering::Less => bounds.upper.as_ref().map(|upper| factor * upper),
        std::cmp::Ordering::Equal => Some(Rational::ZERO),
    }
}

/// The least of `y · (row sums) + reduced · x` within all bounds.
fn least_of_all(
    problem: &LinearProgram,
    y: &[Rational],
    reduced: &[Rational],
) -> Result<Rational, Flaw> {
    let mut total = Rational::ZERO;
    for (row, value) in problem.rows().zip(y) {
        let part = least(value, problem.row_bounds(row));
        total += &part.ok_or_else(|| Flaw::RowUnheld { row, value: value.clone() })?;
    }
    for (column, value) in problem.columns().zip(reduced) {
        let part = least(value, problem.column_bounds(column));
        total += &part.ok_or_else(|| Flaw::ColumnUnheld { column, value: value.clone() })?;
    }
    Ok(total)
}

/// `cost · x = y · (row sums) + (cost − yᵀA) · x` for every `x`, so its least value bounds the cost
/// from below.
fn optimal(problem: &LinearProgram, optimum: &Optimum) -> Result<(), Flaw> {
    within(problem, &optimum.primal, Bounds::contain)?;
    counted(&optimum.dual, problem.row_count())?;
    let dual = least_of_all(problem, &optimum.dual, &problem.reduced_costs(&optimum.dual))?;
    let primal = worth(problem, &optimum.primal);
    if primal == dual && primal == optimum.objective {
        return Ok(());
    }
    Err(Flaw::ObjectivesDiffer { stated: optimum.objective.clone(), primal, dual })
}

fn contradictory(problem: &LinearProgram, weights: &[Rational]) -> Result<(), Flaw> {
    counted(weights, problem.row_count())?;
    let combined: Vec<Rational> =
        problem.combination(weights).into_iter().map(|sum| -sum).collect();
    let least = least_of_all(problem, weights, &combined)?;
    if least.is_positive() { Ok(()) } else { Err(Flaw::NotContradictory { least }) }
}

/// True if a change keeps bounds for ever.
fn keeps(bounds: &Bounds, change: &Rational) -> bool {
    !(change.is_negative() && bounds.lower.is_some()
        || change.is_positive() && bounds.upper.is_some())
}

fn unbounded(problem: &LinearProgram, ray: &Ray) -> Result<(), Flaw> {
    within(problem, &ray.point, Bounds::contain)?;
    within(problem, &ray.direction, keeps)?;
    let change = worth(problem, &ray.direction);
    if change.is_negative() { Ok(()) } else { Err(Flaw::CostDoesNotFall { change }) }
}
