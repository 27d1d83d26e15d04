use bluff_batch::file::read_text;
use bluff_questions::cards::parse_cards;
use bluff_questions::error::Error;
use bluff_report::payoff::Worth;
use bluff_report::table;
use clap::{ArgGroup, Args};
use rational_bluff::certificate::format::{MAX_DOCUMENT_BYTES, read_profile};
use rational_bluff::game::Game;
use rational_bluff::pure::{PureEquilibrium, sets_profile};
use rational_bluff::solve::{PayTable, pay_table};
use rational_bluff::strategy::Profile;

use super::Answer;
use super::game_args::GameArgs;
use super::printing::{OutputFormat, Printable, Printing};

/// Evaluates strategies: payoffs, best responses, exploitability
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff payoff von-neumann -n 9 -b 2 --bets 1,8,9 --calls 6..9
  bluff payoff kuhn -n 3 -b 1 --profile strategies.json
  bluff payoff von-neumann -n 2 -b 1 --table

A profile file is a solution document, or { \"strategies\": [ … ] } with strategies as they stand \
    in one.")]
#[command(group = ArgGroup::new("strategies").required(true).args(["profile", "bets", "table"]))]
pub(super) struct PayoffCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Strategies from a file, - for standard input
    #[arg(long, value_name = "FILE")]
    profile: Option<String>,
    /// The cards with which player I bets, such as 1,6..7; all others check
    #[arg(long, value_name = "C,C..C", requires = "calls", allow_hyphen_values = true)]
    bets: Option<String>,
    /// The cards with which player II calls; all others fold
    #[arg(long, value_name = "C,C..C", requires = "bets", allow_hyphen_values = true)]
    calls: Option<String>,
    /// Print player I's payoff for every pair of pure strategies
    #[arg(long)]
    table: bool,
    #[command(flatten)]
    printing: Printing<Worth>,
}

impl Printable for Worth {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |worth, paint| Ok(worth.text(paint))),
            Self::format("json", "For programs", |worth, _| Ok(worth.json())),
            Self::format("csv", "For spreadsheets", |worth, _| Ok(worth.csv())),
        ]
    }
}

impl Printable for (Game, PayTable) {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "An aligned table", |(game, cells), paint| {
                Ok(table::text(game, cells, paint))
            }),
            Self::format("json", "For programs", |(game, cells), _| Ok(table::json(game, cells))),
            Self::format("csv", "For spreadsheets", |(_, cells), _| Ok(table::csv(cells))),
        ]
    }
}

impl PayoffCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let game = self.game.read()?.game;
        if self.table {
            let cells = pay_table(&game)?;
            return self.printing.instead("--table")?.answer(&(game, cells));
        }
        self.printing.answer(&Worth::of(&game, &self.strategies(&game)?))
    }

    fn strategies(&self, game: &Game) -> Result<Profile, Error> {
        if let Some(path) = &self.profile {
            return Ok(read_profile(game, &read_text(path, MAX_DOCUMENT_BYTES)?)?);
        }
        let set =
            |cards: &Option<String>| parse_cards(cards.as_deref().unwrap_or_default(), game.n());
        let sets = PureEquilibrium { bets: set(&self.bets)?, calls: set(&self.calls)? };
        let two_decisions = game.players().len() == 2
            && game.views().iter().map(|view| view.actions.len()).eq([2, 2]);
        if !two_decisions {
            let reason = format!(
                "--bets and --calls are for games with one bet size, not {}; --profile is for any",
                game.label()
            );
            return Err(Error::Malformed(reason));
        }
        Ok(sets_profile(game, &sets)?)
    }
}
