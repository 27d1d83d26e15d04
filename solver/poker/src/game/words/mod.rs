//! Words of a betting tree, compared with its chips and its cards.
//!
//! An action may have any name, but one of the words of poker must do what it says: `fold`,
//! `check`, `call`, `bet X`, `raise X`, `raise to X`, `all-in`. A view may have any name, but it
//! names no action that was not taken, and no card that is not open. docs/GAME_FILES.md#words has
//! the rules; `checker/words.py` has them once more.

mod chips;
mod path;
mod views;
mod word;

use super::{Game, GameError};

impl Game {
    /// Refuses a tree of a file in which a word of poker does something else, or a view tells what
    /// is not so.
    ///
    /// Errors: `Words`, naming the action or the view.
    pub(crate) fn check_words(&self) -> Result<(), GameError> {
        if self.family().is_some() {
            return Ok(());
        }
        chips::check(self)?;
        views::check(self)
    }
}

#[cfg(test)]
mod tests;
