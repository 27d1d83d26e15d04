//! What a solution would cost, before anybody starts.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use rational_bluff::game::parse_label;
use rational_bluff::solve::{Method, settled};
use serde_json::json;

use crate::compute::Pool;
use crate::error::Error;

use super::openapi::Problems;
use super::reply::json;
use super::{affordable, label, program_sequences};

/// `GET /api/v1/quote/{label}`: the method, the size of the linear program (0 where none is needed), whether it is answered
/// over HTTP, and the seconds after which an answer is given up.
///
/// The bytes of an answer are not told: nobody knows how long its fractions are before they are computed.
#[utoipa::path(
    get,
    path = "/api/v1/quote/{*label}",
    tag = "operation",
    params(("label" = String, Path, description = "A game", example = "kuhn/n30-b1")),
    responses((status = 200, description = "The method, the size of the linear program, whether it is answered, the most seconds", body = serde_json::Value), Problems)
)]
pub async fn show(State(pool): State<Arc<Pool>>, path: Result<Path<String>, PathRejection>) -> Result<Response, Error> {
    let label = label(path)?;
    let seconds = pool.time().as_secs();
    let answer = pool.run(move |_| {
        let game = parse_label(&label)?;
        let refused = affordable(&game).err().map(|error| error.to_string());
        let quote = json!({
            "label": game.label(),
            "method": settled(&game, Method::Auto).name(),
            "sequences": program_sequences(&game, Method::Auto).to_string(),
            "answered": refused.is_none(),
            "refused": refused,
            "seconds_at_most": seconds,
        });
        Ok(quote.to_string() + "\n")
    });
    Ok(json(answer.await?))
}
