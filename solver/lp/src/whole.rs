//! A problem in whole numbers, as the text formats of other solvers have it.

use super::problem::{Bounds, Column, LinearProgram, Row};
use bluff_exact::Rational;

/// Format of a problem for other solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// CPLEX LP text, read by `glpsol --lp`, SoPlex, HiGHS and `esolver -L`.
    CplexLp,
    /// Free MPS text, read by HiGHS, SoPlex, `glpsol --freemps` and most others.
    Mps,
}

impl TextFormat {
    /// Start of a line of comment.
    pub fn comment(self) -> char {
        match self {
            Self::CplexLp => '\\',
            Self::Mps => '*',
        }
    }
}

impl LinearProgram {
    /// This problem in one of the formats.
    ///
    /// Every number is a whole number, so nothing is rounded in writing: a row, or the objective,
    /// with fractions is multiplied by their common denominator, and the objective's factor is
    /// noted in the first line. A bound that is a fraction is written as a row, and a row with two
    /// different bounds as two rows. Names must hold no blanks.
    pub fn to_text(
        &self,
        format: TextFormat,
        column_name: impl Fn(Column) -> String,
        row_name: impl Fn(Row) -> String,
    ) -> String {
        let (mut text, program) = (String::new(), Whole::of(self, column_name, row_name));
        // Writing to a string does not fail.
        let _ = match format {
            TextFormat::CplexLp => program.write_cplex_lp(&mut text),
            TextFormat::Mps => program.write_mps(&mut text),
        };
        text
    }
}

/// Every row and the objective multiplied by their common denominators, so that no number is
/// rounded in writing.
pub(super) struct Whole {
    pub(super) names: Vec<String>,
    /// Factor of the objective.
    pub(super) scale: Rational,
    pub(super) costs: Vec<(usize, Rational)>,
    pub(super) rows: Vec<WholeRow>,
    /// The bounds of the columns; fractions among them are rows.
    pub(super) bounds: Vec<Bounds>,
}

/// A constraint with one bound.
pub(super) struct WholeRow {
    pub(super) name: String,
    pub(super) sense: Sense,
    pub(super) entries: Vec<(usize, Rational)>,
    pub(super) bound: Rational,
}

#[derive(Clone, Copy)]
pub(super) enum Sense {
    AtLeast,
    AtMost,
    Exactly,
}

impl Whole {
    pub(super) fn of(
        problem: &LinearProgram,
        column_name: impl Fn(Column) -> String,
        row_name: impl Fn(Row) -> String,
    ) -> Self {
        let names: Vec<String> = problem.columns().map(column_name).collect();
        let costs: Vec<(Column, &Rational)> = problem
            .columns()
            .map(|column| (column, problem.cost(column)))
            .filter(|(_, cost)| !cost.is_zero())
            .collect();
        let scale = Rational::common_denominator(costs.iter().map(|(_, cost)| *cost));
        let mut rows = Vec::new();
        for row in problem.rows() {
            let entries: Vec<_> = problem.entries(row).collect();
            constrain(&mut rows, &row_name(row), &entries, problem.row_bounds(row));
        }
        let mut bounds = Vec::with_capacity(names.len());
        for column in problem.columns() {
            let of = problem.column_bounds(column);
            let whole = [&of.lower, &of.upper].into_iter().flatten().all(Rational::is_integer);
            if !whole {
                constrain(
                    &mut rows,
                    &format!("bound_{}", names[column.index()]),
                    &[(column, &Rational::ONE)],
                    of,
                );
            }
            bounds.push(if whole { of.clone() } else { Bounds::free() });
        }
        Self { names, costs: scaled(&costs, &scale), scale, rows, bounds }
    }
}

/// One row, or two where the bounds differ; none where there are no bounds.
fn constrain(
    rows: &mut Vec<WholeRow>,
    name: &str,
    entries: &[(Column, &Rational)],
    bounds: &Bounds,
) {
    let exact = bounds.lower.is_some() && bounds.lower == bounds.upper;
    let upper = bounds.upper.as_ref().filter(|_| !exact);
    let both = bounds.lower.is_some() && upper.is_some();
    let lower_sense = if exact { Sense::Exactly } else { Sense::AtLeast };
    let [below, above] = if both { ["_lower", "_upper"] } else { [""; 2] };
    let sides = [(bounds.lower.as_ref(), lower_sense, below), (upper, Sense::AtMost, above)];
    for (bound, sense, suffix) in sides {
        let Some(bound) = bound else { continue };
        let numbers = entries.iter().map(|(_, entry)| *entry).chain([bound]);
        let scale = Rational::common_denominator(numbers);
        let (name, entries) = (format!("{name}{suffix}"), scaled(entries, &scale));
        rows.push(WholeRow { name, sense, entries, bound: bound * &scale });
    }
}

fn scaled(entries: &[(Column, &Rational)], scale: &Rational) -> Vec<(usize, Rational)> {
    entries.iter().map(|(column, entry)| (column.index(), *entry * scale)).collect()
}
