use crate::exact::Rational;

use super::PureError;
use super::structure::{Paths, Structure};

/// Number of pure equilibria of von Neumann's game (n, b): a whole number, often far beyond 64
/// bits.
///
/// No equilibrium is listed and none is certified: the number rests on docs/PURE_EQUILIBRIA.md, and
/// on tests in which it equals a search of all sets (n ≤ 14), the length of the list of
/// [`pure_equilibria`](super::pure_equilibria), and for whole b the closed form of
/// [`PureCounts`](super::PureCounts).
///
/// Errors: [`PureError`]; n is at most [`MAX_DECK`](super::MAX_DECK).
/// Cost: at most `g D = O(n²)` additions, and memory for `O(n)`, of numbers of `O(n)` bits.
///
/// ```
/// use rational_bluff::{exact::Rational, pure::count_pure_equilibria};
/// assert_eq!(count_pure_equilibria(9, &Rational::from(2))?, Rational::from(7));
/// assert_eq!(count_pure_equilibria(99, &Rational::from(2))?.to_string(), "11793499763070480");
/// # Ok::<(), rational_bluff::pure::PureError>(())
/// ```
pub fn count_pure_equilibria(n: u64, b: &Rational) -> Result<Rational, PureError> {
    Ok(match Structure::new(n, b)? {
        Structure::None => Rational::ZERO,
        Structure::Tiny => Rational::from(2),
        Structure::Paths(paths) => paths.count(),
    })
}

impl Paths {
    /// Number of sequences `d_1 ≤ … ≤ d_g ≤ D` have `d_j ≥ least_j`.
    fn count(&self) -> Rational {
        // At d after j rounds: the sequences d_1 ≤ … ≤ d_j ≤ d. Those with d_j = d come from d_1 ≤
        // … ≤ d_{j−1} ≤ d. Entries below least_j are stale and not read again, because the bounds
        // only grow.
        let mut ways = vec![Rational::ONE; self.folds as usize + 1];
        for least in &self.least {
            for folds in *least as usize + 1..ways.len() {
                let (before, here) = ways.split_at_mut(folds);
                here[0] += &before[folds - 1];
            }
        }
        ways.pop().unwrap_or(Rational::ONE)
    }
}
