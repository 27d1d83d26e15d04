//! The equations of one bettor and `k` callers who do not see each other.

use std::cmp::Ordering;

use crate::exact::{Interval, Rational, root};

/// The game with `k` callers and a bet that lies in an interval.
///
/// The cuts A (bluff below), B (value bet above) and C (call above) solve, by
/// docs/games/callers.md#large-decks, `(k+1)B^k − kCB^(k−1) = 1`,
/// `A((2b+k+1)C^(k−1) − b) = b(1 − B)` and `(k+1)A^k = (k+1+b)C^k − b`. The first gives
/// `C = ((k+1)B − B^(1−k))/k`, which rises with B; the second gives `A = b(1−B)/D` with
/// `D = (2b+k+1)C^(k−1) − b`, which falls with B where `D > 0` and `C > 0` (elsewhere `A` or `C`
/// would not be a hand). So `F = (k+1)A^k − (k+1+b)C^k + b` falls strictly with B, from +∞ where D
/// = 0 (for k = 1: from a number above 0 at `C = 0`) to `−(k+1)` at B = 1: there is exactly one
/// solution. At it `(k+1)A^k < (k+1)C^k` because `C < 1`, and `C < B` because `B < 1`: always
/// `0 < A < C < B < 1`.
pub(super) struct CallersEquations {
    k: usize,
    b: Interval,
}

/// Everything at one point B, with what depends on it.
pub(super) struct LimitPoint {
    /// The cuts.
    pub(super) bluff: Interval,
    pub(super) bet: Interval,
    pub(super) call: Interval,
    /// D of the equations.
    d: Interval,
}

impl CallersEquations {
    pub(super) fn new(k: usize, b: Interval) -> Self {
        Self { k, b }
    }

    fn number(&self, number: usize) -> Interval {
        Interval::of(&Rational::from(number), self.b.bits())
    }

    /// The other cuts that go with B; `None` where B is too low to be a cut or the intervals do not
    /// tell.
    fn at(&self, bet: &Interval) -> Option<LimitPoint> {
        let (k, b) = (self.k, &self.b);
        let inverse = self.number(1).over(&bet.pow(k - 1))?;
        let call = (&(&self.number(k + 1) * bet) - &inverse).over(&self.number(k))?;
        let power = call.pow(k - 1);
        // The bet stands once in each formula, so that an interval of bets widens it no more than
        // it must.
        let d = &(&self.number(k + 1) * &power) + &(b * &(&(&power + &power) - &self.number(1)));
        if call.sign()? != Ordering::Greater || d.sign()? != Ordering::Greater {
            return None;
        }
        let bluff = (b * &(&self.number(1) - bet)).over(&d)?;
        Some(LimitPoint { bluff, bet: bet.clone(), call, d })
    }

    /// `F`: above 0 left of the cut B, below 0 right of it.
    fn imbalance(&self, bet: &Rational) -> Option<Interval> {
        let point = self.at(&Interval::of(bet, self.b.bits()))?;
        let calls = point.call.pow(self.k);
        let bluffs = &self.number(self.k + 1) * &(&point.bluff.pow(self.k) - &calls);
        Some(&bluffs + &(&self.b * &(&self.number(1) - &calls)))
    }

    /// The cuts, B to a width of at most `2^−goal`.
    pub(super) fn cuts(&self, goal: usize) -> Option<LimitPoint> {
        let (mut left, mut right) = (Rational::ZERO, Rational::ONE);
        let low = (0..self.b.bits()).find_map(|_| {
            let middle = &(&left + &right) / &Rational::from(2);
            match self.imbalance(&middle).and_then(|imbalance| imbalance.sign()) {
                Some(Ordering::Greater) => return Some(middle),
                Some(Ordering::Less) => right = middle,
                // Too low to be a cut, as a rule; if not, no bracket is found and nothing is
                // claimed.
                _ => left = middle,
            }
            None
        })?;
        let (low, high) = root(|bet| self.imbalance(bet), low, right, goal)?;
        self.at(&Interval::between(&low, &high, self.b.bits()))
    }

    /// The value to the bettor at the cuts, `kA^(k+1) + b(B − C)(1 − B^k)`.
    pub(super) fn value(&self, point: &LimitPoint) -> Interval {
        let k = self.k;
        let bluffs = &self.number(k) * &point.bluff.pow(k + 1);
        let bets =
            &(&self.b * &(&point.bet - &point.call)) * &(&self.number(1) - &point.bet.pow(k));
        &bluffs + &bets
    }

