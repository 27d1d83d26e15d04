//! Rationals from and to those of the `num` family.

use dashu_int::{IBig, UBig};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;

use super::Rational;

impl From<&Rational> for BigRational {
    fn from(number: &Rational) -> Self {
        let (numerator, denominator) = number.to_big_parts();
        Self::new_raw(
            BigInt::from_signed_bytes_le(&numerator.to_le_bytes()),
            BigInt::from_bytes_le(Sign::Plus, &denominator.to_le_bytes()),
        )
    }
}

impl From<&BigRational> for Rational {
    fn from(number: &BigRational) -> Self {
        let (_, denominator) = number.denom().to_bytes_le();
        Self::from_big_parts(
            IBig::from_le_bytes(&number.numer().to_signed_bytes_le()),
            UBig::from_le_bytes(&denominator),
        )
    }
}
