//! Free MPS text, for other solvers to read.

use std::fmt::{self, Write};

use super::whole::{Sense, Whole};
use bluff_exact::Rational;

impl Whole {
    pub(super) fn write_mps(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "* objective multiplied by {}\nNAME bluff\nROWS\n N obj", self.scale)?;
        for row in &self.rows {
            let sense = match row.sense {
                Sense::AtLeast => 'G',
                Sense::AtMost => 'L',
                Sense::Exactly => 'E',
            };
            writeln!(out, " {sense} {}", row.name)?;
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
