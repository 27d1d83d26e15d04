//! The response cache: answers that never change, as they were sent. A repeated request needs no
//! handler, no solve and no copy.
//!
//! An answer declares that it never changes (`immutable`). Its key is everything that it depends
//! on: the address with its query, the encoding, and the media type where the client selects it.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quick_cache::sync::Cache;

use crate::limits::{KEPT_ANSWER_BYTES, KeptByWeight, WeighedBy};
use crate::values::SolvedBy;
use crate::values::form::Negotiated;
use crate::values::reply::has;

use super::collected;
use super::headers::is_immutable;
use super::record::MatchedRoute;

/// Bytes of an entry beside its key and its body: headers, and a place in the table.
const OVERHEAD: usize = 2_048;

/// The cached answers.
pub(super) struct ResponseCache {
    entries: KeptByWeight<CacheEntry>,
}

/// An entry of the cache.
#[derive(Clone)]
enum CacheEntry {
    /// Under an address: the choice among its media types, if the `Accept` header makes one.
    Choice(Option<Negotiated>),
    /// Under an address, an encoding and a media type.
    Answer(Arc<CachedResponse>),
}

/// The address and the encoding of a request.
pub(super) struct CacheKey {
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

/// Bytes of an entry under this key.
fn entry_bytes(key: &str, entry: &CacheEntry) -> u64 {
    let body = match entry {
        CacheEntry::Choice(_) => 0,
        CacheEntry::Answer(answer) => answer.body.len(),
    };
    (key.len() + body + OVERHEAD) as u64
}

impl ResponseCache {
    /// An empty cache of at most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let most = bytes as usize / (2 * OVERHEAD);
        Self { entries: Cache::with_weighter(most, bytes, WeighedBy(entry_bytes)) }
    }

    /// The cached answer under this key, for a request with these headers.
    pub(super) fn get(&self, key: &CacheKey, request: &HeaderMap) -> Option<Arc<CachedResponse>> {
        let CacheEntry::Choice(choice) = self.entries.get(&key.address)? else { return None };
        let media = choice.map_or(Some(""), |choice| choice.media(request))?;
        match self.entries.get(&key.with(media))? {
            CacheEntry::Answer(answer) => Some(answer),
            CacheEntry::Choice(_) => None,
        }
    }

    /// Caches an answer that never changes; returns every answer as it is.
    pub(super) async fn store(
        &self,
        key: CacheKey,
        route: &MatchedRoute,
        response: Response,
    ) -> Response {
        if response.status() != StatusCode::OK || !is_immutable(response.headers()) {
            return response;
        }
        let (head, body) = response.into_parts();
        // All of it is in memory, so nothing waits.
        let body = match collected(body).await {
            Ok(body) => body,
            Err(problem) => return problem.into_response(),
        };
        if body.len() <= KEPT_ANSWER_BYTES {
            let choice = head.extensions.get::<Negotiated>().copied();
            let media = head.headers.get(header::CONTENT_TYPE).filter(|_| choice.is_some());
            let media = media.and_then(|media| media.to_str().ok()?.split(';').next());
            let answer = CachedResponse {
                headers: head.headers.clone(),
                // A copy, because the text may have spare capacity.
                body: Bytes::copy_from_slice(&body),
                route: route.name(),
                solved_by: head.extensions.get().cloned(),
            };
            let answer = CacheEntry::Answer(Arc::new(answer));
            self.entries.insert(key.with(media.unwrap_or_default()), answer);
            self.entries.insert(key.address, CacheEntry::Choice(choice));
        }
        Response::from_parts(head, Body::from(body))
    }
}

impl CacheKey {
    /// The key of a request in this encoding; only answers to GET are cached.
    pub(super) fn of(request: &Request, encoding: &'static str) -> Option<Self> {
        let address = request.uri().path_and_query().filter(|_| request.method() == Method::GET)?;
        Some(Self { address: address.as_str().to_owned(), encoding })
    }

    /// The key of the answer in a media type. No address has a blank.
    fn with(&self, media: &str) -> String {
        format!("{} {} {media}", self.address, self.encoding)
    }
}

impl CachedResponse {
    /// The answer once more, or 304 to a client that has it.
    pub(super) fn reply(&self, request: &HeaderMap) -> Response {
        let tag = self.headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
        let known = tag.is_some_and(|tag| has(request, tag.trim_start_matches("W/")));
        let mut response = if known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Response::new(Body::from(self.body.clone()))
        };
        *response.headers_mut() = self.headers.clone();
        if known {
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
