//! The question for a formula of all decks.

use bluff_report::formula::FormulaReport;
use rational_bluff::continuous::{Bets, label};
use rational_bluff::exact::Rational;
use rational_bluff::formula::{Formula, FormulaError, Menu};
use rational_bluff::game::{FAMILIES, Family, Stakes, TreeShape};
use rational_bluff::solve::Control;

use crate::error::Error;

/// A question about all decks of a game.
#[derive(Clone, Debug)]
pub struct FormulaQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// A deck whose value is wanted too.
    pub at: Option<u64>,
    /// A residue whose strategies are wanted too.
    pub residue: Option<u64>,
}

impl FormulaQuestion {
    /// The formula, with the proof of one deck of each residue.
    ///
    /// Errors: `Malformed` for a game without a formula and a residue beyond the period, and those
    /// of [`Formula::new`].
    pub fn answer(&self, control: &Control) -> Result<FormulaReport, Error> {
        let Self { game, bets, at, residue } = self;
        let bets = match bets {
            Bets::Stakes(stakes) => sizes(game, stakes)?,
            other => {
                return Err(Error::Malformed(format!(
                    "the bets {other}, expected finitely many: a formula holds for all decks with \
                     the same bets"
                )));
            }
        };
        let formula = Formula::new(Menu::new(bets)?, control)?;
        let period = formula.period();
        if let Some(residue) = residue.filter(|residue| *residue >= period) {
            let expected = format!("expected one below the period {period}");
            return Err(Error::Malformed(format!("the residue {residue}, {expected}")));
        }
        Ok(FormulaReport {
            label: label(game, &self.bets),
            name: game.clone(),
            formula,
            at: *at,
            residue: *residue,
        })
    }
}

/// The bets of a one-street game.
fn sizes(name: &str, stakes: &Stakes) -> Result<Vec<Rational>, Error> {
    let family = Family::known(name)?;
    let one_street = |family: &Family| matches!(family.shape, TreeShape::OneStreet);
    if !one_street(family) {
        let others = FAMILIES.iter().filter(|family| one_street(family));
        let names: Vec<&str> = others.map(|family| family.name).collect();
        let expected = format!("expected {}", names.join(", "));
        return Err(Error::Malformed(format!("no formula for all decks of {name}, {expected}")));
    }
    Ok(family.game(2, 1, stakes)?.bets())
}

impl From<FormulaError> for Error {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Game(error) => error.into(),
            FormulaError::Stopped(stopped) => stopped.into(),
            beyond @ FormulaError::Period { .. } => Self::Beyond(beyond.to_string()),
            bug @ FormulaError::Unproved { .. } => Self::System(bug.to_string()),
        }
    }
}
