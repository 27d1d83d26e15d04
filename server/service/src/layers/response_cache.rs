//! Answers that never change, kept in memory as they were sent: who asks again is answered without a search for the handler,
//! a solve or a copy.
//!
//! An answer says itself that it never changes (`immutable`). It is kept under everything that it depends on: the address
//! with its query, the encoding, and the media type, where the address leaves that to the client.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bluff_batch::error::Error;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::limits::KEPT_ANSWER_BYTES;
use crate::problem::Problem;
use crate::values::SolvedBy;
use crate::values::form::Negotiated;
use crate::values::reply::has;

use super::record::Taken;

/// What an answer takes beside its name and its body, in bytes: headers, and a place in the table.
const BESIDE: usize = 2_048;

/// The answers that are kept.
pub(super) struct ResponseCache {
    answers: Cache<String, Entry, Weight>,
}

/// What is kept under a name.
#[derive(Clone)]
enum Entry {
    /// Under an address: how clients choose one of its media types, if they do.
    Chosen(Option<Negotiated>),
    /// Under an address, an encoding and a media type.
    Answer(Arc<Answer>),
}

/// The address and the encoding that are asked for.
pub(super) struct Name {
    address: String,
    encoding: &'static str,
}

/// An answer as it was sent, without the id of its request.
pub(super) struct Answer {
    headers: HeaderMap,
    body: Bytes,
    pub(super) route: Arc<str>,
    solved_by: Option<SolvedBy>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<String, Entry> for Weight {
    fn weight(&self, name: &String, entry: &Entry) -> u64 {
        let answer = match entry {
            Entry::Chosen(_) => 0,
            Entry::Answer(answer) => answer.body.len(),
        };
        (name.len() + answer + BESIDE) as u64
    }
}

impl ResponseCache {
    /// Nothing yet, and never more than so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Self { answers: Cache::with_weighter(bytes as usize / (2 * BESIDE), bytes, Weight) }
    }

    /// The answer of this name to a client with these headers, if it is kept.
    pub(super) fn known(&self, name: &Name, request: &HeaderMap) -> Option<Arc<Answer>> {
        let Entry::Chosen(negotiated) = self.answers.get(&name.address)? else { return None };
        let media = negotiated.map_or(Some(""), |negotiated| negotiated.media(request))?;
        match self.answers.get(&name.with(media))? {
            Entry::Answer(answer) => Some(answer),
            Entry::Chosen(_) => None,
        }
    }

    /// Keeps an answer that never changes.
    pub(super) async fn keep(&self, name: Name, taken: &Taken, response: Response) -> Response {
        let lasts = |value: &header::HeaderValue| value.as_bytes().ends_with(b"immutable");
        let lasting =
            response.status() == StatusCode::OK && response.headers().get(header::CACHE_CONTROL).is_some_and(lasts);
        if !lasting {
            return response;
        }
        let (head, body) = response.into_parts();
        // All of it is in memory: nothing is waited for, and what is too long to be kept is sent all the same.
        let body = match to_bytes(body, usize::MAX).await {
            Ok(body) => body,
            Err(error) => return Problem::from(Error::System(format!("an answer: {error}"))).into_response(),
        };
        if body.len() <= KEPT_ANSWER_BYTES {
            let negotiated = head.extensions.get::<Negotiated>().copied();
            let media = head.headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
            let media = media.and_then(|media| media.split(';').next()).filter(|_| negotiated.is_some());
            let media = media.unwrap_or_default();
            let (headers, solved_by) = (head.headers.clone(), head.extensions.get().cloned());
            // A text may have been given more room than it needs.
            let answer = Answer { headers, body: Bytes::copy_from_slice(&body), route: taken.name(), solved_by };
            self.answers.insert(name.with(media), Entry::Answer(Arc::new(answer)));
            self.answers.insert(name.address, Entry::Chosen(negotiated));
        }
        Response::from_parts(head, Body::from(body))
    }
}

impl Name {
    /// The name of what is asked in this encoding; only a GET can be answered again.
    pub(super) fn of(request: &Request, encoding: &'static str) -> Option<Self> {
        let address = request.uri().path_and_query().filter(|_| request.method() == Method::GET)?;
        Some(Self { address: address.as_str().to_owned(), encoding })
    }

    /// The name of the answer in a media type. No address has a blank.
    fn with(&self, media: &str) -> String {
        format!("{} {} {media}", self.address, self.encoding)
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
