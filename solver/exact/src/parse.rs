//! Rationals as text, both ways.

use std::fmt;
use std::str::FromStr;

use dashu_int::{IBig, UBig};

use super::machine::Fraction;
use super::rational::Repr::{Big, Small, Wide};
use super::{Rational, RefusedValue, did_you_mean};

/// The longest numerator or denominator that text may bring in, in digits. Values of large games
/// come near it.
pub const MAX_DIGITS: usize = 100_000;

/// The largest power of ten that text may bring in, either way, so that a short text is a short
/// number. Doubles end at 10^308.
pub const MAX_EXPONENT: usize = 1000;

/// The text given is not a number that [`Rational`] reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRational {
    /// Anything but a fraction or a decimal.
    #[error("“{}” is not a rational number, expected {}", .0, self.allowed())]
    Malformed(String),
    /// `1/0` and the like.
    #[error("“{}” has denominator 0, expected {}", .0, self.allowed())]
    ZeroDenominator(String),
    /// Another spelling than the one that documents use.
    #[error("“{}”, expected {}", .0, self.allowed())]
    NotReduced(String),
    /// Longer than [`MAX_DIGITS`].
    #[error("a number of {} characters is too long, expected {}", .0, self.allowed())]
    TooLong(usize),
    /// An exponent beyond [`MAX_EXPONENT`].
    #[error("“{}”, expected {}", .0, self.allowed())]
    Exponent(String),
}

impl NotRational {
    fn allowed(&self) -> String {
        match self {
            Self::Malformed(text) => {
                let meant = did_you_mean(meant_number(text).as_deref());
                format!("for instance 2, -1/3 or 0.25{meant}")
            }
            Self::ZeroDenominator(_) => "a denominator of at least 1".to_owned(),
            Self::NotReduced(_) => "a number in lowest terms, without leading zeros, for instance \
                                    2 or -1/3"
                .to_owned(),
            Self::TooLong(_) => format!("at most {MAX_DIGITS} digits"),
            Self::Exponent(_) => {
                format!("a power of ten from -{MAX_EXPONENT} to {MAX_EXPONENT}")
            }
        }
    }

    /// The value that is refused, and what is allowed.
    pub fn refused(&self) -> RefusedValue {
        let given = match self {
            Self::TooLong(length) => format!("a number of {length} characters"),
            Self::Malformed(text)
            | Self::ZeroDenominator(text)
            | Self::NotReduced(text)
            | Self::Exponent(text) => text.clone(),
        };
        RefusedValue::without_field(given, self.allowed())
    }
}

/// The start of a text from outside, safe to put into a message: at most 40 characters, control
/// characters escaped.
pub fn excerpt(text: &str) -> String {
    beginning(text, 40)
}

