//! All optimal strategies of a game, as least and greatest probabilities.

use std::time::Duration;

use bluff_report::face as faces;
use bluff_report::text::Paint;
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Face, Method, face};

use crate::context::AnswerContext;
use crate::cost::affordable_in_full;
use crate::error::Error;
use crate::field::QuestionField;
use crate::game::{AskedGame, with_deck};
use crate::given::Given;
use crate::question::{Question, Report, ReportForm};

/// A question for all optimal strategies of a game.
#[derive(Clone, Debug)]
pub struct FaceQuestion {
    game: AskedGame,
}

/// All optimal strategies of a game.
#[derive(Debug)]
pub struct FaceReport {
    game: Game,
    face: Face,
}

impl FaceReport {
    /// Those of a game of two players.
    ///
    /// Errors: those of [`face`].
    pub(crate) fn of(game: Game, control: &Control) -> Result<Self, Error> {
        let face = face(&game, control)?;
        Ok(Self { game, face })
    }

    pub(crate) fn text(&self, paint: Paint) -> String {
        faces::text(&self.game, &self.face, paint)
    }

    pub(crate) fn json(&self) -> String {
        faces::json(&self.game, &self.face)
    }
}

impl Question for FaceQuestion {
    const NAME: &'static str = "face";
    const ABOUT: &'static str =
        "Bounds all optimal strategies: least and greatest probability of each action";
    const MORE: &'static str = "The strategies of two players that are optimal are a polytope, \
        and each bound is met on it.";
    const EXAMPLES: &'static [&'static str] = &["kuhn -n 3 -b 1", "kuhn/n3-b1 --json", "leduc"];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", "kuhn/n3-b1")];
    type Report = FaceReport;

    fn fields() -> Vec<QuestionField> {
        with_deck().collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        Ok(Self { game: AskedGame::read(given)? })
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn cost(&self) -> Result<Duration, Error> {
        self.game.known().map_or(Ok(()), affordable_in_full)?;
        self.game.cost(Method::Lp)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<FaceReport, Error> {
        FaceReport::of(self.game.found(work.control)?.0, work.control)
    }
}

impl Report for FaceReport {
    const SCHEMA: &'static str = "Face";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![ReportForm::text("In words", Self::text), ReportForm::json("For programs", Self::json)]
    }
}
