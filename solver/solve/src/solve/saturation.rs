use crate::certificate::{Certified, Saturation, Solution};
use crate::exact::Rational;
use crate::game::newman;
use crate::threshold;

use super::{Control, Method, SolveError, solve};

/// Newman's game with all the whole bets that matter: its solution, and the proof that larger bets
/// change nothing.
#[derive(Clone, Debug)]
pub struct Saturated {
    /// The equilibrium with bets up to the saturation size, in threshold form.
    pub solution: Certified<Solution>,
    /// The proof that it is the saturation size.
    pub proof: Saturation,
}

/// Solves Newman's game with `n` cards and every whole bet, of which those up to the saturation
/// size matter.
///
/// Errors: [`SolveError`]. Cost: two threshold solves, the second for the proof that one bet less
/// is too few.
///
/// ```
/// use rational_bluff::solve::{Control, saturated};
/// let found = saturated(14, &Control::new())?;
/// assert_eq!(found.solution.game.label(), "newman/n14-b5");
/// assert_eq!(found.solution.values[0], *found.proof.value());
/// # Ok::<(), rational_bluff::solve::SolveError>(())
/// ```
pub fn saturated(n: u64, control: &Control) -> Result<Saturated, SolveError> {
    let solved = |bet: u64| -> Result<Certified<Solution>, SolveError> {
        let game = newman(n, Rational::from(bet))?;
        Ok(solve(&game, Method::Threshold, control)?.solution)
    };
    let bet = control.run(|| threshold::saturation(n))??;
    let below = if bet > 1 { Some(solved(bet - 1)?) } else { None };
    let solution = solved(bet)?;
    let proof = Saturation::prove(&solution, below.as_ref())?;
    Ok(Saturated { solution, proof })
}

/// The saturation size of Newman's game with `n` cards, proved: from it on, larger whole bets
/// change nothing.
///
/// Errors: [`SolveError`]. Cost: that of [`saturated`].
///
/// ```
/// use rational_bluff::solve::newman_saturation;
/// let saturation = newman_saturation(14)?;
/// println!("{saturation}");
/// assert_eq!(saturation.bet(), 5);
/// # Ok::<(), rational_bluff::solve::SolveError>(())
/// ```
pub fn newman_saturation(n: u64) -> Result<Saturation, SolveError> {
    Ok(saturated(n, &Control::new())?.proof)
}
