//! Cells of a plan beside their number of cards, and the limits of a plan.

use rational_bluff::exact::RefusedValue;
use rational_bluff::game::{MAX_CARDS, Stakes};
use rational_bluff::sweep::GameQuestion;

use crate::error::Error;

/// Maximum number of cells of one plan.
pub const MAX_CELLS: u128 = 1_000_000;

/// Everything that describes a cell beside its number of cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellVariant {
    /// Copies of each card.
    pub copies: u64,
    /// The stakes, as the library has them.
    pub stakes: Stakes,
    /// The question about the game.
    pub question: GameQuestion,
}

impl CellVariant {
    /// The stakes in short: `4`, `1 5/2 7`, `2 with 4 players`.
    pub fn words(&self) -> String {
        let stakes = self.stakes.words();
        if self.copies == 1 { stakes } else { format!("{stakes}, {} of each card", self.copies) }
    }
}

/// Limits of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanLimits {
    /// Maximum number of cells.
    pub cells: u128,
    /// Maximum number of cards in a deck.
    pub deck: u64,
}

impl PlanLimits {
    /// Those of the command line.
    pub const COMMAND: Self = Self { cells: MAX_CELLS, deck: MAX_CARDS };

    /// Errors: `Beyond` above the maximum number of cells.
    pub(super) fn check(&self, cells: u128) -> Result<(), Error> {
        if cells <= self.cells {
            return Ok(());
        }
        let number = match cells {
            u128::MAX => "more cells than can be counted".to_owned(),
            cells => format!("{cells} cells"),
        };
        let most = self.cells;
        let elsewhere = if most == MAX_CELLS { "" } else { "; bluff batch takes more" };
        let allowed = format!("at most {most}: make several plans of it{elsewhere}");
        let refused = RefusedValue::without_field(&number, allowed);
        Err(Error::Outside(refused.in_words(format!("the plan has {number}"))))
    }
}
