//! Questions about continuous games, alone and beside finite decks.

use bluff_report::{compare, continuous};
use rational_bluff::compare::{CompareError, compare};
use rational_bluff::continuous::{Bets, ContinuousError, Digits, continuous, label};
use rational_bluff::solve::Control;

/// A question about a continuous game.
#[derive(Clone, Debug)]
pub struct ContinuousQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// Digits after the point.
    pub digits: Digits,
}

impl ContinuousQuestion {
    /// The continuous game, solved.
    ///
    /// Errors: those of the library.
    pub fn answer(&self) -> Result<continuous::ContinuousReport, ContinuousError> {
        let Self { game, bets, digits } = self;
        let solved = continuous(game, bets, *digits)?;
        Ok(continuous::ContinuousReport::new(game, bets, *digits, &solved))
    }
}

/// A question about decks beside the continuous game that they approach.
#[derive(Clone, Debug)]
pub struct ComparisonQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// The first deck.
    pub from: u64,
    /// The last deck.
    pub to: u64,
}

impl ComparisonQuestion {
    /// The decks and the continuous game, solved.
    ///
    /// Errors: those of the library.
    pub fn answer(&self, control: &Control) -> Result<compare::ComparisonReport, CompareError> {
        let Self { game, bets, from, to } = self;
        let comparison = compare(game, bets, *from..=*to, Digits::default(), control)?;
        Ok(compare::ComparisonReport { label: label(game, bets), comparison })
    }
}
