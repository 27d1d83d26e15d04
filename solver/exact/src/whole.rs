//! Whole numbers from text.

use std::ops::RangeInclusive;

use super::parse::{digits_only, excerpt};

/// A text that is no whole number of a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} = {given}, expected a whole number from {least} to {most}")]
pub struct NotWhole {
    name: String,
    given: String,
    least: u64,
    most: u64,
    /// True if the text is a whole number, outside the range.
    pub beyond: bool,
}

/// A whole number from text: digits only, within a range.
///
/// Errors: [`NotWhole`], with the name, the text and the range.
///
/// ```
/// use bluff_exact::whole_number;
/// assert_eq!(whole_number("cards", "028", 2..=52), Ok(28));
/// let refused = whole_number("cards", "99", 2..=52).unwrap_err();
/// assert_eq!(refused.to_string(), "cards = 99, expected a whole number from 2 to 52");
/// assert!(refused.beyond && !whole_number("cards", "-3", 2..=52).unwrap_err().beyond);
/// ```
pub fn whole_number(name: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, NotWhole> {
    let digits = digits_only(text);
    let number = digits.and_then(|digits| digits.parse().ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| NotWhole {
        name: name.to_owned(),
        given: excerpt(text),
        least: *range.start(),
        most: *range.end(),
        beyond: digits.is_some(),
    })
}
