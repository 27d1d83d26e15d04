//! Headers of every answer: the rights of browsers.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};

/// The policy of most answers: they load nothing. Pages have a policy of their own.
static NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// The policy of pictures, which contain their colours.
static PICTURE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
);

/// The header that says whose pages may show an answer.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Headers that an answer has unless it brings its own.
static ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Headers of answers that the pages of all sites may read and show.
static SHARED: [(HeaderName, HeaderValue); 3] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    (
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("etag, location, retry-after, x-request-id"),
    ),
    (RESOURCE_POLICY, HeaderValue::from_static("cross-origin")),
];

/// The answers that the pages of all sites may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// Answers of the API.
    All,
    /// Answers that never change: the forms of a solution, and pictures.
    Immutable,
    None,
}

impl Sharing {
    /// The answers to this request that are shared: other sites may read, and not write.
    pub(super) fn of(request: &Request) -> Self {
        let path = request.uri().path();
        match *request.method() {
            Method::GET | Method::HEAD if path.starts_with("/api/") => Self::All,
            Method::GET | Method::HEAD => Self::Immutable,
            _ => Self::None,
        }
    }

    fn includes(self, headers: &HeaderMap) -> bool {
        self == Self::All || self == Self::Immutable && is_immutable(headers)
    }
}

/// True of the headers of an answer that never changes.
pub(super) fn is_immutable(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CACHE_CONTROL);
    value.is_some_and(|value| value.as_bytes().ends_with(b"immutable"))
}

/// Adds the headers. Makes the tag of a compressed answer weak: its bytes are not those that the
/// tag was made of.
pub(super) fn put(headers: &mut HeaderMap, sharing: Sharing) {
    if sharing.includes(headers) {
        headers.extend(SHARED.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    let is = |media: &[u8]| {
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(media))
    };
    let (picture, events) = (is(b"image/svg"), is(b"text/event-stream"));
    if events {
        // Proxies such as nginx keep an answer back until it is long.
        headers.insert(BUFFERING, HeaderValue::from_static("no"));
    }
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
