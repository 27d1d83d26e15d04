//! Questions about every stack of push or fold.

use std::time::Duration;

use bluff_report::push_fold::{PushFoldReport, chart_label};
use rational_bluff::exact::{Rational, excerpt};
use rational_bluff::formula::PushFoldChart;
use rational_bluff::game::{ANTE, Family, Spelling, Stakes, Value};

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::game::{contradiction, parameter};
use crate::given::{Given, in_words};
use crate::over_http::SHORT;
use crate::question::{Question, Report, ReportForm};

/// A question for the chart of push or fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartQuestion {
    /// The ante, in big blinds.
    pub ante: Rational,
}

impl ChartQuestion {
    /// The question of a game without its stack: `push-fold`, `push-fold/a1_8`.
    ///
    /// Errors: `Refused` for any other game and for a stack; those of labels.
    pub fn of_label(label: &str) -> Result<Self, Error> {
        let (name, rest) = label.split_once('/').unwrap_or((label, ""));
        let name = Family::known(name)?.name;
        if name != "push-fold" {
            let words = format!("no chart of {name} over stacks");
            return Err(in_words("label", name, words, "push-fold"));
        }
        let stakes = if rest.is_empty() { Stakes::default() } else { Stakes::from_label(rest)? };
        if stakes.iter().any(|(parameter, _)| *parameter != ANTE) {
            let given = format!("a chart of “{}” has every stack", excerpt(label));
            return Err(in_words(
                "label",
                excerpt(label),
                given,
                "an ante alone, as in push-fold/a1_8",
            ));
        }
        Ok(Self { ante: stakes.number(&ANTE) })
    }
}

impl Question for ChartQuestion {
    const NAME: &'static str = "chart";
    const ABOUT: &'static str =
        "Charts push or fold: the stacks at which each hand is pushed or calls, exactly";
    const MORE: &'static str = "\
Between two ends of pieces no hand changes its plan, and the equilibrium is the only one that treats
the hands of a class alike. The ends are roots of polynomials, which the json format has.";
    const EXAMPLES: &'static [&'static str] = &[
        "push-fold",
        "push-fold --ante 1/8",
        "push-fold --format svg -o chart.svg",
        "push-fold --json",
    ];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("game", "push-fold"), ("ante", "1/8")];
    type Report = PushFoldReport;

    fn fields() -> Vec<QuestionField> {
        let about = "The game without its stack: push-fold, push-fold/a1_8";
        let game = QuestionField::game(FieldKind::Place, about, "push-fold");
        vec![game, parameter(&ANTE)]
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let label = given.needed("game");
        let mut question = Self::of_label(label)?;
        if let Some(text) = given.text(ANTE.key)
            && let Value::Number(ante) = ANTE.value(text)?
        {
            if label.contains('/') && question.ante != ante {
                return Err(contradiction(label, Spelling::Fields.argument(&ANTE, text)));
            }
            question.ante = ante;
        }
        Ok(question)
    }

    fn title(&self) -> String {
        chart_label(&self.ante)
    }

    fn drawn_at(&self) -> Option<String> {
        Some(format!("/holdem/{}", chart_label(&self.ante)))
    }

    fn cost(&self) -> Result<Duration, Error> {
        Ok(SHORT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<PushFoldReport, Error> {
        Ok(PushFoldReport { chart: PushFoldChart::new(self.ante, work.control)? })
    }
}

impl Report for PushFoldReport {
    const SCHEMA: &'static str = "PushFoldChart";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", Self::text),
            ReportForm::json("For programs", Self::json),
            ReportForm::csv("For a spreadsheet", Self::csv),
            ReportForm::svg("A picture of two grids", |report: &Self| Ok(report.svg())),
        ]
    }
}
