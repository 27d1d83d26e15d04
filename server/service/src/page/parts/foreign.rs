//! Fields of a query that a page does not read: `lecture` and `embed`, which are for the browser
//! (live.js makes the picture of any page large, or leaves nothing beside it), and those that other
//! sites append to links.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bluff_batch::file::printable;
use bluff_questions::allowed_fields;

use crate::problem::{KnownFields, Problem};

use super::frame::with_more;

/// The key of a page in a frame.
const EMBED: &str = "embed";
/// The keys of lecture mode and of a page in a frame.
const MODES: [&str; 2] = ["lecture", EMBED];
/// The part of the policy of pages that other sites may not show.
const NO_FRAMES: &str = "frame-ancestors 'none'";
/// The head of a page in a frame.
const OUTSIDE: &str = "<head><base target=\"_blank\">";
/// Pages that do more than answer: in a frame, a click there could be meant for another page.
const ACTING: [&str; 3] = ["/sweeps", "/class", "/tables"];

/// Gives the address to which a response leads the modes of the one that was asked for.
fn lead_on(response: &mut Response, modes: &[&str]) {
    let location = response.headers().get(header::LOCATION).and_then(|place| place.to_str().ok());
    let Some(mut location) = location.map(str::to_owned) else { return };
    for mode in modes {
        let page = location.split('#').next().unwrap_or_default();
        let fields = page.split_once('?').map_or("", |(_, fields)| fields);
        if !fields.split('&').any(|field| field == *mode) {
            location = with_more(&location, Some(mode));
        }
    }
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
}

/// Takes `lecture` and `embed` out of the query, so that every page takes them and none knows of
/// them. Only a page with `embed` that does not act may be shown in frames of other sites. Where a
/// page finds a field that it does not know, redirects to the address without it.
pub(crate) async fn dropped(mut request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let uri = request.uri().clone();
    let acts = |page: &&str| {
        uri.path().strip_prefix(page).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let may_be_framed = reads && !ACTING.iter().any(acts);
    let (mut embeds, mut modes) = (false, Vec::new());
    let others = with_fields(&uri, |key| {
        embeds |= key == EMBED;
        modes.extend(MODES.into_iter().filter(|mode| *mode == key));
        !MODES.contains(&key)
    });
    if let Some(others) = others {
        *request.uri_mut() = others;
    }
    let mut response = next.run(request).await;
    let policy = response.headers_mut().get_mut(header::CONTENT_SECURITY_POLICY);
    if let Some(policy) = policy.filter(|_| embeds && may_be_framed)
        && let Ok(Ok(framed)) = policy
            .to_str()
            .map(|policy| HeaderValue::try_from(policy.replace(NO_FRAMES, "frame-ancestors *")))
    {
        *policy = framed;
        response = out_of_the_frame(response).await;
    }
    lead_on(&mut response, &modes);
    let known = response.extensions_mut().remove::<KnownFields>().filter(|_| reads);
    let moved = known.and_then(|KnownFields(known)| {
        let is_known = |key: &str| MODES.contains(&key) || known.iter().any(|name| name == key);
        let clean = with_fields(&uri, is_known)?;
        let mut fields = form_urlencoded::parse(uri.query()?.as_bytes());
        let (field, given) = fields.find(|(key, _)| !is_known(key))?;
        Some(Problem::Moved {
            field: printable(&field),
            given: printable(&given),
            expected: allowed_fields(&field, &known),
            address: clean.to_string(),
        })
    });
    moved.map_or(response, IntoResponse::into_response)
}

/// The same page, whose links and forms open outside the frame: the pages that they lead to may not
/// be shown in it.
async fn out_of_the_frame(response: Response) -> Response {
    let (head, body) = response.into_parts();
    // A page is whole before it is sent.
    let page = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let page = String::from_utf8_lossy(&page).replacen("<head>", OUTSIDE, 1);
    Response::from_parts(head, Body::from(page))
}

/// The address with those fields of its query that are kept, in their order; `None` where all are.
fn with_fields(uri: &Uri, mut keep: impl FnMut(&str) -> bool) -> Option<Uri> {
    let query = uri.query()?;
    let kept = |part: &&str| {
        let field = form_urlencoded::parse(part.as_bytes()).next();
        field.is_some_and(|(key, _)| keep(&key))
    };
    let kept: Vec<&str> = query.split('&').filter(kept).collect();
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
    fn only_the_fields_to_keep_stay() {
        for (address, others, expected) in [
            ("/holdem?view=2&utm_source=x&card=5", true, Some("/holdem?view=2&card=5")),
            ("/holdem?fbclid=1", true, Some("/holdem")),
            ("/holdem?card=A%26b&&view=1", true, Some("/holdem?card=A%26b&view=1")),
            ("/holdem?%76iew=2&view%3d=1", true, Some("/holdem?%76iew=2")),
            ("/holdem?view=2", true, None),
            ("/holdem?lecture", false, Some("/holdem")),
            ("/holdem?view=2&lecture&card=5", false, Some("/holdem?view=2&card=5")),
            ("/map/von-neumann?lecture=1&n=2..9", false, Some("/map/von-neumann?n=2..9")),
            ("http://here/holdem?lecture", false, Some("http://here/holdem")),
            ("/holdem?embed&view=2", false, Some("/holdem?view=2")),
            ("/holdem?lectures", false, None),
            ("/holdem", false, None),
        ] {
            let uri: Uri = address.parse().unwrap();
            let is_kept = |key: &str| {
                if others { ["view", "card"].contains(&key) } else { !MODES.contains(&key) }
            };
            let clean = with_fields(&uri, is_kept);
            assert_eq!(clean.map(|uri| uri.to_string()).as_deref(), expected, "{address}");
        }
    }
}
