//! Many solutions in one request, a line each.

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequest, RawQuery, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use bluff_batch::compute::{INSTANT, current_client, work_for};
use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::not_allowed;
use futures_util::stream::{self, StreamExt};
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::json::json_words;
use rational_bluff::solve::{Control, Method};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::limits::{BATCH_AT_ONCE, BATCH_LABELS, BATCH_TIME, LABEL_BYTES};
use crate::problem::{Problem, ReplyResult};
use crate::service::{ChargeRate, Service, in_time};

use super::beyond;
use super::body::TypedText;
use super::form::{JSON, LINES, acceptable};
use super::query::Query;
use super::solutions::{GameSource, SolveOptions, of_solved};

/// Time until a label that was refused is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// The labels of a batch, in order; the reason for a line that is none.
pub struct LabelLines(Vec<Result<String, String>>);

impl<S: Send + Sync> FromRequest<S> for LabelLines {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let TypedText { text, media } = TypedText::read(request, state, &[LINES, JSON]).await?;
        // Programs send a list under their default type too.
        let labels: Vec<_> = if media == JSON || text.trim_start().starts_with('[') {
            let list: Vec<String> = serde_json::from_str(&text)
                .map_err(|error| not_allowed(json_words(error), "a list of labels in JSON"))?;
            list.into_iter().map(checked).collect()
        } else {
            let given = text.lines().filter(|line| !line.trim().is_empty());
            given.take(BATCH_LABELS + 1).map(label).collect()
        };
        match labels.len() {
            0 => Err(not_allowed("no label", "a JSON string in each line"))?,
            count if count > BATCH_LABELS => {
                Err(beyond(format!("more than {BATCH_LABELS} labels"), BATCH_LABELS))?
            }
            _ => Ok(Self(labels)),
        }
    }
}

/// The label in a line.
fn label(line: &str) -> Result<String, String> {
    let label: String = serde_json::from_str(line).map_err(|_| {
        let shown: String = line.chars().take(40).collect();
        format!("line “{}”, expected a label as a JSON string", printable(&shown))
    })?;
    checked(label)
}

/// A label, unless it is longer than that of any game.
fn checked(label: String) -> Result<String, String> {
    match label.len() {
        length if length > LABEL_BYTES => {
            Err(format!("a label of {length} bytes, expected at most {LABEL_BYTES}"))
        }
        _ => Ok(label),
    }
}

/// Returns the equilibria of many games, in the order of their labels.
///
/// Each line of the answer is a solution document, or a problem document for a label without an
/// answer. Lines are sent as soon as they are ready. A label that is not spelled canonically is
/// answered too. The work ends when the client leaves.
#[utoipa::path(post, path = "/api/v1/solutions:batch", operation_id = "solve_labels",
    tag = "solutions",
    params(("method" = Option<String>, Query,
        description = "The method for all games; default `auto`, which fits each game best")),
    request_body(content((String = "application/x-ndjson"), (Vec<String> = "application/json")),
        description = "At most 1000 labels: JSON strings, one a line, or one list in JSON"),
    responses((status = 200, description = "A document for each label, one a line", body = String,
        content_type = "application/x-ndjson")))]
pub async fn solve(
    State(service): State<Service>,
    query: RawQuery,
    headers: HeaderMap,
    rate: Option<Extension<ChargeRate>>,
    LabelLines(labels): LabelLines,
) -> ReplyResult {
    acceptable(&headers, LINES)?;
    let method = Query::of(query, &["method"])?.method()?;
    let end = Instant::now() + BATCH_TIME;
    // The stream goes on as fast as the client reads, and its work ends when it is dropped.
    let client = current_client();
    let lines = stream::iter(labels).map(move |label| {
        let (service, rate) = (service.clone(), rate.clone());
        work_for(client, async move {
            while let Some(wait) = rate.as_ref().and_then(|Extension(rate)| (rate.0)()) {
                sleep_until(end.min(Instant::now() + wait)).await;
                if Instant::now() >= end {
                    break;
                }
            }
            let answer = answer(&service, label, method, end).await;
            let answer = answer.inspect_err(|problem| service.count_refusal(problem));
            Ok::<_, Infallible>(answer.unwrap_or_else(|problem| problem.document() + "\n"))
        })
    });
    let body = Body::from_stream(lines.buffered(BATCH_AT_ONCE));
    Ok(([(header::CONTENT_TYPE, LINES)], body).into_response())
}

/// The line of a label. One that is refused because others are under way is asked again until the
/// time is over.
async fn answer(
    service: &Service,
    label: Result<String, String>,
    method: Method,
    end: Instant,
) -> Result<String, Problem> {
    let label = label.map_err(Error::Malformed)?;
    loop {
        let answer = answer_once(service, label.clone(), method, end).await;
        let again = Instant::now() + AGAIN;
        match answer {
            Err(problem) if problem.is_for_now() && again < end => sleep_until(again).await,
            answer => return answer,
        }
    }
}

async fn answer_once(
    service: &Service,
    label: String,
    method: Method,
    end: Instant,
) -> Result<String, Problem> {
    if Instant::now() >= end {
        return Err(Error::TimedOut(BATCH_TIME.as_secs()).into());
    }
    let answer = async {
        // A document is text, numbers and lists, which always have a JSON form.
        let line = |solution: &Certified<Solution>, _: &Control| {
            Ok(Document::of(solution).to_json_line().unwrap_or_default() + "\n")
        };
        let options = SolveOptions::from(method);
        let ask = |label| of_solved(service, GameSource::Label(label), options, |_| INSTANT, line);
        let found = ask(label).await;
        match found.as_ref().err().and_then(Problem::canonical) {
            Some(canonical) => ask(canonical.to_owned()).await,
            None => found,
        }
    };
    let late = || Err(Error::TimedOut(BATCH_TIME.as_secs()).into());
    timeout_at(end, in_time(&service.pool, answer)).await.unwrap_or_else(|_| late())
}
