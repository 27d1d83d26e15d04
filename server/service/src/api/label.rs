//! The label in an address, and the game that it names.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::over_http::few_saturated;
use bluff_questions::{in_words, not_allowed};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameArguments, NamedGame, Spelling, newman};
use rational_bluff::solve::{Control, saturated};

use crate::limits::LABEL_BYTES;
use crate::problem::{Canonical, Problem};

/// The label in an address: its variable parts, not longer than the label of any game.
///
/// Errors: `Refused` for a part that is not text, and for a longer label.
pub struct Label(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Label {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let parts =
            RawPathParams::from_request_parts(parts, state).await.map_err(|_| not_text())?;
        let label = parts.iter().map(|(_, part)| part).collect::<Vec<_>>().join("/");
        if label.len() > LABEL_BYTES {
            let given = format!("a label of {} bytes", label.len());
            return Err(in_words("label", &given, &given, format!("at most {LABEL_BYTES}")).into());
        }
        Ok(Self(label))
    }
}

/// The error of an address with a part that is not text.
pub(super) fn not_text() -> Error {
    not_allowed("the address", "UTF-8 text")
}

/// The game that arguments name; `b = max` of Newman's game takes a solve.
///
/// Errors: those of the library; `Beyond` for a saturation size that is too large.
pub(crate) fn resolved(arguments: &GameArguments, control: &Control) -> Result<Game, Error> {
    settled(arguments.game(Spelling::Fields)?, control)
}

/// The game of this name; the saturation size takes a solve.
///
/// Errors: as [`resolved`].
pub(super) fn settled(named: NamedGame, control: &Control) -> Result<Game, Error> {
    let n = match named {
        NamedGame::Game(game) => return Ok(*game),
        NamedGame::Saturated(n) => n,
    };
    few_saturated(n)?;
    Ok(newman(n, Rational::from(saturated(n, control)?.proof.bet()))?)
}

/// The game of a label in an address; `None` for a saturation size, which takes a solve.
///
/// Errors: as [`game_of`].
pub(super) fn game_at_once(label: &str) -> Result<Option<Game>, Error> {
    let named = GameArguments::from_label(label)?.game(Spelling::Fields)?;
    let NamedGame::Game(game) = named else { return Ok(None) };
    game.check_label(label)?;
    Ok(Some(*game))
}

/// The game of a label in an address.
///
/// Errors: those of [`resolved`]; `LabelNotCanonical` for another spelling, which becomes a
/// [`redirect`].
pub(crate) fn game_of(label: &str, control: &Control) -> Result<Game, Error> {
    let game = resolved(&GameArguments::from_label(label)?, control)?;
    game.check_label(label)?;
    Ok(game)
}

/// A redirect to the same address with its label replaced; `None` where the address spells the game
/// with escapes.
pub(crate) fn redirect(uri: &Uri, Canonical(label): &Canonical) -> Option<Response> {
    let (path, game) = (uri.path(), label.split('/').next()?);
    let start = path.find(&format!("/{game}/")).or_else(|| path.find(&format!("/{game}%")))? + 1;
    // A suffix chooses the form: it begins with a letter, as no decimals do.
    let suffix = path.rsplit_once('.').map_or("", |(_, suffix)| suffix);
    let suffix =
        if suffix.starts_with(|first: char| first.is_ascii_alphabetic()) { suffix } else { "" };
    let dot = if suffix.is_empty() { "" } else { "." };
    let given = path[start..].strip_suffix(suffix).and_then(|rest| rest.strip_suffix(dot));
    let given = printable(given.unwrap_or_default());
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let address = format!("{}{label}{dot}{suffix}{query}", &path[..start]);
    let (field, expected) = ("label".to_owned(), label.clone());
    let moved = Problem::Moved { field, given, expected, address };
    Some(moved.into_response())
}
