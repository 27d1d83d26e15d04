use crate::exact::Rational;
use crate::game::Stakes;

use super::closed_form::tree;
use super::{ClosedForm, ContinuousError};

impl ClosedForm {
    /// Kuhn's game with hands from [0, 1], a full street without raises: value
    /// `−b²/((b + 1)(b + 2)²)`.
    ///
    /// Both call from `b/(b + 2)`. I bets below `2b/((b + 1)(b + 2)²)` and from
    /// `b(b + 3)/((b + 1)(b + 2))`; after a check II bets below `b/((b + 1)(b + 2))` and from
    /// `b/(b + 1)`. The value is least at `b = 1 + √5`, where it is `−φ⁻⁵ = −0.0901…`, and tends to
    /// 0 as b tends to 0 or grows: no bet is best for I. Source: derived here; compare CA06.
    /// Errors: those of the game, `TooLong`.
    pub fn kuhn(b: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("kuhn", Stakes::bet(b.clone()))?;
        let (one, two, three) = (Rational::ONE, Rational::from(2), Rational::from(3));
        let (b1, b2) = (&(&b + &one), &(&b + &two));
        let value = -b.pow(2) / (b1 * &b2.pow(2));
        let zero = &Rational::ZERO;
        let (bluff, bet) = (&two * &b / (b1 * &b2.pow(2)), &b * &(&b + &three) / (b1 * b2));
        let (answered, answer, call) = (&b / &(b1 * b2), &b / b1, &b / b2);
        let calls: &[_] = &[(zero, 0), (&call, 1)];
        let bets = |below, from| [(zero, 1), (below, 0), (from, 1)];
        // In the order of the tree: first to act, II after a check, I after a check and a bet, II
        // after a bet.
        Ok(Self::over(&tree, value, [&bets(&bluff, &bet), &bets(&answered, &answer), calls, calls]))
    }
}
