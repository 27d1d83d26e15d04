//! Exact equities of hands of hold'em.

use std::time::Duration;

use bluff_report::equity::{EquityQuestion, EquityReport};

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::given::Given;
use crate::over_http::SHORT;
use crate::question::{Question, Report, ReportForm};

impl Question for EquityQuestion {
    const NAME: &'static str = "equity";
    const ABOUT: &'static str =
        "Counts how often hands of hold'em win, tie and lose: their exact equity";
    const MORE: &'static str = "\
Hands are written as players write them, each group with a weight if it is not 1: all, 22+, 99-66,
AKs, AKo, AK, A2s+, A5s-A2s, JTs-76s, KTo+, AhKd, 76s:1/2, 76s:50%, 76s@50, [50]76s,65s[/50].

A deal is a hand of each side and the cards that the board lacks; boards is the number of deals.
Where the hands of a range have different weights, the counts are sums of weights: a deal counts as
the product of its hands' weights, taken as whole numbers without a common divisor.";
    const EXAMPLES: &'static [&'static str] = &[
        "AhKd 76s",
        "AA KK --json",
        "AhKd '22+,A2s+,76s:1/2' --board Kc9d6h",
        "9h8h all --board 'Th 7c 2s Jd'",
    ];
    const TOPIC: &'static str = "equities";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("hand", "AhKd"), ("range", "QQ,76s:1/2"), ("board", "Kc9d6h")];
    type Report = EquityReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{Optional, Place};
        let hand = "The hand whose equity is wanted, or a range";
        let board = "The open cards: three, four or five";
        vec![
            QuestionField::new(Place, "hand", "HAND", hand, "AhKd"),
            QuestionField::new(Place, "range", "RANGE", "The hands that it meets", "QQ,76s:1/2"),
            QuestionField::new(Optional, "board", "CARDS", board, "Kc9d6h"),
        ]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let (hand, range) = (given.needed("hand"), given.needed("range"));
        // No card has a plus: forms send it for a blank.
        let board = given.text("board").map(|board| board.replace('+', " "));
        Ok(Self::read(hand, range, board.as_deref())?)
    }

    fn cost(&self) -> Result<Duration, Error> {
        Ok(SHORT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<EquityReport, Error> {
        Ok(work.control.run(|| self.answer())??)
    }
}

impl Report for EquityReport {
    const SCHEMA: &'static str = "Equity";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", Self::text),
            ReportForm::json("For programs", Self::json),
            ReportForm::csv("By class, for a spreadsheet", Self::csv),
            ReportForm::svg("A picture of both ranges", |report: &Self| Ok(report.svg())),
        ]
    }
}
