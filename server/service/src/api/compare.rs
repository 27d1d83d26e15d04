//! Comparison of decks with the continuous game.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::compute::SHORT;
use bluff_batch::error::Error;
use bluff_batch::questions::continuous::ComparisonQuestion;
use bluff_batch::questions::parse_whole;
use rational_bluff::continuous::Bets;
use rational_bluff::game::{Family, MAX_CARDS};
use rational_bluff::solve::Method;

use crate::limits::COMPARED_DECKS;
use crate::problem::Problem;
use crate::service::Service;

use super::continuous::{count_sizes, split};
use super::form::ComparisonForm;
use super::openapi::Immutable;
use super::query::{LabelRequest, Query};
use super::{beyond, program_sequences, within_work};

/// Compares decks with the continuous game, in JSON, CSV or SVG.
#[utoipa::path(
    get,
    path = "/api/v1/compare/{*label}",
    operation_id = "compare_decks",
    tag = "continuous games",
    params(
        (
            "label" = String, Path,
            description = "A game and its bets, without a deck. The suffix `.json`, `.csv` or \
                `.svg` selects the form, otherwise the `Accept` header does",
            example = "von-neumann/b2",
            pattern = "^[a-z-]+/(bmax|best|all|(b|s|step|between)[0-9][a-z0-9_-]*)\
                (\\.(json|csv|svg))?$"
        ),
        (
            "from" = u64, Query,
            description = "Number of cards of the smallest deck",
            minimum = 2, maximum = 1_000_000_000_000_000_000_usize, example = 2
        ),
        (
            "to" = u64, Query,
            description = "Number of cards of the largest deck",
            minimum = 2, maximum = 1_000_000_000_000_000_000_usize, example = 40
        )
    ),
    responses(
        (
            status = 200,
            description = "The decks beside the continuous game",
            content(
                (ref("#/components/schemas/Comparison") = "application/json"),
                (String = "text/csv"),
                (String = "image/svg+xml")
            )
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let (label, form, negotiated) = request.wanted::<ComparisonForm>()?;
    let query = Query::read(&request.query, &["from", "to"])?;
    let question = question(label, decks(&query)?)?;
    let name = format!("{} {} {form:?} {label}", question.from, question.to);
    let answer = service.text("compare", &name, SHORT, move |control| {
        let report = question.answer(control)?;
        Ok(match form {
            ComparisonForm::Json => report.json(),
            ComparisonForm::Csv => report.csv(),
            ComparisonForm::Svg => report.svg(),
        })
    });
    Ok(answer.await?.reply(form.media(), negotiated, &request.headers))
}

/// The decks `from` and `to` of a query; `None` unless it has both.
///
/// Errors: those of a deck.
pub(crate) fn decks(query: &Query) -> Result<Option<(u64, u64)>, Error> {
    let deck = |key| query.text(key).map(|text| parse_whole(key, text, 2..=MAX_CARDS)).transpose();
    Ok(deck("from")?.zip(deck("to")?))
}

/// The question of a label and decks.
///
/// Errors: those of [`split`]; `Malformed` without decks; `Beyond`.
pub(crate) fn question(
    label: &str,
    decks: Option<(u64, u64)>,
) -> Result<ComparisonQuestion, Error> {
    let (game, bets) = split(label)?;
    let missing = || "a comparison needs decks, for instance ?from=2&to=40".to_owned();
    let (from, to) = decks.ok_or_else(|| Error::Malformed(missing()))?;
    let decks = to.saturating_sub(from).saturating_add(1);
    if decks > COMPARED_DECKS {
        return Err(beyond(format!("{decks} decks"), COMPARED_DECKS));
    }
    // Of all whole bets about 2√n matter.
    let sizes =
        if bets == Bets::Whole { 2 * u128::from(to.isqrt()) } else { count_sizes(&game, &bets) };
    let largest = bets.stakes().and_then(|stakes| Family::named(&game)?.game(to, 1, stakes).ok());
    // Best responses of many players are sums over sets of them.
    let hands = largest.as_ref().map_or(2, |game| game.players().len()) as u128;
    let work = sizes.saturating_mul(u128::from(decks)).saturating_mul(hands.pow(3) / 8);
    let sequences = largest.as_ref().map_or(0, |game| program_sequences(game, Method::Auto));
    let squares = u128::from(decks).saturating_mul(sequences.saturating_pow(2));
    within_work(format!("{decks} decks, as if all had {to} cards"), work, squares)?;
    Ok(ComparisonQuestion { game, bets, from, to })
}
