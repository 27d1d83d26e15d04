//! The decks below the classes, solved one by one.

use crate::certificate::Candidate;
use crate::certificate::family::FamilyClaim;
use crate::control::{Control, map};
use crate::solve::{Method, SolveError, solve};

use super::{FormulaError, MAX_DECKS};

/// Adds the decks that no class proves, and the exceptions among them.
pub(super) fn add(claim: &mut FamilyClaim, control: &Control) -> Result<(), FormulaError> {
    let given = claim.count_uncovered();
    if given > MAX_DECKS {
        return Err(FormulaError::Decks { given, most: MAX_DECKS });
    }
    let (game, decks) = (&claim.game, claim.uncovered());
    let solved = |n: u64| {
        let deck = game.clone().with_deck(n, 1)?;
        let solution = solve(&deck, Method::Runs, control).map_err(|error| match error {
            SolveError::Stopped(stopped) => FormulaError::Stopped(stopped),
            other => FormulaError::Deck { n, reason: other.to_string() },
        })?;
        Ok((n, solution.solution))
    };
    let solutions = map(decks, solved).into_iter().collect::<Result<Vec<_>, FormulaError>>()?;
    for (n, solution) in solutions {
        let value = &solution.values[0];
        if *value != claim.formula.regular(n) {
            claim.formula.exceptions.push((n, value.clone()));
        }
        let candidate = Candidate {
            values: Some(solution.values.clone()),
            profile: solution.profile.clone(),
            method: solution.method.clone(),
        };
        claim.decks.push((n, candidate));
    }
    Ok(())
}
