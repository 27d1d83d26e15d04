//! Continuous games.

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::questions::continuous::ContinuousQuestion;
use rational_bluff::continuous::{self, Bets, Digits, read_label};
use rational_bluff::game::{Family, GameError};

use crate::limits::BET_SIZES;
use crate::problem::Problem;
use crate::service::Service;

use super::form::{Json, wanted};
use super::label::Label;
use super::openapi::Problems;
use super::query::Query;

/// `GET /api/v1/continuous/{game}/b{B}?digits=`: the game that large decks approach. Instead of
/// `b{B}` also `bmax`, `s{S}-{S}`, `step{STEP}`, `between{L}-{U}`, `all` and `best`, as the game
/// allows; behind `b{B}` also the other stakes of the game, as its labels spell them.
#[utoipa::path(
    get,
    path = "/api/v1/continuous/{*label}",
    operation_id = "continuous",
    tag = "continuous games",
    params(
        ("label" = String, Path, description = "A game and its bets, without a deck: `b{B}`, `s{S}-{S}`, `bmax`, `best`, `all`, `step{STEP}`, `between{L}-{U}`", example = "three-player/b2", pattern = r"^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)(\.json)?$"),
        ("digits" = Option<u64>, Query, description = "How many certain digits, 20 by default", minimum = 1, maximum = 1000, example = 40)
    ),
    responses(
        (status = 200, description = "The game that large decks approach", body = ref("#/components/schemas/Continuous"), headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn show(
    State(service): State<Service>,
    Label(address): Label,
    query: RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let query = Query::of(query, &["digits"])?;
    let (label, Json, negotiated) = wanted(&address, &headers)?;
    let (game, bets) = split(label)?;
    let digits = query.text("digits").map_or(Ok(Digits::default()), str::parse)?;
    let name = format!("{} {label}", digits.count());
    let question = ContinuousQuestion { game, bets, digits };
    let answer = service.text("continuous", &name, move |_| Ok(question.answer()?.json()));
    Ok(answer.await?.reply("application/json", negotiated, &headers))
}

/// The name of a game and its bets; no more bets than allowed over HTTP.
///
/// Errors: `LabelNotCanonical`, `Beyond`, and those of the library.
pub(super) fn split(label: &str) -> Result<(String, Bets), Error> {
    let (game, bets) = read_label(label)?;
    let expected = continuous::label(&game, &bets);
    if expected != label {
        return Err(GameError::LabelNotCanonical { given: printable(label), expected }.into());
    }
    let sizes = count_sizes(&game, &bets);
    if sizes > BET_SIZES as u128 {
        let reason = format!(
            "{sizes} bet sizes, expected at most {BET_SIZES} over HTTP; the bluff command takes \
             more"
        );
        return Err(Error::Beyond(reason));
    }
    Ok((game, bets))
}

/// The number of bet sizes that decks have with these bets, 1 where no deck is played with them.
pub(super) fn count_sizes(game: &str, bets: &Bets) -> u128 {
    let of_stakes = || Some(Family::named(game)?.count_sizes(bets.stakes()?));
    of_stakes().unwrap_or(1)
}
