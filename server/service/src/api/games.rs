//! The list of games, and each game in the forms of other programs.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bluff_questions::over_http::SHORT;
use bluff_report as report;
use bluff_report::game_forms::GameForm;
use rational_bluff::game::{FAMILIES, Family, GameError, parse_label};
use rational_bluff::solve::Method;
use serde::Serialize;

use crate::limits::{BET_SIZES, PROGRAM_SEQUENCES, PURE_EQUILIBRIA, SOLVE_TIME};
use crate::problem::Problem;
use crate::service::Service;
use crate::values::solution_form::elsewhere;

use super::form::TakesJson;
use super::label::game_of;
use super::query::{LabelRequest, NoQuery, Query};
use super::reply::json;
use super::{affordable_by, most_cards, stakes};

/// The games, and limits of one request.
#[derive(Debug, Serialize)]
struct Games {
    games: Vec<GameEntry>,
    limits: Limits,
}

#[derive(Debug, Serialize)]
struct GameEntry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    players: usize,
    /// Prefixes of the parameters that a label has besides the deck.
    stakes: String,
    /// A label, as an example.
    label: &'static str,
    least_cards: String,
    most_cards: String,
}

#[derive(Debug, Serialize)]
struct Limits {
    bet_sizes: usize,
    /// Maximum number of sequences of a linear program, over all cards and players.
    sequences: String,
    pure_equilibria: usize,
    seconds: u64,
}

/// Lists the families of games with their rules and parameters, and the limits of one request.
#[utoipa::path(get, path = "/api/v1/games", operation_id = "list_games", tag = "solutions",
    responses((status = 200, description = "The games and the limits",
        body = ref("#/components/schemas/Games"))))]
pub async fn list(_: NoQuery, _: TakesJson) -> Result<Response, Problem> {
    let entry = |family: &'static Family| {
        let game = parse_label(family.example)?;
        let players = game.players().len();
        let most = most_cards(family);
        let least = family.only_deck().unwrap_or(players as u64);
        let Family { name, title, about, example: label, .. } = *family;
        let (least_cards, most_cards) = (least.to_string(), most.to_string());
        let stakes = stakes(family);
        Ok(GameEntry { name, title, about, players, stakes, label, least_cards, most_cards })
    };
    let games = FAMILIES.into_iter().map(entry).collect::<Result<_, GameError>>()?;
    let limits = Limits {
        bet_sizes: BET_SIZES,
        sequences: PROGRAM_SEQUENCES.to_string(),
        pure_equilibria: PURE_EQUILIBRIA,
        seconds: SOLVE_TIME.as_secs(),
    };
    Ok(json(report::json(&Games { games, limits })))
}

/// Returns a game without a solution: its betting tree, a file for Gambit, or its linear program.
#[utoipa::path(get, path = "/api/v1/games/{*label}", operation_id = "get_game", tag = "solutions",
    responses((status = 200, description = "The game",
        body = ref("#/components/schemas/GameFile"))))]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
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
