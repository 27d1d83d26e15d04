//! Verification of solution documents.

use axum::extract::State;
use axum::response::Response;
use bluff_report as report;
use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use rational_bluff::solve::Control;
use serde::Serialize;

use crate::problem::Problem;
use crate::service::Service;

use super::body::JsonPost;
use super::cost::checkable;
use super::openapi::Problems;

/// The result of a verification.
#[derive(Debug, Serialize)]
struct Verified {
    /// The label of the game.
    label: String,
    /// Always true: a document that fails the check is a problem.
    certified: bool,
    /// One per player, in antes per hand.
    values: Vec<Rational>,
}

/// Verifies a solution document without the solver.
#[utoipa::path(
    post,
    path = "/api/v1/verify",
    operation_id = "verify_solution",
    tag = "checking",
    request_body(
        content = ref("#/components/schemas/Solution"),
        content_type = "application/json",
        description = "A solution document"
    ),
    responses(
        (
            status = 200,
            description = "Every number of the document is right",
            body = ref("#/components/schemas/Verified")
        ),
        Problems
    )
)]
pub async fn verify(
    State(service): State<Service>,
    JsonPost(document): JsonPost,
) -> Result<Response, Problem> {
    let question = |document: &str, _: &Control| {
        checkable(document)?;
        let solution = Document::verify(document)?;
        let values = solution.values.clone();
        Ok(report::json(&Verified { label: solution.game.label(), certified: true, values }))
    };
    service.posted("verify", document, question).await
}
