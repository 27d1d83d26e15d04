//! What strategies are worth.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::response::Response;
use rational_bluff::certificate::format::read_profile;
use rational_bluff::game::parse_label;
use serde::Deserialize;

use crate::compute::Pool;
use crate::error::Error;
use crate::report::payoff::Worth;

use super::cost::checkable;
use super::openapi::Problems;
use super::reply::json;
use super::{affordable, text};

/// The game of a profile; the strategies beside it are read by the library.
#[derive(Debug, Deserialize)]
struct Asked {
    label: String,
}

/// `POST /api/v1/payoff`: what the strategies of `{"label": …, "strategies": […]}` are worth.
#[utoipa::path(
    post,
    path = "/api/v1/payoff",
    tag = "checking",
    request_body(content = serde_json::Value, description = "`{\"label\": …, \"strategies\": […]}`, the strategies as in a solution document"),
    responses(
        (status = 200, description = "Expected payoffs, best responses and what each player would gain", body = serde_json::Value),
        Problems
    )
)]
pub async fn value(State(pool): State<Arc<Pool>>, body: Result<Bytes, BytesRejection>) -> Result<Response, Error> {
    let body = text(body)?;
    let answer = pool.run(move |_| {
        checkable(&body)?;
        let asked: Asked = serde_json::from_str(&body)
            .map_err(|error| Error::Malformed(format!("not a profile with a label: {error}")))?;
        let game = parse_label(&asked.label)?;
        affordable(&game)?;
        Ok(Worth::of(&game, &read_profile(&game, &body)?).json())
    });
    Ok(json(answer.await?))
}
