//! The list of games, and each game in the forms of other programs.

use axum::extract::State;
use axum::response::IntoResponse;
use bluff_questions::over_http::SHORT;
use bluff_report::game_forms::GameForm;
use bluff_report::{self as report, object};
use rational_bluff::game::{FAMILIES, Family, GameError, parse_label};
use rational_bluff::solve::Method;

use crate::limits::{BET_SIZES, PROGRAM_SEQUENCES, PURE_EQUILIBRIA, SOLVE_TIME};
use crate::problem::ReplyResult;
use crate::service::Service;
use crate::values::solution_form::elsewhere;

use super::form::TakesJson;
use super::label::game_of;
use super::query::{LabelRequest, NoQuery, Query};
use super::reply::json;
use super::{affordable_by, most_cards, stakes};

/// Lists the families of games with their rules and parameters, and the limits of one request.
#[utoipa::path(get, path = "/api/v1/games", operation_id = "list_games", tag = "solutions",
    responses((status = 200, description = "The games and the limits",
        body = ref("#/components/schemas/Games"))))]
pub async fn list(_: NoQuery, _: TakesJson) -> ReplyResult {
    let entry = |family: &'static Family| {
        let game = parse_label(family.example)?;
        let players = game.players().len();
        let most = most_cards(family);
        let least = family.only_deck().unwrap_or(players as u64);
        Ok(object! {
            name: family.name,
            title: family.title,
            about: family.about,
            players,
            // Prefixes of the parameters that a label has besides the deck.
            stakes: stakes(family),
            label: family.example,
            least_cards: least.to_string(),
            most_cards: most.to_string(),
        })
    };
    let games = FAMILIES.into_iter().map(entry).collect::<Result<Vec<_>, GameError>>()?;
    let limits = object! {
        bet_sizes: BET_SIZES,
        // Maximum of a linear program, over all cards and players.
        sequences: PROGRAM_SEQUENCES.to_string(),
        pure_equilibria: PURE_EQUILIBRIA,
        seconds: SOLVE_TIME.as_secs(),
    };
    Ok(json(report::json(&object! { games, limits })))
}

/// Returns a game without a solution: its betting tree, a file for Gambit, or its linear program.
#[utoipa::path(get, path = "/api/v1/games/{*label}", operation_id = "get_game", tag = "solutions",
    responses((status = 200, description = "The game",
        body = ref("#/components/schemas/GameFile"))))]
pub async fn show(State(service): State<Service>, request: LabelRequest) -> ReplyResult {
    Query::read(&request.query, &[])?;
    let (label, form, negotiated) = match request.wanted::<&GameForm>() {
        Err(_) if let Some(found) = elsewhere(&request.address) => return Ok(found.into_response()),
        wanted => wanted?,
    };
    let (label, name) = (label.to_owned(), format!("{} {label}", form.name.name));
    let answer = service.text("games", &name, SHORT, move |control| {
        let game = game_of(&label, control)?;
        if form.is_program {
            affordable_by(&game, Method::Lp)?;
        }
        Ok((form.write)(&game)?)
    });
    Ok(answer.await?.reply(form.name.media, negotiated, &request.headers))
}
