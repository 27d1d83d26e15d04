//! The resources of the service, one file each: extract, call one library function, return a view.

pub mod compare;
pub mod continuous;
pub(crate) mod cost;
pub(crate) mod form;
pub mod games;
pub mod openapi;
pub mod payoff;
pub mod pure;
pub mod quote;
pub(crate) mod reply;
pub mod solutions;
pub mod sweeps;
pub mod verify;

pub use reply::Lasting;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::http::StatusCode;
use rational_bluff::game::Game;
use rational_bluff::solve::has_threshold_form;

use crate::error::Error;
use crate::limits::{BET_SIZES, BODY_BYTES, COMPARED_WORK, LABEL_BYTES, PROGRAM_SEQUENCES};

/// The label in an address, not longer than any game's.
pub(crate) fn label(path: Result<Path<String>, PathRejection>) -> Result<String, Error> {
    let Path(label) = path.map_err(|_| Error::Malformed("the address is not UTF-8 text".to_owned()))?;
    if label.len() > LABEL_BYTES {
        let reason = format!("a label of {} bytes, expected at most {LABEL_BYTES}", label.len());
        return Err(Error::Malformed(reason));
    }
    Ok(label)
}

/// A body that is text, not longer than allowed.
fn text(body: Result<Bytes, BytesRejection>) -> Result<String, Error> {
    let bytes = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::BodyTooLong(BODY_BYTES),
        _ => Error::Malformed("the body could not be read".to_owned()),
    })?;
    String::from_utf8(bytes.into()).map_err(|error| {
        Error::Malformed(format!("byte {} of the body is not UTF-8 text", error.utf8_error().valid_up_to()))
    })
}

/// Refuses games that are too large to be solved for a passer-by.
pub(crate) fn affordable(game: &Game) -> Result<(), Error> {
    let sizes = game.bets().len().saturating_sub(1);
    if sizes > BET_SIZES {
        let reason = format!("{sizes} bet sizes, expected at most {BET_SIZES} over HTTP; the bluff command takes more");
        return Err(Error::Beyond(reason));
    }
    let sequences = program_sequences(game);
    if game.players().len() == 2 && sequences > PROGRAM_SEQUENCES {
        let label = game.label();
        let reason = format!(
            "{label} has {sequences} sequences, expected at most {PROGRAM_SEQUENCES} over HTTP; the bluff command takes more"
        );
        return Err(Error::Beyond(reason));
    }
    Ok(())
}

/// Refuses many games that are too much to be solved in one answer.
pub(crate) fn together<'a>(games: impl Iterator<Item = &'a Game>) -> Result<(), Error> {
    let (mut cells, mut work, mut squares) = (0, 0_u128, 0_u128);
    for game in games {
        affordable(game)?;
        let (sizes, players) = (game.bets().len().saturating_sub(1), game.players().len());
        cells += 1;
        work += sizes.max(1) as u128 * (players as u128).pow(3) / 8;
        squares = squares.saturating_add(program_sequences(game).saturating_pow(2));
    }
    if work > COMPARED_WORK {
        return Err(Error::Beyond(format!(
            "{cells} games: bet sizes × an eighth of players³ come to {work}, expected at most {COMPARED_WORK} over HTTP; the \
             bluff command takes more"
        )));
    }
    // The cost of a linear program grows like the square of its sequences: all games together may cost as much as one.
    if squares > PROGRAM_SEQUENCES.pow(2) {
        return Err(Error::Beyond(format!(
            "{cells} games: sequences² come to {squares}, expected at most {PROGRAM_SEQUENCES}² over HTTP; the bluff command \
             takes more"
        )));
    }
    Ok(())
}

/// The sequences of a game, over all cards and players, that a linear program has to solve; none of one in threshold form.
fn program_sequences(game: &Game) -> u128 {
    if has_threshold_form(game) {
        return 0;
    }
    let per_card: usize = game.players().iter().map(|player| game.sequences(*player)).sum();
    per_card as u128 * u128::from(game.n())
}
