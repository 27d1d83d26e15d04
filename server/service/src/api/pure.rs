//! Pure equilibria.

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::questions::parse_whole;
use bluff_batch::questions::pure::PureQuestion;

use crate::limits::{CUT_DECK, PURE_DECK, PURE_EQUILIBRIA};
use crate::problem::Problem;
use crate::service::Service;

use super::form::{Json, wanted};
use super::label::{Label, game_of};
use super::openapi::Problems;
use super::query::Query;

/// `GET /api/v1/pure/{label}?cuts=&limit=&count=`: the pure equilibria of von Neumann's game.
#[utoipa::path(
    get,
    path = "/api/v1/pure/{*label}",
    operation_id = "pure",
    tag = "solutions",
    params(
        ("label" = String, Path, description = "A game of von Neumann's", example = "von-neumann/n9-b2", pattern = r"^[a-z-]+/n[1-9][0-9]{0,18}-[bs][a-z0-9_-]+(\.json)?$"),
        ("cuts" = Option<bool>, Query, description = "Only those in cuts"),
        ("count" = Option<bool>, Query, description = "Their number alone"),
        ("limit" = Option<u64>, Query, description = "How many are listed at most, 1000 by default", minimum = 1, maximum = 1000, example = 10)
    ),
    responses(
        (status = 200, description = "All pure equilibria, each certified", body = ref("#/components/schemas/PureEquilibria"), headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn list(
    State(service): State<Service>,
    Label(address): Label,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let question = question(&query.unwrap_or_default())?;
    let (label, Json, negotiated) = wanted(&address, &headers)?;
    let (label, name) = (label.to_owned(), format!("{question:?} {label}"));
    let answer = service.text("pure", &name, move |control| {
        let game = game_of(&label, control)?;
        let (n, what, most) = match question.cuts {
            true => (game.n(), "equilibria in cuts", CUT_DECK),
            false => (game.n(), "all pure equilibria", PURE_DECK),
        };
        if n > most {
            return Err(Error::Beyond(format!(
                "n = {n}, expected n ≤ {most} for {what} over HTTP"
            )));
        }
        Ok(question.answer(&game, control)?.json())
    });
    Ok(answer.await?.reply("application/json", negotiated, &headers))
}

/// Reads `cuts`, `count` (alone, or with true or false) and `limit`.
fn question(query: &str) -> Result<PureQuestion, Error> {
    let query = Query::read(query, &["cuts", "limit", "count"])?;
    let limit = query.text("limit").map_or(Ok(PURE_EQUILIBRIA as u64), |limit| {
        parse_whole("limit", limit, 1..=PURE_EQUILIBRIA as u64)
    })?;
    Ok(PureQuestion {
        cuts: query.flag("cuts")?,
        count: query.flag("count")?,
        limit: limit as usize,
    })
}
