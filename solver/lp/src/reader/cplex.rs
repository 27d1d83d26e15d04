//! CPLEX LP text.

use std::cmp::Ordering;

use super::words::{CplexSection, Words, is_name};
use super::{Draft, NamedProgram, ProgramTextError, bound, number};
use crate::problem::{Bounds, Column};
use bluff_exact::Rational;

/// Sections behind the objective.
const SECTIONS: &str =
    "one of the sections Subject To, Bounds, Free, End; variables must be continuous";

/// A text while it is read.
struct CplexReader<'a> {
    words: Words<'a>,
    draft: Draft,
}

/// Terms with columns, and the sum of the others.
type Sum = (Vec<(Column, Rational)>, Rational);

pub(super) fn read(text: &str) -> Result<NamedProgram, ProgramTextError> {
    // Pages and papers write a minus that is no hyphen.
    let text = text.replace('\u{2212}', "-");
    let mut reader = CplexReader { words: Words::of(&text), draft: Draft::default() };
    let first = reader.words.next().unwrap_or_default();
    let is_maximised = match reader.words.section(first) {
        Some(CplexSection::Minimise) => false,
        Some(CplexSection::Maximise) => true,
        _ => return Err(reader.refused(first, "Minimize or Maximize")),
    };
    reader.label();
    let (costs, constant) = reader.sum()?;
    for (column, cost) in costs {
        let cost = reader.draft.program.cost(column) + cost;
        reader.draft.program.set_cost(column, cost);
    }
    loop {
        let word = reader.word("End")?;
        match reader.words.section(word) {
            Some(CplexSection::Rows) => reader.each(CplexReader::row)?,
            Some(CplexSection::Bounds) => reader.each(CplexReader::bound)?,
            Some(CplexSection::Free) => reader.each(|reader| {
                let column = reader.column()?;
                reader.draft.program.set_bounds(column, Bounds::free());
                Ok(())
            })?,
            Some(CplexSection::End) => return Ok(reader.draft.finish(constant, is_maximised)),
            _ => return Err(reader.refused(word, SECTIONS)),
        }
    }
}

impl<'a> CplexReader<'a> {
    fn refused(&self, word: &str, allowed: &str) -> ProgramTextError {
        ProgramTextError::word(self.words.line, word, allowed)
    }

