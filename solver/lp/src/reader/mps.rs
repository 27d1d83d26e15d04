//! MPS text, free and fixed.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::{Draft, NamedProgram, ProgramTextError, bound, number};
use crate::problem::{Bounds, Column};
use bluff_exact::{Rational, excerpt, one_of};

/// Sections that a text may have.
const SECTIONS: [&str; 8] =
    ["NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA"];
/// Kinds of bounds; those of integers are missing.
const BOUND_KINDS: &str = "one of the bounds UP, LO, FX, FR, MI, PL: variables must be continuous";

/// A row while it is read, the objective among them.
struct MpsRow {
    /// Its letter.
    sense: char,
    entries: Vec<(Column, Rational)>,
    rhs: Option<Rational>,
    range: Option<Rational>,
}

/// The words of a line between blanks.
pub(super) fn free_words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The words of a line in the columns of letters that fixed text has, each with the gap behind it.
pub(super) fn fixed_words(line: &str) -> Vec<&str> {
    let line = line.trim_end();
    let ends = [0, 4, 14, 24, 39, 49, usize::MAX];
    let word = |ends: &[usize]| line.get(ends[0]..ends[1].min(line.len())).unwrap_or_default();
    ends.windows(2).map(|ends| word(ends).trim()).filter(|word| !word.is_empty()).collect()
}

/// A text while it is read.
#[derive(Default)]
struct MpsDraft {
    draft: Draft,
    rows: Vec<MpsRow>,
    is_maximised: bool,
    /// Columns that have a lower bound of their own, or none by a word of their own.
    bounded_below: HashSet<Column>,
}

/// Reads a text, whose lines are cut into words as its kind has them.
pub(super) fn read(
    text: &str,
    words: impl Fn(&str) -> Vec<&str>,
) -> Result<NamedProgram, ProgramTextError> {
    let mut draft = MpsDraft::default();
    let (mut section, mut last) = (String::new(), 0);
    for (line, text) in (1..).zip(text.lines()) {
        last = line;
        if text.starts_with('*') || text.trim().is_empty() {
            continue;
        }
        if text.starts_with(char::is_whitespace) {
            draft.line(line, &section, &words(text))?;
            continue;
        }
        let mut heading = text.split_whitespace();
        section = heading.next().unwrap_or_default().to_ascii_uppercase();
        match section.as_str() {
            "ENDATA" => return Ok(draft.finish()),
            "OBJSENSE" => heading.try_for_each(|word| draft.sense(line, word))?,
            "NAME" | "ROWS" | "COLUMNS" | "RHS" | "RANGES" | "BOUNDS" => (),
            _ => {
                let allowed = format!("a section, {}", one_of(&section, SECTIONS));
                return Err(ProgramTextError::word(line, &section, allowed));
            }
        }
    }
    Err(ProgramTextError::text(last, "the end of the text", "ENDATA"))
}

impl MpsDraft {
    fn line(&mut self, line: usize, section: &str, words: &[&str]) -> Result<(), ProgramTextError> {
        let refused = |allowed: &str| Err(ProgramTextError::word(line, &words.join(" "), allowed));
        match (section, words) {
            ("OBJSENSE", [word]) => self.sense(line, word),
            ("ROWS", [sense, name]) => {
                let sense = sense.to_ascii_uppercase();
                let &[b'N' | b'L' | b'G' | b'E'] = sense.as_bytes() else {
                    return refused("a row as N, L, G or E and its name");
                };
                self.draft.rows.add(line, "row", name)?;
                let sense = char::from(sense.as_bytes()[0]);
                self.rows.push(MpsRow { sense, entries: Vec::new(), rhs: None, range: None });
                Ok(())
            }
            ("ROWS", _) => refused("a row as N, L, G or E and its name"),
            ("COLUMNS", [_, "'MARKER'", ..]) => {
                Err(ProgramTextError::text(line, "a marker", "continuous variables"))
            }
            ("COLUMNS", [name, pairs @ ..]) if matches!(pairs.len(), 2 | 4) => {
                self.entries(line, name, pairs)
            }
            ("COLUMNS", _) => refused("a column, and one or two rows with their numbers"),
            ("RHS" | "RANGES", words) if (2..=5).contains(&words.len()) => {
                for pair in words[words.len() % 2..].chunks(2) {
                    let (at, value) =
                        (self.draft.rows.known(line, "row", pair[0])?, number(line, pair[1])?);
                    let row = &mut self.rows[at];
                    let place = if section == "RHS" { &mut row.rhs } else { &mut row.range };
                    if place.replace(value).is_some() {
                        return refused("one number for each row");
                    }
                }
                Ok(())
            }
            ("RHS" | "RANGES", _) => refused("a set, and one or two rows with their numbers"),
            ("BOUNDS", [kind, words @ ..]) => self.bound(line, kind, words),
            _ => refused("a section with lines of its own"),
        }
    }

