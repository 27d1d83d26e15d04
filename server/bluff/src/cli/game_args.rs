//! The game that a command is about: a name with numbers, a label, or the path of a game file.

use std::path::Path;

use bluff_batch::file::{printable, read_text};
use bluff_questions::error::Error;
use bluff_questions::game::refuse_ranges;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rational_bluff::exact::{letters, nearest};
use rational_bluff::game::{
    ARGUMENTS, CARDS, FAMILIES, Family, Game, GameArguments, GameFile, MAX_FILE_BYTES, NamedGame,
    PARAMETERS, Parameter, Spelling,
};
use rational_bluff::solve::{Saturated, saturated};

use super::progress::watched;

/// Names that people give to rivers of hold'em, in letters alone.
const RIVERS: [&str; 4] = ["river", "holdem", "texasholdem", "nlhe"];

/// Arguments that describe a game.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    #[arg(value_name = "GAME", help = format!(
        "{}, a label such as kuhn/n3-b1, or the path of a game file",
        Family::names()
    ))]
    game: String,
    #[command(flatten)]
    parameters: ParameterArgs<true>,
}

/// A game; for `-b max` with its solution and the proof that larger bets change nothing.
pub(super) struct ChosenGame {
    pub(super) game: Game,
    pub(super) saturated: Option<Saturated>,
}

/// An option for each parameter of stakes, and of the deck too if `DECK`; with values by key.
#[derive(Debug)]
pub(super) struct ParameterArgs<const DECK: bool>(pub(super) Vec<(&'static str, String)>);

impl<const DECK: bool> ParameterArgs<DECK> {
    fn parameters() -> &'static [&'static Parameter] {
        if DECK { &ARGUMENTS } else { &PARAMETERS }
    }
}

impl<const DECK: bool> Args for ParameterArgs<DECK> {
    fn augment_args(command: Command) -> Command {
        Self::parameters().iter().fold(command, |command, parameter| {
            let option =
                Arg::new(parameter.key).long(parameter.option).value_name(parameter.placeholder);
            let short = parameter.key.chars().next().filter(|_| parameter.key.len() == 1);
            command.arg(option.short(short).help(parameter.about).allow_hyphen_values(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const DECK: bool> FromArgMatches for ParameterArgs<DECK> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |parameter: &&'static Parameter| {
            Some((parameter.key, matches.get_one::<String>(parameter.key)?.clone()))
        };
        Ok(Self(Self::parameters().iter().filter_map(value).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// An argument, left out of the help if no game of the command has it: it is refused in any case.
pub(super) fn hidden(argument: Arg, keys: &[&str]) -> Arg {
    let hide = argument.is_hide_set() || keys.contains(&argument.get_id().as_str());
    argument.hide(hide)
}

impl GameArgs {
    /// Refuses ranges; `more` is what `bluff table` needs beside them.
    ///
    /// Errors: `Malformed`.
    pub(super) fn refuse_ranges(&self, more: &str) -> Result<(), Error> {
        refuse_ranges(&self.game, &self.parameters.0, more)
    }

    /// The name of the game, its deck if one is given, and its other parameters.
    pub(super) fn beside_deck(self) -> (String, Option<String>, Vec<(&'static str, String)>) {
        let (deck, others): (Vec<_>, Vec<_>) =
            self.parameters.0.into_iter().partition(|(key, _)| *key == CARDS.key);
        (self.game, deck.into_iter().next().map(|(_, text)| text), others)
    }

    /// Reads the game; error messages about numbers are the library's.
    pub(super) fn read(&self) -> Result<ChosenGame, Error> {
        self.refuse_ranges("")?;
        let arguments =
            GameArguments::new(&self.game, self.parameters.0.iter().cloned(), Spelling::Options)?;
        let file_exists = Path::new(&self.game).exists();
        let is_name = |name: &str| Family::named(name).is_some();
        if !file_exists && self.game.split_once('/').is_some_and(|(name, _)| is_name(name)) {
            return built_in(&arguments.beside_label(Spelling::Options)?);
        }
        // `vonneuman/n28-b4` is no path, unless there is such a file.
        let near = |name: &str| nearest(name, FAMILIES.into_iter().map(|family| family.name));
        if let Some((name, _)) = self.game.split_once('/').filter(|(name, _)| near(name).is_some())
            && !file_exists
        {
            Family::known(name)?;
        }
        if !file_exists && RIVERS.contains(&letters(&self.game).as_str()) {
            let words = "expected the path of a game file; bluff serve has a form for it at /river";
            let given = printable(&self.game);
            return Err(Error::Malformed(format!("game “{given}” is a river of hold'em, {words}")));
        }
        let like_a_path = self.game.contains(['/', '\\', '.']) || file_exists;
        if is_name(&self.game) || !like_a_path {
            return built_in(&arguments);
        }
        let game = game_file(&self.game, &self.parameters.0)?;
        Ok(ChosenGame { game, saturated: None })
    }
}

/// The game of a file, beside which no other parameters are given.
///
/// Errors: `Malformed` if there are some, and those of the file.
pub(super) fn game_file(path: &str, given: &[(&'static str, String)]) -> Result<Game, Error> {
    if !given.is_empty() {
        let path = printable(path);
        let reason = format!(
            "the game file {path} has its own deck and bets, expected no -n, -b or -s beside it"
        );
        return Err(Error::Malformed(reason));
    }
    Ok(GameFile::read(&read_text(path, MAX_FILE_BYTES)?)?)
}

fn built_in(arguments: &GameArguments) -> Result<ChosenGame, Error> {
    match arguments.game(Spelling::Options)? {
        NamedGame::Game(game) => Ok(ChosenGame { game: *game, saturated: None }),
        NamedGame::Saturated(n) => {
            let label = format!("newman, n = {n}, b = max");
            let saturated = watched(&label, |control| Ok(saturated(n, control)?))?;
            Ok(ChosenGame { game: saturated.solution.game.clone(), saturated: Some(saturated) })
        }
    }
}
