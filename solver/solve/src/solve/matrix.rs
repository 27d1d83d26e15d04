//! Two-player zero-sum games that are given by their matrix, whether of poker or not.

use std::str::FromStr;

use crate::engine::lp::{self, Outcome};
use crate::exact::{NotRational, Rational, counted};
use crate::game::Player;
use crate::program::{MAX_TABLE, zero_sum_program};

use super::{Control, Mixture, SolveError};

/// Payoffs to the player of the rows, for each row and column. The player of the columns pays them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixGame(Vec<Vec<Rational>>);

/// An equilibrium of a [`MatrixGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixEquilibrium {
    /// The value to the player of the rows.
    pub value: Rational,
    /// The probability of each row, and of each column.
    pub mixtures: [Vec<Rational>; 2],
}

/// Why a matrix is no game, or mixtures are no equilibrium of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum MatrixError {
    /// No entry.
    #[error("an empty matrix, expected rows of numbers")]
    Empty,
    /// Rows of different lengths.
    #[error(
        "row {row} has {}, expected {expected} as in row 1",
        counted(given, "entry", "entries")
    )]
    Ragged { row: usize, given: usize, expected: usize },
    /// An entry that is no number.
    #[error("row {row}, column {column}: {error}")]
    Entry { row: usize, column: usize, error: NotRational },
    /// Too many entries.
    #[error("a matrix of {rows} × {columns} entries, expected at most {MAX_TABLE}")]
    TooLarge { rows: usize, columns: usize },
    /// Numbers that are not the probabilities of all rows, or of all columns.
    #[error("{given} numbers with sum {sum}, expected {expected} probabilities with sum 1")]
    NotMixture { given: usize, expected: usize, sum: Rational },
    /// One of the players can gain.
    #[error("the rows are sure of {lower}, the columns of {upper}, expected equal numbers")]
    NotEquilibrium { lower: Rational, upper: Rational },
    /// The engine proved that the program has no optimum, which such a program always has.
    #[error("the program of a matrix has no optimum, which it always has")]
    NoOptimum,
}

impl MatrixGame {
    /// The game of these rows.
    ///
    /// Errors: `Empty`, `Ragged`, `TooLarge` for more than [`MAX_TABLE`] entries.
    pub fn new(rows: Vec<Vec<Rational>>) -> Result<Self, MatrixError> {
        let expected = rows.first().map_or(0, Vec::len);
        if expected == 0 {
            return Err(MatrixError::Empty);
        }
        if let Some(row) = rows.iter().position(|row| row.len() != expected) {
            let given = rows[row].len();
            return Err(MatrixError::Ragged { row: row + 1, given, expected });
        }
        if (rows.len() * expected) as u64 > MAX_TABLE {
            return Err(MatrixError::TooLarge { rows: rows.len(), columns: expected });
        }
        Ok(Self(rows))
    }

    /// The game of these rows of numbers, given as text.
    ///
    /// Errors: `Entry`, and those of [`MatrixGame::new`].
    pub fn from_texts<T: AsRef<str>>(
        rows: impl IntoIterator<Item = Vec<T>>,
    ) -> Result<Self, MatrixError> {
        let rows = (1..).zip(rows).map(|(row, texts)| {
            let entries = (1..).zip(&texts).map(|(column, text)| {
                text.as_ref().parse().map_err(|error| MatrixError::Entry { row, column, error })
            });
            entries.collect()
        });
        Self::new(rows.collect::<Result<_, _>>()?)
    }

    /// The rows, of one length.
    pub fn rows(&self) -> &[Vec<Rational>] {
        &self.0
    }

    /// An equilibrium, found by a linear program and checked by [`MatrixGame::check`] (`MNE` of the
    /// paper).
    ///
    /// Errors: `Stopped`; other ones only if the solver is wrong.
    ///
    /// ```
    /// use rational_bluff::{exact::Rational, solve::{Control, MatrixGame}};
    /// let game: MatrixGame = "0 -1 1\n 1 0 -1\n -1 1 0".parse()?;
    /// let found = game.solve(&Control::new())?;
    /// assert_eq!(found.mixtures[0], vec![Rational::ratio(1, 3); 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, control: &Control) -> Result<MatrixEquilibrium, SolveError> {
        let solved = lp::solve(&zero_sum_program(&self.0), None, control)?;
        let Outcome::Optimal(best) = solved.outcome else {
            return Err(MatrixError::NoOptimum.into());
        };
        let (rows, columns) = (self.0.len(), self.0[0].len());
        let mixtures = [best.primal[..rows].to_vec(), best.dual[..columns].to_vec()];
        let value = control.run(|| self.check(&mixtures))??;
        Ok(MatrixEquilibrium { value, mixtures })
    }

    /// The value, if these mixtures over rows and columns are an equilibrium: against the first no
    /// column pays less than the value, against the second no row gets more. It reads the matrix
    /// alone.
    ///
    /// Errors: `NotMixture`, `NotEquilibrium`.
    pub fn check(&self, mixtures: &[Vec<Rational>; 2]) -> Result<Rational, MatrixError> {
        let [rows, columns] = mixtures;
        for (mixture, expected) in [(rows, self.0.len()), (columns, self.0[0].len())] {
            let sum: Rational = mixture.iter().cloned().sum();
            let given = mixture.len();
            if given != expected || mixture.iter().any(Rational::is_negative) || !sum.is_one() {
                return Err(MatrixError::NotMixture { given, expected, sum });
            }
        }
        let whole = |mixture: &[Rational]| {
            Rational::over_one_denominator(mixture).unwrap_or((mixture.to_vec(), Rational::ONE))
        };
        let ((rows, of_rows), (columns, of_columns)) = (whole(rows), whole(columns));
        let column = |column: usize| -> Rational {
            rows.iter().zip(&self.0).map(|(weight, row)| weight * &row[column]).sum()
        };
        let row = |row: &Vec<Rational>| -> Rational {
            columns.iter().zip(row).map(|(weight, payoff)| weight * payoff).sum()
        };
        let lower = (0..columns.len()).map(column).min().ok_or(MatrixError::Empty)? / of_rows;
        let upper = self.0.iter().map(row).max().ok_or(MatrixError::Empty)? / of_columns;
        if lower == upper { Ok(lower) } else { Err(MatrixError::NotEquilibrium { lower, upper }) }
    }
}

