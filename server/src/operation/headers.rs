//! Headers of every answer: what browsers may do with it.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// What a browser may load for an answer of the service itself: nothing. Pages that need more say so themselves.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";
/// Pictures carry their colours with them.
const PICTURE: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// The page that shows the OpenAPI document runs its own scripts and asks the service.
const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                    connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers that an answer has unless it brings its own.
const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds the headers, and makes the tag of a compressed answer a weak one: its bytes are not those the tag was made of.
pub(super) async fn headed(request: Request, next: Next) -> Response {
    let docs = request.uri().path().starts_with("/docs");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let picture = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"image/svg"));
    let policy = match (docs, picture) {
        (true, _) => DOCS,
        (_, true) => PICTURE,
        _ => NOTHING,
    };
    let policy = (header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in ALWAYS.into_iter().chain([policy]) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    let compressed = headers.contains_key(header::CONTENT_ENCODING);
    let strong = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()).filter(|tag| tag.starts_with('"'));
    if let Some(weak) = strong.filter(|_| compressed).and_then(|tag| HeaderValue::from_str(&format!("W/{tag}")).ok()) {
        headers.insert(header::ETAG, weak);
    }
    response
}
