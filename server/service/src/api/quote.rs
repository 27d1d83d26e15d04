//! Estimated cost of a solution, and of the proof of a formula.

use std::time::Duration;

use axum::extract::State;
use bluff_questions::error::Error;
use bluff_questions::family::FamilyQuestion;
use bluff_questions::game::split_deck;
use bluff_questions::over_http::SHORT;
use bluff_report::{self as report, object};
use rational_bluff::game::Family;
use rational_bluff::solve::{Method, settled};
use serde::Serialize;

use crate::problem::ReplyResult;
use crate::service::Service;

use super::continuous::split;
use super::form::TakesJson;
use super::label::{Label, game_of};
use super::query::NoQuery;
use super::reply::json;
use super::{affordable, program_sequences};
use bluff_questions::cost::Estimate;

/// The cost, or the reason of a refusal.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum MethodCost {
    Answered(Estimate),
    Refused { time: &'static str, refused: String },
}

/// Estimated cost of the proof of a formula by strategies, in seconds of a processor.
///
/// Errors: those of labels, and those of a formula that are known at once.
fn of_formula(label: &str, most: Duration) -> Result<String, Error> {
    let (name, bets) = split(label)?;
    let game = FamilyQuestion::game(&name, &bets)?;
    let refused = FamilyQuestion::fits(&game, most).err().map(|error| error.to_string());
    Ok(report::json(&object! {
        label,
        seconds: FamilyQuestion::cost_of(&game)?.as_secs_f64(),
        answered: refused.is_none(),
        refused,
        seconds_at_most: most.as_secs(),
    }))
}

/// Estimates the cost of a solution by each method, without solving. A label without a deck gives
/// the processor time of the proof of its formula by strategies.
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
) -> ReplyResult {
    let pool = &service.pool;
    let most = pool.time();
    let answer = pool.run_quoted(SHORT, move |control| {
        let named = label.split_once('/').and_then(|(name, _)| Family::named(name));
        if split_deck(&label).is_none() && named.is_some_and(|family| !family.has_own_deck()) {
            return of_formula(&label, most);
        }
        let game = game_of(&label, control)?;
        let refused = affordable(&game).err().map(|error| error.to_string());
        let by = |method: Method| {
            let cost = Estimate::of(&game, method).map_or_else(
                |error| MethodCost::Refused { time: "refused", refused: error.to_string() },
                MethodCost::Answered,
            );
            object! { method: method.name(), ..cost: cost }
        };
        Ok(report::json(&object! {
            label: game.label(),
            method: settled(&game, Method::Auto).name(),
            sequences: program_sequences(&game, Method::Auto).to_string(),
            answered: refused.is_none(),
            refused,
            seconds_at_most: most.as_secs(),
            methods: Method::ALL.map(by),
        }))
    });
    Ok(json(answer.await?))
}
