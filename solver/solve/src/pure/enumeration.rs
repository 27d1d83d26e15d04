use crate::exact::Rational;

use super::structure::{Paths, Structure};
use super::{PureEquilibrium, PureError};

/// The largest deck for all pure equilibria, set where counting them takes about a second.
pub const MAX_DECK: u64 = 10_000;

/// All pure equilibria of von Neumann's game (n, b); calls `found` for each and stops when it
/// answers `false`.
///
/// The order is that of the sets as ascending lists, I's first: `{}` before `{1}` before `{1,2}`
/// before `{2}`. None is listed twice. Source: KTZ24 section 1, `vnNE`; the derivation is in
/// docs/PURE_EQUILIBRIA.md.
///
/// Errors: [`PureError`]; n is at most [`MAX_DECK`]. Cost: `O(n)` per equilibrium, memory for one.
///
/// ```
/// use rational_bluff::{exact::Rational, pure::pure_equilibria};
/// let mut calls = Vec::new();
/// pure_equilibria(7, &Rational::from(2), |equilibrium| {
///     assert_eq!(equilibrium.bets, [1, 6, 7]);
///     calls.push(equilibrium.calls);
///     true
/// })?;
/// assert_eq!(calls, [[3, 6, 7], [4, 6, 7], [5, 6, 7]]);
/// # Ok::<(), rational_bluff::pure::PureError>(())
/// ```
pub fn pure_equilibria(
    n: u64,
    b: &Rational,
    mut found: impl FnMut(PureEquilibrium) -> bool,
) -> Result<(), PureError> {
    match Structure::new(n, b)? {
        Structure::None => {}
        Structure::Tiny => {
            let _ = [vec![], vec![n]]
                .into_iter()
                .all(|bets| found(PureEquilibrium { bets, calls: vec![n] }));
        }
        Structure::Paths(paths) => {
            // The folds before each call, first call first; the least of them is the lowest set, as
            // lists go.
            let mut folds = paths.least.clone();
            while found(paths.sets(n, &folds)) && paths.advance(&mut folds) {}
        }
    }
    Ok(())
}

impl Paths {
    /// The next sequence in lexicographic order; `false` after the last. Every sequence that is
    /// begun can be completed, because the largest number of folds fits everywhere.
    fn advance(&self, folds: &mut [u64]) -> bool {
        let Some(raised) = folds.iter().rposition(|folds| *folds < self.folds) else {
            return false;
        };
        let next = folds[raised] + 1;
        for (folds, least) in folds.iter_mut().zip(&self.least).skip(raised) {
            *folds = next.max(*least);
        }
        true
    }

    fn sets(&self, n: u64, folds: &[u64]) -> PureEquilibrium {
        let value_bets = n - self.value_bets + 1..=n;
        let between = (1..).zip(folds).map(|(call, folds)| self.bluffs + folds + call);
        PureEquilibrium {
            bets: (1..=self.bluffs).chain(value_bets.clone()).collect(),
            calls: between.chain(value_bets).collect(),
        }
    }
}
