//! Evaluation of strategies.

use axum::extract::State;
use axum::response::Response;
use bluff_questions::error::Error;
use bluff_questions::over_http::INSTANT;
use bluff_report::payoff::Worth;
use rational_bluff::certificate::format::read_profile;
use rational_bluff::game::GameArguments;
use rational_bluff::solve::Control;
use serde::Deserialize;

use crate::problem::Problem;
use crate::service::Service;

use super::affordable;
use super::body::JsonPost;
use super::cost::checkable;
use super::label::resolved;
use super::openapi::Problems;

/// The game of a profile; the library reads the strategies beside it.
#[derive(Debug, Deserialize)]
struct ProfileGame {
    label: String,
}

/// Evaluates strategies: their payoffs, best responses to them, and each player's gain from
/// deviating.
#[utoipa::path(
    post,
    path = "/api/v1/payoff",
    operation_id = "evaluate_strategies",
    tag = "checking",
    request_body(
        content = ref("#/components/schemas/Profile"),
        content_type = "application/json",
        description = "`{\"label\": …, \"strategies\": […]}`, with strategies as in a solution \
            document"
    ),
    responses(
        (
            status = 200,
            description = "Expected payoffs, best responses and the gain of each player",
            body = ref("#/components/schemas/Worth")
        ),
        Problems
    )
)]
pub async fn value(
    State(service): State<Service>,
    JsonPost(profile): JsonPost,
) -> Result<Response, Problem> {
    let question = |profile: &str, control: &Control| {
        checkable(profile)?;
        let ProfileGame { label } = serde_json::from_str(profile)
            .map_err(|error| Error::Malformed(format!("not a profile with a label: {error}")))?;
        let game = resolved(&GameArguments::from_label(&label)?, control)?;
        affordable(&game)?;
        Ok(Worth::of(&game, &read_profile(&game, profile)?).json())
    };
    service.posted("payoff", INSTANT, profile, question).await
}
