//! Linear programs read from the text formats of other solvers.

mod cplex;
mod mps;
mod words;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::str::FromStr;

use super::outcome::Optimum;
use super::problem::{Bounds, Column, LinearProgram};
use super::whole::TextFormat;
use bluff_exact::{MAX_DIGITS, MAX_EXPONENT, NotRational, Rational, RefusedValue};
use bluff_exact::{did_you_mean, excerpt, nearest};

/// Maximum length of a text that is read, in bytes.
pub const MAX_TEXT_BYTES: usize = 256 << 20;
/// Maximum number of rows of a text, and of its columns.
pub const MAX_NAMES: usize = 500_000;
/// Maximum number of entries of a text, zeros included.
pub const MAX_ENTRIES: usize = 5_000_000;
/// Maximum length of a name, in bytes, as in CPLEX.
pub const MAX_NAME_BYTES: usize = 255;

/// A linear program as a file has it: with names, and with a constant in its objective.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_lp::{Control, NamedProgram, Outcome, solve};
///
/// let text = "Maximize profit: 3 x + 2 y - 0.1
///     Subject To  hours: x + y <= 4.5   wood: x + 3 y <= 6
///     Bounds  x <= 3
///     End";
/// let named: NamedProgram = text.parse()?;
/// let Outcome::Optimal(best) = solve(&named.program, None, &Control::new())?.outcome else {
///     unreachable!("it is bounded")
/// };
/// assert_eq!(named.objective_of(&best), "10.9".parse()?);
/// assert_eq!(named.columns, ["x", "y"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct NamedProgram {
    /// The program, whose costs are minimised.
    pub program: LinearProgram,
    /// The name of each column.
    pub columns: Vec<String>,
    /// The name of each row.
    pub rows: Vec<String>,
    /// Number that the objective has beside the costs.
    pub constant: Rational,
    /// True if the text maximises: the costs of the program are those of the text with the other
    /// sign.
    pub is_maximised: bool,
}

/// Why a text is no linear program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramTextError {
    /// A word that is not allowed where it stands.
    #[error("line {line}: “{}”, expected {}", value.given, value.allowed)]
    Word {
        /// The line, from 1.
        line: usize,
        /// The word, and what is allowed.
        value: RefusedValue,
    },
    /// Too many of something, something twice, or an end too early.
    #[error("line {line}: {value}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// A description of it, and what is allowed.
        value: RefusedValue,
    },
    /// Longer than [`MAX_TEXT_BYTES`].
    #[error("a program of {0} bytes, expected at most {MAX_TEXT_BYTES}")]
    TooLong(usize),
}

impl ProgramTextError {
    fn word(line: usize, word: &str, allowed: impl ToString) -> Self {
        Self::Word { line, value: RefusedValue::without_field(excerpt(word), allowed) }
    }

    fn text(line: usize, given: impl ToString, allowed: impl ToString) -> Self {
        Self::Text { line, value: RefusedValue::without_field(given, allowed) }
    }

    /// The line of the mistake; 0 of a text that is not read at all.
    fn line(&self) -> usize {
        match self {
            Self::Word { line, .. } | Self::Text { line, .. } => *line,
            Self::TooLong(_) => 0,
        }
    }

    /// The refused word or text, without its line, and what is allowed.
    pub fn refused(&self) -> RefusedValue {
        match self {
            Self::Word { value, .. } | Self::Text { value, .. } => value.clone(),
            Self::TooLong(bytes) => {
                let allowed = format!("at most {MAX_TEXT_BYTES}");
                RefusedValue::without_field(format!("{bytes} bytes"), allowed)
            }
        }
    }
}

impl TextFormat {
    /// The format in which a text seems to be written: MPS has comments behind a star, and begins
    /// with the name of a section that CPLEX LP text does not have.
    pub fn of(text: &str) -> Self {
        let word = text.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let is_mps = word.starts_with('*') || ["NAME", "OBJSENSE", "ROWS"].contains(&&*word);
        if is_mps { Self::Mps } else { Self::CplexLp }
    }
}

impl FromStr for NamedProgram {
    type Err = ProgramTextError;

    /// Reads a program in the format in which it seems to be written.
    fn from_str(text: &str) -> Result<Self, ProgramTextError> {
        Self::read(text, TextFormat::of(text))
    }
}

