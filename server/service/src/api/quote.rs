//! What a solution would cost, before anybody starts.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use bluff_batch::compute::Pool;
use bluff_report as report;
use rational_bluff::solve::{Method, settled};
use serde::Serialize;

use crate::problem::Problem;

use super::estimate::Estimate;
use super::form::TakesJson;
use super::label::{Label, game_of};
use super::openapi::Problems;
use super::query::NoQuery;
use super::reply::json;
use super::{affordable, program_sequences};

/// What is known of a game before it is solved.
#[derive(Debug, Serialize)]
struct Quote {
    label: String,
    /// What `auto` stands for.
    method: &'static str,
    sequences: String,
    answered: bool,
    refused: Option<String>,
    seconds_at_most: u64,
    methods: Vec<ByMethod>,
}

/// What a method would cost, or why it is refused.
#[derive(Debug, Serialize)]
struct ByMethod {
    method: &'static str,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Cost {
    Answered(Estimate),
    Refused { time: &'static str, refused: String },
}

/// `GET /api/v1/quote/{label}`: what an answer will cost by each method, before anybody starts.
///
/// `method` is what `auto` stands for, and `sequences` the size of its linear program (0 where none
/// is needed). `time` is `instant` (less than 10 ms), `seconds`, `up to the limit` or `refused`, on
/// an idle machine. Bytes are of the solution document; how long its fractions are nobody knows
/// before they are computed, so `bytes` goes by what such games mostly have, and `bytes_at_most` by
/// the most runs of cards and by longer numbers than any that were found.
#[utoipa::path(
    get,
    path = "/api/v1/quote/{*label}",
    operation_id = "quote",
    tag = "operation",
    params(("label" = String, Path, description = "A game", example = "kuhn/n30-b1", pattern = r"^[a-z-]+/n[1-9][0-9]{0,18}-[bs][a-z0-9_-]+$")),
    responses((status = 200, description = "Costs by method", body = ref("#/components/schemas/Quote")), Problems)
)]
pub async fn show(
    State(pool): State<Arc<Pool>>,
    Label(label): Label,
    _: NoQuery,
    _: TakesJson,
) -> Result<Response, Problem> {
    let seconds_at_most = pool.time().as_secs();
    let answer = pool.run(move |control| {
        let game = game_of(&label, control)?;
        let refused = affordable(&game).err().map(|error| error.to_string());
        let by = |method: Method| ByMethod {
            method: method.name(),
            cost: Estimate::of(&game, method).map_or_else(
                |error| Cost::Refused { time: "refused", refused: error.to_string() },
                Cost::Answered,
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
