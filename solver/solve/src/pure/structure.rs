use crate::exact::Rational;
use crate::game::von_neumann;

use super::{MAX_DECK, PureError};

/// All pure equilibria of von Neumann's game (n, b), without listing one.
///
/// Derivation, from the two best replies alone. Write `x_i`, `y_j` for "I bets i", "II calls with
/// j" (0 or 1), `m` for the number of bets and `q` for the number of calls. In the differences of
/// docs/DERIVATIONS.md#best-responses the cards above are the total less those below and the card
/// itself, so
///
/// - II, call against fold with `j`: `D(j) = (2b+2) P_<(j) + b x_j − b m`;
///   `D(j+1) − D(j) = (b+2) x_j + b x_{j+1} ≥ 0`.
/// - I, bet against check with `i`: `B(i) = 2(n−i) + (2b+2) Q_<(i) + (b+2)(y_i − q)`;
///   `B(i+1) − B(i) = −2 + b y_i + (b+2) y_{i+1}`.
///
/// 1. *I bets the k lowest and the t highest cards, `k + t < n`.* `D` grows at every bet, so its
///    zeros are one bet or a run of checks between two bets. Below them II folds and `B` falls by 2
///    a card; above she calls, `B` grows by 2b a card and is `b(q−1)` at card n. So bets below the
///    run are the lowest cards and bets above it the highest. (`q = 0` needs I to bet all cards but
///    n, and then II calls with n. Were every card a bet, the lowest call would have `B = −b(q−1)`,
///    so `q = 1`, and card n − 1 should check.)
/// 2. *II is indifferent at every check: `(b+2) k = b t`.* On the checks `D = (b+2) k − b t`. Above
///    0, II would call the first of them, where `B` then is `b` or more above its value at the k-th
///    bet: it should bet. Below 0, she calls only bets, the lowest of these has `B = −b(q−1)`, so
///    `q = 1`, `t = 1`, and `k = 0` by `D < 0`: both go in with card n alone, and card 1 keeps
///    checking if `2(n−1) ≤ b+2`. For `k = t = 0` the last check, card n, demands `q ≤ 1`: II calls
///    with card n alone, under the same condition.
/// 3. *k, t and q are known.* `B ≥ 0` at the k-th bet and `B ≤ 0` at the first check, a fold as in
///    2, say that `e = n − k − (b+2)q/2` is in `[0, 1]`. `B ≥ 0` at the lowest value bet says
///    `q ≥ 2t−1`, `B ≤ 0` at the last check `q ≤ 2t+1`. A step in `(k, t)` or in `q − 2t` moves `e`
///    by more than 1, so at most one `(k, t, q)` fits.
/// 4. *II calls the t highest cards and `g = q − t` checks, any that keep I checking.* With `d_j`
///    folds before her j-th call of a check, `B ≤ 0` at that call is `d_j ≥ e + b j − b/2`, and at
///    a fold right after it `d_j ≥ e + b j − 1`; where a call comes right after it, that call says
///    more, and further folds say less. There are `D = n − k − q` folds; a last call after all of
///    them (`d_g = D`) always fits.
///
/// So either n is at most `2 + b/2` and there are two tiny equilibria, or I has one set in all of
/// them, and II's sets are the sequences `d_1 ≤ … ≤ d_g ≤ D` with `d_j ≥ ⌈e + b j − min(1, b/2)⌉`:
/// lattice paths that stay on one side of a line.
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
