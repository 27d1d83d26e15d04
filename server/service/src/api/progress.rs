//! A solve that is watched.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{GameArguments, NamedGame, Spelling};
use serde_json::json;
use tokio::time::timeout;

use crate::problem::Problem;
use crate::service::Service;
use crate::watching::LOOK;

use super::affordable_by;
use super::label::{Label, settled};
use super::openapi::{MethodName, Problems};
use super::query::Query;
use super::solutions::{By, Source, solved};

type Solve = Pin<Box<dyn Future<Output = Result<Arc<Certified<Solution>>, Problem>> + Send>>;

/// `GET /api/v1/progress/{label}`: solves a game, together with all who ask for it, and tells how
/// far that is: server-sent events `progress` with exact bounds on the value while a linear program
/// runs, and one last event, `end` or `error`.
///
/// Whoever closes the stream asks no longer; the solve goes on while somebody else does.
#[utoipa::path(
    get,
    path = "/api/v1/progress/{*label}",
    operation_id = "progress",
    tag = "solutions",
    params(
        ("label" = String, Path, description = "A game", example = "kuhn/n500-b1", pattern = "^[a-z-]+/n[1-9][0-9]{0,18}-[bs][a-z0-9_-]+$", max_length = 8192),
        ("method" = Option<MethodName>, Query, description = "How an equilibrium is looked for: \
            what fits the game best by default")
    ),
    responses(
        (status = 200, description = "Events `progress`, and one last: `end` with the values and \
            the address of the solution, or `error` with a problem document",
            body = ref("#/components/schemas/Progress"), content_type = "text/event-stream"),
        Problems
    )
)]
pub async fn show(
    State(service): State<Service>,
    Label(label): Label,
    query: RawQuery,
) -> Result<Response, Problem> {
    let method = Query::of(query, &["method"])?.method()?;
    let game = match GameArguments::from_label(&label)?.game(Spelling::Fields)? {
        NamedGame::Game(game) => *game,
        saturated => service.pool().run(move |control| settled(saturated, control)).await?,
    };
    game.check_label(&label)?;
    affordable_by(&game, method)?;
    let (own, source, by) = (service.clone(), Source::Label(label.clone()), By::from(method));
    let name = by.of(&source);
    let solve: Solve = Box::pin(async move { Ok(solved(&own, source, by, None).await?.solution) });
    let events = stream::unfold(Some((solve, None)), move |open| {
        let (service, label, name) = (service.clone(), label.clone(), name.clone());
        async move {
            let (mut solve, mut told) = open?;
            if let Ok(found) = timeout(LOOK, &mut solve).await {
                return Some((Ok::<_, Infallible>(last(&label, found)), None));
            }
            told = told.or_else(|| service.watching().watch(service.pool(), &name, &label, method));
            let progress = told.as_ref().map(|told| told.borrow().clone()).unwrap_or_default();
            // Text and numbers, which JSON can always say.
            let event = Event::default().event("progress").json_data(progress).unwrap_or_default();
            Some((Ok(event), Some((solve, told))))
        }
    });
    Ok(Sse::new(events).into_response())
}

fn last(label: &str, found: Result<Arc<Certified<Solution>>, Problem>) -> Event {
    let (name, data) = match found {
        Ok(solution) => {
            let values: Vec<String> = solution.values.iter().map(Rational::to_string).collect();
            let (method, address) = (&solution.method, format!("/api/v1/solutions/{label}"));
            (
                "end",
                json!({ "label": label, "values": values, "method": method, "solution": address }),
            )
        }
        Err(problem) => ("error", problem.document()),
    };
    Event::default().event(name).json_data(data).unwrap_or_default()
}
