//! Deals without a dealer.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::questions::deal::{check_deal, parse_seed, parse_setting, read_deal};
use bluff_dealing::{DealCost, DealDocument, NamedProtocol, PROTOCOLS, Setting};
use bluff_report as report;
use rational_bluff::exact::json::present;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{DEALT_CARDS, DEALT_PLAYERS};
use crate::problem::Problem;
use crate::service::Service;

use super::body::JsonText;
use super::form::TakesJson;
use super::openapi::Problems;
use super::query::{NoQuery, Query};
use super::reply::fingerprint;

/// What is to be dealt; counts are text or numbers.
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

/// A protocol, as questions name it.
#[derive(Debug, Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
    /// The bugs that can be planted in it.
    bugs: Vec<&'static str>,
}

/// `GET /api/v1/protocols`: every protocol there is.
#[utoipa::path(
    get,
    path = "/api/v1/protocols",
    tag = "dealing",
    responses((status = 200, description = "Every protocol, and the bugs that can be planted in it \
        for the checker to find", body = ref("#/components/schemas/Protocols")), Problems)
)]
pub async fn protocols(_: NoQuery, _: TakesJson) -> Response {
    let named = |system: &&NamedProtocol| Named {
        name: system.name,
        about: system.about,
        bugs: system.all_bugs().collect(),
    };
    super::reply::json(report::json(&PROTOCOLS.iter().map(named).collect::<Vec<_>>()))
}

/// `POST /api/v1/deals`: deals by a named protocol; the transcript, and for each seat what it alone
/// has seen.
#[utoipa::path(
    post,
    path = "/api/v1/deals",
    tag = "dealing",
    request_body(content = ref("#/components/schemas/DealQuestion"), content_type = "application/json", description = "`{\"protocol\": …, \"players\": …, \"cards\": …, \"hand\": …}`, and a `seed` for the same deal again"),
    responses((status = 200, description = "The record of the deal, a part for each seat", body = ref("#/components/schemas/Deal")), Problems)
)]
pub async fn deal(
    State(service): State<Service>,
    _: NoQuery,
    _: TakesJson,
    JsonText(body): JsonText,
) -> Result<Response, Problem> {
    let asked: DealRequest = serde_json::from_str(&body)
        .map_err(|error| Error::Malformed(format!("not a question for a deal: {error}")))?;
    let [players, cards] = [&asked.players, &asked.cards].map(said);
    let hand = asked.hand.as_ref().map_or_else(|| "1".to_owned(), said);
    let (system, setting) = parse_setting(&asked.protocol, [&players, &cards, &hand], None)?;
    affordable_for_real(system, &setting)?;
    let seed = parse_seed(asked.seed.as_deref())?;
    // The seed is a secret of this deal: what is shared and logged is its fingerprint.
    let name = fingerprint(format!("{} {players} {cards} {hand} {seed:?}", asked.protocol));
    let answer = service.text("deal", &name, move |control| {
        Ok(report::json(&DealDocument::deal(system, &setting, seed, control)?))
    });
    Ok(answer.await?.fleeting("application/json"))
}

/// `POST /api/v1/deals/verify`: plays a deal again on its revealed coins and names the first cheat.
#[utoipa::path(
    post,
    path = "/api/v1/deals/verify",
    operation_id = "verify_deal",
    tag = "dealing",
    request_body(content = ref("#/components/schemas/Deal"), content_type = "application/json", description = "A deal with the records and the coins of all seats"),
    responses((status = 200, description = "Whether every message is what the rules make of the \
        coins, and if not, who sent the first that is not", body = ref("#/components/schemas/DealVerdict")), Problems)
)]
pub async fn verify(
    State(service): State<Service>,
    _: NoQuery,
    _: TakesJson,
    JsonText(body): JsonText,
) -> Result<Response, Problem> {
    let name = fingerprint(&body);
    let answer = service.text("deal-verify", &name, move |control| {
        let deal = read_deal(&body)?;
        let (system, setting) = deal.setting()?;
        affordable_for_real(system, &setting)?;
        Ok(check_deal(&deal, control)?.json())
    });
    Ok(answer.await?.fleeting("application/json"))
}

/// Refuses deals over real ciphers that are too large for HTTP.
///
/// Errors: `Beyond`.
fn affordable_for_real(system: &NamedProtocol, setting: &Setting) -> Result<(), Error> {
    affordable(setting)?;
    let work = setting.players * setting.players.saturating_sub(1) / 2 * setting.cards;
    match system.cost {
        DealCost::Bounded(most) if work > most => {
            let name = system.name;
            let words = format!(
                "pairs of players × cards = {work}, expected at most {most} for {name} over HTTP; \
                 the bluff command takes more"
            );
            Err(Error::Beyond(words))
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
            let words = format!(
                "{name} = {given}, expected at most {most} over HTTP; the bluff command takes more"
            );
            return Err(Error::Beyond(words));
        }
    }
    Ok(())
}

/// A count as it may be given: text, or a number.
fn said(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
