use crate::exact::Rational;
use crate::game::von_neumann;

use super::{MAX_DECK, PureError};

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
pub(super) enum Structure {
    /// There is no pure equilibrium.
    None,
    /// I bets nothing, or card n; II calls with card n.
    Tiny,
    /// I bets the same cards in all of them.
    Paths(Paths),
}

/// I's cards, and what decides which checks II may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paths {
    /// k, the lowest cards, which bluff.
    pub(super) bluffs: u64,
    /// t, the highest cards, which bet for value; II calls with them too.
    pub(super) value_bets: u64,
    /// D, the cards between that II folds.
    pub(super) folds: u64,
    /// By call of the cards between, ascending: the fewest folds before it. Nondecreasing, at most
    /// `folds`.
    pub(super) least: Vec<u64>,
}

impl Structure {
    /// Errors: [`PureError`]. Cost: `O(n)` operations on numbers of the size of n and b.
    pub(super) fn new(n: u64, b: &Rational) -> Result<Self, PureError> {
        von_neumann(n, b.clone())?;
        if n > MAX_DECK {
            let instead = "; bluff solve works for any deck";
            return Err(PureError::TooLarge {
                given: n,
                limit: MAX_DECK,
                what: "all pure equilibria",
                instead,
            });
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

impl Paths {
    fn new([folds, k, g, t]: &[Rational; 4], slack: &Rational, b: &Rational) -> Self {
        // All of them lie between 0 and n.
        let whole = |number: &Rational| {
            number.to_i128().and_then(|whole| u64::try_from(whole).ok()).unwrap_or(0)
        };
        let calls = whole(g);
        let first = slack - &Rational::ONE.min(b / &Rational::from(2));
        let least = (1..=calls).map(|j| {
            let bound = (-(&first + &(b * &Rational::from(j)))).floor();
            whole(&(-bound).min(folds.clone()))
        });
        Self { bluffs: whole(k), value_bets: whole(t), folds: whole(folds), least: least.collect() }
    }
}