/// The entries between two commas: nothing is one that is no number.
fn entries(cell: &str) -> Vec<&str> {
    if cell.is_empty() { vec![cell] } else { cell.split_whitespace().collect() }
}

impl FromStr for MatrixGame {
    type Err = MatrixError;

    /// Reads a row from each line: numbers with blanks, tabs or commas between them. A `#` begins a
    /// comment, and a line may end with a comma.
    fn from_str(text: &str) -> Result<Self, MatrixError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let rows = lines.map(|line| {
            let mut cells: Vec<&str> = line.split(',').map(str::trim).collect();
            cells.pop_if(|last| last.is_empty());
            cells.into_iter().flat_map(entries).collect::<Vec<_>>()
        });
        Self::from_texts(rows.filter(|row| !row.is_empty()))
    }
}

impl MatrixEquilibrium {
    /// The strategies that are played, by names of the rows and the columns.
    pub(super) fn named(&self, name: impl Fn(Player, usize) -> String) -> Mixture {
        let named = |player: Player| {
            let taken = self.mixtures[player.index()].iter().enumerate();
            let taken = taken.filter(|(_, weight)| !weight.is_zero());
            taken.map(|(at, weight)| (name(player, at), weight.clone())).collect()
        };
        Mixture { value: self.value.clone(), strategies: [Player::I, Player::II].map(named) }
    }
}

impl From<&MatrixEquilibrium> for Mixture {
    /// Rows and columns by their numbers.
    fn from(found: &MatrixEquilibrium) -> Self {
        found.named(|_, at| (at + 1).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::parse_label;
    use crate::solve::{Method, pay_table, solve};

    fn game(text: &str) -> MatrixGame {
        text.parse().unwrap()
    }

    #[test]
    fn values_are_those_of_the_literature() {
        for (text, value) in [
            // Matching pennies, a saddle point, one entry, and a row that dominates.
            ("1 -1\n-1 1", "0"),
            ("3 1\n0 -2", "1"),
            ("-7/3", "-7/3"),
            ("2,5/2 , 3,\n\n# worse\n1\t1.5 2", "2"),
            // Two-finger Morra.
            ("0 2 -3 0\n-2 0 0 3\n3 0 0 -4\n0 -3 4 0", "0"),
            // Colonel Blotto, 4 regiments against 3.
            ("4 0 2 1\n0 4 1 2\n1 -1 3 0\n-1 1 0 3\n-2 -2 2 2", "14/9"),
        ] {
            let found = game(text).solve(&Control::new()).unwrap();
            assert_eq!(found.value, value.parse().unwrap(), "{text}");
        }
    }

    #[test]
    fn a_pay_table_has_the_value_of_its_game() {
        let poker = parse_label("von-neumann/n4-b2").unwrap();
        let matrix = MatrixGame::new(pay_table(&poker).unwrap().cells).unwrap();
        let value =
            solve(&poker, Method::Auto, &Control::new()).unwrap().solution.values[0].clone();
        assert_eq!(matrix.solve(&Control::new()).unwrap().value, value);
    }

    #[test]
    fn mixtures_that_are_no_equilibrium_are_refused() {
        let pennies = game("1 -1\n-1 1");
        let mixtures = |rows: [i64; 2], of: i64| {
            let mixture = |parts: [i64; 2]| parts.map(|part| Rational::ratio(part, of)).to_vec();
            [mixture(rows), mixture([1, of - 1])]
        };
        assert_eq!(pennies.check(&mixtures([1, 1], 2)), Ok(Rational::ZERO));
        for (rows, of, words) in [
            ([1, 2], 3, "the rows are sure of -1/3, the columns of 1/3, expected equal numbers"),
            ([1, 1], 3, "2 numbers with sum 2/3, expected 2 probabilities with sum 1"),
            ([-1, 3], 2, "2 numbers with sum 1, expected 2 probabilities with sum 1"),
        ] {
            assert_eq!(pennies.check(&mixtures(rows, of)).unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn texts_that_are_no_matrix_are_refused() {
        let wide = "0 ".repeat(MAX_TABLE as usize + 1);
        for (text, words) in [
            ("", "an empty matrix, expected rows of numbers"),
            ("# none\n\n", "an empty matrix, expected rows of numbers"),
            ("1 2\n3", "row 2 has 1 entry, expected 2 as in row 1"),
            ("1,2\n3,", "row 2 has 1 entry, expected 2 as in row 1"),
            (&wide, "a matrix of 1 × 262145 entries, expected at most 262144"),
        ] {
            assert_eq!(text.parse::<MatrixGame>().unwrap_err().to_string(), words);
        }
        for text in ["1 2\n3 x", "3,1,1\n3,,5", "3 1\n2, ,"] {
            let words = text.parse::<MatrixGame>().unwrap_err().to_string();
            assert!(words.starts_with("row 2, column 2: "), "{words}");
        }
    }
}
