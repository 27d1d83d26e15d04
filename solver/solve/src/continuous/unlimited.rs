use crate::exact::Rational;

/// Newman's game with hands uniform on [0, 1] and every real bet allowed.
///
/// Its value is 1/7. The thresholds are fractions of the bet: II calls `s` with the hands from
/// [`Unlimited::call_from`], I bets `s` for value with the hand [`Unlimited::value_hand`] and
/// bluffs it with [`Unlimited::bluff_hand`]. Units: antes. Source: New59; CA06;
/// docs/DERIVATIONS.md#all-real-bets.
///
/// ```
/// use rational_bluff::{continuous::Unlimited, exact::Rational};
/// let s = Rational::from(2);
/// assert_eq!(Unlimited::value(), Rational::ratio(1, 7));
/// assert_eq!(Unlimited::call_from(&s), Rational::ratio(4, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlimited;

impl Unlimited {
    /// The value to player I, in antes per hand: 1/7, which is also the mass of the hands that
    /// bluff.
    #[must_use]
    pub fn value() -> Rational {
        Rational::ratio(1, 7)
    }

    /// The hand from which II calls a bet `s ≥ 0`: `1 − 12/(7(s + 2))`.
    pub fn call_from(s: &Rational) -> Rational {
        Rational::ONE - Rational::ratio(12, 7) / (s + &Rational::from(2))
    }

    /// The hand that bets `s ≥ 0` for value: `1 − 12/(7(s + 2)²)`, from 4/7 up.
    pub fn value_hand(s: &Rational) -> Rational {
        Rational::ONE - Rational::ratio(12, 7) / (s + &Rational::from(2)).pow(2)
    }

    /// The hand that bluffs `s ≥ 0`: `4(3s + 2)/(7(s + 2)³)`, up to 1/7.
    pub fn bluff_hand(s: &Rational) -> Rational {
        let three = Rational::from(3);
        Rational::ratio(4, 7) * (three * s + Rational::from(2)) / (s + &Rational::from(2)).pow(3)
    }
}
