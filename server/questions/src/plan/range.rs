//! Ranges in a plan: `28`, `"2..40"`, `["2..10", "20"]`; bets also `"1/2..3"`, `"max"` and
//! `"1..max"`.

use rational_bluff::exact::{Rational, RefusedValue};
use serde::Deserialize;

use crate::error::Error;
use crate::given::unexpected;
use crate::text::printable;

/// The values of a key.
pub(super) const NUMBERS: &str = "a number, from..to, or a list of these";

/// A number, a range, or a list of these, as TOML has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum RangeText {
    Number(i64),
    Text(String),
    List(Vec<RangeText>),
}

/// One range: from a number up in steps of 1, both ends included. An end that is none is the
/// saturation size of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberRange {
    from: Option<Rational>,
    to: Option<Rational>,
}

impl RangeText {
    /// The ranges of a key of a plan.
    ///
    /// Errors: `Refused`, naming key and value.
    pub(super) fn ranges(&self, key: &str) -> Result<Vec<NumberRange>, Error> {
        let ranges = match self {
            Self::Number(number) => vec![NumberRange::parse(key, &number.to_string())?],
            Self::Text(text) => vec![NumberRange::parse(key, text)?],
            Self::List(items) => {
                let ranges = items.iter().map(|item| match item {
                    Self::List(_) => Err(unexpected(key, "a list in a list", "numbers and ranges")),
                    item => item.ranges(key),
                });
                ranges.collect::<Result<Vec<_>, _>>()?.concat()
            }
        };
        if ranges.is_empty() {
            return Err(unexpected(key, "[]", "at least one number or range"));
        }
        Ok(ranges)
    }

    /// The texts of a key whose values are no ranges.
    pub(super) fn texts(&self) -> Vec<String> {
        match self {
            Self::Number(number) => vec![number.to_string()],
            Self::Text(text) => vec![text.clone()],
            Self::List(items) => items.iter().flat_map(Self::texts).collect(),
        }
    }
}

impl NumberRange {
    fn parse(key: &str, text: &str) -> Result<Self, Error> {
        let bad = |reason: &str| {
            let given = format!("{}: {reason}", printable(text));
            Error::Refused(RefusedValue::of(key, given, NUMBERS))
        };
        let number = |text: &str| {
            let number = text.trim().parse::<Rational>();
            number.map_err(|_| bad(&format!("“{}” is no number", printable(text.trim()))))
        };
        let end = |text: &str| (text.trim() != "max").then(|| number(text)).transpose();
        match text.split_once("..") {
            None => end(text).map(|only| Self { from: only.clone(), to: only }),
            Some((from, to)) => match (number(from)?, end(to)?) {
                (from, Some(to)) if from > to => Err(bad("an empty range")),
                (from, to) => Ok(Self { from: Some(from), to }),
            },
        }
    }

    /// The count of its numbers where the saturation size is `max`.
    pub(super) fn count(&self, max: u64) -> u128 {
        let [from, to] = [&self.from, &self.to].map(|end| end.clone().unwrap_or(max.into()));
        match (to - from).floor().to_i128() {
            Some(steps) if steps >= 0 => steps as u128 + 1,
            Some(_) => 0,
            None => u128::MAX,
        }
    }

    /// The numbers it holds where the saturation size is `max`, ascending. Count first.
    pub(super) fn numbers(&self, max: u64) -> Vec<Rational> {
        let first = self.from.clone().unwrap_or(max.into());
        (0..self.count(max) as u64).map(|step| &first + Rational::from(step)).collect()
    }

    /// Its upper end, unless that depends on the deck.
    pub(super) fn last(&self) -> Option<&Rational> {
        self.to.as_ref()
    }

    /// True if it depends on the saturation size.
    pub(super) fn has_max(&self) -> bool {
        self.to.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<String> {
        NumberRange::parse("b", text).unwrap().numbers(5).iter().map(Rational::to_string).collect()
    }

    #[test]
    fn ranges_step_by_one_and_hold_both_ends() {
        assert_eq!(numbers("2..4"), ["2", "3", "4"]);
        assert_eq!(numbers("1/2..3"), ["1/2", "3/2", "5/2"]);
        assert_eq!(numbers("3..max"), ["3", "4", "5"]);
        assert_eq!(
            (numbers("max"), numbers("7..max").len(), numbers("0.5")),
            (vec!["5".to_owned()], 0, vec!["1/2".to_owned()])
        );
        let huge = NumberRange::parse("n", &format!("1..1{}", "0".repeat(80))).unwrap();
        assert_eq!(huge.count(0), u128::MAX);
    }

    #[test]
    fn what_is_no_range_is_named() {
        let words = |text: &str| NumberRange::parse("n", text).unwrap_err().to_string();
        assert!(words("4..2").starts_with("n = 4..2: an empty range, expected a number, from..to"));
        for wrong in ["", "..", "2..", "a..b", "2...4", "2..3..4"] {
            assert!(
                words(wrong).contains("expected a number, from..to, or a list of these"),
                "{wrong}"
            );
        }
    }
}
