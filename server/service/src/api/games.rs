//! The games there are.

use axum::response::Response;
use bluff_report as report;
use rational_bluff::game::{FAMILIES, Family, GameError, MAX_CARDS, parse_label};
use serde::Serialize;

use crate::limits::{BET_SIZES, PROGRAM_SEQUENCES, PURE_EQUILIBRIA, SOLVE_TIME};
use crate::problem::Problem;

use super::form::TakesJson;
use super::query::NoQuery;
use super::reply::json;

/// The games, and what one request may ask.
#[derive(Debug, Serialize)]
struct Games {
    games: Vec<Entry>,
    limits: Limits,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    players: usize,
    /// What a label holds besides the deck.
    stakes: String,
    /// A label, for instance.
    label: &'static str,
    least_cards: String,
    most_cards: String,
}

#[derive(Debug, Serialize)]
struct Limits {
    bet_sizes: usize,
    /// Of a game that the linear program has to solve, over all cards and players.
    sequences: String,
    pure_equilibria: usize,
    seconds: u64,
}

/// `GET /api/v1/games`: the games with their parameters and limits.
#[utoipa::path(get, path = "/api/v1/games", operation_id = "games", tag = "solutions", responses((status = 200, description = "The games and the limits", body = ref("#/components/schemas/Games"))))]
pub async fn list(_: NoQuery, _: TakesJson) -> Result<Response, Problem> {
    let entry = |family: &'static Family| {
        let game = parse_label(family.example)?;
        let players = game.players().len();
        let (least, most) = family.deck.map_or((players as u64, MAX_CARDS), |n| (n, n));
        let Family { name, title, about, example: label, .. } = *family;
        let (least_cards, most_cards) = (least.to_string(), most.to_string());
        Ok(Entry {
            name,
            title,
            about,
            players,
            stakes: stakes(family),
            label,
            least_cards,
            most_cards,
        })
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

/// The letters before each number of a label, besides the deck.
pub(super) fn stakes(family: &Family) -> String {
    family.parameters.iter().map(|parameter| parameter.prefix).collect::<Vec<_>>().join(", ")
}
