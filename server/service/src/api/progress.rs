//! Progress of a solve.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, Sse};
use bluff_batch::compute::{SHORT, current_client, work_for};
use futures_util::stream;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{GameArguments, NamedGame, Spelling};
use serde_json::json;
use tokio::time::timeout;

use crate::problem::{Problem, ReplyResult};
use crate::service::Service;
use crate::watching::SNAPSHOT_INTERVAL;

use super::affordable_by;
use super::label::{Label, settled};
use super::query::Query;
use super::solutions::{GameSource, SolveOptions, solved};

type Solve = Pin<Box<dyn Future<Output = Result<Arc<Certified<Solution>>, Problem>> + Send>>;

/// Solves a game and streams its progress as server-sent events.
///
/// Events `progress` carry exact bounds on the value while a linear program runs. One last event is
/// `end` or `error`. Identical requests share the solve, which goes on until the last client has
/// closed its stream.
#[utoipa::path(get, path = "/api/v1/progress/{*label}", operation_id = "follow_solve",
    tag = "solutions",
    params(("method" = Option<String>, Query,
        description = "The method; default `auto`, which fits the game best")),
    responses((status = 200, body = ref("#/components/schemas/Progress"),
        content_type = "text/event-stream",
        description = "Events `progress`, and one last: `end` with the values and the address of \
            the solution, or `error` with a problem document")))]
pub async fn show(
    State(service): State<Service>,
    Label(label): Label,
    query: RawQuery,
) -> ReplyResult {
    let method = Query::of(query, &["method"])?.method()?;
    let game = match GameArguments::from_label(&label)?.game(Spelling::Fields)? {
        NamedGame::Game(game) => *game,
        saturated => {
            service.pool.run_quoted(SHORT, move |control| settled(saturated, control)).await?
        }
    };
    game.check_label(&label)?;
    affordable_by(&game, method)?;
    let (own, source) = (service.clone(), GameSource::Label(label.clone()));
    let options = SolveOptions::from(method);
    let name = options.name(&source);
    let solve = async move { solved(&own, source, options, |_, _| ()).await };
    let solve: Solve = Box::pin(work_for(current_client(), solve));
    let events = stream::unfold(Some((solve, None)), move |open| {
        let (service, label, name) = (service.clone(), label.clone(), name.clone());
        async move {
            let (mut solve, mut watched) = open?;
            if let Ok(found) = timeout(SNAPSHOT_INTERVAL, &mut solve).await {
                return Some((Ok::<_, Infallible>(last(&label, found)), None));
            }
            watched =
                watched.or_else(|| service.watching.watch(&service.pool, &name, &label, method));
            let progress = watched.as_ref().map(|last| last.borrow().clone()).unwrap_or_default();
            // Text and numbers, which always have a JSON form.
            let event = Event::default().event("progress").json_data(progress).unwrap_or_default();
            Some((Ok(event), Some((solve, watched))))
        }
    });
    Ok(Sse::new(events).into_response())
}

fn last(label: &str, found: Result<Arc<Certified<Solution>>, Problem>) -> Event {
    match found {
        Ok(solution) => {
            let values: Vec<String> = solution.values.iter().map(Rational::to_string).collect();
            let (method, address) = (&solution.method, format!("/api/v1/solutions/{label}"));
            let data =
                json!({ "label": label, "values": values, "method": method, "solution": address });
            Event::default().event("end").data(data.to_string())
        }
        Err(problem) => Event::default().event("error").data(problem.document()),
    }
}
