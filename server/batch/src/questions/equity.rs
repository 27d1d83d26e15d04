//! Questions about exact equities.

use bluff_report::equity::EquityReport;
use rational_bluff::cards::{Equity, HandRange, OpenCards};
use rational_bluff::solve::Control;

use crate::error::Error;

/// A question for the equity of a hand, or a range, against a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquityQuestion {
    /// The hands whose equity is wanted.
    pub hands: HandRange,
    /// The hands that they meet.
    pub others: HandRange,
    /// The open cards.
    pub board: OpenCards,
}

impl EquityQuestion {
    /// Reads a question; without a board the flop is still to come.
    ///
    /// Errors: `Cards`.
    pub fn read(hands: &str, others: &str, board: Option<&str>) -> Result<Self, Error> {
        let board = board.map_or(Ok(OpenCards::default()), str::parse)?;
        Ok(Self { hands: hands.parse()?, others: others.parse()?, board })
    }

    /// The equity.
    ///
    /// Errors: `Cards` where no deal is left; spent limits.
    pub fn answer(self, control: &Control) -> Result<EquityReport, Error> {
        let Self { hands, others, board } = self;
        let equity = control.run(|| Equity::new(&hands, &others, &board))??;
        Ok(EquityReport { hands, others, board, equity })
    }

    /// A text of everything that the answer depends on.
    pub fn key(&self) -> String {
        format!("{} {} {}", self.hands, self.others, self.board)
    }
}
