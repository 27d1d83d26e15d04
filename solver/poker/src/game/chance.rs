//! Chance as an argument: whole numbers below a bound, and draws by exact weight.

use bluff_exact::{Piecewise, Rational};

/// A source of chance, from which cards and mixed actions are drawn without rounding.
pub trait Chance {
    /// A whole number from 0 to below `bound`, a whole number of at least 1; all are equally
    /// likely.
    fn below(&mut self, bound: &Rational) -> Rational;

    /// A place of `1..=n`, drawn with a probability proportional to its weight. Weights are a step
    /// function, at least 0, and not all 0.
    ///
    /// Every unit of the weights' common denominator is a ticket, counted from place 1.
    fn drawn(&mut self, weights: &Piecewise) -> u64 {
        let runs = weights.runs().unwrap_or_default();
        let unit = Rational::common_denominator(runs.iter().map(|(_, _, weight)| weight));
        let mut ticket = self.below(&(weights.total() * &unit)) / &unit;
        for (first, last, weight) in runs {
            let whole = &weight * &Rational::from(last - first + 1);
            if ticket < whole {
                let ahead =
                    (ticket / weight).floor().to_i128().and_then(|ahead| u64::try_from(ahead).ok());
                return first + ahead.unwrap_or_default();
            }
            ticket -= &whole;
        }
        weights.cards()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every number once.
    struct Each(u64);

    impl Chance for Each {
        fn below(&mut self, _: &Rational) -> Rational {
            self.0 += 1;
            Rational::from(self.0 - 1)
        }
    }

    #[test]
    fn each_card_has_tickets_in_proportion_to_its_weight() {
        let weights = [(2, "1/3"), (3, "0"), (5, "1/4")]
            .map(|(last, weight)| (last, weight.parse().unwrap()));
        let weights = Piecewise::steps(weights);
        // 2/3 + 2/4 = 14/12.
        let mut each = Each(0);
        let drawn: Vec<u64> = (0..14).map(|_| each.drawn(&weights)).collect();
        assert_eq!(drawn, [1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 5, 5, 5]);
    }
}
