//! Pure equilibria.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rational_bluff::game::parse_label;

use crate::compute::Pool;
use crate::error::Error;
use crate::file::printable;
use crate::limits::{CUT_DECK, PURE_DECK, PURE_EQUILIBRIA};
use crate::report::pure::{Question, find};

use super::label;
use super::openapi::Problems;
use super::reply::Lasting;

/// `GET /api/v1/pure/{label}?cuts=&limit=&count=`: the pure equilibria of von Neumann's game.
#[utoipa::path(
    get,
    path = "/api/v1/pure/{*label}",
    tag = "solutions",
    params(
        ("label" = String, Path, description = "A game of von Neumann's", example = "von-neumann/n9-b2"),
        ("cuts" = Option<bool>, Query, description = "Only those in cuts"),
        ("count" = Option<bool>, Query, description = "Their number alone"),
        ("limit" = Option<usize>, Query, description = "How many are listed at most", minimum = 1, maximum = 1000)
    ),
    responses(
        (status = 200, description = "All pure equilibria, each certified", body = serde_json::Value, headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn list(
    State(pool): State<Arc<Pool>>,
    path: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let label = label(path)?;
    let question = question(&query.unwrap_or_default())?;
    let answer = pool.run(move |control| {
        let game = parse_label(&label)?;
        let (n, what, most) = match question.cuts {
            true => (game.n(), "equilibria in cuts", CUT_DECK),
            false => (game.n(), "all pure equilibria", PURE_DECK),
        };
        if n > most {
            return Err(Error::Beyond(format!("n = {n}, expected n ≤ {most} for {what} over HTTP")));
        }
        Ok(Lasting::new(find(&game, question, control)?.json()))
    });
    Ok(answer.await?.reply("application/json", false, &headers))
}

/// Reads `cuts`, `count` (alone, or with true or false) and `limit`.
fn question(query: &str) -> Result<Question, Error> {
    let mut question = Question { cuts: false, count: false, limit: PURE_EQUILIBRIA };
    for (key, value) in
        query.split('&').filter(|part| !part.is_empty()).map(|part| part.split_once('=').unwrap_or((part, "true")))
    {
        let malformed = |expected: &str| {
            Error::Malformed(format!("{} = {}, expected {expected}", printable(key), printable(value)))
        };
        let flag = || match value {
            "true" | "1" => Ok(true),
            "" | "false" | "0" => Ok(false),
            _ => Err(malformed("true or false")),
        };
        match key {
            "cuts" => question.cuts = flag()?,
            "count" => question.count = flag()?,
            "limit" if value.is_empty() => {}
            "limit" => {
                let limit = value.parse().ok().filter(|limit| (1..=PURE_EQUILIBRIA).contains(limit));
                let expected = || format!("a whole number from 1 to {PURE_EQUILIBRIA}");
                question.limit = limit.ok_or_else(|| malformed(&expected()))?;
            }
            _ => return Err(malformed("one of: cuts, limit, count")),
        }
    }
    Ok(question)
}
