//! Games by their label, file or name, and forms by name.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::FromPyObject;
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

/// The game that is named by its keyword arguments, beside its label if `name` is one.
pub(crate) fn named(name: &str, stakes: BTreeMap<String, String>) -> Result<NamedGame, GameError> {
    let given = stakes.iter().map(|(key, text)| (key.as_str(), text.clone()));
    let mut arguments = GameArguments::new(name, given, Spelling::Keywords)?;
    if name.contains('/') {
        arguments = arguments.beside_label(Spelling::Keywords)?;
    }
    arguments.game(Spelling::Keywords)
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
