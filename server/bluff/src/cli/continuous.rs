use bluff_batch::error::Error;
use bluff_batch::questions::continuous::ContinuousQuestion;
use bluff_report::continuous::ContinuousReport;
use clap::Args;
use rational_bluff::continuous::{Digits, names};
use rational_bluff::game::CARDS;

use super::Answer;
use super::bet_args::named;
use super::game_args::{ParameterArgs, refuse_ranges};
use super::printing::{OutputFormat, Printable, Printing};

/// Solves the game that large decks approach: hands uniform on [0, 1]
#[derive(Args, Debug)]
#[command(after_help = "\
Without bets newman allows every real one; -b max, or --grid 1, is every whole one.

Examples:
  bluff continuous von-neumann -b 2
  bluff continuous von-neumann/b2
  bluff continuous newman -b max --digits 50
  bluff continuous newman
  bluff continuous one-street -s 1,5/2,7
  bluff continuous one-street --grid 1/2
  bluff continuous newman --between 1/2,8
  bluff continuous one-raise -b 2 --raise 6
  bluff continuous basic-endgame -b 2 --win 1/3
  bluff continuous three-player -b 2 --digits 100
  bluff continuous callers --players 5 --best-bet")]
pub(super) struct ContinuousCommand {
    #[arg(value_name = "GAME", help = names() + ", or a label without a deck, such as \
        von-neumann/b2")]
    game: String,
    #[command(flatten)]
    bets: ParameterArgs<false>,
    /// All multiples of a step, for newman or one-street
    #[arg(long, value_name = "STEP", allow_hyphen_values = true, conflicts_with_all = ["b", "s"])]
    grid: Option<String>,
    /// Every real bet between two limits, for newman or one-street
    #[arg(
        long,
        value_name = "L,U",
        allow_hyphen_values = true,
        conflicts_with_all = ["b", "s", "grid"]
    )]
    between: Option<String>,
    /// The bet that is best for player I, for von-neumann, three-player or callers
    #[arg(long, conflicts_with_all = ["b", "s", "grid", "between"])]
    best_bet: bool,
    /// Digits after the point, 1 to 1000, all of them certain
    #[arg(long, value_name = "K", default_value = "20", allow_hyphen_values = true)]
    digits: String,
    #[command(flatten)]
    printing: Printing<ContinuousReport>,
}

impl Printable for ContinuousReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |view, paint| Ok(view.text(paint))),
            Self::format("json", "For programs", |view, _| Ok(view.json())),
        ]
    }
}

impl ContinuousCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let digits: Digits = self.digits.parse()?;
        refuse_ranges(&self.game, &self.bets.0, &format!("-n {}", CARDS.ranges))?;
        let mut options = self.bets.0;
        if self.best_bet {
            options.insert(0, ("b", "best".to_owned()));
        }
        options.extend(self.grid.map(|step| ("grid", step)));
        options.extend(self.between.map(|limits| ("between", limits)));
        let (game, bets) = named(self.game, &options)?;
        self.printing.answer(&ContinuousQuestion { game, bets, digits }.answer()?)
    }
}
