//! The question for a proof of all decks by strategies.

use bluff_report::formula::FamilyReport;
use rational_bluff::continuous::Bets;
use rational_bluff::formula::family;
use rational_bluff::game::{Family, Game};
use rational_bluff::solve::Control;

use crate::error::Error;

use super::formula::finite;

/// A question about all decks of a game, to be answered with strategies.
#[derive(Clone, Debug)]
pub struct FamilyQuestion {
    /// The game, with any deck.
    pub game: Game,
    /// A deck whose value is wanted too.
    pub at: Option<u64>,
    /// A class whose strategies are wanted too.
    pub residue: Option<u64>,
}

impl FamilyQuestion {
    /// The game of this name and these bets, with some deck.
    ///
    /// Errors: `Malformed` unless the bets are stakes, and those of the game.
    pub fn game(name: &str, bets: &Bets) -> Result<Game, Error> {
        let known = Family::known(name)?;
        Ok(known.game(known.deck.unwrap_or(LEAST), 1, finite(bets)?)?)
    }

    /// The family, certified.
    ///
    /// Errors: `Malformed` for a residue beyond the classes, and those of [`family`].
    pub fn answer(self, control: &Control) -> Result<FamilyReport, Error> {
        let family = family(&self.game, control)?;
        let modulus = family.modulus();
        if let Some(residue) = self.residue.filter(|residue| *residue >= modulus) {
            let expected = format!("expected one below the number of classes {modulus}");
            return Err(Error::Malformed(format!("the residue {residue}, {expected}")));
        }
        Ok(FamilyReport { family, at: self.at, residue: self.residue })
    }
}

/// A deck that every game of a few players has.
const LEAST: u64 = 10;
