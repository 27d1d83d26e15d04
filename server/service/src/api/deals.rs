//! Deals without a dealer.

use axum::extract::State;
use axum::response::Response;
use bluff_dealing::{DealCost, DealDocument, NamedProtocol, PROTOCOLS, Setting};
use bluff_questions::deal::{check_deal, parse_seed, parse_setting, read_deal};
use bluff_questions::error::Error;
use bluff_questions::over_http::{INSTANT, SHORT};
use bluff_report as report;
use rational_bluff::exact::json::present;
use rational_bluff::solve::Control;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{DEALT_CARDS, DEALT_PLAYERS};
use crate::problem::Problem;
use crate::service::Service;

use super::beyond;
use super::body::JsonPost;
use super::form::JSON;
use super::openapi::Problems;
use super::query::{JsonRequest, Query};
use super::reply::{fingerprint, json};

/// A deal to be made; counts are text or numbers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DealRequest {
    protocol: String,
    players: Value,
    cards: Value,
    #[serde(default, deserialize_with = "present")]
    hand: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    seed: Option<String>,
}

/// An entry in the list of protocols.
#[derive(Debug, Serialize)]
struct ProtocolEntry {
    name: &'static str,
    about: &'static str,
    assumes: &'static str,
    /// The bugs that can be planted in it.
    bugs: Vec<&'static str>,
}

/// Lists the dealing protocols.
#[utoipa::path(
    get,
    path = "/api/v1/protocols",
    operation_id = "list_protocols",
    tag = "dealing",
    responses(
        (
            status = 200,
            description = "Every protocol, and the bugs that can be planted in it for the checker \
                to find",
            body = ref("#/components/schemas/Protocols")
        ),
        Problems
    )
)]
pub async fn protocols(_: JsonRequest) -> Response {
    let entry = |protocol: &&NamedProtocol| ProtocolEntry {
        name: protocol.name,
        about: protocol.about,
        assumes: protocol.assumes,
        bugs: protocol.all_bugs().collect(),
    };
    json(report::json(&PROTOCOLS.iter().map(entry).collect::<Vec<_>>()))
}

/// Deals cards by a protocol: the transcript, and for each seat the part that it alone has seen.
#[utoipa::path(
    post,
    path = "/api/v1/deals",
    operation_id = "deal_cards",
    tag = "dealing",
    request_body(
        content = ref("#/components/schemas/DealQuestion"),
        content_type = "application/json",
        description = "`{\"protocol\": …, \"players\": …, \"cards\": …, \"hand\": …}`, and a \
            `seed` to repeat a deal"
    ),
    responses(
        (
            status = 200,
            description = "The record of the deal, with a part for each seat",
            body = ref("#/components/schemas/Deal")
        ),
        Problems
    )
)]
pub async fn deal(
    State(service): State<Service>,
    JsonPost(body): JsonPost,
) -> Result<Response, Problem> {
    let asked: DealRequest = serde_json::from_str(&body)
        .map_err(|error| Error::Malformed(format!("not a question for a deal: {error}")))?;
    let [players, cards] = [&asked.players, &asked.cards].map(count);
    let hand = asked.hand.as_ref().map_or_else(|| "1".to_owned(), count);
    let (protocol, setting) = parse_setting(&asked.protocol, [&players, &cards, &hand], None)?;
    affordable_for_real(protocol, &setting)?;
    let seed = parse_seed(asked.seed.as_deref())?;
    // The seed is a secret of this deal: the name that is shared and logged is its fingerprint.
    let name = fingerprint(format!("{} {players} {cards} {hand} {seed:?}", asked.protocol));
    let answer = service.text("deal", &name, INSTANT, move |control| {
        Ok(report::json(&DealDocument::deal(protocol, &setting, seed, control)?))
    });
    Ok(answer.await?.uncached(JSON))
}

/// Verifies a deal: replays it from the revealed coins and names the first sender who deviated.
#[utoipa::path(
    post,
    path = "/api/v1/deals/verify",
    operation_id = "verify_deal",
    tag = "dealing",
    request_body(
        content = ref("#/components/schemas/Deal"),
        content_type = "application/json",
        description = "A deal with the records and the coins of all seats"
    ),
    responses(
        (
            status = 200,
            description = "True if every message follows from the coins by the rules; otherwise \
                the sender of the first that does not",
            body = ref("#/components/schemas/DealVerdict")
        ),
        Problems
    )
)]
pub async fn verify(
    State(service): State<Service>,
    JsonPost(deal): JsonPost,
) -> Result<Response, Problem> {
    let question = |deal: &str, control: &Control| {
        let deal = read_deal(deal)?;
        let (protocol, setting) = deal.setting()?;
        affordable_for_real(protocol, &setting)?;
        Ok(check_deal(&deal, control)?.json())
    };
    service.posted("deal-verify", SHORT, deal, question).await
}

/// Refuses deals over real ciphers that are too large for HTTP.
///
/// Errors: `Beyond`.
fn affordable_for_real(protocol: &NamedProtocol, setting: &Setting) -> Result<(), Error> {
    affordable(setting)?;
    let work = setting.players * setting.players.saturating_sub(1) / 2 * setting.cards;
    match protocol.cost {
        DealCost::Bounded(most) if work > most => {
            let given = format!("pairs of players × cards = {work}");
            Err(beyond(given, format!("{most} for {}", protocol.name)))
        }
        _ => Ok(()),
    }
}

/// The protocol and setting of a query, within the limits of HTTP; `first` holds the defaults of
/// players, cards and hand, and `bug` the key of a planted bug.
///
/// Errors: those of [`parse_setting`]; `Beyond`.
pub(crate) fn setting(
    protocol: &str,
    query: &Query,
    first: [&str; 3],
    bug: &str,
) -> Result<(&'static NamedProtocol, Setting), Error> {
    let [players, cards, hand] = first;
    let counts = [("players", players), ("cards", cards), ("hand", hand)];
    let counts = counts.map(|(key, first)| query.text(key).unwrap_or(first));
    let (system, setting) = parse_setting(protocol, counts, query.text(bug))?;
    affordable(&setting)?;
    Ok((system, setting))
}

/// Refuses deals that are too large for HTTP.
///
/// Errors: `Beyond`.
pub(crate) fn affordable(setting: &Setting) -> Result<(), Error> {
    for (name, given, most) in
        [("players", setting.players, DEALT_PLAYERS), ("cards", setting.cards, DEALT_CARDS)]
    {
        if given > most {
            return Err(beyond(format!("{name} = {given}"), most));
        }
    }
    Ok(())
}

/// The text of a count that may be given as text or as a number.
fn count(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
