//! Exact equities of hands of hold'em.

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bluff_batch::compute::SHORT;
use bluff_batch::error::Error;
use bluff_report::equity::EquityQuestion;

use crate::problem::Problem;
use crate::service::Service;

use super::form::{JSON, Json, Negotiated, TakesJson};
use super::openapi::Immutable;
use super::query::Query;

/// Counts how often a hand wins, ties and loses against a range, over all boards to come.
///
/// Hands are written as players write them: `all`, `22+`, `99-66`, `AKs`, `A2s+`, `JTs-76s`,
/// `AhKd`, with commas between them and a weight behind a colon, `76s:1/2`. A `+` in the address is
/// a plus, with or without an escape; a blank is `%20`.
#[utoipa::path(
    get,
    path = "/api/v1/equity",
    operation_id = "get_equity",
    tag = "equities",
    params(
        (
            "hand" = String, Query,
            description = "The hand whose equity is wanted, or a range", example = "AhKd"
        ),
        ("range" = String, Query, description = "The hands that it meets", example = "QQ,76s:1/2"),
        (
            "board" = Option<String>, Query,
            description = "The open cards: three, four or five; none before the flop",
            example = "Kc9d6h"
        )
    ),
    responses(
        (
            status = 200,
            description = "Deals won, tied and lost, and the exact equity",
            body = ref("#/components/schemas/Equity")
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    _: TakesJson,
) -> Result<Response, Problem> {
    let question = question(&query.unwrap_or_default())?;
    let key = question.key();
    let answer = service
        .text("equity", &key, SHORT, move |control| Ok(control.run(|| question.answer())??.json()));
    let answer = answer.await?;
    Ok(answer.reply(JSON, Some(Negotiated::among::<Json>()), &headers))
}

/// Reads `hand`, `range` and `board`. In ranges a plus means these hands and up, where forms would
/// send it for a blank. In a board it is a blank.
fn question(query: &str) -> Result<EquityQuestion, Error> {
    let query = Query::read(&query.replace('+', "%2B"), &["hand", "range", "board"])?;
    let given = |key| {
        let missing = || Error::Malformed(format!("no {key}, expected for instance {key}=AhKd"));
        query.text(key).ok_or_else(missing)
    };
    let board = query.text("board").map(|board| board.replace('+', " "));
    Ok(EquityQuestion::read(given("hand")?, given("range")?, board.as_deref())?)
}
