//! Solution documents, checked again.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::response::Response;
use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use serde::Serialize;
use utoipa::ToSchema;

use crate::compute::Pool;
use crate::error::Error;
use crate::report;

use super::cost::checkable;
use super::openapi::Problems;
use super::reply::json;
use super::text;

/// What stands in a document that was certified.
#[derive(Debug, Serialize, ToSchema)]
struct Verified {
    /// The label of the game.
    label: String,
    /// Always true: what is refused is a problem.
    certified: bool,
    /// One per player, in antes per hand.
    #[schema(value_type = Vec<String>, example = json!(["113/1134", "-113/1134"]))]
    values: Vec<Rational>,
}

/// `POST /api/v1/verify`: checks a solution document with the checker alone.
#[utoipa::path(
    post,
    path = "/api/v1/verify",
    tag = "checking",
    request_body(content = serde_json::Value, description = "A solution document"),
    responses((status = 200, description = "Every number of it is right", body = Verified), Problems)
)]
pub async fn verify(State(pool): State<Arc<Pool>>, body: Result<Bytes, BytesRejection>) -> Result<Response, Error> {
    let document = text(body)?;
    let answer = pool.run(move |_| {
        checkable(&document)?;
        let solution = Document::verify(&document)?;
        let values = solution.values.clone();
        Ok(report::json(&Verified { label: solution.game.label(), certified: true, values }))
    });
    Ok(json(answer.await?))
}
