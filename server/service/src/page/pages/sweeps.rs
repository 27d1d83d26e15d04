//! Whole grids: a form that begins a sweep, and the page of a sweep with its progress and files.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::limits::{SWEEP_FAILURES, SWEEP_KEPT, SWEEP_TIME};
use bluff_batch::sweeps::{Format, State as SweepState, Status, Sweep};
use bluff_questions::error::Error;
use bluff_questions::{FieldKind, QuestionField};
use maud::{Markup, html};
use rational_bluff::exact::counted;
use rational_bluff::game::{BET, Family};
use serde_json::json;

use crate::api::body::TypedText;
use crate::api::query::unexpected;
use crate::api::sweeps::{FoundSweep, TOML, begun};
use crate::limits::{SWEEP_CELLS, SWEEP_DECK};
use crate::problem::Problem;
use crate::service::Service;

use crate::page::parts::assets;
use crate::page::parts::form::{choice, line, typed};
use crate::page::parts::frame::{PageResult, live, page, wrong};
use crate::page::parts::request::Fields;

/// Fields of a grid that are typed: name, label, hint, value at first.
const TYPED: [(&str, &str, &str, &str); 2] = [
    ("n", "Cards n", "a number, 2..40, or several: 2..9, 20", "2..40"),
    ("b", "Bets b", "the same: 1..10, 1/2; for newman also 1..max", "1..10"),
];
/// The names of the fields of the form.
const FIELDS: [&str; 6] = ["plan", "example", "game", "n", "b", "format"];
/// Seconds after which a browser without scripts loads the page of a running sweep again.
const REFRESH: u64 = 2;

/// Plans of `data/plans`: the name and the text, whose first line says what it asks.
const EXAMPLES: [(&str, &str); 8] = [
    ("von-neumann", include_str!("../../../../../data/plans/von-neumann.toml")),
    ("newman", include_str!("../../../../../data/plans/newman.toml")),
    ("three-player", include_str!("../../../../../data/plans/three-player.toml")),
    ("pure", include_str!("../../../../../data/plans/pure.toml")),
    ("cuts", include_str!("../../../../../data/plans/cuts.toml")),
    ("far-von-neumann", include_str!("../../../../../data/plans/far-von-neumann.toml")),
    ("far-newman", include_str!("../../../../../data/plans/far-newman.toml")),
    ("far-three-player", include_str!("../../../../../data/plans/far-three-player.toml")),
];

/// The plan of a form: the example of this name, the text, or what the fields of a grid say; `None`
/// if nothing was typed.
///
/// Errors: `UnknownField`; `Malformed` for an example that there is not.
fn plan(typed: &Fields) -> Result<Option<String>, Error> {
    typed.all_known(&FIELDS)?;
    let Some(name) = typed.text("example").filter(|name| !name.is_empty()) else {
        let plan = typed.text("plan").map(str::to_owned);
        return Ok(plan.or_else(|| (!typed.0.is_empty()).then(|| grid(typed))));
    };
    let example = EXAMPLES.iter().find(|(known, _)| *known == name);
    let names = EXAMPLES.map(|(name, _)| name).join(", ");
    let (_, text) = example.ok_or_else(|| unexpected("example", name, &names))?;
    Ok(Some((*text).to_owned()))
}

/// A plan of one family. Texts of JSON are texts of TOML.
fn grid(typed: &Fields) -> String {
    let text = |name| typed.text(name).unwrap_or_default();
    let ranges = |name| json!(text(name).split(',').map(str::trim).collect::<Vec<_>>());
    let (game, n, b) = (json!(text("game")), ranges("n"), ranges("b"));
    let cells = format!("[[cells]]\ngame = {game}\nn = {n}\nb = {b}\n");
    match typed.texts("format").collect::<Vec<_>>() {
        none if none.is_empty() => cells,
        formats => format!("{cells}\n[output]\nformats = {}\n", json!(formats)),
    }
}

/// `GET /sweeps`: the form; with `example=`, or `game=` and its fields, the plan that they come to.
pub(crate) async fn form(typed: Fields) -> Response {
    match plan(&typed) {
        Ok(_) => page("Sweeps", &body(&typed, None)),
        Err(error) => refused(error.into(), &typed),
    }
}

/// `POST /sweeps`: begins a sweep of the plan, and leads to its page.
pub(crate) async fn begin(State(service): State<Service>, request: Request) -> PageResult {
    service.sweeps_are_on()?;
    let typed = Fields::posted(request).await?;
    let sweep = match plan(&typed).map(Option::unwrap_or_default) {
        Ok(text) => begun(&service, TypedText { text, media: TOML }).await,
        Err(error) => Err(error.into()),
    };
    Ok(sweep.map_or_else(|problem| refused(problem, &typed), |sweep| to_page(&sweep)))
}

/// Leads to the page of a sweep.
fn to_page(sweep: &Sweep) -> Response {
    Redirect::to(&format!("/sweeps/{}", sweep.status().id)).into_response()
}

/// The form with what was typed, and why it was refused.
fn refused(problem: Problem, typed: &Fields) -> Response {
    let words = problem.message();
    wrong(problem, "Not begun", &body(typed, Some(&words)))
}

