//! Continuous games.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rational_bluff::continuous::{Bets, ContinuousError, Digits};
use rational_bluff::game::parse_players;

use crate::compute::Pool;
use crate::error::Error;
use crate::file::printable;
use crate::limits::BET_SIZES;
use crate::report::continuous::{Question, find};

use super::label;
use super::openapi::Problems;
use super::reply::Lasting;

/// `GET /api/v1/continuous/{game}/b{B}?digits=`: the game that large decks approach. Instead of `b{B}` also `bmax`,
/// `s{S}-{S}`, `step{STEP}`, `between{L}-{U}`, `all` and `best`, as the game allows; of callers `b{B}-p{P}`, of one-raise
/// `b{B}-raise{R}`, of hand-flip `b{B}-flip{Q}`, of basic-endgame `b{B}-w{P}`.
#[utoipa::path(
    get,
    path = "/api/v1/continuous/{*label}",
    tag = "continuous games",
    params(
        ("label" = String, Path, description = "A game and its bets, without a deck: `b{B}`, `s{S}-{S}`, `bmax`, `best`, `all`, `step{STEP}`, `between{L}-{U}`", example = "three-player/b2"),
        ("digits" = Option<String>, Query, description = "How many certain digits", example = "40")
    ),
    responses(
        (status = 200, description = "The game that large decks approach", body = serde_json::Value, headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
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

/// Reads the label, and `digits` of the query.
fn question(label: &str, query: &str) -> Result<Question, Error> {
    let (game, bets, players) = split(label)?;
    let mut digits = Digits::default();
    for (key, value) in pairs(query) {
        match key {
            "digits" => digits = value.parse()?,
            _ => return Err(unexpected(key, value, "digits")),
        }
    }
    Ok(Question { game, bets, players, digits })
}

/// The name of a game, its bets and, of callers, its players; no more bets than allowed over HTTP.
pub(super) fn split(label: &str) -> Result<(String, Bets, Option<usize>), Error> {
    let bad = || ContinuousError::BadBets { given: printable(label) };
    let (game, mut bets) = label.split_once('/').ok_or_else(bad)?;
    let mut players = None;
    if let Some((before, count)) = bets.split_once("-p").filter(|_| game == "callers") {
        (bets, players) = (before, Some(parse_players(count)?));
    }
    let bets: Bets = bets.parse()?;
    let sizes = match &bets {
        Bets::Up(b) if game == "newman" => b.to_i128().unwrap_or_default(),
        Bets::Sizes(sizes) => sizes.len() as i128,
        _ => 1,
    };
    if sizes > BET_SIZES as i128 {
        let reason = format!("{sizes} bet sizes, expected at most {BET_SIZES} over HTTP; the bluff command takes more");
        return Err(Error::Beyond(reason));
    }
    Ok((game.to_owned(), bets, players))
}

/// The keys and values of a query.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').filter(|part| !part.is_empty()).map(|part| part.split_once('=').unwrap_or((part, "")))
}

/// A part of a query that is not as it should be.
pub(super) fn unexpected(key: &str, value: &str, expected: &str) -> Error {
    Error::Malformed(format!("{} = {}, expected {expected}", printable(key), printable(value)))
}
