use bluff_batch::error::Error;
use bluff_batch::file::read_text;
use bluff_report::{matrix, mixture};
use clap::Args;
use rational_bluff::solve::{MatrixEquilibrium, MatrixGame, SolveError};

use super::Answer;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;

/// Maximum length of a file with a matrix, in bytes.
const MATRIX_BYTES: usize = 16 << 20;

/// Solves any two-player zero-sum game that is given by its matrix
#[derive(Args, Debug)]
#[command(after_help = "\
A line is a row: what the player of the columns pays the player of the rows, in exact numbers with
blanks, tabs or commas between them. A # begins a comment. A matrix has at most 262144 entries.

Examples:
  bluff matrix game.txt
  bluff matrix game.csv --json -o answer.json
  printf '1 -1\\n-1 1\\n' | bluff matrix -

Both mixtures are checked against every row and column, without the solver.")]
pub(super) struct MatrixCommand {
    /// The rows of the matrix, - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    printing: Printing<MatrixEquilibrium>,
}

impl Printable for MatrixEquilibrium {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |found, paint| Ok(matrix::text(found, paint))),
            Self::format("json", "For programs", |found, _| Ok(matrix::json(found))),
            Self::format("mix", "The paper's pair of mixtures", |found, _| {
                Ok(mixture::lprint(&found.into()))
            }),
        ]
    }
}

impl MatrixCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let text = read_text(&self.file, MATRIX_BYTES)?;
        let game: MatrixGame = text.parse().map_err(SolveError::from)?;
        self.printing.answer(&watched("matrix", |control| Ok(game.solve(control)?))?)
    }
}
