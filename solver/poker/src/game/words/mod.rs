//! Words of a betting tree, compared with its chips and its cards.
//!
//! An action may have any name, but one of the words of poker must do what it says: `fold`,
//! `check`, `call`, `bet X`, `raise X`, `raise to X`, `all-in`. A view may have any name, but it
//! names no action that was not taken, and no card that is not open. docs/GAME_FILES.md#words has
//! the rules; `checker/words.py` has them once more.

mod chips;
mod path;
mod views;

use bluff_exact::Rational;

use super::{Game, GameError};

/// Longest number in a word, in characters.
const MAX_NUMBER: usize = 80;

/// Word of poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    AllIn,
}

/// NamedChips that an action names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NamedChips {
    /// None, or in words that are no number.
    Free,
    /// NamedChips that are added; of a raise, beyond the call.
    By(Rational),
    /// All that the player has put in on this street.
    To(Rational),
}

/// Action in a word of poker.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    verb: Verb,
    chips: NamedChips,
}

impl Word {
    /// The word that a name begins with, in any case; `None` of other names.
    fn read(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let (first, rest) = name.split_once(' ').unwrap_or((&name, ""));
        let (verb, rest) = match first {
            "fold" => (Verb::Fold, rest),
            "check" => (Verb::Check, rest),
            "call" => (Verb::Call, rest),
            "bet" => (Verb::Bet, rest),
            "raise" => (Verb::Raise, rest),
            "all-in" => (Verb::AllIn, rest),
            _ => return None,
        };
        let chips = match rest.strip_prefix("to ") {
            Some(total) => number(total).map(NamedChips::To),
            None => number(rest).map(NamedChips::By),
        };
        Some(Self { verb, chips: chips.unwrap_or(NamedChips::Free) })
    }

    /// True of words that put in more than the others have.
    fn is_bet(&self) -> bool {
        matches!(self.verb, Verb::Bet | Verb::Raise | Verb::AllIn)
    }
}

/// A number in digits, with a point or as a fraction: `3`, `1.5`, `3/2`.
fn number(text: &str) -> Option<Rational> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let spelled = match text.split_once(['.', '/']) {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(text),
    };
    text.parse().ok().filter(|_| spelled && text.len() <= MAX_NUMBER)
}

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

/// The error of an action or a view.
fn lie(what: &str, name: &str, reason: String) -> GameError {
    GameError::Words { what: format!("{what} “{name}”"), reason }
}

#[cfg(test)]
mod tests;
