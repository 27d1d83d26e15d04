//! The bets that a continuous game or a comparison is about.

use bluff_batch::error::Error;
use bluff_batch::file::printable;
use clap::Args;
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::game::{ArgumentError, GameError};

#[derive(Args, Debug)]
pub(super) struct BetArgs {
    /// Bet size in antes; for newman the largest, or max for all whole ones
    #[arg(short, long = "bet", value_name = "B", allow_hyphen_values = true)]
    b: Option<String>,
    /// Bet sizes of one-street, separated by commas
    #[arg(short, long = "sizes", value_name = "S,S,…", allow_hyphen_values = true, conflicts_with = "b")]
    s: Option<String>,
    /// The raise of one-raise, beyond the bet
    #[arg(long, value_name = "R", allow_hyphen_values = true, requires = "b")]
    raise: Option<String>,
    /// The probability of hand-flip with which the lower hand wins, 0 to 1/2
    #[arg(long, value_name = "Q", allow_hyphen_values = true, requires = "b", conflicts_with = "raise")]
    flip: Option<String>,
    /// The probability of basic-endgame with which player I surely wins, 0 to 1
    #[arg(long, value_name = "P", allow_hyphen_values = true, requires = "b", conflicts_with_all = ["raise", "flip"])]
    win: Option<String>,
}

impl BetArgs {
    /// The bets given, if any are.
    pub(super) fn read(&self) -> Result<Option<Bets>, Error> {
        Ok(Some(match (&self.b, &self.s) {
            (Some(b), _) => match (&self.raise, &self.flip, &self.win) {
                (Some(raise), _, _) => Bets::Raise(b.parse()?, raise.parse()?),
                (_, Some(flip), _) => Bets::Flip(b.parse()?, flip.parse()?),
                (_, _, Some(win)) => Bets::Win(b.parse()?, win.parse()?),
                (None, None, None) if b == "max" => Bets::Whole,
                (None, None, None) => Bets::Up(b.parse()?),
            },
            (None, Some(s)) => Bets::Sizes(s.split(',').map(str::parse).collect::<Result<_, _>>()?),
            (None, None) => return Ok(None),
        }))
    }
}

/// The name, bets and players of a continuous game: of its label if `game` is one, or as they are given. No bets given
/// are all bets.
///
/// Errors: `Contradiction` for a label and options that differ, and those of labels.
pub(super) fn named(
    game: String,
    bets: Option<Bets>,
    players: Option<usize>,
) -> Result<(String, Bets, Option<usize>), Error> {
    if !game.contains('/') {
        return Ok((game, bets.unwrap_or(Bets::All), players));
    }
    let known = read_label(&game)?;
    let other_bets = bets.filter(|bets| *bets != known.1).map(|bets| format!("the bets {bets}"));
    let other_players = players.filter(|_| players != known.2).map(|players| format!("--players {players}"));
    match other_bets.or(other_players) {
        None => Ok(known),
        Some(argument) => {
            Err(GameError::from(ArgumentError::Contradiction { label: printable(&game), argument }).into())
        }
    }
}
