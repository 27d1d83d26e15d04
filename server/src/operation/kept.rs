//! Answers that never change, kept in memory as they were sent: who asks again is answered without a search for the handler,
//! a solve or a copy.
//!
//! An answer says itself that it never changes (`immutable`). It is kept under everything that it depends on: the address
//! with its query, and what the client accepts. One that is computed in about the time that it takes to keep it is kept when it is asked
//! for a second time.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

use crate::api::reply::has;
use crate::error::Error;
use crate::limits::KEPT_ANSWER_BYTES;

use super::record::{SolvedBy, Taken};

/// What an answer takes beside its name and its body, in bytes: headers, and a place in the table.
const BESIDE: usize = 2_048;

/// How many short answers are remembered to have been asked for.
const ONCE: usize = 1 << 16;

/// Among the extensions of an answer: it took about as long to compute as it takes to keep.
#[derive(Clone, Copy, Debug)]
pub struct Short;

/// The answers that are kept.
pub(super) struct Kept {
    answers: Cache<Name, Arc<Answer>, Weight, RandomState>,
    /// Short answers that were asked for once, by the hashes of their names; each until another takes its place.
    once: Box<[AtomicU64]>,
    key: RandomState,
}

/// Everything that an answer which never changes depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Name(String);

/// An answer as it was sent, without the id of its request.
pub(super) struct Answer {
    headers: HeaderMap,
    body: Bytes,
    pub(super) route: Arc<str>,
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
    pub(super) fn new(bytes: u64) -> Self {
        let (answers, key) = (bytes as usize / (2 * BESIDE), RandomState::new());
        let answers = Cache::with(answers, bytes, Weight, key.clone(), DefaultLifecycle::default());
        Self { answers, once: (0..ONCE).map(|_| AtomicU64::new(0)).collect(), key }
    }

    /// The answer of this name, if it is kept.
    pub(super) fn known(&self, name: &Name) -> Option<Arc<Answer>> {
        self.answers.get(name)
    }

    /// Keeps an answer that never changes.
    pub(super) async fn keep(&self, name: Name, taken: &Taken, mut response: Response) -> Response {
        let short = response.extensions_mut().remove::<Short>().is_some();
        let lasts = |value: &header::HeaderValue| value.as_bytes().ends_with(b"immutable");
        let lasting =
            response.status() == StatusCode::OK && response.headers().get(header::CACHE_CONTROL).is_some_and(lasts);
        if !lasting || short && !self.asked_before(&name) {
            return response;
        }
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
            self.answers.insert(name, Arc::new(answer));
        }
        Response::from_parts(head, Body::from(body))
    }

    /// Whether this was asked for a while ago.
    fn asked_before(&self, name: &Name) -> bool {
        let hash = self.key.hash_one(name);
        self.once[hash as usize % ONCE].swap(hash, Ordering::Relaxed) == hash
    }
}

impl Name {
    /// The name of what is asked; only a GET can be answered again.
    pub(super) fn of(request: &Request) -> Option<Self> {
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
    pub(super) fn reply(&self, request: &HeaderMap) -> Response {
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
