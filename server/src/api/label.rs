//! The label in an address.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::error::Error;
use crate::limits::LABEL_BYTES;

/// The label in an address: what its route leaves open, not longer than any game's.
///
/// Refused with `Malformed`: a part of an address that is no text, and one that is longer.
pub struct Label(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Label {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let open = RawPathParams::from_request_parts(parts, state).await.map_err(|_| not_text())?;
        let label = open.iter().map(|(_, part)| part).collect::<Vec<_>>().join("/");
        if label.len() > LABEL_BYTES {
            let reason = format!("a label of {} bytes, expected at most {LABEL_BYTES}", label.len());
            return Err(Error::Malformed(reason));
        }
        Ok(Self(label))
    }
}

/// The error of an address with a part that is no text.
pub(super) fn not_text() -> Error {
    Error::Malformed("the address is not UTF-8 text".to_owned())
}
