//! Continuous games.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rational_bluff::continuous::{Bets, ContinuousError, Digits};

use crate::compute::Pool;
use crate::error::Error;
use crate::file::printable;
use crate::limits::BET_SIZES;
use crate::report::continuous::{Question, find};

use super::label;
use super::reply::Lasting;

/// `GET /api/v1/continuous/{game}/b{B}?digits=&players=`: the game that large decks approach. Instead of `b{B}` also `bmax`,
/// `s{S}-{S}`, `step{STEP}`, `all` and `best`, as the game allows.
pub async fn show(
    State(pool): State<Arc<Pool>>,
    path: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let label = label(path)?;
    let question = question(&label, &query.unwrap_or_default())?;
    let answer = pool.run(move |_| Ok(Lasting::new(find(&question)?.json())));
    Ok(answer.await?.reply("application/json", false, &headers))
}

/// Reads the label, and `digits` and `players` of the query.
fn question(label: &str, query: &str) -> Result<Question, Error> {
    let (game, bets) = split(label)?;
    let sizes = match &bets {
        Bets::Up(b) if game == "newman" => b.to_i128().unwrap_or_default(),
        Bets::Sizes(sizes) => sizes.len() as i128,
        _ => 1,
    };
    if sizes > BET_SIZES as i128 {
        let reason = format!("{sizes} bet sizes, expected at most {BET_SIZES} over HTTP; the bluff command takes more");
        return Err(Error::Beyond(reason));
    }
    let mut question = Question { game, bets, players: None, digits: Digits::default() };
    for (key, value) in
        query.split('&').filter(|part| !part.is_empty()).map(|part| part.split_once('=').unwrap_or((part, "")))
    {
        let malformed = |expected: &str| {
            Error::Malformed(format!("{} = {}, expected {expected}", printable(key), printable(value)))
        };
        match key {
            "digits" => question.digits = value.parse()?,
            "players" => question.players = Some(value.parse().map_err(|_| malformed("a whole number"))?),
            _ => return Err(malformed("one of: digits, players")),
        }
    }
    Ok(question)
}

/// The name of the game and its bets.
pub(super) fn split(label: &str) -> Result<(String, Bets), Error> {
    let bad = || ContinuousError::BadBets { given: printable(label) };
    let (game, bets) = label.split_once('/').ok_or_else(bad)?;
    Ok((game.to_owned(), bets.parse()?))
}
