use crate::exact::Rational;
use crate::game::Stakes;

use super::closed_form::tree;
use super::{ClosedForm, ContinuousError};

impl ClosedForm {
    /// La relance: value `−c²` with `c = b/(b + 2)`. II calls from `c`; I bets from `c²`, the hands
    /// below `c` as bluffs.
    ///
    /// II at `c` is indifferent: `b (1 − c) = (b + 2) c (1 − c)`. A bluff wins 1 from `c` of the
    /// hands and loses `b + 1` to the rest: −1, as folding does; so any bluffs of mass `c (1 − c)`
    /// below `c` do. Source: Bor38; FF03. Errors: those of the game, `TooLong`.
    pub fn borel(b: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("borel", Stakes::bet(b.clone()))?;
        let c = &b / &(&b + &Rational::from(2));
        let (zero, square) = (&Rational::ZERO, c.pow(2));
        Ok(Self::over(&tree, -&square, [&[(zero, 0), (&square, 1)], &[(zero, 0), (&c, 1)]]))
    }
}
