//! Estimated cost of a solution.

use axum::extract::State;
use axum::response::Response;
use bluff_questions::over_http::SHORT;
use bluff_report as report;
use rational_bluff::solve::{Method, settled};
use serde::Serialize;

use crate::problem::Problem;
use crate::service::Service;

use super::form::TakesJson;
use super::label::{Label, game_of};
use super::query::NoQuery;
use super::reply::json;
use super::{affordable, program_sequences};
use bluff_questions::cost::Estimate;

/// Estimated cost of the solution of a game.
#[derive(Debug, Serialize)]
struct Quote {
    label: String,
    /// The method that `auto` selects.
    method: &'static str,
    sequences: String,
    answered: bool,
    refused: Option<String>,
    seconds_at_most: u64,
    methods: Vec<ByMethod>,
}

/// Estimated cost of one method.
#[derive(Debug, Serialize)]
struct ByMethod {
    method: &'static str,
    #[serde(flatten)]
    cost: MethodCost,
}

/// The cost, or the reason of a refusal.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum MethodCost {
    Answered(Estimate),
    Refused { time: &'static str, refused: String },
}

/// Estimates the cost of a solution by each method, without solving.
///
/// `method` is the one that `auto` selects, and `sequences` the size of its linear program, 0 where
/// it needs none. `time` is that of an idle machine: `instant` (less than 10 ms), `seconds`,
/// `up to the limit` or `refused`. Sizes are those of the solution document. The length of its
/// fractions is unknown before they are computed. `bytes` is typical for such games.
/// `bytes_at_most` assumes the maximum number of runs of cards, and numbers longer than any
/// measured.
#[utoipa::path(get, path = "/api/v1/quote/{*label}", operation_id = "quote_solution",
    tag = "operation",
    responses((status = 200, description = "Estimated costs by method",
        body = ref("#/components/schemas/Quote"))))]
pub async fn show(
    State(service): State<Service>,
    Label(label): Label,
    _: NoQuery,
    _: TakesJson,
) -> Result<Response, Problem> {
    let pool = &service.pool;
    let seconds_at_most = pool.time().as_secs();
    let answer = pool.run_quoted(SHORT, move |control| {
        let game = game_of(&label, control)?;
        let refused = affordable(&game).err().map(|error| error.to_string());
        let by = |method: Method| ByMethod {
            method: method.name(),
            cost: Estimate::of(&game, method).map_or_else(
                |error| MethodCost::Refused { time: "refused", refused: error.to_string() },
                MethodCost::Answered,
            ),
        };
        Ok(report::json(&Quote {
            label: game.label(),
            method: settled(&game, Method::Auto).name(),
            sequences: program_sequences(&game, Method::Auto).to_string(),
            answered: refused.is_none(),
            refused,
            seconds_at_most,
            methods: Method::ALL.map(by).into(),
        }))
    });
    Ok(json(answer.await?))
}