/// [`excerpt`] with another number of characters.
pub fn beginning(text: &str, most: usize) -> String {
    // Messages quote with “ and ”: other quotes end nothing.
    let escaped = |letter: char| match letter {
        '\'' | '"' | '\\' => letter.to_string(),
        other => other.escape_debug().to_string(),
    };
    let mut shown: String = text.chars().take(most).map(escaped).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// Fractions of one sign.
const VULGAR: [(char, &str); 9] = [
    ('½', "1/2"),
    ('⅓', "1/3"),
    ('⅔', "2/3"),
    ('¼', "1/4"),
    ('¾', "3/4"),
    ('⅕', "1/5"),
    ('⅙', "1/6"),
    ('⅛', "1/8"),
    ('⅒', "1/10"),
];

/// The spelling that [`Rational`] reads, of a number as people write it elsewhere; `None` of any
/// other text, and of a number that is read as it is.
///
/// ```
/// use bluff_exact::meant_number;
/// for (text, meant) in [
///     ("0,5", "0.5"),
///     ("1 / 2", "1/2"),
///     ("50 %", "1/2"),
///     ("1½", "3/2"),
///     ("\u{2212}1/2", "-1/2"),
///     ("1\u{a0}000", "1000"),
///     ("1,000", "1000"),
/// ] {
///     assert_eq!(meant_number(text).as_deref(), Some(meant));
/// }
/// assert_eq!(meant_number("1 1/2"), None);
/// ```
pub fn meant_number(text: &str) -> Option<String> {
    let plain = |sign: char| match sign {
        '−' | '–' => '-',
        '⁄' | '∕' => '/',
        blank if blank.is_whitespace() => ' ',
        other => other,
    };
    let written: String = text.trim().chars().take(40).map(plain).collect();
    let vulgar = VULGAR.iter().find_map(|&(sign, part)| Some((written.strip_suffix(sign)?, part)));
    let meant = if let Some(percent) = written.strip_suffix('%') {
        (ungrouped(percent.trim_end())?.parse::<Rational>().ok()? / Rational::from(100)).to_string()
    } else if let Some((whole, part)) = vulgar {
        match whole.trim_end() {
            sign @ ("" | "-") => format!("{sign}{part}"),
            whole => (digits_only(whole)?.parse::<Rational>().ok()?
                + part.parse::<Rational>().ok()?)
            .to_string(),
        }
    } else {
        written.split('/').map(|half| ungrouped(half.trim())).collect::<Option<Vec<_>>>()?.join("/")
    };
    (meant != text && meant.parse::<Rational>().is_ok()).then_some(meant)
}

/// Digits without the blanks or commas between groups of three, and with a point for a comma.
fn ungrouped(text: &str) -> Option<String> {
    let mut groups = text.split([' ', ',']);
    let first = groups.next()?.trim_start_matches('-');
    let is_grouped = |group: &str| group.len() == 3 && digits_only(group).is_some();
    let has_groups = !["", "0"].contains(&first) && first.len() <= 3 && groups.all(is_grouped);
    match text.split_once(',') {
        _ if has_groups => Some(text.replace([' ', ','], "")),
        Some((whole, parts)) => Some(format!("{whole}.{}", digits_only(parts)?)),
        None => (!text.contains(' ')).then(|| text.to_owned()),
    }
}

pub(crate) fn digits_only(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// Digits, with or without `_` between groups of three: `1000000` or `1_000_000`.
fn digits(text: &str) -> Option<UBig> {
    let Some((first, groups)) = text.split_once('_') else {
        return UBig::from_str_radix(digits_only(text)?, 10).ok();
    };
    let grouped = first.len() <= 3 && groups.split('_').all(|group| group.len() == 3);
    grouped.then(|| digits(&text.replace('_', ""))).flatten()
}

/// The number, if each half is so short that it fits a machine integer, which is nearly always;
/// what is none is not for here to say.
fn short(text: &str) -> Option<Rational> {
    let word =
        |text: &str| (text.len() <= 18).then(|| digits_only(text)?.parse::<i64>().ok()).flatten();
    let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (numerator, denominator) = if let Some((over, under)) = magnitude.split_once('/') {
        (word(over)?, word(under).filter(|under| *under > 0)?)
    } else if let Some((whole, parts)) = magnitude.split_once('.') {
        let unit = 10_i64.pow(parts.len().try_into().ok().filter(|digits| *digits <= 9)?);
        let whole = if whole.is_empty() && unit > 1 { 0 } else { word(whole)? };
        let parts = if parts.is_empty() { 0 } else { word(parts)? };
        (whole.checked_mul(unit)?.checked_add(parts)?, unit)
    } else {
        (word(magnitude)?, 1)
    };
    Some(Rational::ratio(if text.starts_with('-') { -numerator } else { numerator }, denominator))
}

impl Rational {
    /// A part of 1: `3/5`, `0.6` or `60%`. Errors: those of numbers.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// assert_eq!(Rational::part(" 60 %")?, Rational::part("3/5")?);
    /// # Ok::<(), bluff_exact::NotRational>(())
    /// ```
    pub fn part(text: &str) -> Result<Self, NotRational> {
        let text = text.trim();
        match text.strip_suffix('%') {
            Some(percent) => Ok(percent.trim_end().parse::<Self>()? / Self::from(100)),
            None => text.parse(),
        }
    }
}

impl FromStr for Rational {
    type Err = NotRational;

    /// Reads a fraction or a decimal as people and programs write them, reduced or not: `2`,
    /// `-1/3`, `+1/2`, `0.25`, `.80`, `1.`, `-0`, `1e-1`, `2.5E3`, `10^3`, `1_000`.
    ///
    /// Errors: [`NotRational`], which quotes what was given. Cost: bounded by [`MAX_DIGITS`] and
    /// [`MAX_EXPONENT`].
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// for text in ["1/2", "+2/4", "0.5", ".5", ".50", "5e-1", "50E-2"] {
    ///     assert_eq!(text.parse(), Ok(Rational::ratio(1, 2)));
    /// }
    /// let refused = "1e4000".parse::<Rational>().unwrap_err();
    /// assert_eq!(refused.to_string(), "“1e4000”, expected a power of ten from -1000 to 1000");
    /// ```
    fn from_str(text: &str) -> Result<Self, NotRational> {
        if let Some(short) = short(text) {
            return Ok(short);
        }
        if text.len() > 2 * MAX_DIGITS + 2 {
            return Err(NotRational::TooLong(text.len()));
        }
        let malformed = || NotRational::Malformed(excerpt(text));
        let negative = text.starts_with('-');
        let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (numerator, denominator) = match magnitude.split_once('/') {
            Some((over, under)) => digits(over).zip(digits(under)).ok_or_else(malformed)?,
            None => {
                let (number, exponent) = decimal(magnitude).ok_or_else(malformed)?;
                let beyond = || NotRational::Exponent(excerpt(text));
                times_power_of_ten(number, exponent).ok_or_else(beyond)?
            }
        };
        if denominator.is_zero() {
            return Err(NotRational::ZeroDenominator(excerpt(text)));
        }
        let half = magnitude.split(['/', '.']).map(str::len).max().unwrap_or(0);
        if half > MAX_DIGITS {
            return Err(NotRational::TooLong(text.len()));
        }
        let numerator = IBig::from(numerator);
        Ok(Self::from_big_parts(if negative { -numerator } else { numerator }, denominator))
    }
}

/// A fraction, not reduced.
type Ratio = (UBig, UBig);

/// The number before the exponent of `0.25`, `.80`, `1.`, `1e-1` or `10^3`, and the exponent, which
/// is an integer; `None` for any other text.
fn decimal(text: &str) -> Option<(Ratio, &str)> {
    let power = text.strip_prefix("10^").map(|exponent| ("1", exponent));
    let (mantissa, exponent) = power.or_else(|| text.split_once(['e', 'E'])).unwrap_or((text, "0"));
    digits_only(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let part = |text: &str, other: &str| match text {
        "" if !other.is_empty() => Some(UBig::ZERO),
        _ => digits(text),
    };
    let scale = UBig::from(10u8).pow(fraction.len());
    let numerator = part(whole, fraction)? * &scale + part(fraction, whole)?;
    (!fraction.contains('_')).then_some(((numerator, scale), exponent))
}

/// The number times ten to the power of an integer; `None` beyond [`MAX_EXPONENT`].
fn times_power_of_ten((numerator, denominator): Ratio, exponent: &str) -> Option<Ratio> {
    let exponent: isize = exponent.parse().ok()?;
    let size = exponent.unsigned_abs();
    let power = (size <= MAX_EXPONENT).then(|| UBig::from(10u8).pow(size))?;
    Some(match exponent {
        0.. => (numerator * power, denominator),
        _ => (numerator, denominator * power),
    })
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
