//! The origin check: programs and our own pages may start and cancel work. The page of another site
//! may not.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::response::Response;
use bluff_batch::file::printable;

use crate::page::refusal;
use crate::problem::Problem;

/// The header in which a browser names the origin of a request. No page can set it.
pub(super) const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The refusal of a request from the page of another site, unless it only reads.
///
/// `Sec-Fetch-Site` decides. Browsers leave it out on connections that they do not trust; then
/// `Origin` must name our host. Programs send neither header.
pub(super) fn refused(request: &Request) -> Option<Response> {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let problem = if reads { None } else { foreign(request.headers()) };
    problem.map(|problem| refusal(problem, request.headers()))
}

/// The problem of a request that comes from another site.
fn foreign(headers: &HeaderMap) -> Option<Problem> {
    let problem = |header, given| Problem::Foreign { header, given };
    let value = |name| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
    if let Some(site) = value(FETCH_SITE) {
        return (site != "same-origin" && site != "none")
            .then(|| problem("Sec-Fetch-Site", format!("a {} request", printable(&site))));
    }
    let origin = value(header::ORIGIN)?;
    let (_, host) = origin.split_once("://").unwrap_or_default();
    let own = value(header::HOST).unwrap_or_default();
    (!host.eq_ignore_ascii_case(&own) || host.is_empty())
        .then(|| problem("Origin", format!("a request of {}", printable(&origin))))
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
