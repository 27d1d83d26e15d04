//! The games there are.

use axum::response::Response;
use bluff_report as report;
use rational_bluff::exact::Rational;
use rational_bluff::game::{GAME_NAMES, MAX_CARDS, Stakes, named};
use serde::Serialize;

use crate::limits::{BET_SIZES, PROGRAM_SEQUENCES, PURE_EQUILIBRIA, SOLVE_TIME};

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
    players: usize,
    /// What a label holds besides the deck: `b`, one bet size, `s`, several, or besides `b` also `p`, a number of players,
    /// `raise`, a raise, `flip`, a probability, or `w`, a probability to win.
    stakes: &'static str,
    /// A label, for instance.
    label: String,
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
pub async fn list(_: NoQuery, _: TakesJson) -> Response {
    let entry = |name: &'static str| {
        let (b, sizes) = (|| 2.into(), vec![1.into(), 2.into()]);
        let stakes = [
            Stakes::Bet(b()),
            Stakes::Sizes(sizes),
            Stakes::Callers { b: b(), players: 4 },
            Stakes::Raise { b: b(), raise: 6.into() },
            Stakes::Flip { b: b(), flip: Rational::ratio(1, 6) },
            Stakes::Win { b: b(), win: Rational::ratio(1, 3) },
        ];
        let on_deck = |n| stakes.iter().find_map(|stakes| named(name, n, stakes.clone()).ok());
        let game = on_deck(10).or_else(|| on_deck(3))?;
        let players = game.players().len();
        let stakes = match game.stakes() {
            Some(Stakes::Sizes(_)) => "s",
            Some(Stakes::Callers { .. }) => "b, p",
            Some(Stakes::Raise { .. }) => "b, raise",
            Some(Stakes::Flip { .. }) => "b, flip",
            Some(Stakes::Win { .. }) => "b, w",
            _ => "b",
        };
        let (least, most) = if game.has_ranges() { (game.n(), game.n()) } else { (players as u64, MAX_CARDS) };
        let (least_cards, most_cards) = (least.to_string(), most.to_string());
        Some(Entry { name, players, stakes, label: game.label(), least_cards, most_cards })
    };
    let limits = Limits {
        bet_sizes: BET_SIZES,
        sequences: PROGRAM_SEQUENCES.to_string(),
        pure_equilibria: PURE_EQUILIBRIA,
        seconds: SOLVE_TIME.as_secs(),
    };
    json(report::json(&Games { games: GAME_NAMES.into_iter().filter_map(entry).collect(), limits }))
}