fn body(given: &Fields, wrong: Option<&str>) -> Markup {
    let plan = plan(given).ok().flatten();
    let hint = "TOML: games, ranges of n and b, and the formats of the files";
    let field = QuestionField::new(FieldKind::Text, "plan", "", hint, "");
    html! {
        h1 { "Sweeps" }
        p.lead { "Solve a grid of games in the background and download the answers as files." }
        @if let Some(words) = wrong { p.refused role="alert" { (words) } }
        section aria-labelledby="grid" {
            h2 id="grid" { "A grid" }
            form.ask action="/sweeps" method="post" aria-labelledby="grid" { (grid_fields(given)) }
        }
        section aria-labelledby="plan-of-ones-own" {
            h2 id="plan-of-ones-own" { "A plan" }
            p { "A plan may name any game, several families, sets of bets, and pure equilibria. \
                Examples:" }
            ul.links { @for (name, text) in EXAMPLES { li {
                a href=(format!("/sweeps?example={name}#plan-of-ones-own")) { (name) }
                ": " (text.lines().next().unwrap_or_default().trim_start_matches("# "))
            } } }
            form action="/sweeps" method="post" aria-labelledby="plan-of-ones-own" {
                (typed("Plan", &field, plan.as_deref().or(Some(EXAMPLES[0].1))))
                p { button type="submit" { "Begin the plan" } }
            }
        }
        p {
            "A sweep may have " (SWEEP_CELLS) " games, of decks of up to " (SWEEP_DECK)
            " cards, and takes " (SWEEP_TIME.as_secs() / 60) " minutes at most; the "
            code { "bluff batch" }
            " command has no such limits and makes the same files, byte for byte. For programs: "
            code { "POST /api/v1/sweeps" } ", see " a href="/docs" { "the list of addresses" } "."
        }
    }
}

fn grid_fields(given: &Fields) -> Markup {
    let formats: Vec<&str> = given.texts("format").collect();
    let chosen = if formats.is_empty() { vec!["csv", "svg"] } else { formats };
    let games = Family::ranked().filter(|family| family.parameters == [&BET]);
    let game = given.text("game").filter(|game| !game.is_empty());
    html! {
        (choice(("game", "Game"), games.map(|family| (family.name, family.name)), game.as_ref()))
        @for (key, title, hint, first) in TYPED {
            (line((key, title), hint, game.and_then(|_| given.text(key)).unwrap_or(first)))
        }
        fieldset.more {
            legend { "Files" }
            @for format in Format::ALL { label.choice {
                input type="checkbox" name="format" value=(format.name())
                    checked[chosen.contains(&format.name())];
                " " (format.what())
            } }
        }
        button type="submit" { "Begin" }
        button type="submit" formmethod="get" { "Show it as a plan" }
    }
}

/// `GET /sweeps/{id}`.
pub(crate) async fn show(found: Result<FoundSweep, Problem>) -> PageResult {
    let sweep = found?.sweep;
    let status = sweep.status();
    let head = html! { @if status.state == SweepState::Running {
        script src=(assets::SWEEP.address) defer {}
        noscript { meta http-equiv="refresh" content=(REFRESH); }
    } };
    let title = format!("Sweep of {}: {}", sweep.title, status.state.name());
    Ok(live(&title, &head, &shown(&sweep, &status)))
}

/// `POST /sweeps/{id}/cancel`: stops a sweep, and leads back to its page.
pub(crate) async fn cancel(found: Result<FoundSweep, Problem>) -> PageResult {
    let sweep = found?.sweep;
    sweep.stop().await;
    Ok(to_page(&sweep))
}

fn shown(sweep: &Sweep, status: &Status) -> Markup {
    let Status { id, state, total, done, failed, files, failures, reason } = status;
    let (running, seconds) = (*state == SweepState::Running, sweep.time().as_secs());
    let address = format!("/api/v1/sweeps/{id}");
    html! {
        h1 { "Sweep of " (sweep.title) }
        p.lead {
            strong { (state.name()) } (if running { " for " } else { " after " })
            span.time data-seconds=(seconds) { (counted(seconds, "second", "seconds")) }
        }
        @if let Some(reason) = reason { p.refused role="alert" { (reason) } }
        div id="progress" data-events=[running.then(|| format!("{address}/events"))] { p {
            span.done { (done) } " of " (total) " games solved, "
            span.failed { (failed) } " failed "
            progress max=(total) value=(done + failed) aria-label="Games solved or failed" {
                (done + failed) " of " (total)
            }
        } }
        @if running { form action=(format!("/sweeps/{id}/cancel")) method="post" {
            p { button type="submit" { "Cancel" } }
        } }
        @if !files.is_empty() { (results(&format!("{address}/files"), files)) }
        @if !failures.is_empty() { section aria-labelledby="failures" {
            h2 id="failures" { "Without an answer" }
            p {
                "These are left out of the files"
                @if *failed > SWEEP_FAILURES as u64 { "; the first " (SWEEP_FAILURES) } ":"
            }
            dl { @for (label, words) in failures { dt { (label) } dd { (words) } } }
        } }
        p {
            @match state {
                SweepState::Running => "This page updates itself. Save its address: there is no \
                    other way back.",
                SweepState::Done => {
                    "The files are stored for " (SWEEP_KEPT.as_secs() / 60)
                    " minutes after the end."
                },
                SweepState::Cancelled | SweepState::Failed => "Solved cells are stored if the \
                    service has a catalogue; there are no files.",
            }
            " " a href="/sweeps" { "Another sweep" }
            ". For programs: " a href=(address) { "the state as JSON" } "."
        }
    }
}

fn results(folder: &str, files: &[String]) -> Markup {
    let pictures = files.iter().filter(|file| Format::of(file) == Some(Format::Svg));
    html! { section aria-labelledby="files" {
        h2 id="files" { "Files" }
        ul { @for file in files { li {
            a href={ (folder) "/" (file) } download=(file) { (file) }
            @if let Some(format) = Format::of(file) { ": " (format.what()) }
        } } }
        @for file in pictures { figure {
            img src={ (folder) "/" (file) } alt={
                "Heat map: the value to player I over n and the bet, the numbers of the other \
                    files of " (file.trim_end_matches(".svg"))
            };
            figcaption { (file) ": the value to player I" }
        } }
    } }
}
