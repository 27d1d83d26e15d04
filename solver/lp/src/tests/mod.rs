//! Tests of the whole engine. A problem is written as text: see [`problem`].
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should say so")]

mod corners;
mod far;
mod games;
mod listing;
mod near;
mod proofs;
mod reader;
mod text;

use super::lift;
use super::model::Model;
use super::solve::ProgramSolver;
use super::{
    Bounds, Column, Control, FarkasRay, LinearProgram, Optimum, Outcome, SolvedProblem, TextFormat,
    solve, verify,
};
use bluff_exact::Rational;

/// A number as text; `10^k` is a power of ten.
fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

/// Bounds as `least..greatest`, either left out, or one number.
fn bounds(text: &str) -> Bounds {
    let side = |text: &str| (!text.is_empty()).then(|| number(text));
    match text.split_once("..") {
        Some((lower, upper)) => Bounds { lower: side(lower), upper: side(upper) },
        None => Bounds::exactly(number(text)),
    }
}

/// `columns`: cost and bounds of each; `rows`: bounds and all entries of each.
fn problem(columns: &[(&str, &str)], rows: &[(&str, &str)]) -> LinearProgram {
    let mut problem = LinearProgram::new();
    let columns: Vec<Column> = columns
        .iter()
        .map(|(cost, within)| problem.add_column(number(cost), bounds(within)))
        .collect();
    for (within, entries) in rows {
        let entries = entries.split_whitespace().map(number);
        problem.add_row(bounds(within), columns.iter().copied().zip(entries));
    }
    problem
}

/// Solves with the guide and without it, checks both proofs, and that both say the same, as does
/// lifting. Checks that the problem reads back from text.
fn solved(problem: &LinearProgram) -> SolvedProblem {
    let control = Control::new();
    let guided = solve(problem, None, &control).unwrap();
    assert_eq!(verify(problem, &guided.outcome), Ok(()));
    let crossed =
        |ray: &FarkasRay| matches!(ray, FarkasRay::CrossedColumn(_) | FarkasRay::CrossedRow(_));
    if !matches!(&guided.outcome, Outcome::Infeasible(ray) if crossed(ray)) {
        let solver = ProgramSolver::new(problem, &control);
        let alone = solver.by_rationals(Model::<f64>::new(problem).statuses(None)).unwrap();
        assert_eq!(verify(problem, &alone.outcome), Ok(()));
        assert_eq!(said(&guided.outcome), said(&alone.outcome));
    }
    reader::reads_back(problem);
    if let Outcome::Optimal(best) = &guided.outcome {
        let exact = Model::new(problem);
        let lifted = lift::candidate(&exact, &exact.statuses(Some(&best.basis)));
        // Digits may be read as another fraction, which the judge refuses.
        let wrong = |lifted: Optimum| verify(problem, &Outcome::Optimal(lifted)).is_err();
        assert!(lifted.is_none_or(|lifted| lifted == *best || wrong(lifted)));
    }
    guided
}

/// The answer in a word: the objective, `infeasible` or `unbounded`.
fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Optimal(best) => best.objective.to_string(),
        Outcome::Infeasible(_) => "infeasible".to_owned(),
        Outcome::Unbounded(_) => "unbounded".to_owned(),
    }
}

fn answer(problem: &LinearProgram) -> String {
    said(&solved(problem).outcome)
}
