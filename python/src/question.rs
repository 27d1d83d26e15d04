//! Questions: a game by its label or file, stakes and forms by name.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bluff_report::forms::{FORMS, Form};
use pyo3::FromPyObject;
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::exact::one_of;
use rational_bluff::game::{
    Game, GameArguments, GameError, GameFile, NamedGame, Spelling, parse_label,
};

use super::wait::PyRefusal;

/// A game as `rational_bluff.Game` holds it.
#[derive(FromPyObject)]
pub(crate) struct PyGame {
    pub(crate) label: String,
    pub(crate) file: Option<String>,
}

/// The game that was named last, with its label: it is asked about next, and the tree of many
/// callers takes as long to build as to solve.
static NAMED: Mutex<Option<(String, Game)>> = Mutex::new(None);

impl PyGame {
    /// The game itself.
    pub(crate) fn read(&self) -> Result<Game, PyRefusal> {
        Ok(match &self.file {
            Some(file) => GameFile::read(file)?,
            None => match &*NAMED.lock().unwrap_or_else(PoisonError::into_inner) {
                Some((label, game)) if *label == self.label => game.clone(),
                _ => parse_label(&self.label)?,
            },
        })
    }
}

/// The label of a game that was named.
pub(crate) fn label_of(game: Game) -> String {
    let label = game.label();
    *NAMED.lock().unwrap_or_else(PoisonError::into_inner) = Some((label.clone(), game));
    label
}

/// The game that is named by its keyword arguments, beside its label if `name` is one. A refusal
/// speaks of what Python has: a path is no game there.
pub(crate) fn named(name: &str, stakes: BTreeMap<String, String>) -> Result<NamedGame, PyRefusal> {
    read_arguments(name, stakes).map_err(|error| {
        let words = error.to_string();
        let here = "a Game, such as Game.from_file(path)";
        PyRefusal::new(words.replace("the path of a game file", here))
    })
}

fn read_arguments(name: &str, stakes: BTreeMap<String, String>) -> Result<NamedGame, GameError> {
    let given = stakes.iter().map(|(key, text)| (key.as_str(), text.clone()));
    let mut arguments = GameArguments::new(name, given, Spelling::Keywords)?;
    if name.contains('/') {
        arguments = arguments.beside_label(Spelling::Keywords)?;
    }
    arguments.game(Spelling::Keywords)
}

/// The bets of a continuous game or a comparison; none given are all.
fn bets(stakes: &BTreeMap<String, String>) -> Result<Bets, PyRefusal> {
    let given: Vec<(&str, &str)> =
        stakes.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    Ok(Bets::from_arguments(&given)?)
}

/// The name and the bets of a continuous game: a label, or a name with stakes.
pub(crate) fn named_bets(
    name: String,
    stakes: &BTreeMap<String, String>,
) -> Result<(String, Bets), PyRefusal> {
    match name.contains('/') && stakes.is_empty() {
        true => Ok(read_label(&name)?),
        false => Ok((name, bets(stakes)?)),
    }
}

/// The form of a solution with this name.
pub(crate) fn form(name: &str) -> Result<&'static Form, PyRefusal> {
    by_name(&FORMS, |form| form.name, name)
}

/// The form of a table with this name; a refusal lists all names.
pub(crate) fn by_name<'a, T>(
    table: &'a [T],
    name_of: impl Fn(&T) -> &'static str,
    name: &str,
) -> Result<&'a T, PyRefusal> {
    table.iter().find(|entry| name_of(entry) == name).ok_or_else(|| {
        let expected = one_of(name, table.iter().map(name_of));
        PyRefusal::new(format!("form “{name}”, expected {expected}"))
    })
}
