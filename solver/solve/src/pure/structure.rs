use crate::exact::Rational;
use crate::game::von_neumann;

use super::{PureEquilibrium, PureError};

/// The largest deck for all pure equilibria, set where counting them takes about a second.
pub const MAX_DECK: u64 = 10_000;

/// All pure equilibria of von Neumann's game (n, b), without listing one.
///
/// Either n is at most `2 + b/2` and there are two tiny equilibria, or I bets the `k` lowest and
/// the `t` highest cards in all of them, `(b + 2) k = b t`, and II calls `q = 2t + δ` cards, with
/// `δ` from −1 to 1. She calls the `t` highest, and `g = q − t` checks with `d_1 ≤ … ≤ d_g ≤ D`
/// folds before them, `D = n − k − q`: any with `d_j ≥ ⌈e + b j − min(1, b/2)⌉`, or with `d_g = D`
/// for the last. Here `e = n − k − (b+2)q/2` is from 0 to 1, which leaves at most one `(k, t, q)`.
/// So her sets are lattice paths that stay on one side of a line.
///
/// Source: docs/PURE_EQUILIBRIA.md, which derives all of it from the best responses.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Structure {
    /// There is no pure equilibrium.
    None,
    /// I bets nothing, or card n; II calls with card n.
    Tiny,
    /// I bets the same cards in all of them.
    Paths(Paths),
}

/// I's cards, and what decides which checks II may call.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Paths {
    /// k, the lowest cards, which bluff.
    bluffs: u64,
    /// t, the highest cards, which bet for value; II calls with them too.
    value_bets: u64,
    /// D, the cards between that II folds.
    folds: u64,
    /// By call of the cards between, ascending: the fewest folds before it. Nondecreasing, at most
    /// `folds`.
    least: Vec<u64>,
}

impl Structure {
    /// Errors: [`PureError`]. Cost: `O(n)` operations on numbers of the size of n and b.
    fn new(n: u64, b: &Rational) -> Result<Self, PureError> {
        von_neumann(n, b.clone())?;
        if n > MAX_DECK {
            let (what, instead) = ("all pure equilibria", "; bluff solve works for any deck");
            return Err(PureError::TooLarge { given: n, limit: MAX_DECK, what, instead });
        }
        let n = Rational::from(n);
        let two = Rational::from(2);
        let bet_two = b + &two;
        if &two * &(&n - &Rational::ONE) <= bet_two {
            return Ok(Self::Tiny);
        }
        // (k, t) are the multiples of the least whole pair with (b + 2) k = b t.
        let ratio = b / &bet_two;
        let least_t = ratio.denominator();
        let least_k = &ratio * &least_t;
        // e = n − multiple·step − δ(b+2)/2 for q = 2t + δ, and 0 ≤ e ≤ 1.
        let step = &bet_two * &least_t + &least_k;
        for more_calls in [-1, 0, 1] {
            let rest = &n - &(&bet_two * &Rational::ratio(more_calls, 2));
            let multiple = (&rest / &step).floor();
            let slack = &rest - &(&multiple * &step);
            if multiple.is_positive() && slack <= Rational::ONE {
                let (k, t) = (&least_k * &multiple, &least_t * &multiple);
                let q = &two * &t + Rational::from(more_calls);
                return Ok(Self::Paths(Paths::new(&[n - &k - &q, k, q - &t, t], &slack, b)));
            }
        }
        Ok(Self::None)
    }
}

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

/// Number of pure equilibria of von Neumann's game (n, b): a whole number, often far beyond 64
/// bits.
///
/// No equilibrium is listed and none is certified: the number rests on docs/PURE_EQUILIBRIA.md, and
/// on tests in which it equals a search of all sets (n ≤ 14), the length of the list of
/// [`pure_equilibria`], and for whole b the closed form of
/// [`PureCounts`](super::PureCounts).
///
/// Errors: [`PureError`]; n is at most [`MAX_DECK`].
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
    fn new([folds, k, g, t]: &[Rational; 4], slack: &Rational, b: &Rational) -> Self {
        // All of them lie between 0 and n.
        let whole = |number: &Rational| number.to_u64().unwrap_or(0);
        let calls = whole(g);
        let first = slack - &Rational::ONE.min(b / &Rational::from(2));
        let least = (1..=calls).map(|j| {
            let bound = (-(&first + &(b * &Rational::from(j)))).floor();
            whole(&(-bound).min(folds.clone()))
        });
        Self { bluffs: whole(k), value_bets: whole(t), folds: whole(folds), least: least.collect() }
    }

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
