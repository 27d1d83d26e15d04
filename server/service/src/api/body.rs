//! Bodies of requests: text in a media type that the resource reads, not longer than allowed.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::not_allowed;

use crate::limits::BODY_BYTES;
use crate::problem::Problem;

/// Default content types of common clients. They say nothing about the body, which is then read in
/// the first media type of the resource.
const UNSPECIFIC: [&str; 3] =
    ["application/x-www-form-urlencoded", "application/octet-stream", "text/plain"];

/// A body of text in one of several media types.
pub(crate) struct TypedText {
    pub(crate) text: String,
    pub(crate) media: &'static str,
}

impl TypedText {
    /// Reads a body in one of these media types; in the first if the request names none.
    ///
    /// Errors: `UnknownType`, `Encoded`, `BodyTooLong`, `Malformed`.
    pub(crate) async fn read(
        request: Request,
        state: &(impl Send + Sync),
        known: &'static [&'static str],
    ) -> Result<Self, Problem> {
        let (bytes, media) = whole_body(request, state, known).await?;
        let text = String::from_utf8(bytes.into()).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            not_allowed(format!("byte {place} of the body"), "UTF-8 text")
        })?;
        Ok(Self { text, media })
    }
}

/// The bytes of a body in one of several media types, and its type.
///
/// Errors: as [`TypedText::read`], but for text that is none.
pub(super) async fn whole_body(
    request: Request,
    state: &(impl Send + Sync),
    known: &'static [&'static str],
) -> Result<(Bytes, &'static str), Problem> {
    let media = media(request.headers(), known)?;
    let bytes = Bytes::from_request(request, state).await;
    let bytes = bytes.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::BodyTooLong(BODY_BYTES),
        _ => Error::Malformed("the body could not be read".to_owned()).into(),
    })?;
    Ok((bytes, media))
}

fn media(headers: &HeaderMap, known: &'static [&'static str]) -> Result<&'static str, Problem> {
    let value = |name| {
        let value = headers.get(name)?;
        Some(String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
    };
    let encoding = value(header::CONTENT_ENCODING);
    if let Some(encoding) = encoding.filter(|given| !given.eq_ignore_ascii_case("identity")) {
        return Err(Problem::Encoded(printable(&encoding)));
    }
    let given = value(header::CONTENT_TYPE).unwrap_or_default();
    let media = given.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if media.is_empty() || UNSPECIFIC.contains(&media.as_str()) {
        return Ok(known[0]);
    }
    let found = known.iter().find(|known| **known == media);
    found.copied().ok_or_else(|| Problem::UnknownType {
        given: printable(&given),
        expected: known.join(", "),
    })
}
