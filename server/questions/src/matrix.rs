//! Games that are given by their matrix.

use std::time::Duration;

use bluff_report::{matrix, mixture};
use rational_bluff::solve::{MatrixEquilibrium, MatrixGame, SolveError};

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::Given;
use crate::over_http::{INSTANT, limited};
use crate::question::{FormName, Question, Report, ReportForm};

/// A question for an equilibrium of a matrix.
#[derive(Clone, Debug)]
pub struct MatrixQuestion {
    game: MatrixGame,
    /// Number of entries.
    entries: u64,
}

/// Maximum number of entries of a matrix over HTTP. A square one takes seconds.
const ENTRIES: u64 = 10_000;
/// The time of one entry of a large matrix.
const ENTRY: Duration = Duration::from_micros(500);

impl Question for MatrixQuestion {
    const NAME: &'static str = "matrix";
    const ABOUT: &'static str = "Solves any two-player zero-sum game that is given by its matrix";
    const MORE: &'static str = "\
A line is a row: what the player of the columns pays the player of the rows, in exact numbers with
blanks, tabs or commas between them. A # begins a comment. A matrix has at most 262144 entries.

Both mixtures are checked against every row and column, without the solver.";
    const EXAMPLES: &'static [&'static str] = &["game.txt", "game.csv --json -o answer.json"];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("matrix", "0 -1 1\n1 0 -1\n-1 1 0")];
    type Report = MatrixEquilibrium;

    fn fields() -> Vec<QuestionField> {
        let about = "The rows of the matrix";
        vec![QuestionField::new(FieldKind::Text, "matrix", "FILE", about, "0 -1 1\n1 0 -1\n-1 1 0")]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let game: MatrixGame = given.needed("matrix").parse().map_err(SolveError::from)?;
        let entries = game.rows().iter().map(|row| row.len() as u64).sum();
        Ok(Self { game, entries })
    }

    fn cost(&self) -> Result<Duration, Error> {
        let entries = self.entries;
        limited(entries, ENTRIES, || format!("a matrix of {entries} entries"))?;
        Ok(INSTANT.max(ENTRY * entries as u32))
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<MatrixEquilibrium, Error> {
        Ok(self.game.solve(work.control)?)
    }
}

impl Report for MatrixEquilibrium {
    const SCHEMA: &'static str = "MatrixEquilibrium";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", matrix::text),
            ReportForm::json("For programs", matrix::json),
            ReportForm::new(
                FormName::new(["mix", "mix", "text/x-mixture"], "The paper's pair of mixtures"),
                |found: &Self, _| Ok(mixture::lprint(&found.into())),
            ),
        ]
    }
}
