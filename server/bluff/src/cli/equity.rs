use bluff_batch::error::Error;
use bluff_report::equity::{EquityQuestion, EquityReport};
use clap::Args;

use super::Answer;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;

/// Counts how often hands of hold'em win, tie and lose: their exact equity
#[derive(Args, Debug)]
#[command(after_help = "\
Hands are written as players write them, each group with a weight behind a colon if it is not 1:
all, 22+, 99-66, AKs, AKo, AK, A2s+, A5s-A2s, JTs-76s, KTo+, AhKd, 76s:1/2.

Examples:
  bluff equity AhKd 76s
  bluff equity AA KK --json
  bluff equity AhKd '22+,A2s+,76s:1/2' --board Kc9d6h
  bluff equity 9h8h all --board 'Th 7c 2s Jd'

A deal is a hand of each side and the cards that the board lacks; boards is the number of deals.
Where the hands of a range have different weights, the counts are sums of weights: a deal counts as
the product of its hands' weights, taken as whole numbers without a common divisor.")]
pub(super) struct EquityCommand {
    /// The hand whose equity is wanted, or a range
    #[arg(value_name = "HAND")]
    hand: String,
    /// The hands that it meets
    #[arg(value_name = "RANGE")]
    range: String,
    /// The open cards: three, four or five
    #[arg(long, value_name = "CARDS")]
    board: Option<String>,
    #[command(flatten)]
    printing: Printing<EquityReport>,
}

impl Printable for EquityReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |report, paint| Ok(report.text(paint))),
            Self::format("json", "For programs", |report, _| Ok(report.json())),
        ]
    }
}

impl EquityCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let question = EquityQuestion::read(&self.hand, &self.range, self.board.as_deref())?;
        self.printing.answer(&watched("equity", |control| Ok(control.run(|| question.answer())??))?)
    }
}
