//! Deals without a dealer.

use axum::response::Response;
use bluff_dealing::{NamedProtocol, PROTOCOLS, Setting};
use bluff_questions::deal::affordable;
use bluff_questions::error::Error;
use bluff_report::{self as report, object};

use super::form::TakesJson;
use super::query::{NoQuery, Query};
use super::reply::json;

/// Lists the dealing protocols.
#[utoipa::path(get, path = "/api/v1/protocols", operation_id = "list_protocols", tag = "dealing",
    responses((status = 200, body = ref("#/components/schemas/Protocols"),
        description = "Every protocol, and the bugs that can be planted in it for the checker to \
            find")))]
pub async fn protocols(_: NoQuery, _: TakesJson) -> Response {
    let entry = |protocol: &&NamedProtocol| {
        let NamedProtocol { name, about, assumes, .. } = **protocol;
        // The bugs that can be planted in it.
        let bugs = protocol.all_bugs().collect::<Vec<_>>();
        object! { name, about, assumes, bugs }
    };
    json(report::json(&PROTOCOLS.iter().map(entry).collect::<Vec<_>>()))
}

/// The protocol and setting of a query, within the limits of HTTP; `first` holds the defaults of
/// players, cards and hand, and `bug` the key of a planted bug.
///
/// Errors: those of [`Setting::parse`]; `Beyond`.
pub(crate) fn setting(
    protocol: &str,
    query: &Query,
    first: [&str; 3],
    bug: &str,
) -> Result<(&'static NamedProtocol, Setting), Error> {
    let [players, cards, hand] = first;
    let counts = [("players", players), ("cards", cards), ("hand", hand)];
    let counts = counts.map(|(key, first)| query.text(key).unwrap_or(first));
    let (variant, bug) = (query.text("variant"), query.text(bug));
    let (system, setting) = Setting::parse(protocol, counts, variant, bug)?;
    affordable(&setting)?;
    Ok((system, setting))
}
