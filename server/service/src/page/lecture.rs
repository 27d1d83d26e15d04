//! Lecture mode is a matter of the browser: live.js reads `lecture` off the address of any page and
//! makes its picture large.

use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::Next;
use axum::response::Response;

/// The key of the query.
const LECTURE: &str = "lecture";

/// Takes `lecture` out of the query, so that every page takes it and none knows of it.
pub(super) async fn unseen(mut request: Request, next: Next) -> Response {
    if let Some(uri) = without(request.uri()) {
        *request.uri_mut() = uri;
    }
    next.run(request).await
}

/// The address without the key; `None` where it is not there.
fn without(uri: &Uri) -> Option<Uri> {
    let query = uri.query()?;
    let other = |part: &&str| part.split('=').next() != Some(LECTURE);
    let kept: Vec<&str> = query.split('&').filter(other).collect();
    if kept.len() == query.split('&').count() {
        return None;
    }
    let address = match kept.join("&") {
        none if none.is_empty() => uri.path().to_owned(),
        kept => format!("{}?{kept}", uri.path()),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(address).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_alone_is_taken_out() {
        for (address, expected) in [
            ("/river?lecture", Some("/river")),
            ("/river?view=2&lecture&card=5", Some("/river?view=2&card=5")),
            ("/map/von-neumann?lecture=1&n=2..9", Some("/map/von-neumann?n=2..9")),
            ("http://here/river?lecture", Some("http://here/river")),
            ("/river?lectures", None),
            ("/river", None),
        ] {
            let uri: Uri = address.parse().unwrap();
            assert_eq!(without(&uri).map(|uri| uri.to_string()).as_deref(), expected);
        }
    }
}
