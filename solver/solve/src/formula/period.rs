use crate::certificate::OneStreetProof;
use crate::control::Control;
use crate::exact::Rational;
use crate::game::one_street;

use super::{FormulaError, Menu};

/// Maximum period of a formula that is written out, in residues.
pub const MAX_PERIOD: u64 = 20_000;

/// The value of a one-street game at every deck size: `v(n) = V − c(n mod P)/(n(n − 1))` for every
/// `n ≥ 2`.
///
/// `V` is the value of the continuous game, and `P` the least common denominator of `V` and of the
/// masses of value bets. Source: docs/ALL_DECKS.md#laws-for-all-decks.
///
/// ```
/// use rational_bluff::{control::Control, exact::Rational, formula::{Formula, Menu}};
/// let menu = Menu::new([Rational::from(2)])?;
/// let formula = Formula::new(menu, &Control::new())?;
/// assert_eq!(formula.period(), 9);
/// // 5 cards are worth 1/9 − (2/9)/20 = 1/10.
/// assert_eq!(formula.constant(5), &Rational::ratio(2, 9));
/// assert_eq!(formula.value(5), Rational::ratio(1, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    menu: Menu,
    residues: Vec<ResidueClass>,
}

/// The decks of `n ≡ r` cards modulo the period.
#[derive(Clone, Debug)]
pub struct ResidueClass {
    /// `c(r) = n(n − 1)(V − v(n))`, in antes.
    pub constant: Rational,
    /// The proof of the least deck of this residue that has 2 cards or more. For `m` periods more,
    /// `eta` grows by `V P m` and each mass by `(1 − V) e_j P m`, all whole.
    pub first: OneStreetProof,
}

impl Menu {
    /// The bets of a formula that is written out.
    ///
    /// Errors: `Period` and `LongPeriod`, and those of [`Menu::new`]. Cost: a menu whose sizes
    /// alone say that its period is too long is refused before any sum.
    pub fn of_formula(bets: impl IntoIterator<Item = Rational>) -> Result<Self, FormulaError> {
        let sizes = one_street(2, bets)?.bets();
        let two = Rational::from(2);
        // P (1 − V) e_j are whole, above 0 and fall: the last is at least 1, the first at least k.
        let by_size = sizes
            .windows(2)
            .last()
            .map(|pair| (&pair[0] + &two) * (&pair[1] + &two) * Rational::ratio(1, 2));
        let by_count = Rational::from(2 * (sizes.len() as u64 - 1));
        let least = by_size.unwrap_or(Rational::ONE).max(by_count);
        if least > Rational::from(MAX_PERIOD) {
            return Err(FormulaError::LongPeriod { least: -(-least).floor() });
        }
        let menu = Self::new(sizes)?;
        written_period(&menu).map(|_| menu)
    }
}

/// The period of a menu, unless it is too long for a formula that is written out.
fn written_period(menu: &Menu) -> Result<u64, FormulaError> {
    let period = menu.period();
    let short = period.to_u64().filter(|period| *period <= MAX_PERIOD);
    short.ok_or_else(|| FormulaError::Period { period, limit: menu.limit().clone() })
}

impl Formula {
    /// The formula of these bets: one period of decks is solved and checked.
    ///
    /// Errors: [`FormulaError`]. Cost: that of [`Menu::proof`] for each residue.
    pub fn new(menu: Menu, control: &Control) -> Result<Self, FormulaError> {
        let period = written_period(&menu)?;
        let residue = |residue: u64| {
            control.check()?;
            let n = if residue >= 2 { residue } else { residue + period * 2_u64.div_ceil(period) };
            let first = menu.proof(n);
            let value = first.check().map_err(|gap| FormulaError::Unproved { n, gap })?;
            let constant = pairs(n) * (menu.limit() - &value);
            Ok(ResidueClass { constant, first })
        };
        let residues = (0..period).map(residue).collect::<Result<_, FormulaError>>()?;
        Ok(Self { menu, residues })
    }

    /// The bets.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// The period `P` of the constants.
    pub fn period(&self) -> u64 {
        self.residues.len() as u64
    }

    /// The residues `0..P`.
    pub fn residues(&self) -> &[ResidueClass] {
        &self.residues
    }

    /// The constant `c(n mod P)`, in antes.
    pub fn constant(&self, n: u64) -> &Rational {
        &self.residues[(n % self.period()) as usize].constant
    }

    /// The value of a deck of `n ≥ 2` cards, in antes per hand to player I.
    pub fn value(&self, n: u64) -> Rational {
        self.menu.limit() - &(self.constant(n) / &pairs(n))
    }

    /// The residues whose constant is 0: decks that are worth exactly `V`.
    pub fn exact(&self) -> Vec<u64> {
        self.of_constant(&Rational::ZERO)
    }

    /// The least and the greatest constant, each with its residues.
    pub fn extremes(&self) -> [(Rational, Vec<u64>); 2] {
        let constants = || self.residues.iter().map(|residue| &residue.constant);
        [constants().min(), constants().max()].map(|constant| {
            let constant = constant.cloned().unwrap_or_default();
            let residues = self.of_constant(&constant);
            (constant, residues)
        })
    }

    fn of_constant(&self, constant: &Rational) -> Vec<u64> {
        (0..)
            .zip(&self.residues)
            .filter(|(_, one)| one.constant == *constant)
            .map(|(r, _)| r)
            .collect()
    }
}

/// `n(n − 1)`: the deals of two different cards.
fn pairs(n: u64) -> Rational {
    Rational::from(n) * (Rational::from(n) - Rational::ONE)
}
