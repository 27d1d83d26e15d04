//! A word of poker, read from the name of an action.

use bluff_exact::Rational;

use crate::game::GameError;

/// Longest number in a word, in characters.
const MAX_NUMBER: usize = 80;

/// Words behind a number of which it is a part or a multiple.
const SHARES: [&str; 6] = ["%", "percent", "pot", "stack", "times", "x"];

/// Word of poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    AllIn,
}

/// NamedChips that an action names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamedChips {
    /// None, or in words that are no number.
    Free,
    /// NamedChips that are added; of a raise, beyond the call.
    By(Rational),
    /// All that the player has put in on this street.
    To(Rational),
}

/// Action in a word of poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) verb: Verb,
    pub(super) chips: NamedChips,
}

impl Word {
    /// The word that a name begins with, in any case; `None` of other names.
    pub(super) fn read(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let (first, rest) = name.split_once(' ').unwrap_or((&name, ""));
        let verb = match first {
            "fold" => Verb::Fold,
            "check" => Verb::Check,
            "call" => Verb::Call,
            "bet" => Verb::Bet,
            "raise" => Verb::Raise,
            "all-in" => Verb::AllIn,
            _ => return None,
        };
        let behind = |words: &[&str]| words.iter().find_map(|word| rest.strip_prefix(word));
        let chips = match behind(&["to "]) {
            Some(total) => amount(total).map(NamedChips::To),
            None => amount(behind(&["by ", "of ", "for "]).unwrap_or(rest)).map(NamedChips::By),
        };
        Some(Self { verb, chips: chips.unwrap_or(NamedChips::Free) })
    }

    /// True of words that put in more than the others have.
    pub(super) fn is_bet(&self) -> bool {
        matches!(self.verb, Verb::Bet | Verb::Raise | Verb::AllIn)
    }
}

/// The chips that words begin with, whatever their unit: `5000`, `5,000 chips`, `2.5bb`, `$5`. None
/// of a share or a multiple: `50%`, `1/2 pot`, `3x`, `5k`.
fn amount(text: &str) -> Option<Rational> {
    let (first, unit) = text.split_once(' ').unwrap_or((text, ""));
    let first = first.strip_prefix('$').unwrap_or(first);
    let digits = first.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let is_share = unit.split(' ').any(|word| SHARES.contains(&word));
    number(digits).filter(|_| !is_share && first.len() != digits.len() + 1)
}

/// A number without a sign, as [`Rational`] reads it: `3`, `1.5`, `.5`, `3/2`, `1e3`; or in groups
/// of digits: `5,000`, `5_000`.
fn number(text: &str) -> Option<Rational> {
    let plain = |byte: u8| byte.is_ascii_digit() || b"./_,e+-".contains(&byte);
    let starts = text.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let is_plain = starts && text.len() <= MAX_NUMBER && text.bytes().all(plain);
    is_plain.then(|| text.replace(',', "_").parse().ok()).flatten()
}

/// The error of an action or a view.
pub(super) fn lie(what: &str, name: &str, reason: String) -> GameError {
    GameError::Words { what: format!("{what} “{name}”"), reason }
}
