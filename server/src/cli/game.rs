use clap::Args;
use rational_bluff::game::{GameError, GameFile, MAX_NODES};

use crate::error::Error;
use crate::report::json;

use super::Answer;
use super::game_args::GameArgs;

/// Prints a game as a game file: a template for one of your own
///
/// Where cards are not all dealt alike, "ranges" lists the weight of the cards that a player may hold.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff game kuhn -n 3 -b 1 > my-game.json
  bluff game basic-endgame -b 2 --win 1/3
  bluff solve my-game.json")]
pub(super) struct ShowGame {
    #[command(flatten)]
    game: GameArgs,
}

impl ShowGame {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let game = self.game.read()?.game;
        let given = game.nodes().len();
        if given > MAX_NODES {
            return Err(GameError::NodeCount { given }.into());
        }
        Ok(json(&GameFile::of(&game)).into())
    }
}
