//! Whole numbers modulo a prime: exact arithmetic at the price of a machine word.

use super::number::Field;

/// The Mersenne prime 2⁶¹ − 1.
pub(super) const PRIME: i64 = (1 << 61) - 1;

const P: u64 = PRIME as u64;

/// A whole number modulo [`PRIME`], from 0 up to below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PrimeResidue(u64);

impl PrimeResidue {
    pub(super) fn new(number: i128) -> Self {
        Self(number.rem_euclid(i128::from(PRIME)) as u64)
    }

    /// The number of least size with this residue.
    pub(super) fn digit(self) -> i64 {
        if self.0 > P / 2 { self.0 as i64 - PRIME } else { self.0 as i64 }
    }

    /// By Fermat's little theorem.
    fn inverse(self) -> Self {
        let (mut power, mut square, mut exponent) = (Self(1), self, P - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power.times(&square);
            }
            square = square.times(&square);
            exponent >>= 1;
        }
        power
    }
}

impl Field for PrimeResidue {
    const EXACT: bool = true;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn plus(&self, other: &Self) -> Self {
        let sum = self.0 + other.0;
        Self(if sum >= P { sum - P } else { sum })
    }

    fn minus(&self, other: &Self) -> Self {
        Self(if self.0 >= other.0 { self.0 - other.0 } else { self.0 + P - other.0 })
    }

    fn times(&self, other: &Self) -> Self {
        let product = u128::from(self.0) * u128::from(other.0);
        let folded = (product as u64 & P) + (product >> 61) as u64;
        Self(if folded >= P { folded - P } else { folded })
    }

    fn over(&self, other: &Self) -> Self {
        match other.0 {
            1 => *self,
            _ if other.0 == P - 1 => self.negated(),
            _ => self.times(&other.inverse()),
        }
    }

    fn negated(&self) -> Self {
        Self::ZERO.minus(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_undoes_multiplication() {
        let mut number = PrimeResidue::new(-12_345_678_901_234_567_890);
        for _ in 0..100 {
            let next = number.times(&number).plus(&PrimeResidue::ONE);
            assert_eq!(next.times(&number).over(&number), next);
            assert_eq!(next.minus(&number).plus(&number), next);
            assert_eq!(PrimeResidue::new(i128::from(next.digit())), next);
            number = next;
        }
    }
}
