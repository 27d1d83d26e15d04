//! Headers of every answer: what browsers may do with it.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// What a browser may load for an answer of the service itself: nothing. Pages that need more say
/// so themselves.
static NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// Pictures carry their colours with them.
static PICTURE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
);

/// Headers that an answer has unless it brings its own.
static ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Adds the headers, and makes the tag of a compressed answer a weak one: its bytes are not those
/// the tag was made of.
pub(super) fn put(headers: &mut HeaderMap) {
    let picture = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"image/svg"));
    let policy = if picture { &PICTURE } else { &NOTHING };
    let always = ALWAYS.iter().map(|(name, value)| (name, value));
    for (name, value) in always.chain([(&header::CONTENT_SECURITY_POLICY, policy)]) {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    let compressed = headers.contains_key(header::CONTENT_ENCODING);
    let strong = headers
        .get(header::ETAG)
        .and_then(|tag| tag.to_str().ok())
        .filter(|tag| tag.starts_with('"'));
    if let Some(weak) = strong
        .filter(|_| compressed)
        .and_then(|tag| HeaderValue::from_str(&format!("W/{tag}")).ok())
    {
        headers.insert(header::ETAG, weak);
    }
}
