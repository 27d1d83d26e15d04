//! The question for a proof of all decks by strategies.

use std::sync::Arc;
use std::time::Duration;

use bluff_report::formula::FamilyReport;
use rational_bluff::certificate::family::{CertifiedFamily, FamilyError, check_game};
use rational_bluff::continuous::Bets;
use rational_bluff::formula::{count_classes, narrowest_part};
use rational_bluff::game::{Family, Game};

use crate::error::Error;
use crate::given::in_words;

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
    /// Errors: `Refused` unless the bets are stakes, those of the game, and
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
    /// It is fitted to measured proofs: programs grow with the views, and decks of which the
    /// narrowest part has few cards, solved one by one, are more and larger for small bets.
    ///
    /// Errors: those of [`count_classes`].
    pub fn cost_of(game: &Game) -> Result<Duration, Error> {
        let classes = count_classes(game)?.unwrap_or(UNKNOWN_CLASSES);
        if game.is_one_street() {
            return Ok(STREET_CLASS.saturating_mul(classes));
        }
        let narrowest = narrowest_part(game).map_or(UNKNOWN_PART, |part| part.to_f64());
        let decks = (5.0 * narrowest).powi(-2);
        Ok(TREE_CLASS.mul_f64((game.views().len() as f64).powi(2) * (f64::from(classes) + decks)))
    }

    /// Errors: `Outside` with the cost, if a proof takes more processor time than this.
    pub fn fits(game: &Game, most: Duration) -> Result<(), Error> {
        let cost = Self::cost_of(game)?;
        if cost <= most {
            return Ok(());
        }
        let (label, seconds) = (game.label_without_deck(), cost.as_secs());
        let given = format!("{label}: a proof for all decks takes about {seconds} s");
        Err(beyond(given, format!("{} s", most.as_secs())))
    }

    /// The family as it is shown.
    ///
    /// Errors: `Refused` for a residue beyond the classes.
    pub fn report(&self, family: Arc<CertifiedFamily>) -> Result<FamilyReport, Error> {
        let modulus = family.modulus();
        if let Some(residue) = self.residue.filter(|residue| *residue >= modulus) {
            let allowed = format!("one from 0 to {}", modulus - 1);
            return Err(in_words("residue", residue, format!("the residue {residue}"), allowed));
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
/// Processor time of a class: found, fitted and judged. In a tree it is that of a single view, and
/// grows with the square of the views.
const STREET_CLASS: Duration = Duration::from_micros(250);
const TREE_CLASS: Duration = Duration::from_micros(600);
/// Classes, and the narrowest part, of a game whose cuts a large deck has to tell.
const UNKNOWN_CLASSES: u32 = 100;
const UNKNOWN_PART: f64 = 0.02;

#[cfg(test)]
mod tests {
    use rational_bluff::continuous::read_label;

    use super::*;

    /// Measured processor seconds of whole proofs.
    const MEASURED: [(&str, f64); 12] = [
        ("von-neumann/b10", 0.01),
        ("newman/b3", 0.13),
        ("kuhn/b1", 0.24),
        ("kuhn/b1_2", 1.0),
        ("kuhn/b1_4", 6.5),
        ("kuhn/b1_6", 22.0),
        ("kuhn/b1_10", 143.0),
        ("kuhn/b5_2", 4.6),
        ("kuhn/b7_3", 19.2),
        ("one-raise/b1-raise2", 0.52),
        ("one-raise/b2-raise6", 0.49),
        ("one-raise/b3-raise2", 2.1),
    ];

    #[test]
    fn the_cost_of_a_proof_is_about_what_was_measured() {
        for (label, seconds) in MEASURED {
            let (name, bets) = read_label(label).unwrap();
            let game = FamilyQuestion::game(&name, &bets).unwrap();
            let cost = FamilyQuestion::cost_of(&game).unwrap().as_secs_f64();
            println!("{label}: {cost:.2} s reckoned, {seconds} s measured");
            assert!((0.5..=2.0).contains(&(cost / seconds)), "{label}: {cost}");
        }
    }
}
