//! Solution documents, checked again.

use axum::extract::State;
use axum::response::Response;
use bluff_report as report;
use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use serde::Serialize;

use crate::problem::Problem;
use crate::service::Service;

use super::body::JsonText;
use super::cost::checkable;
use super::form::TakesJson;
use super::openapi::Problems;
use super::query::NoQuery;
use super::reply::fingerprint;

/// What stands in a document that was certified.
#[derive(Debug, Serialize)]
struct Verified {
    /// The label of the game.
    label: String,
    /// Always true: what is refused is a problem.
    certified: bool,
    /// One per player, in antes per hand.
    values: Vec<Rational>,
}

/// `POST /api/v1/verify`: checks a solution document with the checker alone.
#[utoipa::path(
    post,
    path = "/api/v1/verify",
    tag = "checking",
    request_body(content = ref("#/components/schemas/Solution"), content_type = "application/json", description = "A solution document"),
    responses((status = 200, description = "Every number of it is right", body = ref("#/components/schemas/Verified")), Problems)
)]
pub async fn verify(
    State(service): State<Service>,
    _: NoQuery,
    _: TakesJson,
    JsonText(document): JsonText,
) -> Result<Response, Problem> {
    let name = fingerprint(&document);
    let answer = service.text("verify", &name, move |_| {
        checkable(&document)?;
        let solution = Document::verify(&document)?;
        let values = solution.values.clone();
        Ok(report::json(&Verified { label: solution.game.label(), certified: true, values }))
    });
    Ok(answer.await?.fleeting("application/json"))
}
