//! Answers that never change: their entity tag and cache headers.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::form::{JSON, Negotiated};

/// Text of an answer that never changes, with its strong entity tag; without one if an early end
/// cut the work short, so that another request may find more.
#[derive(Clone, Debug)]
pub struct ImmutableText {
    text: Bytes,
    tag: Option<String>,
}

impl ImmutableText {
    /// Hashes the text: to be called on the thread that computed it, not on the event loop.
    pub(crate) fn new(text: String) -> Self {
        Self { tag: Some(tag(&text)), text: text.into() }
    }

    /// The same text, which no cache keeps if it was cut short.
    pub(crate) fn unless(self, is_cut_short: bool) -> Self {
        Self { tag: self.tag.filter(|_| !is_cut_short), ..self }
    }

    /// The answer to a POST request. Clients cannot cache it, because it has no address of its own.
    pub(crate) fn uncached(self, media: &str) -> Response {
        ([(header::CONTENT_TYPE, content_type(media))], self.text).into_response()
    }

    /// The answer to a GET request, or 304 if the client has it. `negotiated` is the choice that
    /// the `Accept` header made, if it did; the answer carries it among its extensions.
    pub(crate) fn reply(
        self,
        media: &str,
        negotiated: Option<Negotiated>,
        request: &HeaderMap,
    ) -> Response {
        let known = self.tag.as_ref().is_some_and(|tag| has(request, tag));
        let caching = match self.tag {
            Some(_) => "public, max-age=31536000, immutable",
            None => "no-store",
        };
        let mut response = if known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            ([(header::CONTENT_TYPE, content_type(media))], self.text).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        if let Some(Ok(tag)) = self.tag.map(HeaderValue::try_from) {
            headers.insert(header::ETAG, tag);
        }
        if let Some(negotiated) = negotiated {
            headers.insert(header::VARY, HeaderValue::from_static("accept"));
            response.extensions_mut().insert(negotiated);
        }
        response
    }
}

/// The content type of an answer of this media type; text is UTF-8.
fn content_type(media: &str) -> String {
    if media.starts_with("text/") { format!("{media}; charset=utf-8") } else { media.to_owned() }
}

/// The strong entity tag of an answer.
pub(crate) fn tag(answer: impl AsRef<[u8]>) -> String {
    format!("\"{}\"", &fingerprint(answer)[..32])
}

/// The SHA-256 of a text, in hexadecimal digits.
pub(crate) fn fingerprint(text: impl AsRef<[u8]>) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    Sha256::digest(text).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// An answer in JSON.
pub(crate) fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, JSON)], text).into_response()
}

/// True if `If-None-Match` names this tag; weak tags match too, as for any GET.
pub(crate) fn has(request: &HeaderMap, tag: &str) -> bool {
    let tags =
        request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|given| given == "*" || given.strip_prefix("W/").unwrap_or(given) == tag)
}
