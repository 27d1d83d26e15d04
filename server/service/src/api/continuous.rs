//! Continuous games.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::compute::INSTANT;
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::questions::continuous::ContinuousQuestion;
use rational_bluff::continuous::{self, Bets, Digits, read_label};
use rational_bluff::game::{Family, GameError};

use crate::limits::BET_SIZES;
use crate::problem::Problem;
use crate::service::Service;

use super::beyond;
use super::form::{JSON, Json};
use super::openapi::Immutable;
use super::query::{LabelRequest, Query};

/// Solves the continuous game that large decks approach.
///
/// The bets of the label are `b{B}`, `bmax`, `s{S}-{S}`, `step{STEP}`, `between{L}-{U}`, `all` or
/// `best`, as the game allows. Other parameters of the game follow `b{B}`, as in its labels.
#[utoipa::path(
    get,
    path = "/api/v1/continuous/{*label}",
    operation_id = "solve_continuous_game",
    tag = "continuous games",
    params(
        (
            "label" = String, Path,
            description = "A game and its bets, without a deck",
            example = "three-player/b2",
            pattern = r"^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)(\.json)?$"
        ),
        (
            "digits" = Option<u64>, Query,
            description = "Number of digits, all of them certain; default 20",
            minimum = 1, maximum = 1000, example = 40
        )
    ),
    responses(
        (
            status = 200,
            description = "The value and the cuts of the continuous game",
            body = ref("#/components/schemas/Continuous")
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let query = Query::read(&request.query, &["digits"])?;
    let (label, Json, negotiated) = request.wanted()?;
    let (game, bets) = split(label)?;
    let digits = query.text("digits").map_or(Ok(Digits::default()), str::parse)?;
    let name = format!("{} {label}", digits.count());
    let question = ContinuousQuestion { game, bets, digits };
    let answer = service.text("continuous", &name, INSTANT, move |_| Ok(question.answer()?.json()));
    Ok(answer.await?.reply(JSON, negotiated, &request.headers))
}

/// The name of a game and its bets, within the limits of HTTP.
///
/// Errors: `LabelNotCanonical`, `Beyond`, and those of the library.
pub(crate) fn split(label: &str) -> Result<(String, Bets), Error> {
    let (game, bets) = read_label(label)?;
    let sizes = count_sizes(&game, &bets);
    if sizes > BET_SIZES as u128 {
        return Err(beyond(format!("{sizes} bet sizes"), BET_SIZES));
    }
    // Games spell their stakes in one way, whatever the deck: bet sizes ascend.
    let deck = || {
        let family = Family::named(&game)?;
        family.game(family.only_deck().unwrap_or(10), 1, bets.stakes()?).ok()
    };
    let stakes = deck().map(|deck| format!("{game}/{}", deck.stakes()));
    let expected = stakes.unwrap_or_else(|| continuous::label(&game, &bets));
    if expected != label {
        return Err(GameError::LabelNotCanonical { given: printable(label), expected }.into());
    }
    Ok((game, bets))
}

/// Number of bet sizes of decks with these bets; 1 where no deck is played with them.
pub(crate) fn count_sizes(game: &str, bets: &Bets) -> u128 {
    let of_stakes = || Some(Family::named(game)?.count_sizes(bets.stakes()?));
    of_stakes().unwrap_or(1)
}