impl NamedProgram {
    /// Reads a program in one of the formats. MPS text is free, or, where it is not readable so,
    /// fixed: its names may hold blanks.
    ///
    /// Numbers are read exactly: `0.1` is 1/10, and `1e30` is a bound, not infinity, which is
    /// written `inf`. The last bound of a kind counts. Bounds that exclude each other make a
    /// program without a point. Variables must be continuous.
    ///
    /// Errors: [`ProgramTextError`], with the line and the word. Cost: bounded by
    /// [`MAX_TEXT_BYTES`], [`MAX_NAMES`] and [`MAX_ENTRIES`].
    pub fn read(text: &str, format: TextFormat) -> Result<Self, ProgramTextError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(ProgramTextError::TooLong(text.len()));
        }
        match format {
            TextFormat::CplexLp => cplex::read(text),
            TextFormat::Mps => mps::read(text, mps::free_words).or_else(|error| {
                // The reading that came further says what is wrong.
                let further = |fixed: &ProgramTextError| fixed.line() > error.line();
                mps::read(text, mps::fixed_words)
                    .map_err(|fixed| if further(&fixed) { fixed } else { error.clone() })
            }),
        }
    }

    /// The objective of the text at an optimum of the program.
    pub fn objective_of(&self, optimum: &Optimum) -> Rational {
        self.in_sense(&optimum.objective) + &self.constant
    }

    /// A cost, or a dual value, in the sense of the text: with the other sign if it maximises.
    pub fn in_sense(&self, cost: &Rational) -> Rational {
        if self.is_maximised { -cost } else { cost.clone() }
    }
}

/// A program while it is read.
#[derive(Default)]
struct Draft {
    program: LinearProgram,
    columns: Names,
    rows: Names,
    entry_count: usize,
}

impl Draft {
    /// A column of 0 and more.
    fn add_column(&mut self, line: usize, name: &str) -> Result<Column, ProgramTextError> {
        self.columns.add(line, "column", name)?;
        Ok(self.program.add_column(Rational::ZERO, Bounds::at_least(Rational::ZERO)))
    }

    fn count_entry(&mut self, line: usize) -> Result<(), ProgramTextError> {
        self.entry_count += 1;
        if self.entry_count > MAX_ENTRIES {
            let given = format!("{} entries", self.entry_count);
            return Err(ProgramTextError::text(line, given, format!("at most {MAX_ENTRIES}")));
        }
        Ok(())
    }

    fn finish(mut self, constant: Rational, is_maximised: bool) -> NamedProgram {
        if is_maximised {
            for column in self.program.columns() {
                let cost = -self.program.cost(column);
                self.program.set_cost(column, cost);
            }
        }
        let (columns, rows) = (self.columns.list(), self.rows.list());
        NamedProgram { program: self.program, columns, rows, constant, is_maximised }
    }
}

/// Names of rows, or of columns, each with its place.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    /// The place of a new name.
    fn add(&mut self, line: usize, what: &str, name: &str) -> Result<usize, ProgramTextError> {
        let refused = |given, allowed| Err(ProgramTextError::text(line, given, allowed));
        let place = self.0.len();
        if name.len() > MAX_NAME_BYTES {
            let given = format!("a name of {} bytes", name.len());
            return refused(given, format!("at most {MAX_NAME_BYTES}"));
        }
        if place == MAX_NAMES {
            return refused(format!("{what} {}", place + 1), format!("at most {MAX_NAMES}"));
        }
        if self.0.contains_key(name) {
            let given = format!("{what} “{}” a second time", excerpt(name));
            return refused(given, "each name once".to_owned());
        }
        self.0.insert(name.to_owned(), place);
        Ok(place)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    /// The place of a name that must be known.
    fn known(&self, line: usize, what: &str, name: &str) -> Result<usize, ProgramTextError> {
        self.place(name).ok_or_else(|| {
            let mut names: Vec<&str> = self.0.keys().map(String::as_str).collect();
            names.sort_unstable();
            let meant = did_you_mean(nearest(name, names));
            ProgramTextError::word(line, name, format!("the name of a {what}{meant}"))
        })
    }

    fn list(self) -> Vec<String> {
        let mut names = vec![String::new(); self.0.len()];
        for (name, place) in self.0 {
            names[place] = name;
        }
        names
    }
}

/// A number, of a word that may have a sign.
fn number(line: usize, word: &str) -> Result<Rational, ProgramTextError> {
    word.parse().map_err(|error| {
        let allowed = match error {
            NotRational::Exponent(_) => format!("a power of ten up to {MAX_EXPONENT}"),
            NotRational::TooLong(_) => format!("a number of at most {MAX_DIGITS} digits"),
            NotRational::ZeroDenominator(_) => "a denominator of at least 1".to_owned(),
            _ => "a number, for instance 2, -1/3 or 0.25".to_owned(),
        };
        ProgramTextError::word(line, word, allowed)
    })
}

/// True of the word for infinity, without its sign.
fn is_infinite(word: &str) -> bool {
    ["inf", "infinity"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The end that a relation leads to, of a word that may have a sign: `None` is infinity.
fn bound(
    line: usize,
    word: &str,
    relation: Ordering,
) -> Result<Option<Rational>, ProgramTextError> {
    let is_negative = word.starts_with('-');
    if !is_infinite(word.strip_prefix(['-', '+']).unwrap_or(word)) {
        return number(line, word).map(Some);
    }
    match (relation, is_negative) {
        (Ordering::Less, false) | (Ordering::Greater, true) => Ok(None),
        (Ordering::Less, true) => Err(ProgramTextError::word(line, word, "a number or inf")),
        _ => Err(ProgramTextError::word(line, word, "a number or -inf")),
    }
}
