//! The question for a proof of all decks by strategies.

use std::sync::Arc;
use std::time::Duration;

use bluff_report::formula::FamilyReport;
use rational_bluff::certificate::family::{CertifiedFamily, FamilyError, check_game};
use rational_bluff::continuous::Bets;
use rational_bluff::formula::count_classes;
use rational_bluff::game::{Family, Game};

use crate::error::Error;

use crate::closed_form::finite;
use crate::over_http::beyond;

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
    /// Errors: `Malformed` unless the bets are stakes, those of the game, and
    /// [`FamilyError::own_deck`].
    pub fn game(name: &str, bets: &Bets) -> Result<Game, Error> {
        let known = Family::known(name)?;
        if known.has_own_deck() {
            return Err(FamilyError::own_deck().into());
        }
        Ok(known.game(known.only_deck().unwrap_or(LEAST), 1, finite(bets)?)?)
    }

    /// The processor time that a proof of all decks of a game takes, the judge's work included.
    ///
    /// Errors: those of [`count_classes`].
    pub fn cost_of(game: &Game) -> Result<Duration, Error> {
        let classes = count_classes(game)?.unwrap_or(UNKNOWN_CLASSES);
        let [decks, class] = if game.is_one_street() { STREET } else { TREE };
        Ok(class.saturating_mul(classes).saturating_add(decks))
    }

    /// Errors: `Outside` with the cost, if a proof takes more processor time than this.
    pub fn fits(game: &Game, most: Duration) -> Result<(), Error> {
        let cost = Self::cost_of(game)?;
        if cost <= most {
            return Ok(());
        }
        let (label, seconds) = (format!("{}/{}", game.name(), game.stakes()), cost.as_secs());
        let given = format!("{label}: a proof for all decks takes about {seconds} s");
        Err(beyond(given, format!("{} s; bluff formula has no limit", most.as_secs())))
    }

    /// The family as it is shown.
    ///
    /// Errors: `Malformed` for a residue beyond the classes.
    pub fn report(&self, family: Arc<CertifiedFamily>) -> Result<FamilyReport, Error> {
        let modulus = family.modulus();
        if let Some(residue) = self.residue.filter(|residue| *residue >= modulus) {
            let expected = format!("expected one below the number of classes {modulus}");
            return Err(Error::Malformed(format!("the residue {residue}, {expected}")));
        }
        Ok(FamilyReport { family, at: self.at, residue: self.residue })
    }
}

/// True of a game of decks of which strategies can prove a formula: two players, one copy of each
/// card, any number of cards.
pub fn may_have_family(game: &Game) -> bool {
    check_game(game).is_ok()
}

/// A deck that every game of a few players has.
const LEAST: u64 = 10;
/// Processor time of the decks below the classes, and that of a class: found, fitted and judged.
const TREE: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(9)];
const STREET: [Duration; 2] = [Duration::ZERO, Duration::from_millis(2)];
/// Classes of a game whose cuts a large deck has to tell.
const UNKNOWN_CLASSES: u32 = 100;
