use crate::exact::Rational;
use crate::game::{FLIP, Stakes};

use super::closed_form::tree;
use super::{ClosedForm, ContinuousError};

impl ClosedForm {
    /// Hand flip: von Neumann's game in which the lower hand wins with probability `flip`, so that
    /// a showdown is worth `d = 1 − 2 flip` of its chips.
    ///
    /// With `k = d(b + 1)`, what a called bet is worth: if `k ≤ 1` folding never pays, I bets the
    /// upper half, and the value is `db/4`. Otherwise, with `N = b(k + 1)² + (k − 1)²`, I bluffs
    /// below `b(k − 1)/N` and bets from `1 − b(k + 1)/N`, II calls from `db(b(k + 1) + k − 1)/N`,
    /// and the value is `db²/N`. At a given bet it is greatest where `k = 1`. Source: the model is
    /// that of BLS11; derived here from the indifference of I at both cuts and of II at hers.
    /// Errors: those of the game, `TooLong`.
    pub fn hand_flip(b: Rational, flip: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("hand-flip", Stakes::bet(b.clone()).with(&FLIP, flip.clone()))?;
        let (zero, one) = (&Rational::ZERO, &Rational::ONE);
        let d = one - &(&flip + &flip);
        let k = &d * &(&b + one);
        if k <= *one {
            let half = Rational::ratio(1, 2);
            return Ok(Self::over(
                &tree,
                &d * &b / Rational::from(4),
                [&[(zero, 0), (&half, 1)], &[(zero, 1)]],
            ));
        }
        let (more, less) = (&(&k + one), &(&k - one));
        let n = &(&b * &more.pow(2) + less.pow(2));
        let (bluff, bet) = (&b * less / n, one - &(&b * more / n));
        let call = &d * &b * (&b * more + less) / n;
        let value = &d * &b.pow(2) / n;
        Ok(Self::over(
            &tree,
            value,
            [&[(zero, 1), (&bluff, 0), (&bet, 1)], &[(zero, 0), (&call, 1)]],
        ))
    }
}
