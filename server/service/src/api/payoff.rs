//! What strategies are worth.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_report::payoff::Worth;
use rational_bluff::certificate::format::read_profile;
use rational_bluff::game::GameArguments;
use serde::Deserialize;

use crate::problem::Problem;
use crate::service::Service;

use super::affordable;
use super::body::JsonText;
use super::cost::checkable;
use super::form::TakesJson;
use super::label::resolved;
use super::openapi::Problems;
use super::query::NoQuery;
use super::reply::fingerprint;

/// The game of a profile; the strategies beside it are read by the library.
#[derive(Debug, Deserialize)]
struct ProfileGame {
    label: String,
}

/// `POST /api/v1/payoff`: what the strategies of `{"label": …, "strategies": […]}` are worth.
#[utoipa::path(
    post,
    path = "/api/v1/payoff",
    operation_id = "payoff",
    tag = "checking",
    request_body(content = ref("#/components/schemas/Profile"), content_type = "application/json", description = "`{\"label\": …, \"strategies\": […]}`, the strategies as in a solution document"),
    responses(
        (status = 200, description = "Expected payoffs, best responses and what each player would \
            gain", body = ref("#/components/schemas/Worth")),
        Problems
    )
)]
pub async fn value(
    State(service): State<Service>,
    _: NoQuery,
    _: TakesJson,
    JsonText(body): JsonText,
) -> Result<Response, Problem> {
    let name = fingerprint(&body);
    let answer = service.text("payoff", &name, move |control| {
        checkable(&body)?;
        let asked: ProfileGame = serde_json::from_str(&body)
            .map_err(|error| Error::Malformed(format!("not a profile with a label: {error}")))?;
        let game = resolved(&GameArguments::from_label(&asked.label)?, control)?;
        affordable(&game)?;
        Ok(Worth::of(&game, &read_profile(&game, &body)?).json())
    });
    Ok(answer.await?.fleeting("application/json"))
}
