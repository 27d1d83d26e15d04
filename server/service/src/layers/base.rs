//! The path below which a proxy shows the service.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;

use super::collected;

/// The texts that have addresses, by the first bytes of their media types.
const TEXTS: [&str; 5] =
    ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/problem+json"];
/// Events, which are sent one by one.
const EVENTS: &str = "text/event-stream";

/// The signs before an address and its first slash, in pages and pictures, styles, scripts,
/// problem documents, events and the OpenAPI document. What people wrote has no such signs: they
/// are escaped.
const BEFORE: [&str; 10] = [
    " href=\"/",
    " src=\"/",
    "action=\"/",
    " data-address=\"/",
    " data-events=\"/",
    "url(/",
    "'/assets/",
    ":\"/docs#",
    ":\"/api/v1/",
    "\"url\": \"/",
];

/// Takes the base off the address of a request. An address without it stays: probes of the process
/// do not know of the proxy.
pub(super) fn take_off(base: &str, request: &mut Request) {
    let path = request.uri().path_and_query().and_then(|given| {
        let rest = given.as_str().strip_prefix(base)?;
        match rest.bytes().next() {
            None | Some(b'?') => format!("/{rest}").parse::<PathAndQuery>().ok(),
            Some(b'/') => rest.parse().ok(),
            Some(_) => None,
        }
    });
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = path.or(parts.path_and_query);
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
}

/// The answer with the base before every address of the service in it. `is_document` is true for
/// the OpenAPI document, the only answer in JSON that is changed.
pub(super) async fn put_on(base: &str, is_document: bool, mut response: Response) -> Response {
    let headers = response.headers_mut();
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let place = text(header::LOCATION).filter(|place| place.starts_with('/'));
    let place = place.map(|place| HeaderValue::try_from(format!("{base}{place}")));
    let media = text(header::CONTENT_TYPE).unwrap_or_default();
    let is_text = is_document || TEXTS.iter().any(|kind| media.starts_with(kind));
    let is_stream = media.starts_with(EVENTS);
    if let Some(Ok(place)) = place {
        headers.insert(header::LOCATION, place);
    }
    if is_stream {
        let base = base.to_owned();
        return response.map(|body| {
            let events = body.into_data_stream();
            Body::from_stream(events.map(move |event| event.map(|bytes| moved(&base, &bytes))))
        });
    }
    if !is_text {
        return response;
    }
    headers.remove(header::CONTENT_LENGTH);
    let (head, body) = response.into_parts();
    match collected(body).await {
        Ok(bytes) => Response::from_parts(head, Body::from(moved(base, &bytes))),
        Err(problem) => problem.into_response(),
    }
}

/// The text with its addresses below the base.
fn moved(base: &str, text: &Bytes) -> Bytes {
    let text = String::from_utf8_lossy(text).into_owned();
    let below = |text: String, before: &&str| {
        text.replace(before, &before.replacen('/', &format!("{base}/"), 1))
    };
    BEFORE.iter().fold(text, below).into()
}
