//! Fairness of dealing protocols.

use bluff_questions::over_http::SHORT;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use bluff_dealing::Setting;
use bluff_questions::error::Error;
use bluff_questions::fairness::{FairnessQuestion, FairnessText};
use bluff_questions::parse_whole;
use bluff_report::fairness::FairnessAnswer;
use rational_bluff::solve::Control;

use crate::limits::{PLAYED_BRANCHES, PROVED, TESTED_DEALS};
use crate::problem::Problem;
use crate::service::{Answers, Service};

use super::deals::affordable;
use super::form::{JSON, Json, Negotiated, TakesJson};
use super::openapi::Immutable;
use super::query::{LabelRequest, Query};

/// Checks a dealing protocol for fairness.
///
/// The answer is a proof by every sequence of coins; with `deals` it is statistics of that many
/// deals. With `game` the cards of a game are dealt by the protocol, and its payoffs are checked
/// too.
#[utoipa::path(
    get,
    path = "/api/v1/fairness/{*protocol}",
    operation_id = "check_fairness",
    tag = "dealing",
    params(
        (
            "protocol" = String, Path,
            description = "The name of a protocol",
            example = "barany-furedi", pattern = "^[a-z-]+$"
        ),
        (
            "players" = Option<u64>, Query,
            description = "Number of players; default 3, or as many as the game and the protocol \
                need",
            minimum = 2, maximum = 32, example = 3
        ),
        (
            "cards" = Option<u64>, Query,
            description = "Number of cards in the deck; default 3",
            minimum = 1, maximum = 10_000, example = 3
        ),
        (
            "hand" = Option<u64>, Query,
            description = "Number of cards for each player; default 1",
            minimum = 0, maximum = 10_000, example = 1
        ),
        (
            "game" = Option<String>, Query,
            description = "The label of a game, instead of `cards` and `hand`. Each player is \
                dealt one of its cards and plays its certified equilibrium; the payoffs are \
                compared with those of the game",
            pattern = "^([a-z][a-z0-9-]*/n[1-9][0-9]*(-[a-z0-9_-]+)?)?$"
        ),
        (
            "plant" = Option<String>, Query,
            description = "A bug to plant, for the checker to find", example = "sattolo"
        ),
        (
            "deals" = Option<u64>, Query,
            description = "Number of deals to test, instead of all sequences of coins. A test can \
                reject a protocol; it never proves fairness",
            minimum = 1, maximum = 1_000_000
        ),
        (
            "seed" = Option<u64>, Query,
            description = "The seed of these deals; default 1",
            minimum = 0, maximum = 18_446_744_073_709_551_615_usize
        )
    ),
    responses(
        (
            status = 200,
            description = "A proof by all sequences of coins, or tests of many deals",
            body = ref("#/components/schemas/Fairness")
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
    _: TakesJson,
) -> Result<Response, Problem> {
    let query = Query::read(&request.query, &[&KEYS[..], &["plant"]].concat())?;
    let question = question(&request.address, &query, "plant")?;
    let (key, answers) = (question.key(), Arc::clone(&service.answers));
    let answer = service.text("fairness", &key, SHORT, move |control| {
        Ok(answered(&question, &answers, control)?.json())
    });
    Ok(answer.await?.reply(JSON, Some(Negotiated::among::<Json>()), &request.headers))
}

/// The keys of a query, except that of a planted bug.
pub(crate) const KEYS: [&str; 6] = ["players", "cards", "hand", "game", "deals", "seed"];

/// The question of a query, within the limits of HTTP; `bug` is the key of a planted bug.
///
/// Errors: those of [`FairnessQuestion::read`]; `Beyond`.
pub(crate) fn question(
    protocol: &str,
    query: &Query,
    bug: &str,
) -> Result<FairnessQuestion, Error> {
    let number =
        |key, allowed| query.text(key).map(|given| parse_whole(key, given, allowed)).transpose();
    let deals = number("deals", 1..=TESTED_DEALS)?;
    let seed = number("seed", 0..=u64::MAX)?.unwrap_or(1);
    let game = query.text("game");
    let words = FairnessText {
        protocol,
        players: query.text("players"),
        cards: query.text("cards").or_else(|| game.is_none().then_some("3")),
        hand: query.text("hand"),
        bug: query.text(bug),
        game,
    };
    let question = FairnessQuestion::read(words, deals.map(|deals| (deals, seed)))?;
    affordable(&question.setting)?;
    question.game.as_ref().map_or(Ok(()), super::affordable)?;
    let (players, cards) = PROVED;
    let Setting { players: given, cards: deck, .. } = question.setting;
    if question.sample.is_none() && (given > players || deck > cards) {
        return Err(Error::Beyond(format!(
            "{given} players and {deck} cards, expected at most {players} and {cards} over HTTP, \
             or a number of deals; the bluff command takes more"
        )));
    }
    Ok(question)
}

/// The answer, within the limit of sequences of coins over HTTP.
///
/// Errors: those of the library.
pub(crate) fn answered(
    question: &FairnessQuestion,
    answers: &Answers,
    control: &Control,
) -> Result<FairnessAnswer, Error> {
    question.answer(PLAYED_BRANCHES, |game| answers.equilibrium(game, control), control, &|_| ())
}
