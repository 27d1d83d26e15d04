//! The question for a formula of all decks in closed form.

use std::time::Duration;

use bluff_report::formula::FormulaReport;
use rational_bluff::continuous::Bets;
use rational_bluff::formula::{Formula, FormulaError, Menu};
use rational_bluff::game::{FAMILIES, Family, Game, Stakes, TreeShape};
use rational_bluff::solve::Control;

use crate::error::Error;
use crate::given::in_words;

/// The time of one bet size of one residue: solved, checked and written.
const SIZE: Duration = Duration::from_micros(100);

/// A question about all decks of a game of one street.
#[derive(Clone, Debug)]
pub struct ClosedFormQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// A deck whose value is wanted too.
    pub at: Option<u64>,
    /// A residue whose strategies are wanted too.
    pub residue: Option<u64>,
}

impl ClosedFormQuestion {
    /// The time that an answer takes: every residue is solved and checked.
    ///
    /// Errors: `Refused` for a game without a formula, and those of [`Menu::of_formula`].
    pub fn cost(&self) -> Result<Duration, Error> {
        let menu = Menu::of_formula(self.deck()?.bets())?;
        let period = menu.period().to_i128().and_then(|period| u32::try_from(period).ok());
        let residues = period.unwrap_or(u32::MAX);
        let sizes = u32::try_from(menu.bets().len()).unwrap_or(u32::MAX);
        Ok(SIZE.saturating_mul(residues.saturating_mul(sizes)))
    }

    /// The smallest deck, with its bets in order.
    fn deck(&self) -> Result<Game, Error> {
        deck(&self.game, finite(&self.bets)?)
    }

    /// The formula, with the proof of one deck of each residue.
    ///
    /// Errors: `Refused` for a game without a formula and a residue beyond the period, and those
    /// of [`Formula::new`].
    pub fn answer(&self, control: &Control) -> Result<FormulaReport, Error> {
        let Self { at, residue, .. } = self;
        let game = self.deck()?;
        let formula = Formula::new(Menu::of_formula(game.bets())?, control)?;
        let period = formula.period();
        if let Some(residue) = residue.filter(|residue| *residue >= period) {
            let allowed = format!("one from 0 to {}", period - 1);
            return Err(in_words("residue", residue, format!("the residue {residue}"), allowed));
        }
        Ok(FormulaReport {
            label: game.label_without_deck(),
            name: game.name().to_owned(),
            formula,
            at: *at,
            residue: *residue,
        })
    }
}

/// True of the families whose formulas for all decks have a closed form, which needs no strategies.
pub fn has_formula(family: &Family) -> bool {
    matches!(family.shape, TreeShape::OneStreet)
}

/// The stakes of a formula.
///
/// Errors: `Refused` for infinitely many bets.
pub(super) fn finite(bets: &Bets) -> Result<&Stakes, Error> {
    bets.stakes().ok_or_else(|| {
        let allowed = "finitely many, such as b = 2: a formula holds for all decks with the same \
                       bets";
        // All bets is what none given mean.
        let given = if *bets == Bets::All { String::new() } else { bets.to_string() };
        in_words("b", given, format!("the bets {bets}"), allowed)
    })
}

fn deck(name: &str, stakes: &Stakes) -> Result<Game, Error> {
    let family = Family::known(name)?;
    if !has_formula(family) {
        let others = FAMILIES.iter().filter(|family| has_formula(family));
        let names: Vec<&str> = others.map(|family| family.name).collect();
        let given = format!("no formula for all decks of {name}");
        return Err(in_words("game", name, given, names.join(", ")));
    }
    Ok(family.game(2, 1, stakes)?)
}

impl From<FormulaError> for Error {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Game(error) => error.into(),
            FormulaError::Stopped(stopped) => stopped.into(),
            FormulaError::Family(error) => (*error).into(),
            bug @ FormulaError::Unproved { .. } => Self::System(bug.to_string()),
            beyond @ (FormulaError::Period { .. }
            | FormulaError::LongPeriod { .. }
            | FormulaError::Modulus { .. }
            | FormulaError::NoModulus { .. }
            | FormulaError::BetDeck { .. }
            | FormulaError::Degenerate { .. }
            | FormulaError::Decks { .. }) => Self::Beyond(beyond.to_string()),
            unproved => Self::Unproved(unproved.to_string()),
        }
    }
}
