//! The chart of push or fold.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::compute::SHORT;
use bluff_batch::questions::chart::ChartQuestion;

use crate::problem::Problem;
use crate::service::Service;

use super::form::ComparisonForm;
use super::openapi::Immutable;
use super::query::{LabelRequest, Query};

/// Charts push or fold: the stacks at which each hand is pushed or calls, with exact ends.
#[utoipa::path(
    get,
    path = "/api/v1/charts/{*label}",
    operation_id = "get_chart",
    tag = "solutions",
    params(
        (
            "label" = String, Path,
            description = "The game without its stack. The suffix `.json`, `.csv` or `.svg` \
                selects the form, otherwise the `Accept` header does",
            example = "push-fold/a1_8",
            pattern = "^push-fold(/a[0-9_]+)?(\\.(json|csv|svg))?$"
        )
    ),
    responses(
        (
            status = 200,
            description = "The pieces and the stacks of every hand",
            content(
                (ref("#/components/schemas/PushFoldChart") = "application/json"),
                (String = "text/csv"),
                (String = "image/svg+xml")
            )
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    Query::read(&request.query, &[])?;
    let (label, form, negotiated) = request.wanted::<ComparisonForm>()?;
    let question = ChartQuestion::read(label)?;
    let name = format!("{} {form:?}", question.ante);
    let answer = service.text("charts", &name, SHORT, move |control| {
        let report = question.answer(control)?;
        Ok(match form {
            ComparisonForm::Json => report.json(),
            ComparisonForm::Csv => report.csv(),
            ComparisonForm::Svg => report.svg(),
        })
    });
    Ok(answer.await?.reply(form.media(), negotiated, &request.headers))
}
