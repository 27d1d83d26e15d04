//! Whole numbers from text.

use std::ops::RangeInclusive;

use super::parse::{excerpt, meant_number};
use super::{Rational, RefusedValue, did_you_mean};

/// A text that is no whole number of a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{value}")]
pub struct NotWhole {
    /// The name, the text and the range.
    pub value: RefusedValue,
    /// True if the text is a whole number of 0 or above, outside the range.
    pub beyond: bool,
}

impl NotWhole {
    fn of(name: &str, given: String, range: &RangeInclusive<u64>, beyond: bool) -> Self {
        let meant = did_you_mean(meant_number(&given).as_deref());
        let allowed = format!("a whole number from {} to {}{meant}", range.start(), range.end());
        Self { value: RefusedValue::of(name, given, allowed), beyond }
    }
}

/// A whole number from text, within a range, in every spelling that [`Rational`] reads.
///
/// Errors: [`NotWhole`], with the name, the text and the range.
///
/// ```
/// use bluff_exact::whole_number;
/// for text in ["28", "028", "28.", "+28", "2.8e1", "56/2"] {
///     assert_eq!(whole_number("cards", text, 2..=52), Ok(28));
/// }
/// let refused = whole_number("cards", "1e2", 2..=52).unwrap_err();
/// assert_eq!(refused.to_string(), "cards = 1e2, expected a whole number from 2 to 52");
/// assert!(refused.beyond && !whole_number("cards", "-3", 2..=52).unwrap_err().beyond);
/// ```
pub fn whole_number(name: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, NotWhole> {
    let number: Option<Rational> = text.parse().ok();
    let whole = number.filter(|number| number.is_integer() && !number.is_negative());
    let within = whole.as_ref().and_then(Rational::to_u64).filter(|number| range.contains(number));
    within.ok_or_else(|| NotWhole::of(name, excerpt(text), &range, whole.is_some()))
}

/// A number, if it is within a range.
///
/// Errors: [`NotWhole`], with the name, the number and the range.
///
/// ```
/// use bluff_exact::whole_within;
/// assert_eq!(whole_within("streets", 2, 1..=4), Ok(2));
/// let refused = whole_within("streets", 5, 1..=4).unwrap_err();
/// assert_eq!(refused.to_string(), "streets = 5, expected a whole number from 1 to 4");
/// ```
pub fn whole_within(name: &str, number: u64, range: RangeInclusive<u64>) -> Result<u64, NotWhole> {
    let within = range.contains(&number).then_some(number);
    within.ok_or_else(|| NotWhole::of(name, number.to_string(), &range, true))
}
