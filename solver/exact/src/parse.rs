//! Rationals as text, both ways.

use std::fmt;
use std::str::FromStr;

use dashu_int::{IBig, UBig};

use super::Rational;
use super::machine::Fraction;
use super::rational::Repr::{Big, Small, Wide};

/// The longest numerator or denominator that text may bring in, in digits. Values of large games
/// come near it.
pub const MAX_DIGITS: usize = 100_000;

/// The text given is not a number that [`Rational`] reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRational {
    /// Anything but an optional minus, digits, and at most one `/digits` or `.digits`.
    #[error("“{0}” is not a rational number, expected for instance 2, -1/3 or 0.25")]
    Malformed(String),
    /// `1/0` and the like.
    #[error("“{0}” has denominator 0, expected a denominator of at least 1")]
    ZeroDenominator(String),
    /// Another spelling than the one that documents use.
    #[error(
        "“{0}”, expected a number in lowest terms, without leading zeros, for instance 2 or -1/3"
    )]
    NotReduced(String),
    /// Longer than [`MAX_DIGITS`].
    #[error("a number of {0} characters is too long, expected at most {MAX_DIGITS} digits")]
    TooLong(usize),
}

/// The start of a text from outside, safe to put into a message: at most 40 characters, control
/// characters escaped.
pub fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

pub(crate) fn digits_only(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn digits(text: &str) -> Option<UBig> {
    UBig::from_str_radix(digits_only(text)?, 10).ok()
}

/// The number, if each half is so short that it fits a machine integer, which is nearly always;
/// what is none is not for here to say.
fn short(text: &str) -> Option<Rational> {
    let word =
        |text: &str| (text.len() <= 18).then(|| digits_only(text)?.parse::<i64>().ok()).flatten();
    let (numerator, denominator) = match text.split_once('/') {
        Some((over, under)) => (word(over)?, word(under).filter(|under| *under > 0)?),
        None => (word(text)?, 1),
    };
    Some(Rational::ratio(numerator, denominator))
}

impl FromStr for Rational {
    type Err = NotRational;

    /// Reads `2`, `-1/3` or `0.25`; reduced or not. No signs but a leading minus, no blanks, no
    /// exponents.
    ///
    /// Errors: [`NotRational`], which quotes what was given. Cost: bounded by [`MAX_DIGITS`].
    fn from_str(text: &str) -> Result<Self, NotRational> {
        if let Some(short) = short(text) {
            return Ok(short);
        }
        if text.len() > 2 * MAX_DIGITS + 2 {
            return Err(NotRational::TooLong(text.len()));
        }
        let malformed = || NotRational::Malformed(excerpt(text));
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (numerator, denominator) = if let Some((whole, fraction)) = magnitude.split_once('.') {
            let digits_of = |text| digits(text).ok_or_else(malformed);
            let scale = UBig::from(10u8).pow(fraction.len());
            (digits_of(whole)? * &scale + digits_of(fraction)?, scale)
        } else if let Some((over, under)) = magnitude.split_once('/') {
            (digits(over).ok_or_else(malformed)?, digits(under).ok_or_else(malformed)?)
        } else {
            (digits(magnitude).ok_or_else(malformed)?, UBig::ONE)
        };
        if denominator.is_zero() {
            return Err(NotRational::ZeroDenominator(excerpt(text)));
        }
        if negative && numerator.is_zero() {
            return Err(malformed());
        }
        let half = magnitude.split(['/', '.']).map(str::len).max().unwrap_or(0);
        if half > MAX_DIGITS {
            return Err(NotRational::TooLong(text.len()));
        }
        let numerator = IBig::from(numerator);
        Ok(Self::from_big_parts(if negative { -numerator } else { numerator }, denominator))
    }
}

impl Rational {
    /// Reads the one spelling that documents use: `2` or `-1/3`, in lowest terms, as
    /// [`fmt::Display`] writes it.
    ///
    /// Errors: [`NotRational`]; `NotReduced` for `2/4`, `0.5`, `02` and the like.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// assert!(Rational::from_canonical("1/2").is_ok());
    /// assert!(Rational::from_canonical("2/4").is_err());
    /// ```
    pub fn from_canonical(text: &str) -> Result<Self, NotRational> {
        let number: Self = text.parse()?;
        let mut unwritten = Unwritten(text);
        let spelled =
            fmt::write(&mut unwritten, format_args!("{number}")).is_ok() && unwritten.0.is_empty();
        if spelled { Ok(number) } else { Err(NotRational::NotReduced(excerpt(text))) }
    }
}

/// A text less what has been written of it; writing anything else fails.
struct Unwritten<'a>(&'a str);

impl fmt::Write for Unwritten<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
        Ok(())
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if formatter.width().is_none() && formatter.precision().is_none() {
            return fmt::Display::fmt(&Plain(self), formatter);
        }
        formatter.pad(&Plain(self).to_string())
    }
}

/// A number as it stands, without room around it.
struct Plain<'a>(&'a Rational);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.0 {
            Small { numerator, denominator: 1 } => fmt::Display::fmt(numerator, formatter),
            Small { numerator, denominator } => write!(formatter, "{numerator}/{denominator}"),
            Wide(fraction) => match **fraction {
                Fraction { over, under: 1 } => fmt::Display::fmt(&over, formatter),
                Fraction { over, under } => write!(formatter, "{over}/{under}"),
            },
            Big(big) if big.is_int() => fmt::Display::fmt(big.numerator(), formatter),
            Big(big) => write!(formatter, "{}/{}", big.numerator(), big.denominator()),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
