//! Values of parameters.

use std::fmt;

use bluff_exact::Rational;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A rational number.
    Number(Rational),
    /// A set of rational numbers.
    Numbers(Vec<Rational>),
    /// A whole number.
    Whole(u64),
}

impl<N: Into<Rational>> From<N> for Value {
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

/// The value as it is typed: `5/2`, `1,5/2,7`.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Numbers(numbers) => formatter
                .write_str(&numbers.iter().map(Rational::to_string).collect::<Vec<_>>().join(",")),
            Self::Whole(number) => number.fmt(formatter),
        }
    }
}
