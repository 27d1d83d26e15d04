//! Whether dealing protocols are fair.

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rational_bluff::protocol::fairness::{Certificate, Statistics};
use rational_bluff::protocol::{Setting, System};
use rational_bluff::solve::Control;

use crate::asked::parse_whole;
use crate::error::Error;
use crate::limits::{PLAYED_BRANCHES, PROVED, TESTED_DEALS};
use crate::report;
use crate::service::Service;

use super::deals::setting;
use super::form::TakesJson;
use super::label::Label;
use super::openapi::Problems;
use super::query::Query;

/// `GET /api/v1/fairness/{protocol}?players=&cards=&hand=&plant=`: an exact certificate, or with `deals=&seed=` statistics.
#[utoipa::path(
    get,
    path = "/api/v1/fairness/{*protocol}",
    operation_id = "fairness",
    tag = "dealing",
    params(
        ("protocol" = String, Path, description = "The name of a protocol", example = "barany-furedi", pattern = "^[a-z-]+$"),
        ("players" = Option<String>, Query, description = "How many play; 3 unless said", pattern = "^([2-9]|10)?$", example = "3"),
        ("cards" = Option<String>, Query, description = "Cards in the deck; 3 unless said", pattern = "^([1-9][0-9]{0,2})?$", example = "3"),
        ("hand" = Option<String>, Query, description = "Cards for each player; 1 unless said", pattern = "^[0-9]{0,2}$", example = "1"),
        ("plant" = Option<String>, Query, description = "A bug to plant, for the checker to find", example = "sattolo"),
        ("deals" = Option<String>, Query, description = "Test so many deals instead of playing every sequence of coins", pattern = "^([1-9][0-9]{0,5}|1000000)?$"),
        ("seed" = Option<String>, Query, description = "What the chance of these deals begins with; 1 unless said", pattern = "^[0-9]{0,19}$")
    ),
    responses(
        (status = 200, description = "A certificate that every sequence of coins was played, or the statistics of many deals", body = ref("#/components/schemas/Fairness"), headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn show(
    State(service): State<Service>,
    Label(name): Label,
    query: RawQuery,
    headers: HeaderMap,
    _: TakesJson,
) -> Result<Response, Error> {
    let query = Query::of(query, &["players", "cards", "hand", "plant", "deals", "seed"])?;
    let (system, setting) = setting(&name, &query, ["3", "3", "1"], "plant")?;
    let deals = query.text("deals").map(|given| parse_whole("deals", given, 1..=TESTED_DEALS)).transpose()?;
    let seed = query.text("seed").map_or(Ok(1), |given| parse_whole("seed", given, 0..=u64::MAX))?;
    let name = format!("{} {setting:?} {deals:?} {seed}", system.name);
    let answer = service.text("fairness", &name, move |control| match deals {
        None => Ok(report::json(&proved(system, &setting, control)?)),
        Some(deals) => Ok(report::json(&Statistics::new(system, &setting, (deals, seed), control, &|_| ())?)),
    });
    Ok(answer.await?.reply("application/json", false, &headers))
}

/// The certificate, of decks small enough for a passer-by.
///
/// Errors: those of the library.
pub(crate) fn proved(system: &System, setting: &Setting, control: &Control) -> Result<Certificate, Error> {
    let (players, cards) = PROVED;
    if setting.players > players || setting.cards > cards {
        return Err(Error::Beyond(format!(
            "{} players and {} cards, expected at most {players} and {cards} over HTTP, or a number of deals; the bluff command takes more",
            setting.players, setting.cards
        )));
    }
    Ok(Certificate::new(system, setting, PLAYED_BRANCHES, control)?)
}
