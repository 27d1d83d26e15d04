use clap::{Args, ValueEnum};
use rational_bluff::continuous::{Bets, Digits};
use rational_bluff::game::parse_players;

use crate::error::Error;
use crate::report::continuous::{Question, find};

use super::Answer;
use super::output::paint;

/// Solves the game that large decks approach: hands uniform on [0, 1]
#[derive(Args, Debug)]
#[command(after_help = "\
Without bets newman allows every real one; -b max, or --grid 1, is every whole one.

Examples:
  bluff continuous von-neumann -b 2
  bluff continuous newman -b max --digits 50
  bluff continuous newman
  bluff continuous one-street -s 1,5/2,7
  bluff continuous one-street --grid 1/2
  bluff continuous three-player -b 2 --digits 100
  bluff continuous callers --players 5 --best-bet")]
pub(super) struct ContinuousOf {
    /// von-neumann, newman, one-street, three-player or callers
    #[arg(value_name = "GAME")]
    game: String,
    /// Bet size in antes; for newman the largest, or max for all whole ones
    #[arg(short, value_name = "B", allow_hyphen_values = true)]
    b: Option<String>,
    /// Bet sizes of one-street, separated by commas
    #[arg(short, value_name = "S,S,…", allow_hyphen_values = true, conflicts_with = "b")]
    s: Option<String>,
    /// All multiples of a step, for newman or one-street
    #[arg(long, value_name = "STEP", allow_hyphen_values = true, conflicts_with_all = ["b", "s"])]
    grid: Option<String>,
    /// The bet that is best for player I, for von-neumann, three-player or callers
    #[arg(long, conflicts_with_all = ["b", "s", "grid"])]
    best_bet: bool,
    /// Players of callers, the one who bets included: 2 to 10
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    players: Option<String>,
    /// Digits after the point, 1 to 1000, every one of them certain
    #[arg(long, value_name = "K", default_value = "20", allow_hyphen_values = true)]
    digits: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// In words
    #[default]
    Text,
    /// For programs
    Json,
}

impl ContinuousOf {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let digits: Digits = self.digits.parse()?;
        let players = self.players.as_deref().map(parse_players).transpose()?;
        let view = find(&Question { bets: self.bets()?, game: self.game, players, digits })?;
        let text = match self.format {
            Format::Text => view.text(paint()),
            Format::Json => view.json(),
        };
        Ok(text.into())
    }

    fn bets(&self) -> Result<Bets, Error> {
        Ok(match (&self.b, &self.s, &self.grid) {
            _ if self.best_bet => Bets::Best,
            (Some(b), _, _) if b == "max" => Bets::Whole,
            (Some(b), _, _) => Bets::Up(b.parse()?),
            (None, Some(s), _) => Bets::Sizes(s.split(',').map(str::parse).collect::<Result<_, _>>()?),
            (None, None, Some(step)) => Bets::Step(step.parse()?),
            (None, None, None) => Bets::All,
        })
    }
}
