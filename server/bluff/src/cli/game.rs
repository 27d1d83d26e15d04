use bluff_batch::error::Error;
use bluff_report::json;
use clap::{Args, ValueEnum};
use rational_bluff::exchange::{Extensive, Strategic};
use rational_bluff::game::{GameError, GameFile, MAX_NODES};
use rational_bluff::solve::{Method, TextFormat, program_text};

use super::Answer;
use super::game_args::GameArgs;

/// Prints a game as a game file, a template for one of your own, or for Gambit and LP solvers
///
/// Where cards are not all dealt alike, "ranges" lists the weight of the cards that a player may hold.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff game kuhn -n 3 -b 1 > my-game.json
  bluff game basic-endgame -b 2 --win 1/3
  bluff game kuhn -n 3 -b 1 --format efg > kuhn.efg
  bluff game von-neumann -n 8 -b 2 --format mps > von-neumann.mps
  bluff solve my-game.json")]
pub(super) struct ShowGame {
    #[command(flatten)]
    game: GameArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A game file, which bluff solve reads
    #[default]
    Json,
    /// The whole tree with its cards dealt out, for Gambit
    Efg,
    /// The reduced normal form, for Gambit
    Nfg,
    /// The linear program of a two-player game, as CPLEX LP text
    Lp,
    /// The same as free MPS text
    Mps,
}

impl ShowGame {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let game = self.game.read()?.game;
        let text = match self.format {
            Format::Json => {
                let given = game.nodes().len();
                if given > MAX_NODES {
                    return Err(GameError::NodeCount { given }.into());
                }
                json(&GameFile::of(&game))
            }
            Format::Efg => Extensive::of(&game)?.to_string(),
            Format::Nfg => Strategic::of(&Extensive::of(&game)?)?.to_string(),
            Format::Lp => program_text(&game, Method::Lp, TextFormat::CplexLp)?,
            Format::Mps => program_text(&game, Method::Lp, TextFormat::Mps)?,
        };
        Ok(text.into())
    }
}
