//! Who may have work begun or cancelled: programs, and our own pages, but no other site that a
//! visitor happens to look at.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::response::Response;
use bluff_batch::file::printable;

use crate::page::frame::refusal;
use crate::problem::Problem;

/// Which page a browser asks for, in its own words; no page can set it.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The refusal of what a browser asks for another site, unless it only reads. Programs send neither
/// header.
///
/// `Sec-Fetch-Site` decides; browsers leave it out where the connection is not trusted, and then
/// `Origin` must name the host that was asked.
pub(super) fn refused(request: &Request) -> Option<Response> {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let words = if reads { None } else { foreign(request.headers()) };
    words.map(|words| refusal(Problem::Foreign(words), request.headers()))
}

/// What says that another site asks.
fn foreign(headers: &HeaderMap) -> Option<String> {
    let said = |name| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
    if let Some(site) = said(FETCH_SITE) {
        return (site != "same-origin" && site != "none")
            .then(|| format!("a {} request", printable(&site)));
    }
    let origin = said(header::ORIGIN)?;
    let (_, host) = origin.split_once("://").unwrap_or_default();
    let asked = said(header::HOST).unwrap_or_default();
    (!host.eq_ignore_ascii_case(&asked) || host.is_empty())
        .then(|| format!("a request of {}", printable(&origin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_and_programs_may_ask() {
        for (site, origin, foreign_to) in [
            ("", "", false),
            ("same-origin", "null", false),
            ("none", "", false),
            ("same-site", "http://here:8080", true),
            ("cross-site", "http://here:8080", true),
            ("", "http://here:8080", false),
            ("", "https://HERE:8080", false),
            ("", "http://here", true),
            ("", "http://there:8080", true),
            ("", "http://here:8080.there", true),
            ("", "null", true),
        ] {
            let mut headers = HeaderMap::from_iter([(header::HOST, "here:8080".parse().unwrap())]);
            for (name, value) in [(FETCH_SITE, site), (header::ORIGIN, origin)] {
                if !value.is_empty() {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            assert_eq!(foreign(&headers).is_some(), foreign_to, "{site} {origin}");
        }
    }
}
