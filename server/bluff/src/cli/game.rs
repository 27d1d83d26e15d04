use bluff_batch::error::Error;
use bluff_report::json;
use clap::Args;
use rational_bluff::exchange::{Extensive, Strategic};
use rational_bluff::game::{Game, GameError, GameFile, MAX_NODES};
use rational_bluff::solve::{Method, TextFormat, program_text};

use super::Answer;
use super::game_args::GameArgs;
use super::printing::{OutputFormat, Printable, Printing};

/// Prints a game as a game file, a template for one of your own, or for Gambit and LP solvers
///
/// Where cards are not all dealt alike, "ranges" lists the weight of the cards that a player may
/// hold.
#[derive(Args, Debug)]
#[command(after_help = "\
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
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("json", "A game file, which bluff solve reads", |game, _| {
                let given = game.nodes().len();
                if given > MAX_NODES {
                    Err(GameError::NodeCount { given }.into())
                } else {
                    Ok(json(&GameFile::of(game)))
                }
            }),
            Self::format(
                "efg",
                "The whole tree with its cards dealt out, for Gambit",
                |game, _| Ok(Extensive::of(game)?.to_string()),
            ),
            Self::format("nfg", "The reduced normal form, for Gambit", |game, _| {
                Ok(Strategic::of(&Extensive::of(game)?)?.to_string())
            }),
            Self::format(
                "lp",
                "The linear program of a two-player game, as CPLEX LP text",
                |game, _| Ok(program_text(game, Method::Lp, TextFormat::CplexLp)?),
            ),
            Self::format("mps", "The same as free MPS text", |game, _| {
                Ok(program_text(game, Method::Lp, TextFormat::Mps)?)
            }),
        ]
    }
}

impl GameCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        self.printing.answer(&self.game.read()?.game)
    }
}
