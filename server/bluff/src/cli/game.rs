use bluff_questions::ReportForm;
use bluff_questions::error::Error;
use bluff_report::game_forms::{GAME_FORMS, GameForm};
use clap::Args;
use rational_bluff::game::Game;

use super::Answer;
use super::game_args::GameArgs;
use super::printing::{Printable, Printing};

/// Prints a game as a game file, a template for your own, or for Gambit and LP
#[derive(Args, Debug)]
#[command(after_help = "\
Where cards are not all dealt alike, \"ranges\" in the file lists the weight of the cards that a
player may hold.

Examples:
  bluff game kuhn -n 3 -b 1 > my-game.json
  bluff game basic-endgame -b 2 --win 1/3
  bluff game kuhn -n 3 -b 1 --format efg > kuhn.efg
  bluff game von-neumann -n 8 -b 2 --format mps > von-neumann.mps
  bluff solve my-game.json")]
pub(super) struct GameCommand {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    printing: Printing<Game>,
}

impl Printable for Game {
    fn formats() -> Vec<ReportForm<Self>> {
        let form = |form: &'static GameForm| {
            ReportForm::new(form.name, |game: &Self, _| Ok((form.write)(game)?))
        };
        GAME_FORMS.iter().map(form).collect()
    }
}

impl GameCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        self.printing.answer(&self.game.read()?)
    }
}
