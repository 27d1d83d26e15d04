use crate::certificate::{Certified, Saturation, Solution};
use crate::exact::Rational;
use crate::game::newman;
use crate::threshold;

use super::{Control, Method, SolveError, solve};

/// The saturation size of Newman's game with `n` cards, proved: from it on, larger whole bets change nothing.
///
/// Errors: [`SolveError`]. Cost: two threshold solves.
///
/// ```
/// use rational_bluff::solve::newman_saturation;
/// let saturation = newman_saturation(14)?;
/// println!("{saturation}");
/// assert_eq!(saturation.bet(), 5);
/// # Ok::<(), rational_bluff::solve::SolveError>(())
/// ```
pub fn newman_saturation(n: u64) -> Result<Saturation, SolveError> {
    let solved = |bet: u64| -> Result<Certified<Solution>, SolveError> {
        let game = newman(n, Rational::from(bet))?;
        Ok(solve(&game, Method::Threshold, &Control::new())?.solution)
    };
    let bet = threshold::saturation(n)?;
    let below = if bet > 1 { Some(solved(bet - 1)?) } else { None };
    Ok(Saturation::prove(&solved(bet)?, below.as_ref())?)
}
