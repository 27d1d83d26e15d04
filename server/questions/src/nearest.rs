//! The nearest strategies of a search that finds no equilibrium.

use rational_bluff::certificate::{Candidate, Certified, Solution, judge};
use rational_bluff::exact::{Rational, RefusedValue};
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, SolveError};

use crate::error::Error;
use crate::given::Given;

/// The gain that a search may leave.
///
/// Errors: those of a number that is not at least 0.
pub(crate) fn gain_within(given: &Given) -> Result<Rational, Error> {
    let Some(text) = given.text("within") else { return Ok(Rational::ZERO) };
    let number: Rational = text.parse()?;
    if number.is_negative() {
        return Err(Error::Outside(RefusedValue::of("within", text, "a number from 0")));
    }
    Ok(number)
}

/// The nearest strategies of a search that found no equilibrium, with what each player gains.
///
/// Errors: that of a solver that has none.
pub fn nearest(game: &Game, error: Error, control: &Control) -> Result<Certified<Solution>, Error> {
    let found = if let Error::Solve(error) = &error { Some(&**error) } else { None };
    let Some(SolveError::SearchedInVain { best: Some(profile), .. }) = found else {
        return Err(error);
    };
    let method = Method::Search.name().to_owned();
    let candidate = Candidate { values: None, profile: (**profile).clone(), method };
    Ok(control.run(|| judge(game, candidate))?.map_err(SolveError::from)?)
}
