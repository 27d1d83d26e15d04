//! Verification of solution documents and formulas.

use axum::extract::State;
use axum::response::Response;
use bluff_questions::over_http::INSTANT;
use bluff_report as report;
use rational_bluff::certificate::CheckedDocument;
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
struct Verified<'a> {
    /// The label of the game, or of the formula.
    label: String,
    /// Always true: a document that fails the check is a problem.
    certified: bool,
    /// One per player, in antes per hand; of a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a [Rational]>,
    /// The value of large decks and the period; of a formula.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    formula: Option<VerifiedFormula<'a>>,
}

#[derive(Debug, Serialize)]
struct VerifiedFormula<'a> {
    limit: &'a Rational,
    period: String,
}

/// Verifies a solution document, or a formula for all decks, without the solver.
#[utoipa::path(
    post,
    path = "/api/v1/verify",
    operation_id = "verify_solution",
    tag = "checking",
    request_body(
        content = ref("#/components/schemas/Verifiable"),
        content_type = "application/json",
        description = "A solution document, or that of a formula"
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
        let checked = CheckedDocument::verify(document)?;
        let formula = match &checked {
            CheckedDocument::Solution(_) => None,
            CheckedDocument::Formula(formula) => Some((formula.limit(), formula.period())),
            CheckedDocument::Family(family) => Some((&family.formula.n2, family.formula.period())),
        };
        Ok(report::json(&Verified {
            label: checked.label(),
            certified: true,
            values: checked.values(),
            formula: formula
                .map(|(limit, period)| VerifiedFormula { limit, period: period.to_string() }),
        }))
    };
    service.posted("verify", INSTANT, document, question).await
}
