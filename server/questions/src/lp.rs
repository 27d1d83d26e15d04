//! Linear programs of any kind.

use std::time::Duration;

use bluff_lp::{NamedProgram, solve};
use bluff_report::lp::SolvedProgram;

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::Given;
use crate::over_http::INSTANT;
use crate::question::{Question, Report, ReportForm};

/// A question for the optimum of a linear program.
#[derive(Clone, Debug)]
pub struct ProgramQuestion(NamedProgram);

/// Nanoseconds for each pair of a row and an entry: the mean of large programs of Netlib.
const PAIR: u64 = 50;

/// A program, as an example.
const PROGRAM: &str = "Maximize 3 x + 2 y\nSubject To\n a: x + y <= 4\n b: x + 3 y <= 6\nEnd";

impl Question for ProgramQuestion {
    const NAME: &'static str = "lp";
    const ABOUT: &'static str = "Solves any linear program exactly, with the proof of its answer";
    const MORE: &'static str = "\
A program is written as MPS, free or fixed, or as CPLEX LP. Decimals are read exactly; variables
must be continuous. A dual value is what the objective gains per unit of the bound of its row.

An optimum, a contradiction of the bounds, and a direction without end are each checked without
the solver. The exit code is 1 where there is no optimum.";
    const EXAMPLES: &'static [&'static str] = &["diet.mps", "diet.lp --json -o answer.json"];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("program", PROGRAM)];
    type Report = SolvedProgram;

    fn fields() -> Vec<QuestionField> {
        let about = "The program, as MPS or CPLEX LP text";
        vec![QuestionField::new(FieldKind::Text, "program", "FILE", about, PROGRAM)]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        Ok(Self(given.needed("program").parse()?))
    }

    fn cost(&self) -> Result<Duration, Error> {
        let program = &self.0.program;
        let pairs = program.row_count() as u64 * program.entry_count() as u64;
        Ok(INSTANT.max(Duration::from_nanos(PAIR * pairs)))
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<SolvedProgram, Error> {
        let outcome = solve(&self.0.program, None, work.control)?.outcome;
        Ok(SolvedProgram { named: self.0, outcome })
    }
}

impl Report for SolvedProgram {
    const SCHEMA: &'static str = "SolvedProgram";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", Self::json)]
    }

    fn no(&self) -> Option<String> {
        self.no()
    }
}
