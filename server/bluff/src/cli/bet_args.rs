//! The bets that a continuous game or a comparison is about.

use bluff_batch::error::Error;
use bluff_batch::file::printable;
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::game::{ArgumentError, GameError, Spelling};

/// The name and the bets of a continuous game: of its label if `game` is one, else of the options.
/// No bets are all bets.
///
/// Errors: `Contradiction` for a label and options that differ, and those of labels and bets.
pub(super) fn named(
    game: String,
    options: &[(&'static str, String)],
) -> Result<(String, Bets), Error> {
    let options: Vec<(&str, &str)> =
        options.iter().map(|(key, text)| (*key, text.as_str())).collect();
    let bets = Bets::from_arguments(&options)?;
    if !game.contains('/') {
        return Ok((game, bets));
    }
    let known = read_label(&game)?;
    let argument = match (&bets, &known.1) {
        _ if options.is_empty() => return Ok(known),
        (Bets::Stakes(stakes), Bets::Stakes(known)) => {
            let other =
                stakes.iter().find(|(parameter, value)| known.get(parameter) != Some(*value));
            other
                .map(|(parameter, value)| Spelling::Options.argument(parameter, &value.to_string()))
        }
        (Bets::Best(None), Bets::Best(_)) => None,
        (bets, known) => (bets != known).then(|| format!("the bets {bets}")),
    };
    match argument {
        None => Ok(known),
        Some(argument) => {
            Err(GameError::from(ArgumentError::Contradiction { label: printable(&game), argument })
                .into())
        }
    }
}
