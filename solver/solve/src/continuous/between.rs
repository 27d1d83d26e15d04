use crate::exact::Rational;

use super::ContinuousError;
use super::error::check_length;

/// The one-street game with hands uniform on [0, 1] and every real bet from one limit to another.
///
/// With `r(s) = s/(s + 2)` the value is `Z/(6 + Z)`, where `Z = 1 − r(L)³ − (1 − r(U))³`
/// (docs/DERIVATIONS.md#all-real-bets). It does not change if the limits are `(4/U, 4/L)`: then
/// `r(L)` and `1 − r(U)` change places. One bet from `b` to `b` is von Neumann's game, from 0
/// without end Newman's. Units: antes. Source: Spe26, rescaled from pots of 1.
///
/// ```
/// use rational_bluff::{continuous::Between, exact::Rational};
/// assert_eq!(Between::new(2.into(), 2.into())?.value, Rational::ratio(1, 9));
/// assert_eq!(Between::new(Rational::ONE, 4.into())?.value, Rational::ratio(25, 187));
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// L: the least bet.
    pub least: Rational,
    /// U: the greatest bet.
    pub greatest: Rational,
    /// The value to player I, in antes per hand, and the mass of the hands that bluff.
    pub value: Rational,
}

impl Between {
    /// The game with all bets from `least` to `greatest`.
    ///
    /// Errors: `BadLimits` unless 0 ≤ L ≤ U and U > 0; `TooLong`.
    pub fn new(least: Rational, greatest: Rational) -> Result<Self, ContinuousError> {
        check_length([&least, &greatest])?;
        if least.is_negative() || !greatest.is_positive() || least > greatest {
            return Err(ContinuousError::BadLimits { least, greatest });
        }
        let two = Rational::from(2);
        let (below, above) = (&least / &(&least + &two), &two / &(&greatest + &two));
        let z = Rational::ONE - below.pow(3) - above.pow(3);
        let value = &z / &(&z + &Rational::from(6));
        Ok(Self { least, greatest, value })
    }
}
