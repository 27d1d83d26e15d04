//! Numbers of questions.

use std::ops::RangeInclusive;

use rational_bluff::exact::whole_number;
use rational_bluff::solve::{MAX_STARTS, Starts};

use crate::error::Error;

/// A whole number from text, within a range.
///
/// Errors: `Malformed` for what is no whole number, `Beyond` outside the range; with the name, the
/// text and the range.
pub fn parse_whole(name: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, Error> {
    Ok(whole_number(name, text, range)?)
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
