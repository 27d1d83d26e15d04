//! The cache of answers that never change, as they were sent: a repeated request needs no handler,
//! no solve and no copy.
//!
//! An answer declares that it never changes (`immutable`). Its key is everything that it depends
//! on: the address with its query, the encoding, and the media type where the client chooses it.

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

/// The cached answers.
pub(super) struct ResponseCache {
    answers: Cache<String, CacheEntry, Weight>,
}

/// An entry of the cache.
#[derive(Clone)]
enum CacheEntry {
    /// Under an address: how clients choose one of its media types, if they do.
    Chosen(Option<Negotiated>),
    /// Under an address, an encoding and a media type.
    Answer(Arc<CachedResponse>),
}

/// The address and the encoding that are asked for.
pub(super) struct Name {
    address: String,
    encoding: &'static str,
}

/// An answer as it was sent, without the id of its request.
pub(super) struct CachedResponse {
    headers: HeaderMap,
    body: Bytes,
    pub(super) route: Arc<str>,
    solved_by: Option<SolvedBy>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<String, CacheEntry> for Weight {
    fn weight(&self, name: &String, entry: &CacheEntry) -> u64 {
        let answer = match entry {
            CacheEntry::Chosen(_) => 0,
            CacheEntry::Answer(answer) => answer.body.len(),
        };
        (name.len() + answer + BESIDE) as u64
    }
}

impl ResponseCache {
    /// Nothing yet, and never more than so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Self { answers: Cache::with_weighter(bytes as usize / (2 * BESIDE), bytes, Weight) }
    }

    /// The answer of this name to a client with these headers, if it is cached.
    pub(super) fn known(&self, name: &Name, request: &HeaderMap) -> Option<Arc<CachedResponse>> {
        let CacheEntry::Chosen(negotiated) = self.answers.get(&name.address)? else { return None };
        let media = negotiated.map_or(Some(""), |negotiated| negotiated.media(request))?;
        match self.answers.get(&name.with(media))? {
            CacheEntry::Answer(answer) => Some(answer),
            CacheEntry::Chosen(_) => None,
        }
    }

    /// Caches an answer that never changes.
    pub(super) async fn keep(&self, name: Name, taken: &Taken, response: Response) -> Response {
        let lasts = |value: &header::HeaderValue| value.as_bytes().ends_with(b"immutable");
        let lasting = response.status() == StatusCode::OK
            && response.headers().get(header::CACHE_CONTROL).is_some_and(lasts);
        if !lasting {
            return response;
        }
        let (head, body) = response.into_parts();
        // All of it is in memory, so nothing waits; an answer too long for the cache is sent all
        // the same.
        let body = match to_bytes(body, usize::MAX).await {
            Ok(body) => body,
            Err(error) => {
                return Problem::from(Error::System(format!("an answer: {error}"))).into_response();
            }
        };
        if body.len() <= KEPT_ANSWER_BYTES {
            let negotiated = head.extensions.get::<Negotiated>().copied();
            let media =
                head.headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
            let media =
                media.and_then(|media| media.split(';').next()).filter(|_| negotiated.is_some());
            let media = media.unwrap_or_default();
            let (headers, solved_by) = (head.headers.clone(), head.extensions.get().cloned());
            // A text may have been given more room than it needs.
            let answer = CachedResponse {
                headers,
                body: Bytes::copy_from_slice(&body),
                route: taken.name(),
                solved_by,
            };
            self.answers.insert(name.with(media), CacheEntry::Answer(Arc::new(answer)));
            self.answers.insert(name.address, CacheEntry::Chosen(negotiated));
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

impl CachedResponse {
    /// The answer once more, or 304 to a client that has it.
    pub(super) fn reply(&self, request: &HeaderMap) -> Response {
        let tag = self.headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
        let mut response = match tag {
            Some(tag) if has(request, tag.trim_start_matches("W/")) => {
                StatusCode::NOT_MODIFIED.into_response()
            }
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
