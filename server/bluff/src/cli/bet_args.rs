//! The bets that a continuous game or a comparison is about.

use bluff_batch::error::Error;
use bluff_batch::file::printable;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::game::{ArgumentError, GameError, PARAMETERS, Spelling};

use super::game_args::{given_options, with_options};

/// The options given, by the keys of their parameters.
#[derive(Debug)]
pub(super) struct BetArgs(pub(super) Vec<(&'static str, String)>);

impl Args for BetArgs {
    fn augment_args(command: Command) -> Command {
        with_options(command, &PARAMETERS)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for BetArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(given_options(matches, &PARAMETERS)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The name and the bets of a continuous game: of its label if `game` is one, or as they are given.
/// No bets given are all bets.
///
/// Errors: `Contradiction` for a label and options that differ, and those of labels and bets.
pub(super) fn named(
    game: String,
    given: &[(&'static str, String)],
) -> Result<(String, Bets), Error> {
    let given: Vec<(&str, &str)> = given.iter().map(|(key, text)| (*key, text.as_str())).collect();
    let bets = Bets::from_arguments(&given)?;
    if !game.contains('/') {
        return Ok((game, bets));
    }
    let known = read_label(&game)?;
    let argument = match (&bets, &known.1) {
        _ if given.is_empty() => return Ok(known),
        (Bets::Stakes(given), Bets::Stakes(known)) => {
            let other =
                given.iter().find(|(parameter, value)| known.get(parameter) != Some(*value));
            other
                .map(|(parameter, value)| Spelling::Options.argument(parameter, &value.to_string()))
        }
        (Bets::Best(None), Bets::Best(_)) => None,
        (given, known) => (given != known).then(|| format!("the bets {bets}")),
    };
    match argument {
        None => Ok(known),
        Some(argument) => {
            Err(GameError::from(ArgumentError::Contradiction { label: printable(&game), argument })
                .into())
        }
    }
}
