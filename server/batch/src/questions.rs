//! Questions of the command line and of the service: read from the same text, and answered by one
//! call of the library.

pub mod cards;
pub mod continuous;
pub mod deal;
pub mod explain;
pub mod export;
pub mod fairness;
pub mod formula;
pub mod pure;

use std::ops::RangeInclusive;

use rational_bluff::solve::{MAX_STARTS, Starts};

use crate::error::Error;
use crate::file::printable;

/// A whole number from text: digits only, within a range.
///
/// Errors: `Malformed`, with the name, the text and the range.
pub fn parse_whole(name: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, Error> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let (text, least, most) = (printable(text), range.start(), range.end());
        Error::Malformed(format!("{name} = {text}, expected a whole number from {least} to {most}"))
    })
}

/// The starts of a search, unless both are left out.
///
/// Errors: `Malformed`.
pub fn parse_starts(count: Option<&str>, seed: Option<&str>) -> Result<Option<Starts>, Error> {
    let mut starts = Starts::default();
    if let Some(count) = count {
        starts.count = parse_whole("starts", count, 1..=MAX_STARTS)?;
    }
    if let Some(seed) = seed {
        starts.seed = parse_whole("seed", seed, 0..=u64::MAX)?;
    }
    Ok((count.is_some() || seed.is_some()).then_some(starts))
}
