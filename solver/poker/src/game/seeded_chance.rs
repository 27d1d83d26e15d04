//! Chance that a text determines.

use bluff_exact::Rational;
use sha2::{Digest, Sha256};

use super::Chance;

/// Chance that a text determines: the bytes of SHA-256 of the text and a block number, `text 0`,
/// `text 1`, …
#[derive(Debug)]
pub struct SeededChance {
    text: String,
    block: u64,
    left: std::vec::IntoIter<u8>,
}

impl SeededChance {
    /// The chance of this text.
    pub fn of(text: String) -> Self {
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
}
