//! Pure equilibria.

use axum::extract::State;
use axum::response::Response;
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::parse_whole;
use bluff_questions::pure::{PureCountsQuestion, PureQuestion};
use bluff_report::formula::FormulaForm;
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::game::MAX_CARDS;
use rational_bluff::solve::Control;

use crate::limits::{CUT_DECK, PURE_DECK, PURE_EQUILIBRIA};
use crate::problem::Problem;
use crate::service::Service;

use super::form::{JSON, Json};
use super::label::game_of;
use super::openapi::{Immutable, LabelParam};
use super::query::{LabelRequest, Query};

/// Lists the pure equilibria of von Neumann's game, or counts them.
///
/// A label without a deck, `von-neumann/b2`, counts them at every deck size, for a whole bet, in
/// JSON, LaTeX (`.tex`) or a program (`.mpl`, `.sage`, `.gp`); `at` names a deck whose number the
/// document has too.
#[utoipa::path(
    get,
    path = "/api/v1/pure/{*label}",
    operation_id = "list_pure_equilibria",
    tag = "solutions",
    params(
        LabelParam,
        (
            "cuts" = Option<bool>, Query,
            description = "Only equilibria in cuts: player I checks one run of cards, player II \
                calls from one card up"
        ),
        ("count" = Option<bool>, Query, description = "Only the number of equilibria"),
        (
            "limit" = Option<u64>, Query,
            description = "Maximum number of equilibria in the list; default 1000",
            minimum = 1, maximum = 1000, example = 10
        ),
        (
            "at" = Option<u64>, Query,
            description = "Without a deck in the label: a deck whose number is wanted too",
            minimum = 2, maximum = 1_000_000_000_000_000_000_usize, example = 18
        )
    ),
    responses(
        (
            status = 200,
            description = "The pure equilibria, each certified; or their number at every deck size",
            content((ref("#/components/schemas/PureAnswer") = "application/json"))
        ),
        Immutable
    )
)]
pub async fn list(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let (label, form, negotiated) = request.wanted::<&FormulaForm>()?;
    if let Some((game, bets)) = without_deck(label) {
        let at = Query::read(&request.query, &["at"])?;
        let at = at.text("at").map(|n| parse_whole("at", n, 2..=MAX_CARDS)).transpose()?;
        let name = format!("every deck {} {label} {at:?}", form.name);
        let question = PureCountsQuestion { game, bets, at };
        let write = move |_: &Control| Ok(form.write(&question.answer()?)?);
        let counts = service.text("pure", &name, SHORT, write).await?;
        return Ok(counts.reply(form.media, negotiated, &request.headers));
    }
    let (label, Json, negotiated) = request.wanted()?;
    let question = question(&request.query)?;
    let (label, name) = (label.to_owned(), format!("{question:?} {label}"));
    let answer = service.text("pure", &name, SHORT, move |control| {
        let game = game_of(&label, control)?;
        let (listed, most) = match question.cuts {
            true => ("equilibria in cuts", CUT_DECK),
            false => ("all pure equilibria", PURE_DECK),
        };
        let n = game.n();
        if n > most {
            let words = format!("n = {n}, expected n ≤ {most} for {listed} over HTTP");
            return Err(Error::Beyond(words));
        }
        Ok(question.answer(&game, control)?.json())
    });
    Ok(answer.await?.reply(JSON, negotiated, &request.headers))
}

/// The game and the bets of a label without a deck.
fn without_deck(label: &str) -> Option<(String, Bets)> {
    let (_, stakes) = label.split_once('/')?;
    let deck =
        stakes.strip_prefix('n').is_some_and(|rest| rest.starts_with(|d: char| d.is_ascii_digit()));
    if deck { None } else { read_label(label).ok() }
}

/// Reads `cuts`, `count` and `limit`.
fn question(query: &str) -> Result<PureQuestion, Error> {
    let query = Query::read(query, &["cuts", "limit", "count"])?;
    let most = PURE_EQUILIBRIA as u64;
    let limit =
        query.text("limit").map_or(Ok(most), |limit| parse_whole("limit", limit, 1..=most))?;
    let (cuts, count) = (query.flag("cuts")?, query.flag("count")?);
    Ok(PureQuestion { cuts, count, limit: limit as usize })
}
