//! What is asked of a solve or a deal in numbers, read from text in the words of both doors.

pub(crate) mod fairness;

use std::ops::RangeInclusive;

use bluff_dealing::{DealError, MAX_DECK, MAX_PARTIES, NamedProtocol, Setting, unhex};
use rational_bluff::solve::{MAX_STARTS, Starts};

use crate::error::Error;
use crate::file::printable;

/// A whole number from text: digits only, within a range.
///
/// Errors: `Malformed`, with the name, what was given and the range.
pub(crate) fn parse_whole(name: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, Error> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let (given, least, most) = (printable(text), range.start(), range.end());
        Error::Malformed(format!("{name} = {given}, expected a whole number from {least} to {most}"))
    })
}

/// The starts of a search, if anything is said about them.
///
/// Errors: `Malformed`.
pub(crate) fn parse_starts(count: Option<&str>, seed: Option<&str>) -> Result<Option<Starts>, Error> {
    let mut starts = Starts::default();
    if let Some(count) = count {
        starts.count = parse_whole("starts", count, 1..=MAX_STARTS)?;
    }
    if let Some(seed) = seed {
        starts.seed = parse_whole("seed", seed, 0..=u64::MAX)?;
    }
    Ok((count.is_some() || seed.is_some()).then_some(starts))
}

/// What is dealt, read from text: the protocol, players, cards, cards for each player, and a planted bug.
///
/// Errors: `Malformed`; those of the library for names it does not know.
pub(crate) fn parse_setting(
    protocol: &str,
    [players, cards, hand]: [&str; 3],
    bug: Option<&str>,
) -> Result<(&'static NamedProtocol, Setting), Error> {
    let system = NamedProtocol::named(protocol).map_err(DealError::from)?;
    let setting = Setting {
        players: parse_whole("players", players, 2..=MAX_PARTIES as u64)? as usize,
        cards: parse_whole("cards", cards, 1..=MAX_DECK as u64)? as usize,
        hand: parse_whole("hand", hand, 0..=MAX_DECK as u64)? as usize,
        bug: bug.map(|bug| system.bug(bug)).transpose().map_err(DealError::from)?,
    };
    Ok((system, setting))
}

/// What chance begins with: 64 hexadecimal digits, or fresh ones of the system.
///
/// Errors: `Malformed`; `System` if there is no chance to be had.
pub(crate) fn parse_seed(text: Option<&str>) -> Result<[u8; 32], Error> {
    let fresh = || {
        let mut seed = [0; 32];
        let filled = getrandom::fill(&mut seed);
        filled.map(|()| seed).map_err(|error| Error::System(format!("no random numbers: {error}")))
    };
    text.map_or_else(fresh, |text| unhex(text).map_err(|_| unhexed(text)))
}

fn unhexed(text: &str) -> Error {
    Error::Malformed(format!("seed = {}, expected 64 hexadecimal digits", printable(text)))
}
