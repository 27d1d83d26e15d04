//! The hold'em room: one form for rivers, turns and flops. A river is solved exactly; the others,
//! and a river with `within`, get two bounds that close while the page waits, and stay at the
//! address of their spot.

pub(crate) mod boards;
pub(crate) mod drill;
pub(crate) mod equity;
mod filled;
mod filter;
mod form;
mod hand_list;
mod layout;
mod locked;
mod place;
mod proved;
pub(crate) mod push_fold;
mod range;
mod river;
mod waiting;
mod walk;

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect};
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use maud::{Markup, html};
use rational_bluff::certificate::format::Document;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::GameFile;
use rational_bluff::solve::Control;

use crate::api::solutions::GameSource;
use crate::problem::ReplyResult;
use crate::service::Service;

use crate::page::parts::frame::{PageResult, wrong};
use crate::page::parts::lock;
use crate::page::parts::request::{Fields, equilibrium, from_equilibrium};
use form::RoomForm;
use layout::{dressed, framed, title};
use waiting::waiting;

/// `GET /holdem`: the form, the answer to its fields, or with `spot=` what was proved of one.
pub(crate) async fn show(State(service): State<Service>, query: Fields) -> PageResult {
    if let Some(id) = query.text("spot") {
        query.all_known(&proved::FIELDS)?;
        return proved::show(&service, id, &query).await;
    }
    if let Some(text) = query.text("paste") {
        query.all_known(&["paste"])?;
        let (form, unread) = RoomForm::of_pasted(text);
        return Ok(framed("Hold’em", &empty(&form, (text, &unread))));
    }
    query.all_known(&form::names())?;
    let form = RoomForm(query);
    if form.text("board").is_empty() {
        return Ok(framed("Hold’em", &empty(&form, ("", &[]))));
    }
    let answer = match form.within() {
        Ok(None) => exact(&service, &form).await,
        Ok(Some(within)) => match form.game_file().and_then(|file| Ok((file, form.spot_lock()?))) {
            Ok((file, lock)) => waiting(&service, &form, (file, lock, ""), within).await,
            Err(error) => Err(error.into()),
        },
        Err(error) => Err(error.into()),
    };
    Ok(answer.unwrap_or_else(|problem| {
        let main = html! { (title("new spot", "A spot of hold’em"))
        (form.fields(true, Some(&problem.message()))) };
        wrong(problem, "A spot of hold’em", &dressed(&main))
    }))
}

/// `GET /river`, which the room replaced: its first board is a river.
pub(crate) async fn moved(RawQuery(query): RawQuery) -> Redirect {
    Redirect::permanent(&format!("/holdem?{}", with_board(query)))
}

/// `GET /river.json`, as [`moved`].
pub(crate) async fn moved_document(RawQuery(query): RawQuery) -> Redirect {
    Redirect::permanent(&format!("/holdem.json?{}", with_board(query)))
}

fn with_board(query: Option<String>) -> String {
    let query = query.unwrap_or_default();
    match form_urlencoded::parse(query.as_bytes()).any(|(key, _)| key == "board") {
        true => query,
        false if query.is_empty() => format!("board={}", form::RIVER),
        false => format!("board={}&{query}", form::RIVER),
    }
}

/// `GET /holdem.json`: the solution document of a river, as a file.
pub(crate) async fn document(State(service): State<Service>, query: Fields) -> PageResult {
    query.all_known(&form::names())?;
    let form = RoomForm(query);
    let source = GameSource::File(form.game_file()?).with_lock(form.lock());
    let written = |solution: &Certified<Solution>, _: &Control| {
        let text = Document::of(solution).to_json();
        text.map_err(|error| Error::Internal(error.to_string()))
    };
    let text = from_equilibrium(&service, source, written).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"river-solution.json\""),
    ];
    Ok((headers, text + "\n").into_response())
}

/// The room without a question, with a text that was pasted, and what was not read of it.
fn empty(form: &RoomForm, (pasted, unread): (&str, &[String])) -> Markup {
    let example = |board: &str| format!("/holdem?board={board}");
    html! {
        (title("new spot", "A spot of hold’em"))
        p.rules {
            "Examples: " a href=(example(form::RIVER)) { "a river" } ", "
            a href=(example("Ks9d6h3c")) { "a turn" } ", "
            a href=(example("Ks9d6h&I=QQ-99,AJs%2B,KQs&II=88-55,ATs,KJs")) { "a flop" }
            ". "
            a href="/holdem/boards" { "Many boards" } ". "
            a href="/book/holdem" { "What is proved" }
        }
        details.paste open[!unread.is_empty()] {
            summary { "Paste a spot" }
            @for words in unread { p.refused role="status" { (words) } }
            form.ask action="/holdem" method="get" {
                div.field.whole {
                    label for="paste" { "A text of PioViewer or TexasSolver, or a game file" }
                    textarea id="paste" name="paste" rows="5" spellcheck="false" {
                        @if !unread.is_empty() { (pasted) }
                    }
                }
                button type="submit" { "Take it" }
            }
        }
        (form.fields(true, None))
    }
}

/// A river that is solved exactly.
///
/// Errors: those of the fields, of the game and of the solve.
async fn exact(service: &Service, form: &RoomForm) -> ReplyResult {
    let (file, shown) = (form.game_file()?, form.clone());
    if lock::adds_hands(&form.0) {
        let address = move |_: &Control| shown.relocked(&GameFile::read(&file)?);
        let address = service.pool.run_quoted(SHORT, address).await?;
        return Ok(Redirect::to(&address).into_response());
    }
    let free = GameSource::File(file);
    let beside = match form.lock() {
        Some(_) => Some(equilibrium(service, free.clone()).await?),
        None => None,
    };
    let source = free.with_lock(form.lock());
    let draw = move |solution: &Certified<Solution>, _: &Control| {
        river::body(solution, beside.as_ref().map(|found| &***found), &shown)
    };
    Ok(framed("A river", &from_equilibrium(service, source, draw).await?))
}
