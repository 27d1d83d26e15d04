//! The question for a formula of all decks.

use std::time::Duration;

use bluff_report::formula::{BetFunctionReport, FormulaReport, WholeBetsDeck, WholeBetsReport};
use rational_bluff::continuous::{Bets, label};
use rational_bluff::exact::{Interval, Rational, excerpt};
use rational_bluff::formula::{
    BetFunction, BetFunctionError, Formula, FormulaError, MAX_DECK_DIGITS, MAX_PERIOD,
    MAX_SATURATED_DECK, Menu, SaturatedDeck, WholeBetsLaw,
};
use rational_bluff::game::{FAMILIES, Family, Stakes, TreeShape, plain_number};
use rational_bluff::solve::Control;

use crate::error::Error;

/// The time of one bet size of one residue: solved, checked and written.
const SIZE: Duration = Duration::from_micros(100);

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
    /// The time that an answer takes: every residue is solved and checked.
    ///
    /// Errors: `Malformed` for a game without a formula.
    pub fn cost(&self) -> Result<Duration, Error> {
        let menu = self.menu()?;
        let period = menu.period().to_i128().and_then(|period| u32::try_from(period).ok());
        // A longer period is refused at once.
        let residues = period.filter(|period| u64::from(*period) <= MAX_PERIOD).unwrap_or(1);
        let sizes = u32::try_from(menu.bets().len()).unwrap_or(u32::MAX);
        Ok(SIZE.saturating_mul(residues.saturating_mul(sizes)))
    }

    fn menu(&self) -> Result<Menu, Error> {
        let Self { game, bets, .. } = self;
        match bets {
            Bets::Stakes(stakes) => Ok(Menu::new(sizes(game, stakes)?)?),
            other => Err(Error::Malformed(format!(
                "the bets {other}, expected finitely many: a formula holds for all decks with the \
                 same bets"
            ))),
        }
    }

    /// The formula, with the proof of one deck of each residue.
    ///
    /// Errors: `Malformed` for a game without a formula and a residue beyond the period, and those
    /// of [`Formula::new`].
    pub fn answer(&self, control: &Control) -> Result<FormulaReport, Error> {
        let Self { game, at, residue, .. } = self;
        let formula = Formula::new(self.menu()?, control)?;
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

/// True of the families that have formulas for all decks.
pub fn has_formula(family: &Family) -> bool {
    matches!(family.shape, TreeShape::OneStreet)
}

/// A question about one deck with every bet.
#[derive(Clone, Debug)]
pub struct BetFunctionQuestion {
    /// The name of the game.
    pub game: String,
    /// The number of cards.
    pub n: u64,
    /// True if only the best bets are wanted.
    pub best_only: bool,
}

impl BetFunctionQuestion {
    /// The value as a function of the bet.
    ///
    /// Errors: `Malformed` for any game but von Neumann's, and those of [`BetFunction::new`].
    pub fn answer(&self, control: &Control) -> Result<BetFunctionReport, Error> {
        let Self { game, n, best_only } = self;
        let name = Family::known(game)?.name;
        if name != "von-neumann" {
            return Err(Error::Malformed(format!(
                "no value of {name} as a function of the bet, expected von-neumann"
            )));
        }
        let function = BetFunction::new(*n, control)?;
        Ok(BetFunctionReport { function, best_only: *best_only })
    }
}

/// A question about every deck of Newman's game with all whole bets.
#[derive(Clone, Debug)]
pub struct WholeBetsQuestion {
    /// A deck that is wanted too, as it was given.
    pub at: Option<String>,
}

impl WholeBetsQuestion {
    /// Digits of the constants that are computed.
    const DIGITS: usize = 60;

    /// The limit and the rate. A deck is solved unless it is too large; then its distance to the
    /// limit is enclosed.
    ///
    /// Errors: `Malformed` for a deck that is none.
    pub fn answer(&self, control: &Control) -> Result<WholeBetsReport, Error> {
        let bug = || Error::System(String::from("the digits of a constant are not certain"));
        let law = WholeBetsLaw::new(Self::DIGITS).ok_or_else(bug)?;
        let deck = |text: &String| {
            let n = power_of_ten(text).map_or_else(|| plain_number(text).parse(), Ok)?;
            let distance = law.distance(&n).ok_or_else(|| {
                let (given, expected) = (excerpt(text), "expected a whole number from 2 to below");
                Error::Malformed(format!("--at = {given}, {expected} 10^{MAX_DECK_DIGITS}"))
            })?;
            let small = n.to_i128().and_then(|n| u64::try_from(n).ok());
            let small = small.filter(|n| *n <= MAX_SATURATED_DECK);
            let solved = small.map(|n| SaturatedDeck::new(n, control)).transpose()?;
            let closer = solved.as_ref().map(|deck| {
                let value = Interval::of(&deck.value, law.limit.bits());
                let distance = &law.limit - &value;
                [distance.low(), distance.high()]
            });
            Ok::<_, Error>(WholeBetsDeck::new(n, solved, closer.unwrap_or(distance)))
        };
        let at = self.at.as_ref().map(deck).transpose()?;
        Ok(WholeBetsReport { law, at })
    }
}

/// The number `10^100`, as that is written, if it has few enough digits.
fn power_of_ten(text: &str) -> Option<Rational> {
    let power: usize = text.strip_prefix("10^")?.parse().ok()?;
    (power <= MAX_DECK_DIGITS).then(|| Rational::from(10).pow(power))
}

impl From<BetFunctionError> for Error {
    fn from(error: BetFunctionError) -> Self {
        match error {
            BetFunctionError::Game(error) => error.into(),
            BetFunctionError::Stopped(stopped) => stopped.into(),
            beyond @ BetFunctionError::TooLarge { .. } => Self::Beyond(beyond.to_string()),
        }
    }
}

/// The bets of a one-street game.
fn sizes(name: &str, stakes: &Stakes) -> Result<Vec<Rational>, Error> {
    let family = Family::known(name)?;
    if !has_formula(family) {
        let others = FAMILIES.iter().filter(|family| has_formula(family));
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
