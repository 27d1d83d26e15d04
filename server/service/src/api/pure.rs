//! Pure equilibria.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::error::Error;
use bluff_batch::questions::parse_whole;
use bluff_batch::questions::pure::PureQuestion;

use crate::limits::{CUT_DECK, PURE_DECK, PURE_EQUILIBRIA};
use crate::problem::Problem;
use crate::service::Service;

use super::form::{JSON, Json};
use super::label::game_of;
use super::openapi::{Immutable, LabelParam};
use super::query::{LabelRequest, Query};
use super::reckoned;

/// Lists the pure equilibria of von Neumann's game, or counts them.
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
        )
    ),
    responses(
        (
            status = 200,
            description = "The pure equilibria, each certified",
            body = ref("#/components/schemas/PureEquilibria")
        ),
        Immutable
    )
)]
pub async fn list(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let question = question(&request.query)?;
    let (label, Json, negotiated) = request.wanted()?;
    let (label, name) = (label.to_owned(), format!("{question:?} {label}"));
    let cost = reckoned::listing(&label, &question);
    let answer = service.text("pure", &name, cost, move |control| {
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

/// Reads `cuts`, `count` and `limit`.
fn question(query: &str) -> Result<PureQuestion, Error> {
    let query = Query::read(query, &["cuts", "limit", "count"])?;
    let most = PURE_EQUILIBRIA as u64;
    let limit =
        query.text("limit").map_or(Ok(most), |limit| parse_whole("limit", limit, 1..=most))?;
    let (cuts, count) = (query.flag("cuts")?, query.flag("count")?);
    Ok(PureQuestion { cuts, count, limit: limit as usize })
}