    fn sense(&mut self, line: usize, word: &str) -> Result<(), ProgramTextError> {
        self.is_maximised = match word.to_ascii_uppercase().as_str() {
            "MAX" | "MAXIMIZE" => true,
            "MIN" | "MINIMIZE" => false,
            _ => return Err(ProgramTextError::word(line, word, "MIN or MAX")),
        };
        Ok(())
    }

    /// Entries of a column, which is the one of the line before or a new one.
    fn entries(&mut self, line: usize, name: &str, pairs: &[&str]) -> Result<(), ProgramTextError> {
        let count = self.draft.program.column_count();
        let column = match self.draft.columns.place(name) {
            Some(place) if place + 1 == count => Column(place),
            _ => self.draft.add_column(line, name)?,
        };
        for pair in pairs.chunks(2) {
            self.draft.count_entry(line)?;
            let (at, value) =
                (self.draft.rows.known(line, "row", pair[0])?, number(line, pair[1])?);
            let entries = &mut self.rows[at].entries;
            if entries.last().is_some_and(|(last, _)| *last == column) {
                let given = format!("row “{}” a second time", excerpt(pair[0]));
                return Err(ProgramTextError::text(line, given, "one number for each row"));
            }
            entries.push((column, value));
        }
        Ok(())
    }

    fn bound(&mut self, line: usize, kind: &str, words: &[&str]) -> Result<(), ProgramTextError> {
        let kind = kind.to_ascii_uppercase();
        let (name, value) = match (kind.as_str(), words) {
            ("FR" | "MI" | "PL", [name] | [_, name] | [_, name, _]) => (name, ""),
            ("UP" | "LO" | "FX", [name, value] | [_, name, value]) => (name, *value),
            ("FR" | "MI" | "PL" | "UP" | "LO" | "FX", _) => {
                let given = words.join(" ");
                return Err(ProgramTextError::word(line, &given, "a set, a column, a number"));
            }
            _ => return Err(ProgramTextError::word(line, &kind, BOUND_KINDS)),
        };
        let column = Column(self.draft.columns.known(line, "column", name)?);
        let mut bounds = self.draft.program.column_bounds(column).clone();
        if kind != "UP" && kind != "PL" {
            self.bounded_below.insert(column);
        }
        match kind.as_str() {
            "FR" => bounds = Bounds::free(),
            "MI" => bounds.lower = None,
            "PL" => bounds.upper = None,
            "LO" => bounds.lower = bound(line, value, Ordering::Greater)?,
            "FX" => bounds = Bounds::exactly(number(line, value)?),
            _ => {
                bounds.upper = bound(line, value, Ordering::Less)?;
                // An upper bound below 0 takes away the lower bound that nobody wrote.
                let is_below = bounds.upper.as_ref().is_some_and(Rational::is_negative);
                if is_below && !self.bounded_below.contains(&column) {
                    bounds.lower = None;
                }
            }
        }
        self.draft.program.set_bounds(column, bounds);
        Ok(())
    }

    fn finish(self) -> NamedProgram {
        let Self { mut draft, rows, is_maximised, .. } = self;
        let objective = rows.iter().position(|row| row.sense == 'N');
        let mut constant = Rational::ZERO;
        for (at, MpsRow { sense, entries, rhs, range }) in rows.into_iter().enumerate() {
            let rhs = rhs.unwrap_or_default();
            if Some(at) == objective {
                constant = -rhs;
                let costs = entries.into_iter();
                costs.for_each(|(column, cost)| draft.program.set_cost(column, cost));
                continue;
            }
            let bounds = match (sense, range) {
                ('N', _) => Bounds::free(),
                ('L', None) => Bounds::at_most(rhs),
                ('G', None) => Bounds::at_least(rhs),
                ('L', Some(range)) => Bounds::between(&rhs - range.abs(), rhs),
                ('G', Some(range)) => Bounds::between(rhs.clone(), rhs + range.abs()),
                (_, Some(range)) if range.is_negative() => Bounds::between(&rhs + range, rhs),
                (_, range) => Bounds::between(rhs.clone(), rhs + range.unwrap_or_default()),
            };
            draft.program.add_row(bounds, entries);
        }
        let mut named = draft.finish(constant, is_maximised);
        objective.map(|at| named.rows.remove(at));
        named
    }
}
