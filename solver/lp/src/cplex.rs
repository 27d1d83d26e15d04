//! CPLEX LP text, for other solvers to read.

use std::fmt::{self, Write};

use super::whole::{Sense, Whole};
use bluff_exact::Rational;

/// Longest line written: some readers stop at 255 letters.
const LINE: usize = 200;

impl Whole {
    pub(super) fn write_cplex_lp(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "\\ objective multiplied by {}\nMinimize", self.scale)?;
        self.sum(out, " obj:", &self.costs)?;
        writeln!(out, "\nSubject To")?;
        for row in &self.rows {
            self.sum(out, &format!(" {}:", row.name), &row.entries)?;
            let sign = match row.sense {
                Sense::AtLeast => ">=",
                Sense::AtMost => "<=",
                Sense::Exactly => "=",
            };
            writeln!(out, " {sign} {}", row.bound)?;
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
}
