use bluff_batch::error::Error;
use bluff_batch::questions::chart::ChartQuestion;
use bluff_report::push_fold::PushFoldReport;
use clap::Args;
use rational_bluff::game::{ANTE, Value};

use super::Answer;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;

/// Charts push or fold: the stacks at which each hand is pushed or calls, exactly
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff chart push-fold
  bluff chart push-fold --ante 1/8
  bluff chart push-fold --format svg -o chart.svg
  bluff chart push-fold --json

Between two ends of pieces no hand changes its plan, and the equilibrium is the only one that treats
the hands of a class alike. The ends are roots of polynomials, which --format json prints.")]
pub(super) struct ChartCommand {
    /// The game without its stack: push-fold, push-fold/a1_8
    #[arg(value_name = "GAME")]
    game: String,
    /// The ante, in big blinds, which each player pays before the deal
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    ante: Option<String>,
    #[command(flatten)]
    printing: Printing<PushFoldReport>,
}

impl Printable for PushFoldReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |report, paint| Ok(report.text(paint))),
            Self::format("json", "For programs", |report, _| Ok(report.json())),
            Self::format("csv", "For a spreadsheet", |report, _| Ok(report.csv())),
            Self::format("svg", "A picture of two grids", |report, _| Ok(report.svg())),
        ]
    }
}

impl ChartCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let mut question = ChartQuestion::read(&self.game)?;
        if let Some(text) = &self.ante
            && let Value::Number(ante) = ANTE.value(text)?
        {
            question.ante = ante;
        }
        self.printing.answer(&watched(&self.game, |control| question.answer(control))?)
    }
}