    /// The next word.
    fn word(&mut self, allowed: &str) -> Result<&'a str, ProgramTextError> {
        let word = self.words.next();
        let line = self.words.line;
        word.ok_or_else(|| ProgramTextError::text(line, "the end of the text", allowed))
    }

    /// The next word, unless it begins a section; it stays the next one.
    fn ahead(&self) -> Option<&'a str> {
        let mut ahead = self.words.clone();
        let word = ahead.next()?;
        ahead.section(word).is_none().then_some(word)
    }

    /// Reads what a section holds, up to its end.
    fn each(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), ProgramTextError>,
    ) -> Result<(), ProgramTextError> {
        while self.ahead().is_some() {
            read(self)?;
        }
        Ok(())
    }

    /// The name before a colon.
    fn label(&mut self) -> Option<&'a str> {
        let mut ahead = self.words.clone();
        let name = ahead.next().filter(|name| is_name(name))?;
        (ahead.next()? == ":").then(|| {
            self.words = ahead;
            name
        })
    }

    /// A column by its name, which is new or was read before.
    fn column(&mut self) -> Result<Column, ProgramTextError> {
        let name = self.word("the name of a column")?;
        if !is_name(name) {
            return Err(self.refused(name, "the name of a column"));
        }
        match self.draft.columns.place(name) {
            Some(place) => Ok(Column(place)),
            None => self.draft.add_column(self.words.line, name),
        }
    }

    /// Terms with signs between them; none where something else stands.
    fn sum(&mut self) -> Result<Sum, ProgramTextError> {
        let (mut terms, mut constant) = (Vec::new(), Rational::ZERO);
        for at in 0.. {
            let (mut is_signed, mut factor) = (false, Rational::ONE);
            while let Some(sign @ ("+" | "-")) = self.ahead() {
                self.words.next();
                is_signed = true;
                factor = if sign == "-" { -factor } else { factor };
            }
            if at > 0 && !is_signed {
                break;
            }
            let is_number = |word: &&str| {
                word.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            };
            let size = self.ahead().filter(is_number);
            if let Some(size) = size {
                self.words.next();
                factor = factor * number(self.words.line, size)?;
            }
            if self.ahead().is_some_and(is_name) {
                terms.push((self.column()?, factor));
                self.draft.count_entry(self.words.line)?;
            } else if size.is_some() {
                constant += &factor;
            } else if is_signed {
                let word = self.word("a number or a name")?;
                return Err(self.refused(word, "a number or a name"));
            } else {
                break;
            }
        }
        Ok((terms, constant))
    }

    /// The relation of what stands before it to what stands behind.
    fn relation(&mut self) -> Result<Ordering, ProgramTextError> {
        let word = self.word("<=, >= or =")?;
        match word {
            "<" | "<=" | "=<" => Ok(Ordering::Less),
            ">" | ">=" | "=>" => Ok(Ordering::Greater),
            "=" => Ok(Ordering::Equal),
            _ => Err(self.refused(word, "<=, >= or =")),
        }
    }

    /// A number or infinity, with its sign.
    fn signed(&mut self) -> Result<String, ProgramTextError> {
        let mut text = self.word("a number")?.to_owned();
        if ["+", "-"].contains(&&*text) {
            text += self.word("a number")?;
        }
        Ok(text)
    }

    /// Reads the end that a relation leads to, and sets the bounds of what stands before it.
    fn limit(&mut self, relation: Ordering, bounds: &mut Bounds) -> Result<(), ProgramTextError> {
        let end = self.signed()?;
        set(bounds, relation, bound(self.words.line, &end, relation)?);
        Ok(())
    }

    /// A second relation behind what has one, if there is one.
    fn second(&mut self, first: Ordering, bounds: &mut Bounds) -> Result<(), ProgramTextError> {
        if !self.ahead().is_some_and(|word| word.starts_with(['<', '>', '='])) {
            return Ok(());
        }
        let relation = self.relation()?;
        if relation != first || relation.is_eq() {
            let allowed = "one relation, or <= twice, or >= twice";
            return Err(ProgramTextError::text(self.words.line, "another relation", allowed));
        }
        self.limit(relation, bounds)
    }

    /// `name: 3 x + 2 y <= 5`, or `name: 1 <= 3 x + 2 y <= 5`.
    fn row(&mut self) -> Result<(), ProgramTextError> {
        let label = self.label().map(str::to_owned);
        // No label has a blank.
        let name = label.unwrap_or_else(|| format!("row {}", self.draft.program.row_count() + 1));
        self.draft.rows.add(self.words.line, "row", &name)?;
        let mut bounds = Bounds::free();
        let (mut terms, mut constant) = self.sum()?;
        let relation = self.relation()?;
        if terms.is_empty() {
            set(&mut bounds, relation.reverse(), Some(constant));
            (terms, constant) = self.sum()?;
            if terms.is_empty() {
                let word = self.word("the name of a column")?;
                return Err(self.refused(word, "the name of a column"));
            }
            self.second(relation, &mut bounds)?;
        } else {
            self.limit(relation, &mut bounds)?;
        }
        for end in [&mut bounds.lower, &mut bounds.upper].into_iter().flatten() {
            *end -= &constant;
        }
        self.draft.program.add_row(bounds, terms);
        self.ended()
    }

    /// Errors: a word behind a row on its line, unless it names the next one. People mean a column
    /// behind the relation, which would be read as the next row.
    fn ended(&self) -> Result<(), ProgramTextError> {
        let mut words = self.words.clone();
        let Some(word) = words.next() else { return Ok(()) };
        if words.is_first || words.clone().next() == Some(":") {
            return Ok(());
        }
        let allowed = "a new line: behind a relation stands one number, and no column";
        Err(ProgramTextError::word(words.line, word, allowed))
    }

    /// `x <= 5`, `-1 <= x <= 5` or `x free`.
    fn bound(&mut self) -> Result<(), ProgramTextError> {
        let is_column = self.ahead().is_some_and(is_name);
        let before = if is_column { None } else { Some((self.signed()?, self.relation()?)) };
        let column = self.column()?;
        let mut bounds = self.draft.program.column_bounds(column).clone();
        if let Some((end, relation)) = before {
            set(&mut bounds, relation.reverse(), bound(self.words.line, &end, relation.reverse())?);
            self.second(relation, &mut bounds)?;
        } else if self.ahead().is_some_and(|word| word.eq_ignore_ascii_case("free")) {
            self.words.next();
            bounds = Bounds::free();
        } else {
            let relation = self.relation()?;
            self.limit(relation, &mut bounds)?;
        }
        self.draft.program.set_bounds(column, bounds);
        Ok(())
    }
}

/// Sets the bounds of what is in this relation to an end.
fn set(bounds: &mut Bounds, relation: Ordering, end: Option<Rational>) {
    if relation.is_ge() {
        bounds.lower.clone_from(&end);
    }
    if relation.is_le() {
        bounds.upper = end;
    }
}
