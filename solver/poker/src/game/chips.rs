use std::ops::Add;

use bluff_exact::Rational;

use super::{BET, GameError};

/// An amount of chips, in antes: a rational of at least 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips(Rational);

impl Chips {
    /// One ante, the unit of every amount.
    pub const ANTE: Self = Self(Rational::ONE);

    /// This amount, or `None` if it is negative.
    pub fn new(amount: Rational) -> Option<Self> {
        (!amount.is_negative()).then_some(Self(amount))
    }

    /// The bet `b`. Errors: `Outside` for b ≤ 0.
    pub(super) fn bet(b: &Rational) -> Result<Self, GameError> {
        let positive = b.is_positive().then(|| Self(b.clone()));
        positive.ok_or_else(|| GameError::outside(&BET, b, "b > 0"))
    }

    /// The amount in antes.
    pub fn amount(&self) -> &Rational {
        &self.0
    }
}

impl Add<&Chips> for Chips {
    type Output = Self;
    fn add(self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }
}
