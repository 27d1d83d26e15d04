//! Chance without floats: whole numbers below a bound, and draws by weight.

use rational_bluff::exact::{Piecewise, Rational};
use sha2::{Digest, Sha256};

/// A source of chance.
pub(crate) trait Chance {
    /// A whole number from 0 to below `bound`, a whole number of at least 1; all are equally
    /// likely.
    fn below(&mut self, bound: &Rational) -> Rational;
}

/// Chance that a text determines: the bytes of SHA-256 of the text and a block number, `text 0`,
/// `text 1`, …
pub(crate) struct SeededChance {
    text: String,
    block: u64,
    left: std::vec::IntoIter<u8>,
}

impl SeededChance {
    pub(crate) fn of(text: String) -> Self {
        Self { text, block: 0, left: Vec::new().into_iter() }
    }

    fn next(&mut self) -> u8 {
        loop {
            if let Some(byte) = self.left.next() {
                return byte;
            }
            self.left =
                Sha256::digest(format!("{} {}", self.text, self.block)).to_vec().into_iter();
            self.block += 1;
        }
    }
}

impl Chance for SeededChance {
    /// Draws as many bits as `bound − 1` has, from whole bytes whose lowest bits are dropped, until
    /// the number is below the bound. Bound 1 takes no byte.
    fn below(&mut self, bound: &Rational) -> Rational {
        if bound.is_one() {
            return Rational::ZERO;
        }
        let bits = (bound - &Rational::ONE).bits();
        let bytes = bits.div_ceil(8);
        let dropped = Rational::from(1_u32 << (8 * bytes - bits));
        loop {
            let push = |number: Rational, byte: u8| {
                number * Rational::from(256) + Rational::from(u32::from(byte))
            };
            let number = (0..bytes).fold(Rational::ZERO, |number, _| push(number, self.next()));
            let number = (number / &dropped).floor();
            if number < *bound {
                return number;
            }
        }
    }
}

/// A card of `1..=n`, drawn with a probability proportional to its weight. Weights are a step
/// function, at least 0, and not all 0.
pub(crate) fn drawn(weights: &Piecewise, chance: &mut impl Chance) -> u64 {
    let runs = weights.runs().unwrap_or_default();
    // Every unit of the common denominator is a ticket.
    let unit = Rational::common_denominator(runs.iter().map(|(_, _, weight)| weight));
    let mut ticket = chance.below(&(weights.total() * &unit)) / &unit;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_a_bound_comes_equally_often() {
        for bound in [1_u64, 2, 3, 6, 256, 257, 1000] {
            let mut bytes = SeededChance::of(format!("below {bound}"));
            let mut counts = vec![0_i64; bound as usize];
            for _ in 0..bound * 1000 {
                let number = bytes.below(&Rational::from(bound)).to_i128().unwrap();
                counts[usize::try_from(number).unwrap()] += 1;
            }
            // Six standard deviations from 1000; the bytes are the same in every run.
            assert!(counts.iter().all(|count| (count - 1000).abs() < 190), "{bound}: {counts:?}");
        }
    }

    #[test]
    fn numbers_of_any_length_are_below_their_bound_and_fill_it() {
        let bound =
            "1000000000000000000000000000000000000000000000000000001".parse::<Rational>().unwrap();
        let mut bytes = SeededChance::of("long".to_owned());
        let quarters: Vec<i128> = (0..400)
            .map(|_| {
                let number = bytes.below(&bound);
                assert!(number.is_integer() && !number.is_negative() && number < bound);
                (number * Rational::from(4) / &bound).floor().to_i128().unwrap()
            })
            .collect();
        for quarter in 0..4 {
            assert!(
                (50..150).contains(&quarters.iter().filter(|found| **found == quarter).count()),
                "{quarters:?}"
            );
        }
    }

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
        let drawn: Vec<u64> = (0..14).map(|_| drawn(&weights, &mut each)).collect();
        assert_eq!(drawn, [1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 5, 5, 5]);
    }
}
