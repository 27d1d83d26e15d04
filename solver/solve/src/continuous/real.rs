use std::str::FromStr;

use crate::exact::{Interval, Rational, whole_number};

use super::ContinuousError;

/// The most digits after the point that are certified on demand.
pub const MAX_DECIMALS: usize = 1_000;

/// Number of digits after the point, 1 to [`MAX_DECIMALS`]; the default is 20.
///
/// ```
/// use rational_bluff::continuous::Digits;
/// assert_eq!("40".parse::<Digits>()?.count(), 40);
/// assert!("0".parse::<Digits>().is_err());
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits(usize);

impl Digits {
    /// This number of digits. Errors: `Digits` outside 1 to [`MAX_DECIMALS`].
    pub fn new(count: usize) -> Result<Self, ContinuousError> {
        count.to_string().parse()
    }

    /// The number given.
    pub fn count(self) -> usize {
        self.0
    }
}

impl Default for Digits {
    fn default() -> Self {
        Self(20)
    }
}

impl FromStr for Digits {
    type Err = ContinuousError;

    fn from_str(text: &str) -> Result<Self, ContinuousError> {
        Ok(Self(whole_number("digits", text, 1..=MAX_DECIMALS as u64)? as usize))
    }
}

/// A real number: a fraction, or an interval that surely contains it and is narrow enough for the
/// digits asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Real {
    /// Known as a fraction.
    Exact(Rational),
    /// Known to lie inside.
    Within(Interval),
}

impl Real {
    /// The fraction, if it is known as one.
    pub fn exact(&self) -> Option<&Rational> {
        match self {
            Self::Exact(number) => Some(number),
            Self::Within(_) => None,
        }
    }

    /// The expansion cut after at most so many digits, every digit certain; an ellipsis says that
    /// it goes on.
    pub fn decimal(&self, digits: usize) -> String {
        match self {
            Self::Exact(number) => number.decimal(digits),
            Self::Within(interval) => (0..=digits)
                .rev()
                .find_map(|digits| interval.decimal(digits))
                .unwrap_or_else(|| "…".to_owned()),
        }
    }

    /// The nearest double, for pictures.
    pub fn to_f64(&self) -> f64 {
        match self {
            Self::Exact(number) => number.to_f64(),
            Self::Within(interval) => interval.middle().to_f64(),
        }
    }

    /// A fraction minus this number.
    #[must_use]
    pub fn subtracted_from(&self, number: &Rational) -> Self {
        match self {
            Self::Exact(own) => Self::Exact(number - own),
            Self::Within(interval) => {
                Self::Within(&Interval::of(number, interval.bits()) - interval)
            }
        }
    }

    /// This times a fraction.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Self {
        match self {
            Self::Exact(number) => Self::Exact(number * factor),
            Self::Within(interval) => Self::Within(interval.times(factor)),
        }
    }
}

/// Asks for enclosures in more and more bits until each of them decides the digits wanted.
///
/// `enclose` may answer `None` where a precision does not do. Errors: `Undecided` if hundreds of
/// further bits do not decide a digit.
pub(super) fn certified<const N: usize>(
    digits: Digits,
    enclose: impl Fn(usize) -> Option<[Interval; N]>,
) -> Result<[Interval; N], ContinuousError> {
    // 10 < 2^(10/3).
    let bits = digits.count() * 10 / 3 + 2;
    let decided = |numbers: &[Interval; N]| {
        numbers.iter().all(|number| number.decimal(digits.count()).is_some())
    };
    let mut guards = [16, 64, 256, 1_024].into_iter();
    guards
        .find_map(|guard| enclose(bits + guard).filter(decided))
        .ok_or(ContinuousError::Undecided { digits: digits.count() })
}
