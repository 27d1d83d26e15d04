//! Whether dealing protocols are fair.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::questions::fairness::{FairnessQuestion, FairnessText};
use bluff_batch::questions::parse_whole;
use bluff_report::fairness::FairnessAnswer;
use rational_bluff::solve::Control;

use crate::limits::{PLAYED_BRANCHES, PROVED, TESTED_DEALS};
use crate::problem::Problem;
use crate::service::{Answers, Service};

use super::deals::affordable;
use super::form::{Json, Negotiated, TakesJson};
use super::label::Label;
use super::openapi::Problems;
use super::query::Query;

/// `GET /api/v1/fairness/{protocol}?players=&cards=&hand=&plant=`: an exact certificate, or with
/// `deals=&seed=` statistics. With `game=` what a game pays that is dealt by it.
#[utoipa::path(
    get,
    path = "/api/v1/fairness/{*protocol}",
    operation_id = "fairness",
    tag = "dealing",
    params(
        ("protocol" = String, Path, description = "The name of a protocol", example = "barany-furedi", pattern = "^[a-z-]+$"),
        ("players" = Option<u64>, Query, description = "How many take part, 3 by default; or as \
            many as the game and the protocol need", minimum = 2, maximum = 32, example = 3),
        ("cards" = Option<u64>, Query, description = "Cards in the deck, 3 by default", minimum = 1, maximum = 10_000, example = 3),
        ("hand" = Option<u64>, Query, description = "Cards for each player, 1 by default", minimum = 0, maximum = 10_000, example = 1),
        ("game" = Option<String>, Query, description = "The label of a game: its cards are dealt, \
            one to each player, its certified equilibrium is played, and what is won is compared \
            with what it pays. Instead of cards and hand", pattern = "^([a-z][a-z0-9-]*/n[1-9][0-9]*(-[a-z0-9_-]+)?)?$"),
        ("plant" = Option<String>, Query, description = "A bug to plant, for the checker to find", example = "sattolo"),
        ("deals" = Option<u64>, Query, description = "Test so many deals instead of playing every \
            sequence of coins: a test can reject a protocol, and never proves that it is fair", minimum = 1, maximum = 1_000_000),
        ("seed" = Option<u64>, Query, description = "The seed of these deals, 1 by default", minimum = 0, maximum = 18_446_744_073_709_551_615_usize)
    ),
    responses(
        (status = 200, description = "What every sequence of coins shows, which is a proof, or the \
            tests of many deals", body = ref("#/components/schemas/Fairness"), headers(("etag" = String, description = "Strong: the answer never changes"))),
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
) -> Result<Response, Problem> {
    let query = Query::of(query, &[&KEYS[..], &["plant"]].concat())?;
    let question = question(&name, &query, "plant")?;
    let (key, answers) = (question.key(), Arc::clone(service.answers()));
    let answer = service
        .text("fairness", &key, move |control| Ok(answered(&question, &answers, control)?.json()))
        .await?;
    Ok(answer.reply("application/json", Some(Negotiated::among::<Json>()), &headers))
}

/// The keys of a query, but for the planted bug.
pub(crate) const KEYS: [&str; 6] = ["players", "cards", "hand", "game", "deals", "seed"];

/// The question of a query, within the limits of HTTP; `bug` is the key of a planted bug.
///
/// Errors: those of [`FairnessQuestion::read`]; `Beyond`.
pub(crate) fn question(
    protocol: &str,
    query: &Query,
    bug: &str,
) -> Result<FairnessQuestion, Error> {
    let deals = query
        .text("deals")
        .map(|given| parse_whole("deals", given, 1..=TESTED_DEALS))
        .transpose()?;
    let seed =
        query.text("seed").map_or(Ok(1), |given| parse_whole("seed", given, 0..=u64::MAX))?;
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
    if question.sample.is_none()
        && (question.setting.players > players || question.setting.cards > cards)
    {
        return Err(Error::Beyond(format!(
            "{} players and {} cards, expected at most {players} and {cards} over HTTP, or a \
             number of deals; the bluff command takes more",
            question.setting.players, question.setting.cards
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
