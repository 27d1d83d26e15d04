//! CPLEX LP text, for other solvers to read.

use std::fmt::{self, Write};

use super::problem::{Bounds, Column, Problem, Row};
use crate::exact::Rational;

/// Longest line written: some readers stop at 255 letters.
const LINE: usize = 200;

impl Problem {
    /// This problem in CPLEX LP format, read by `glpsol --lp`, SoPlex, HiGHS and `esolver -L`.
    ///
    /// Every number is a whole number: a row, or the objective, with fractions is multiplied by their common
    /// denominator, and the objective's factor is noted in the first line. A bound that is a fraction is written as a
    /// row, and a row with two different bounds as two rows.
    pub fn to_cplex_lp(&self, column_name: impl Fn(Column) -> String, row_name: impl Fn(Row) -> String) -> String {
        let mut text = String::new();
        let names: Vec<String> = self.columns().map(column_name).collect();
        // Writing to a string does not fail.
        let _ = self.write_cplex_lp(&mut text, &names, row_name);
        text
    }

    fn write_cplex_lp(&self, out: &mut String, names: &[String], row_name: impl Fn(Row) -> String) -> fmt::Result {
        let dummy = names.is_empty().then_some("nothing");
        let costs: Vec<(Column, &Rational)> = self.columns().map(|column| (column, self.cost(column))).collect();
        let scale = Rational::common_denominator(costs.iter().map(|(_, cost)| *cost));
        writeln!(out, "\\ objective multiplied by {scale}\nMinimize")?;
        let first = names.first().map_or("nothing", String::as_str);
        sum(out, " obj:", costs.into_iter(), &scale, names, first)?;
        writeln!(out, "\nSubject To")?;
        for row in self.rows() {
            constraint(out, &row_name(row), || self.entries(row), self.row_bounds(row), names, first)?;
        }
        let one = Rational::ONE;
        let bounds = || self.columns().map(|column| (column, self.column_bounds(column)));
        for (column, bounds) in bounds().filter(|(_, bounds)| !are_whole(bounds)) {
            let name = format!("bound_{}", names[column.index()]);
            constraint(out, &name, || std::iter::once((column, &one)), bounds, names, first)?;
        }
        if let Some(dummy) = dummy {
            writeln!(out, " none: {dummy} >= 0")?;
        }
        writeln!(out, "Bounds")?;
        for (column, bounds) in bounds() {
            let name = &names[column.index()];
            match (&bounds.lower, &bounds.upper) {
                _ if !are_whole(bounds) => writeln!(out, " {name} free")?,
                (None, None) => writeln!(out, " {name} free")?,
                (Some(lower), None) => writeln!(out, " {lower} <= {name}")?,
                (None, Some(upper)) => writeln!(out, " -inf <= {name} <= {upper}")?,
                (Some(lower), Some(upper)) if lower == upper => writeln!(out, " {name} = {lower}")?,
                (Some(lower), Some(upper)) => writeln!(out, " {lower} <= {name} <= {upper}")?,
            }
        }
        writeln!(out, "End")
    }
}

fn are_whole(bounds: &Bounds) -> bool {
    [&bounds.lower, &bounds.upper].into_iter().flatten().all(Rational::is_integer)
}

/// One row, or two where its bounds differ; none where it has no bounds.
fn constraint<'a, I: Iterator<Item = (Column, &'a Rational)>>(
    out: &mut String,
    name: &str,
    entries: impl Fn() -> I,
    bounds: &Bounds,
    names: &[String],
    first: &str,
) -> fmt::Result {
    let exact = bounds.lower.is_some() && bounds.lower == bounds.upper;
    let upper = bounds.upper.as_ref().filter(|_| !exact);
    let both = bounds.lower.is_some() && upper.is_some();
    for (bound, sign, suffix) in [
        (bounds.lower.as_ref(), if exact { "=" } else { ">=" }, if both { "_lower" } else { "" }),
        (upper, "<=", if both { "_upper" } else { "" }),
    ] {
        if let Some(bound) = bound {
            let scale = Rational::common_denominator(entries().map(|(_, entry)| entry).chain([bound]));
            sum(out, &format!(" {name}{suffix}:"), entries(), &scale, names, first)?;
            writeln!(out, " {sign} {}", bound * &scale)?;
        }
    }
    Ok(())
}

/// `start a x + b y …`, each number multiplied by `scale`.
fn sum<'a>(
    out: &mut String,
    start: &str,
    entries: impl Iterator<Item = (Column, &'a Rational)>,
    scale: &Rational,
    names: &[String],
    first: &str,
) -> fmt::Result {
    let mut line = start.to_owned();
    let mut empty = true;
    for (column, entry) in entries.filter(|(_, entry)| !entry.is_zero()) {
        let sign = if entry.is_negative() { '-' } else { '+' };
        let size = (entry * scale).abs();
        let size = if size.is_one() { String::new() } else { format!(" {size}") };
        let term = format!(" {sign}{size} {}", names[column.index()]);
        if line.len() + term.len() > LINE {
            writeln!(out, "{line}")?;
            line = String::from("  ");
        }
        line += &term;
        empty = false;
    }
    if empty {
        write!(line, " 0 {first}")?;
    }
    write!(out, "{line}")
}
