use bluff_questions::error::Error;
use bluff_report::games;
use clap::Args;

use super::Answer;
use super::printing::{OutputFormat, Printable, Printing};

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
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "A line per game", |_, _| Ok(games::text())),
            Self::format("json", "For programs", |_, _| Ok(games::documents())),
        ]
    }
}

impl GamesCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        self.printing.answer(&GameList)
    }
}