    /// Derivative of the value by the bet, the cuts following: `V_b − V_B F_b / F_B`.
    pub(super) fn slope(&self, point: &LimitPoint) -> Option<Interval> {
        let (k, b) = (self.k, &self.b);
        let (whole, one) = (|number| self.number(number), self.number(1));
        let LimitPoint { bluff, bet, call, d } = point;
        let rest = &one - bet;
        let call_by_bet = (&whole(k + 1) + &whole(k - 1).over(&bet.pow(k))?).over(&whole(k))?;
        let d_by_b = &(&call.pow(k - 1) + &call.pow(k - 1)) - &one;
        let d_by_call = match k {
            1 => whole(0),
            _ => &(&(&(b + b) + &whole(k + 1)) * &whole(k - 1)) * &call.pow(k - 2),
        };
        let bluff_by_b = (&rest - &(bluff * &d_by_b)).over(d)?;
        let bluff_by_bet = -&(b + &(&(bluff * &d_by_call) * &call_by_bet)).over(d)?;
        let many = whole(k * (k + 1));
        let last = &many * &bluff.pow(k - 1);
        let imbalance_by_b = &(&(&last * &bluff_by_b) - &call.pow(k)) + &one;
        let calls = &(&(&(&whole(k + 1) + b) * &whole(k)) * &call.pow(k - 1)) * &call_by_bet;
        let imbalance_by_bet = &(&last * &bluff_by_bet) - &calls;
        let bluffs = &many * &bluff.pow(k);
        let (gap, beaten) = (bet - call, &one - &bet.pow(k));
        let value_by_b = &(&bluffs * &bluff_by_b) + &(&gap * &beaten);
        let won = &(&(&one - &call_by_bet) * &beaten) - &(&(&gap * &whole(k)) * &bet.pow(k - 1));
        let value_by_bet = &(&bluffs * &bluff_by_bet) + &(b * &won);
        Some(&value_by_b - &(&value_by_bet * &imbalance_by_b).over(&imbalance_by_bet)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Callers, Digits, MAX_CALLERS, Real};
    use super::*;

    const BITS: usize = 96;

    impl CallersEquations {
        /// Derivative of the value by the bet, for every bet of the interval at once.
        fn slope_everywhere(k: usize, low: &Rational, high: &Rational) -> Option<Interval> {
            let cut = |b: &Rational| Some(Self::new(k, Interval::of(b, BITS)).cuts(40)?.bet);
            let (one, other) = (cut(low)?, cut(high)?);
            let (from, to) = (one.low().min(other.low()), one.high().max(other.high()));
            let system = Self::new(k, Interval::between(low, high, BITS));
            // The cut of every bet is inside if the imbalance of every bet changes its sign across.
            let wider = |times: &i64| {
                let apart = &(&to - &from) * &Rational::from(*times);
                let (from, to) = (&from - &apart, &to + &apart);
                let left = system.imbalance(&from)?.sign()? == Ordering::Greater;
                let right = system.imbalance(&to)?.sign()? == Ordering::Less;
                (left && right).then(|| Interval::between(&from, &to, BITS))
            };
            let bet = [1, 2, 4, 8, 16].iter().find_map(wider)?;
            system.slope(&system.at(&bet)?)
        }
    }

    /// Proved by boxes that cover [1/64, 1000]: the value rises up to within 10⁻⁴ of the best bet
    /// printed, and falls from 10⁻⁴ beyond it on.
    #[test]
    fn no_other_bet_is_best() {
        for k in 2..=MAX_CALLERS {
            let best = Callers::best_bet(k, Digits::default()).unwrap();
            let Real::Within(bet) = best.b else { panic!("an enclosure") };
            let near = Rational::ratio(1, 10_000);
            let mut open = vec![
                (Rational::ratio(1, 64), bet.low() - &near, Ordering::Greater),
                (bet.high() + &near, Rational::from(1_000), Ordering::Less),
            ];
            let mut boxes = 0;
            while let Some((low, high, sign)) = open.pop() {
                boxes += 1;
                assert!(boxes < 50_000, "{k} callers: stuck at b = {}", low.to_f64());
                if CallersEquations::slope_everywhere(k, &low, &high).and_then(|slope| slope.sign())
                    != Some(sign)
                {
                    let middle = (&low + &high) / Rational::from(2);
                    open.push((low, middle.clone(), sign));
                    open.push((middle, high, sign));
                }
            }
        }
    }
}
