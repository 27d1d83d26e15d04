//! Answers that never change, kept in memory as they were sent: who asks again is answered without a search for the handler,
//! a solve or a copy.
//!
//! An answer says itself that it never changes (`immutable`). It is kept under everything that it depends on: the address
//! with its query, and what the client accepts.

use std::hash::RandomState;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

use crate::api::reply::has;
use crate::error::Error;
use crate::limits::KEPT_ANSWER_BYTES;

use super::metrics::Metrics;
use super::rate::Rate;
use super::record::{Record, SolvedBy, Taken};

/// What an answer takes beside its name and its body, in bytes: headers, and a place in the table.
const BESIDE: usize = 2_048;

/// The answers that are kept, and what stands around them as around all others.
pub(super) struct Kept {
    answers: Cache<Name, Arc<Answer>, Weight, RandomState>,
    rate: Option<Arc<Rate>>,
    metrics: Arc<Metrics>,
}

/// Everything that an answer which never changes depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Name(String);

/// An answer as it was sent, without the id of its request.
struct Answer {
    headers: HeaderMap,
    body: Bytes,
    route: Arc<str>,
    solved_by: Option<SolvedBy>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Name, Arc<Answer>> for Weight {
    fn weight(&self, name: &Name, answer: &Arc<Answer>) -> u64 {
        (name.0.len() + answer.body.len() + BESIDE) as u64
    }
}

impl Kept {
    /// Nothing yet, and never more than so many bytes.
    pub(super) fn new(bytes: u64, rate: Option<Arc<Rate>>, metrics: Arc<Metrics>) -> Self {
        let answers = bytes as usize / (2 * BESIDE);
        Self {
            answers: Cache::with(answers, bytes, Weight, RandomState::new(), DefaultLifecycle::default()),
            rate,
            metrics,
        }
    }
}

impl Name {
    /// The name of what is asked; only a GET can be answered again.
    fn of(request: &Request) -> Option<Self> {
        if request.method() != Method::GET {
            return None;
        }
        let mut name = request.uri().path_and_query()?.as_str().to_owned();
        for accepted in [header::ACCEPT, header::ACCEPT_ENCODING] {
            name.push('\n');
            for value in request.headers().get_all(accepted) {
                name.push_str(value.to_str().ok()?);
                name.push(',');
            }
        }
        Some(Self(name))
    }
}

impl Answer {
    /// The answer once more, or 304 to a client that has it.
    fn reply(&self, request: &HeaderMap) -> Response {
        let tag = self.headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
        let mut response = match tag {
            Some(tag) if has(request, tag.trim_start_matches("W/")) => StatusCode::NOT_MODIFIED.into_response(),
            _ => Response::new(Body::from(self.body.clone())),
        };
        *response.headers_mut() = self.headers.clone();
        if response.status() == StatusCode::NOT_MODIFIED {
            for name in [header::CONTENT_TYPE, header::CONTENT_ENCODING] {
                response.headers_mut().remove(name);
            }
        }
        if let Some(method) = &self.solved_by {
            response.extensions_mut().insert(method.clone());
        }
        response
    }
}

/// Answers from memory, within the rate of the client; asks the service for what is not there.
pub(super) async fn given(State(kept): State<Arc<Kept>>, mut request: Request, next: Next) -> Response {
    let Some(name) = Name::of(&request) else { return next.run(request).await };
    let Some(answer) = kept.answers.get(&name) else {
        request.extensions_mut().insert((name, kept));
        return next.run(request).await;
    };
    // Who asks too often is refused by the service itself.
    if kept.rate.as_ref().is_some_and(|rate| rate.refusal(&request).is_some()) {
        return next.run(request).await;
    }
    let record = Record::begin(&request, Taken::known(Arc::clone(&answer.route)), Arc::clone(&kept.metrics));
    kept.metrics.repeated();
    record.around(answer.reply(request.headers()))
}

/// Keeps an answer that never changes.
pub(super) async fn keep(mut request: Request, next: Next) -> Response {
    let Some((name, kept)) = request.extensions_mut().remove::<(Name, Arc<Kept>)>() else {
        return next.run(request).await;
    };
    let taken = request.extensions().get::<Taken>().cloned();
    let response = next.run(request).await;
    let lasts = |value: &header::HeaderValue| value.as_bytes().ends_with(b"immutable");
    let lasting =
        response.status() == StatusCode::OK && response.headers().get(header::CACHE_CONTROL).is_some_and(lasts);
    let Some(taken) = taken.filter(|_| lasting) else { return response };
    let (head, body) = response.into_parts();
    // All of it is in memory: nothing is waited for, and what is too long to be kept is sent all the same.
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return Error::System(format!("an answer: {error}")).into_response(),
    };
    if body.len() <= KEPT_ANSWER_BYTES {
        let (headers, solved_by) = (head.headers.clone(), head.extensions.get().cloned());
        // A text may have been given more room than it needs.
        let answer = Answer { headers, body: Bytes::copy_from_slice(&body), route: taken.name(), solved_by };
        kept.answers.insert(name, Arc::new(answer));
    }
    Response::from_parts(head, Body::from(body))
}
