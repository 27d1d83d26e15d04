//! A problem in whole numbers, as the text formats of other solvers have it.

use std::fmt::{self, Write};

use super::problem::{Bounds, Column, LinearProgram, Row};
use bluff_exact::Rational;

/// Longest line written: some readers stop at 255 letters.
const LINE: usize = 200;

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
struct Whole {
    names: Vec<String>,
    /// Factor of the objective.
    scale: Rational,
    costs: Vec<(usize, Rational)>,
    rows: Vec<WholeRow>,
    /// The bounds of the columns; fractions among them are rows.
    bounds: Vec<Bounds>,
}

/// A constraint with one bound.
struct WholeRow {
    name: String,
    sense: Sense,
    entries: Vec<(usize, Rational)>,
    bound: Rational,
}

/// Relation of a sum to its bound, as the formats spell it.
#[derive(Clone, Copy)]
struct Sense {
    cplex: &'static str,
    mps: char,
}

const AT_LEAST: Sense = Sense { cplex: ">=", mps: 'G' };
const AT_MOST: Sense = Sense { cplex: "<=", mps: 'L' };
const EXACTLY: Sense = Sense { cplex: "=", mps: 'E' };

impl Whole {
    fn of(
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

    /// CPLEX LP text.
    fn write_cplex_lp(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "\\ objective multiplied by {}\nMinimize", self.scale)?;
        self.sum(out, " obj:", &self.costs)?;
        writeln!(out, "\nSubject To")?;
        for row in &self.rows {
            self.sum(out, &format!(" {}:", row.name), &row.entries)?;
            writeln!(out, " {} {}", row.sense.cplex, row.bound)?;
        }
        if self.names.is_empty() {
            writeln!(out, " none: nothing >= 0")?;
        }
        writeln!(out, "Bounds")?;
        for (name, bounds) in self.names.iter().zip(&self.bounds) {
            match (&bounds.lower, &bounds.upper) {
                (None, None) => writeln!(out, " {name} free")?,
                (Some(lower), None) => writeln!(out, " {lower} <= {name}")?,
                (None, Some(upper)) => writeln!(out, " -inf <= {name} <= {upper}")?,
                (Some(lower), Some(upper)) if lower == upper => writeln!(out, " {name} = {lower}")?,
                (Some(lower), Some(upper)) => writeln!(out, " {lower} <= {name} <= {upper}")?,
            }
        }
        writeln!(out, "End")
    }

    /// `start a x + b y …`
    fn sum(&self, out: &mut String, start: &str, entries: &[(usize, Rational)]) -> fmt::Result {
        let mut line = start.to_owned();
        for (column, entry) in entries {
            let sign = if entry.is_negative() { '-' } else { '+' };
            let size = entry.abs();
            let size = if size.is_one() { String::new() } else { format!(" {size}") };
            let term = format!(" {sign}{size} {}", self.names[*column]);
            if line.len() + term.len() > LINE {
                writeln!(out, "{line}")?;
                line = String::from("  ");
            }
            line += &term;
        }
        if entries.is_empty() {
            write!(line, " 0 {}", self.names.first().map_or("nothing", String::as_str))?;
        }
        write!(out, "{line}")
    }

    /// Free MPS text.
    fn write_mps(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "* objective multiplied by {}\nNAME bluff\nROWS\n N obj", self.scale)?;
        for row in &self.rows {
            writeln!(out, " {} {}", row.sense.mps, row.name)?;
        }
        let mut by_column: Vec<Vec<(&str, &Rational)>> = vec![Vec::new(); self.names.len()];
        let rows = self.rows.iter().map(|row| (row.name.as_str(), &row.entries));
        for (row, entries) in std::iter::once(("obj", &self.costs)).chain(rows) {
            for (column, entry) in entries {
                by_column[*column].push((row, entry));
            }
        }
        writeln!(out, "COLUMNS")?;
        let zero = Rational::ZERO;
        for (name, entries) in self.names.iter().zip(by_column) {
            // A column without entries exists all the same.
            let entries = if entries.is_empty() { vec![("obj", &zero)] } else { entries };
            for (row, entry) in entries {
                writeln!(out, " {name} {row} {entry}")?;
            }
        }
        writeln!(out, "RHS")?;
        for row in self.rows.iter().filter(|row| !row.bound.is_zero()) {
            writeln!(out, " rhs {} {}", row.name, row.bound)?;
        }
        writeln!(out, "BOUNDS")?;
        for (name, bounds) in self.names.iter().zip(&self.bounds) {
            match (&bounds.lower, &bounds.upper) {
                (None, None) => writeln!(out, " FR bounds {name}")?,
                (Some(lower), Some(upper)) if lower == upper => {
                    writeln!(out, " FX bounds {name} {lower}")?
                }
                (lower, upper) => {
                    match lower {
                        Some(lower) => writeln!(out, " LO bounds {name} {lower}")?,
                        None => writeln!(out, " MI bounds {name}")?,
                    }
                    if let Some(upper) = upper {
                        writeln!(out, " UP bounds {name} {upper}")?;
                    }
                }
            }
        }
        writeln!(out, "ENDATA")
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
    let lower_sense = if exact { EXACTLY } else { AT_LEAST };
    let [below, above] = if both { ["_lower", "_upper"] } else { [""; 2] };
    let sides = [(bounds.lower.as_ref(), lower_sense, below), (upper, AT_MOST, above)];
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
