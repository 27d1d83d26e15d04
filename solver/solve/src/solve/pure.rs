use crate::certificate::{Certified, Solution};
use crate::game::Game;
use crate::pure::{PureEquilibrium, sets_profile};

use super::{Control, SolveError, certified};

/// A pure equilibrium with its value, certified: nothing that [`crate::pure`] lists needs to be
/// believed.
///
/// Errors: [`SolveError::Refused`] if the sets are no equilibrium, `Pure` if they are no sets of
/// cards of the deck.
///
/// ```
/// use rational_bluff::{
///     exact::Rational, game::von_neumann, pure::PureEquilibrium, solve::pure_solution,
/// };
/// let sets = PureEquilibrium { bets: vec![1, 6, 7], calls: vec![3, 6, 7] };
/// let solution = pure_solution(&von_neumann(7, Rational::from(2))?, &sets)?;
/// assert_eq!(solution.values[0], Rational::ratio(2, 21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pure_solution(
    game: &Game,
    sets: &PureEquilibrium,
) -> Result<Certified<Solution>, SolveError> {
    certified(game, sets_profile(game, sets)?, "pure", &Control::new())
}
