//! Headers of every answer: the rights of browsers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The policy of most answers: they load nothing. Pages have a policy of their own.
static NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// The policy of pictures, which contain their colours.
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

/// Adds the headers. Makes the tag of a compressed answer weak: its bytes are not those that the
/// tag was made of.
pub(super) fn put(headers: &mut HeaderMap) {
    let picture = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"image/svg"));
    let policy = if picture { &PICTURE } else { &NOTHING };
    let always = ALWAYS.iter().map(|(name, value)| (name, value));
    for (name, value) in always.chain([(&header::CONTENT_SECURITY_POLICY, policy)]) {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    if !headers.contains_key(header::CONTENT_ENCODING) {
        return;
    }
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let strong = tag.filter(|tag| tag.starts_with('"'));
    if let Some(weak) = strong.and_then(|tag| HeaderValue::from_str(&format!("W/{tag}")).ok()) {
        headers.insert(header::ETAG, weak);
    }
}
