//! Signs of a polynomial on cards.

use std::cmp::Ordering;

use super::Polynomial;
use crate::{Rational, partition_point};

impl Polynomial {
    /// The forward difference `f(c + 1) − f(c)`.
    fn difference(&self) -> Self {
        let mut shifted = Self::default();
        let next = Self::new(vec![Rational::ONE, Rational::ONE]);
        for coefficient in self.coefficients().rev() {
            shifted = shifted.times(&next).plus(&Self::constant(coefficient.clone()));
        }
        shifted.minus(self)
    }

    /// Signs on the cards `first..=last`: maximal runs as (last card, sign).
    ///
    /// Decided on whole cards. No root is ever approximated.
    pub fn signs(&self, first: u64, last: u64) -> Vec<(u64, Ordering)> {
        let mut runs = Vec::new();
        self.each_sign(first, last, |last, sign| runs.push((last, sign)));
        runs
    }

    /// [`Self::signs`], run by run.
    pub(crate) fn each_sign(&self, first: u64, last: u64, mut run: impl FnMut(u64, Ordering)) {
        let rising = self.slope.sign();
        if !self.higher.is_empty() {
            return self
                .signs_of_curve(first, last)
                .into_iter()
                .for_each(|(last, sign)| run(last, sign));
        }
        if rising.is_eq() {
            return run(last, self.constant.sign());
        }
        // Cards up to `root` are below the root of the line, or at it if that is `exact`.
        let (root, exact) = (-&self.constant).whole_quotient(&self.slope);
        let (from, to) = (i128::from(first), i128::from(last));
        let before = root - i128::from(exact);
        if before >= from {
            run(before.min(to) as u64, rising.reverse());
        }
        if exact && (from..=to).contains(&root) {
            run(root as u64, Ordering::Equal);
        }
        if root < to {
            run(last, rising);
        }
    }

    /// Runs of one sign: where the forward difference keeps its sign the polynomial is monotone,
    /// and a bisection finds the change.
    fn signs_of_curve(&self, first: u64, last: u64) -> Vec<(u64, Ordering)> {
        let mut runs: Vec<(u64, Ordering)> = Vec::new();
        let mut push = |last: u64, sign: Ordering| match runs.last_mut() {
            Some(run) if run.1 == sign => run.0 = last,
            Some(run) if run.0 >= last => {}
            _ => runs.push((last, sign)),
        };
        if first == last {
            return vec![(last, self.at(first).sign())];
        }
        let mut from = first;
        for (to, _) in self.difference().signs(first, last - 1) {
            // Monotone on from..=to + 1.
            let end = to + 1;
            let last_sign = self.at(end).sign();
            while from <= end {
                let sign = self.at(from).sign();
                let stretch = if sign == last_sign { end } else { self.last_with(sign, from, end) };
                push(stretch, sign);
                from = stretch + 1;
            }
            from = end;
        }
        runs
    }

    /// The last card of `from..=to` with the sign that `from` has, for a polynomial monotone there.
    fn last_with(&self, sign: Ordering, from: u64, to: u64) -> u64 {
        partition_point(from + 1..to, |card| self.at(card).sign() == sign) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_agree_with_looking_at_every_card() {
        // (c − 3)(c − 7)(c − 7)(2c − 25), and its relatives shifted up and down; lines with and
        // without a root on a card.
        let factor = |a: i64, b: i64| Polynomial::new(vec![Rational::from(b), Rational::from(a)]);
        let quartic =
            factor(1, -3).times(&factor(1, -7)).times(&factor(1, -7)).times(&factor(2, -25));
        let quartics =
            (-60..=60).map(|shift| quartic.plus(&Polynomial::constant(Rational::from(shift * 3))));
        let lines = (-60..=60)
            .flat_map(|b| (-5..=5).map(move |a| factor(a, b).scaled(&Rational::ratio(2, 7))));
        for function in quartics.chain(lines) {
            for (first, last) in [(1, 20), (5, 9), (7, 7), (12, 13)] {
                let runs = function.signs(first, last);
                assert_eq!(runs.last().unwrap().0, last);
                assert!(runs.windows(2).all(|pair| pair[0].1 != pair[1].1), "{function:?}");
                let mut from = first;
                for (to, sign) in runs {
                    for card in from..=to {
                        assert_eq!(function.at(card).sign(), sign, "{function:?} card {card}");
                    }
                    from = to + 1;
                }
            }
        }
    }
}
