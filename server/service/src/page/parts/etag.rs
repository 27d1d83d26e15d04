//! Pages that a browser has already are not sent again.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::api::reply::{has, tag};

/// Gives every page a strong tag of its bytes, and answers 304 to a browser that has them. A page
/// is kept but asked for again: it changes when the service does.
pub(crate) async fn tagged(request: Request, next: Next) -> Response {
    let known = request.headers().get_all(header::IF_NONE_MATCH).iter().cloned();
    let known = HeaderMap::from_iter(known.map(|tag| (header::IF_NONE_MATCH, tag)));
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    if response.status() != StatusCode::OK
        || kind.is_none_or(|kind| !kind.as_bytes().starts_with(b"text/html"))
    {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The whole page is there; nothing is waited for.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let tag = tag(&bytes);
    let answered = has(&known, &tag);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, tag);
    }
    if answered {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}
