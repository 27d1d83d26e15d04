//! The page that follows the bounds of a spot.

use axum::response::{IntoResponse, Redirect};
use bluff_questions::over_http::SHORT;
use maud::html;
use rational_bluff::exact::{Rational, counted};
use rational_bluff::solve::Control;
use rational_bluff::spot::{Spot, SpotLock};
use serde_json::json;

use crate::problem::ReplyResult;
use crate::service::Service;

use super::form::RoomForm;
use super::layout::{cards, finely, framed, head};
use super::place::address;

/// The page that follows the bounds of a spot, or the way to those that are close enough, at the
/// place of a path.
///
/// Errors: those of the fields and of the spot.
pub(super) async fn waiting(
    service: &Service,
    form: &RoomForm,
    (file, lock, path): (String, Option<SpotLock>, &str),
    within: Rational,
) -> ReplyResult {
    let read = move |control: &Control| {
        let spot = Spot::read(&file)?;
        spot.fits(control.memory().unwrap_or(u64::MAX))?;
        Ok((spot, file))
    };
    let (spot, file) = service.pool.run_quoted(SHORT, read).await?;
    let label = spot.label();
    if lock.is_none() && service.spot_of(&label).await?.is_some_and(|kept| kept.of_pot <= within) {
        return Ok(Redirect::to(&address(&label, path)).into_response());
    }
    let game: serde_json::Value = serde_json::from_str(&file).unwrap_or_default();
    let mut question = json!({ "game": game, "within": within.to_string() });
    lock.iter().for_each(|lock| question["lock"] = json!({ "lock": lock }));
    let entries = spot.entries();
    let main = html! {
        (head("waiting", (&spot, spot.board.dealt(), None), []))
        @if lock.is_none() { (form.fields(false, None)) }
        div.two {
            section.panel.board aria-label="Bounds" {
                p.bounds data-bounds role="status" {
                    span.scripted { "Player I’s value is between the two ends of its range. The \
                        first bounds come within a second of a turn." }
                    span.unscripted { "A page without scripts cannot follow bounds while they \
                        close. Take another door below." }
                }
                div.pic data-plot {}
                p.scripted {
                    span data-gap {} " "
                    button type="button" data-stop disabled { "Stop here" }
                }
                p.refused data-error role="alert" hidden {}
            }
            div.stack {
                section aria-label="Board" { (cards(spot.board.dealt())) }
                section.panel {
                    h3 { "Before it starts" }
                    p.note {
                        (counted(entries, "number", "numbers")) " to find, "
                        (counted((entries >> 17) + 1, "MiB", "MiB")) ". It stops when the \
                        exploitability is at most " (finely(&within)) " of the pot. "
                        @if lock.is_some() { "Locked hands play by their rules. " }
                        "You may stop it before: every pair of bounds is proved when it is shown."
                    }
                }
            }
        }
        div data-spot=(question) data-path=(path) hidden {}
        @if lock.is_none() { (form.file()) }
    };
    Ok(framed("A spot of hold’em", &main))
}
