//! The reasons of a card: what each action pays with it.

use std::time::Duration;

use bluff_report::explain::{explained, json, text};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::Game;
use rational_bluff::solve::Method;
use rational_bluff::strategy::CardExplanation;

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::game::{AskedGame, with_deck};
use crate::given::Given;
use crate::question::{Question, Report, ReportForm};
use crate::solve::{method, read_method};

/// A question why a card is played as an equilibrium plays it.
#[derive(Clone, Debug)]
pub struct ExplainQuestion {
    game: AskedGame,
    card: String,
    view: Option<String>,
    method: Method,
}

/// A card of an equilibrium.
#[derive(Debug)]
pub struct ExplainReport {
    solution: Certified<Solution>,
    card: CardExplanation,
}

impl Question for ExplainQuestion {
    const NAME: &'static str = "explain";
    const ABOUT: &'static str =
        "Explains a card: what each action pays, and the equation behind it";
    const MORE: &'static str =
        "A term of an equation is: the number of hands, how they go on, and what each pays.";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann/n28-b4 --card 3",
        "kuhn -n 3 -b 1 --card 2 --view 'facing bet 1'",
        "newman/n14-b5 --card 14 --json",
        "leduc --card K",
    ];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("game", "von-neumann/n28-b4"), ("card", "3")];
    type Report = ExplainReport;

    fn fields() -> Vec<QuestionField> {
        let card = "The card, 1 for the lowest, or the hand, such as K or AhKd";
        let view = "One view only, such as 'first to act' or 'facing bet 2'";
        let more = [
            QuestionField::new(FieldKind::Needed, "card", "C", card, "3").with_letter('c'),
            QuestionField::new(FieldKind::Optional, "view", "VIEW", view, "first to act"),
            method(),
        ];
        with_deck().chain(more).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        Ok(Self {
            game: AskedGame::read(given)?,
            card: given.needed("card").to_owned(),
            view: given.text("view").map(str::to_owned),
            method: read_method(given)?,
        })
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn drawn_at(&self) -> Option<String> {
        let is_plain = self.card.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let card = if is_plain { format!("?card={}#card", self.card) } else { String::new() };
        Some(format!("/{}{card}", self.game.label()?))
    }

    fn solves(&self) -> Option<(Game, Method)> {
        Some((self.game.known()?.clone(), self.method))
    }

    fn cost(&self) -> Result<Duration, Error> {
        self.game.cost(self.method)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<ExplainReport, Error> {
        let (game, _) = self.game.found(work.control)?;
        let solution = work.solve(&game, self.method)?;
        let card = explained(&solution, &self.card, self.view.as_deref())?;
        Ok(ExplainReport { solution, card })
    }
}

impl Report for ExplainReport {
    const SCHEMA: &'static str = "Explanation";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", |report: &Self, paint| {
                text(&report.solution.game, &report.card, paint)
            }),
            ReportForm::json("For programs", |report: &Self| {
                json(&report.solution, report.card.clone())
            }),
        ]
    }
}
