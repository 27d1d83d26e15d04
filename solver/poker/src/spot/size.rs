//! Sizes of bets and raises as people write them.

use std::str::FromStr;

use bluff_exact::{Rational, excerpt};

use crate::game::{GameError, MAX_CHIP_BITS};

/// Size of a bet or a raise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpotSize {
    /// A part of the pot; of a raise, of the pot after the call, beyond the call.
    Pot(Rational),
    /// A raise to so many times the bet that it faces.
    Times(Rational),
    /// Chips; of a raise, beyond the call.
    Chips(Rational),
    /// All that is left.
    AllIn,
}

impl FromStr for SpotSize {
    type Err = GameError;

    /// Reads `33%`, `1/3 pot`, `pot`, `3x`, `all-in`, `a`, or chips.
    fn from_str(text: &str) -> Result<Self, GameError> {
        let text = text.trim();
        let number = |text: &str| {
            let number: Option<Rational> = text.trim().parse().ok();
            number.filter(|number| number.is_positive() && number.bits() <= MAX_CHIP_BITS)
        };
        let part = |end: &str| text.strip_suffix(end);
        let size = if matches!(text, "a" | "all-in") {
            Some(Self::AllIn)
        } else if text == "pot" {
            Some(Self::Pot(Rational::ONE))
        } else if let Some(part) = part("%") {
            number(part).map(|part| Self::Pot(part / Rational::from(100)))
        } else if let Some(part) = part("pot") {
            number(part).map(Self::Pot)
        } else if let Some(times) = part("x") {
            number(times).filter(|times| *times > Rational::ONE).map(Self::Times)
        } else {
            number(text).map(Self::Chips)
        };
        let allowed = "33%, 1/3 pot, pot, 3x (a raise, above 1x), all-in, or chips above 0";
        size.ok_or_else(|| GameError::expected(format!("bet size “{}”", excerpt(text)), allowed))
    }
}
