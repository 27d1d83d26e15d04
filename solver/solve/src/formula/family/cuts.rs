//! Parts of the deck at which play changes when decks are large.

use std::collections::BTreeSet;

use crate::certificate::family::MAX_MODULUS;
use crate::control::Control;
use crate::exact::Rational;
use crate::formula::FormulaError;
use crate::game::Game;
use crate::solve::{SolveError, common_parts};

/// The cuts of a game, ascending, above 0 and below 1.
///
/// Errors: `Stopped`, `Cuts`, and `NoModulus` for cuts of a large deck that need too many classes.
pub(super) fn of(game: &Game, control: &Control) -> Result<BTreeSet<Rational>, FormulaError> {
    let parts = common_parts(game, MAX_MODULUS, control).map_err(|error| match error {
        SolveError::Stopped(stopped) => FormulaError::Stopped(stopped),
        other => FormulaError::Cuts { reason: other.to_string() },
    })?;
    parts.map_err(|cuts| FormulaError::NoModulus { cuts })
}
