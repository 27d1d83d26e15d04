//! The game that a command is about: a name with numbers, a label, or the path of a game file.

use std::path::Path;

use bluff_batch::error::Error;
use bluff_batch::file::{printable, read_text};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rational_bluff::game::{
    ARGUMENTS, Family, Game, GameArguments, GameFile, MAX_FILE_BYTES, NamedGame, Parameter,
    Spelling,
};
use rational_bluff::solve::{Saturated, saturated};

use super::progress::watched;

#[derive(Debug)]
pub(super) struct GameArgs {
    game: String,
    given: Vec<(&'static str, String)>,
}

/// A game, with its solution and the proof that its bets are all that matter if they were asked for
/// by `-b max`.
pub(super) struct Given {
    pub(super) game: Game,
    pub(super) saturated: Option<Saturated>,
}

/// A command with an option for each parameter.
pub(super) fn with_options(command: Command, parameters: &[&'static Parameter]) -> Command {
    parameters.iter().fold(command, |command, parameter| {
        let option =
            Arg::new(parameter.key).long(parameter.option).value_name(parameter.placeholder);
        let short = parameter.key.chars().next().filter(|_| parameter.key.len() == 1);
        command.arg(option.short(short).help(parameter.about).allow_hyphen_values(true))
    })
}

/// The options given, by the keys of their parameters.
pub(super) fn given_options(
    matches: &ArgMatches,
    parameters: &[&'static Parameter],
) -> Vec<(&'static str, String)> {
    let given = |parameter: &&'static Parameter| {
        Some((parameter.key, matches.get_one::<String>(parameter.key)?.clone()))
    };
    parameters.iter().filter_map(given).collect()
}

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        let help =
            format!("{}, a label such as kuhn/n3-b1, or the path of a game file", Family::names());
        with_options(
            command.arg(Arg::new("game").value_name("GAME").required(true).help(help)),
            &ARGUMENTS,
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let game = matches.get_one::<String>("game").cloned().unwrap_or_default();
        Ok(Self { game, given: given_options(matches, &ARGUMENTS) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GameArgs {
    /// Reads the game; error messages about numbers are the library's.
    pub(super) fn read(&self) -> Result<Given, Error> {
        let arguments =
            GameArguments::new(&self.game, self.given.iter().cloned(), Spelling::Options)?;
        let file_exists = Path::new(&self.game).exists();
        let is_name = |name: &str| Family::named(name).is_some();
        if !file_exists && self.game.split_once('/').is_some_and(|(name, _)| is_name(name)) {
            return built_in(&arguments.beside_label(Spelling::Options)?);
        }
        let like_a_path = self.game.contains(['/', '\\', '.']) || file_exists;
        if is_name(&self.game) || !like_a_path {
            return built_in(&arguments);
        }
        if !self.given.is_empty() {
            let path = printable(&self.game);
            let reason = format!(
                "the game file {path} has its own deck and bets, expected no -n, -b or -s beside it"
            );
            return Err(Error::Malformed(reason));
        }
        Ok(Given {
            game: GameFile::read(&read_text(&self.game, MAX_FILE_BYTES)?)?,
            saturated: None,
        })
    }
}

fn built_in(arguments: &GameArguments) -> Result<Given, Error> {
    match arguments.game(Spelling::Options)? {
        NamedGame::Game(game) => Ok(Given { game: *game, saturated: None }),
        NamedGame::Saturated(n) => {
            let label = format!("newman, n = {n}, b = max");
            let saturated = watched(&label, |control| Ok(saturated(n, control)?))?;
            Ok(Given { game: saturated.solution.game.clone(), saturated: Some(saturated) })
        }
    }
}
