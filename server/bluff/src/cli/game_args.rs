//! The game that a command is about: a name with numbers, a label, or the path of a game file.

use std::path::Path;

use bluff_batch::file::{printable, read_text};
use bluff_questions::error::Error;
use bluff_questions::foreign::refuse_action_graph;
use bluff_questions::game::AskedGame;
use bluff_questions::text::{is_game_file, is_tree};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rational_bluff::exact::{letters, nearest};
use rational_bluff::exchange::MAX_BYTES;
use rational_bluff::game::{ARGUMENTS, FAMILIES, Family, Game, GameFile, Parameter};
use rational_bluff::spot::pasted;

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
    parameters: ParameterArgs,
}

/// An option for each parameter of a game, with values by key.
#[derive(Debug)]
struct ParameterArgs(Vec<(&'static str, String)>);

impl Args for ParameterArgs {
    fn augment_args(command: Command) -> Command {
        ARGUMENTS.iter().fold(command, |command, parameter| {
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

impl FromArgMatches for ParameterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |parameter: &&'static Parameter| {
            Some((parameter.key, matches.get_one::<String>(parameter.key)?.clone()))
        };
        Ok(Self(ARGUMENTS.iter().filter_map(value).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GameArgs {
    /// Reads the game, which is solved where only that tells its bets.
    pub(super) fn read(self) -> Result<Game, Error> {
        let game = AskedGame::of(&game_text(&self.game)?, self.parameters.0)?;
        Ok(watched(&game.title(), |control| game.clone().found(control))?.0)
    }
}

/// True of the label of a spot, unless there is such a file.
pub(super) fn is_spot(value: &str) -> bool {
    value.starts_with("spot/") && !Path::new(value).exists()
}

/// A game as questions take it: the path of a file becomes the text of the file.
///
/// Errors: those of files, and of game files.
pub(super) fn game_text(game: &str) -> Result<String, Error> {
    let (name, is_label) = game.split_once('/').map_or((game, false), |(name, _)| (name, true));
    // `vonneuman/n28-b4` is no path, unless there is such a file.
    let names = || FAMILIES.into_iter().map(|family| family.name);
    let is_near = || is_label && nearest(name, names()).is_some();
    let exists = Path::new(game).exists();
    if is_spot(game) || !exists && (Family::named(name).is_some() || is_near()) {
        return Ok(game.to_owned());
    }
    if !exists && RIVERS.contains(&letters(game).as_str()) {
        let words = "expected the path of a game file; bluff serve has a form for it at /holdem";
        let given = printable(game);
        return Err(Error::Malformed(format!("game “{given}” is a river of hold'em, {words}")));
    }
    if Family::named(game).is_some() || !(exists || game == "-" || game.contains(['/', '\\', '.']))
    {
        return Ok(game.to_owned());
    }
    let text = read_text(game, MAX_BYTES)?;
    if let Some(file) = pasted(&text) {
        return Ok(file?);
    }
    if !is_game_file(&text) && !is_tree(&text) {
        refuse_action_graph(&text)?;
        // No name of a game: the reader of files says what is wrong.
        GameFile::read(&text)?;
    }
    Ok(text)
}
