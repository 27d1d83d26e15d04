use bluff_questions::ReportForm;
use bluff_questions::error::Error;
use bluff_report::games;
use clap::Args;

use super::Answer;
use super::printing::{Printable, Printing};

/// Lists the games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff games
  bluff games --json")]
pub(super) struct GamesCommand {
    #[command(flatten)]
    printing: Printing<GameList>,
}

/// Every family.
#[derive(Debug)]
struct GameList;

impl Printable for GameList {
    fn formats() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("A line per game", |_, _| games::text()),
            ReportForm::json("For programs", |_| games::documents()),
        ]
    }
}

impl GamesCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        self.printing.answer(&GameList)
    }
}
