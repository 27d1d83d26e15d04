//! Deals without a dealer: their setting, and the check of a record.

use bluff_dealing::{DealDocument, DealError, NamedProtocol, Setting};
use bluff_report::deal::DealVerdict;
use rational_bluff::solve::Control;

use crate::error::Error;

/// Reads a deal document.
///
/// Errors: `Deal`, if it is none.
pub fn read_deal(text: &str) -> Result<DealDocument, Error> {
    serde_json::from_str(text)
        .map_err(|error| Error::Deal(DealError::Malformed { reason: error.to_string() }))
}

/// Plays a deal again on its revealed coins.
///
/// Errors: a document that is no deal, and spent limits: these are no verdict.
pub fn check_deal(deal: &DealDocument, control: &Control) -> Result<DealVerdict, Error> {
    let refusal = match deal.verify(control).map_err(Error::from) {
        Ok(()) => None,
        Err(Error::Deal(error)) if error.is_refusal() => Some(error),
        Err(error) => return Err(error),
    };
    Ok(DealVerdict::new(deal, refusal))
}

/// The protocol and setting of a deal, read from text: players, cards, cards for each player, and a
/// planted bug.
///
/// Errors: `Malformed`; those of the library for names it does not know.
pub fn parse_setting(
    protocol: &str,
    counts: [&str; 3],
    bug: Option<&str>,
) -> Result<(&'static NamedProtocol, Setting), Error> {
    Setting::parse(protocol, counts, bug).map_err(|refused| DealError::from(refused).into())
}

/// The seed of all coins: 64 hexadecimal digits, or random ones of the system.
///
/// Errors: `Malformed`; `System` if it has no random numbers.
pub fn parse_seed(text: Option<&str>) -> Result<[u8; 32], Error> {
    let Some(text) = text else {
        let mut seed = [0; 32];
        let filled = getrandom::fill(&mut seed);
        filled.map_err(|error| Error::System(format!("no random numbers: {error}")))?;
        return Ok(seed);
    };
    bluff_dealing::parse_seed(text).map_err(|refused| Error::Malformed(refused.to_string()))
}
