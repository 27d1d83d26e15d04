use crate::exact::Rational;
use crate::game::{RAISE, Stakes};

use super::closed_form::tree;
use super::{ClosedForm, ContinuousError};

impl ClosedForm {
    /// One raise of `r` after the bet `b`: I bluffs below A and bets from B, II calls from C and
    /// raises from D, I calls a raise from E.
    ///
    /// II also raises as a bluff, with mass `m`, the best hands that she would fold. With
    /// `s = 2b + r + 2` and `K = b(b + 4)s² + r(b + 1)(b + 2)²`, indifference at the five cuts and
    /// of II's bluffs is linear and gives
    ///
    /// - the value and A: `b²s²/((b + 1)K)`; `1 − B = A(b + 2)/b`; `C = m + (2A + b)/(b + 2)`;
    /// - `1 − E = 2(1 − B)(b + 1)/s`; `1 − D = (1 − E)/2`; `m = r(1 − D)/s`.
    ///
    /// Source: a game of FFG07; derived here. Errors: those of the game, `TooLong`.
    pub fn one_raise(b: Rational, raise: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("one-raise", Stakes::bet(b.clone()).with(&RAISE, raise.clone()))?;
        let (zero, one, two) = (&Rational::ZERO, &Rational::ONE, &Rational::from(2));
        let (b1, b2) = (&(&b + one), &(&b + two));
        let s = &(two * b1 + &raise);
        let k = &b * &(&b + &Rational::from(4)) * s.pow(2) + &raise * b1 * b2.pow(2);
        let value = b.pow(2) * s.pow(2) / (b1 * &k);
        let bets = &value * b2 / &b;
        let calls_raise = two * &bets * b1 / s;
        let raises = &calls_raise / two;
        let bluffs = &raise * &raises / s;
        let folds = (two * &value + &b) / b2;
        let (call, [bet, raise_from, call_raise]) =
            (&folds + &bluffs, [&bets, &raises, &calls_raise].map(|mass| one - mass));
        let facing_bet = [(zero, 0), (&folds, 2), (&call, 1), (&raise_from, 2)];
        let first = [(zero, 1), (&value, 0), (&bet, 1)];
        Ok(Self::over(&tree, value.clone(), [&first, &facing_bet, &[(zero, 0), (&call_raise, 1)]]))
    }
}
