//! Whole grids: a form that begins a sweep.

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::compute::SHORT;
use bluff_batch::error::Error;
use bluff_batch::limits::SWEEP_TIME;
use bluff_batch::sweeps::Format;
use maud::{Markup, html};
use rational_bluff::game::{BET, Family};
use serde_json::json;

use crate::api::query::unexpected;
use crate::api::sweeps::plan;
use crate::limits::{BODY_BYTES, SWEEP_CELLS, SWEEP_DECK};
use crate::problem::Problem;
use crate::service::Service;

use super::frame::{Refused, page, wrong};
use super::{Fields, all_known, fields};

/// Fields of a grid that are typed: name, label, hint, what stands there first.
const TYPED: [(&str, &str, &str, &str); 2] = [
    ("n", "Cards n", "a number, 2..40, or several: 2..9, 20", "2..40"),
    ("b", "Bets b", "the same: 1..10, 1/2; for newman also 1..max", "1..10"),
];

/// Plans that are kept with the tables made of them: name, what they are, text.
const EXAMPLES: [(&str, &str, &str); 8] = [
    (
        "von-neumann",
        "mixed equilibria, up to 40 cards",
        include_str!("../../../../data/plans/von-neumann.toml"),
    ),
    (
        "newman",
        "every largest bet up to saturation",
        include_str!("../../../../data/plans/newman.toml"),
    ),
    ("three-player", "three players", include_str!("../../../../data/plans/three-player.toml")),
    ("pure", "all pure equilibria", include_str!("../../../../data/plans/pure.toml")),
    ("cuts", "pure equilibria in cuts", include_str!("../../../../data/plans/cuts.toml")),
    (
        "far-von-neumann",
        "up to 1000 cards",
        include_str!("../../../../data/plans/far-von-neumann.toml"),
    ),
    (
        "far-newman",
        "at saturation, up to 200 cards",
        include_str!("../../../../data/plans/far-newman.toml"),
    ),
    (
        "far-three-player",
        "up to 500 cards",
        include_str!("../../../../data/plans/far-three-player.toml"),
    ),
];

/// The names of the fields of the form.
const FIELDS: [&str; 6] = ["plan", "example", "game", "n", "b", "format"];

/// The fields of the form, as they were typed.
struct SweepForm(Vec<(String, String)>);

impl SweepForm {
    fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.trim())
    }

    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
    }

    /// The plan: the text, the example of this name, or what the fields of a grid say; `None` if
    /// nothing was typed.
    ///
    /// Errors: `Malformed` for an example that there is not.
    fn plan(&self) -> Result<Option<String>, Error> {
        let name = self.get("example");
        if !name.is_empty() {
            let example = EXAMPLES.iter().find(|(known, _, _)| *known == name);
            let names: Vec<&str> = EXAMPLES.iter().map(|(name, _, _)| *name).collect();
            let unknown = || unexpected("example", name, &names.join(", "));
            return example.map(|(_, _, text)| Some((*text).to_owned())).ok_or_else(unknown);
        }
        Ok(match self.0.iter().any(|(key, _)| key == "plan") {
            true => Some(self.get("plan").to_owned()),
            false if self.0.is_empty() => None,
            false => Some(self.grid()),
        })
    }

    /// A plan of one family. Texts of JSON are texts of TOML.
    fn grid(&self) -> String {
        let ranges = |name| json!(self.get(name).split(',').map(str::trim).collect::<Vec<_>>());
        let formats: Vec<&str> = self.all("format").collect();
        let output = if formats.is_empty() {
            String::new()
        } else {
            format!("\n[output]\nformats = {}\n", json!(formats))
        };
        format!(
            "[[cells]]\ngame = {}\nn = {}\nb = {}\n{output}",
            json!(self.get("game")),
            ranges("n"),
            ranges("b")
        )
    }
}

/// `GET /sweeps`: the form; with `example=`, or `game=` and its fields, the plan that they come to.
pub(crate) async fn form(query: Fields) -> Result<Response, Refused> {
    let asked = SweepForm(fields(query, &FIELDS)?);
    Ok(match asked.plan() {
        Ok(text) => page("Sweeps", &body(&asked, text.as_deref(), None)),
        Err(error) => refused(error.into(), &asked, None),
    })
}

/// `POST /sweeps`: begins a sweep of the plan, and leads to its page.
pub(crate) async fn begin(
    State(service): State<Service>,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Response {
    if let Err(problem) = service.sweeps_are_on() {
        return Refused::from(problem).into_response();
    }
    let Form(typed) = match form {
        Ok(form) => form,
        Err(rejection) => return Refused::from(unread(&rejection)).into_response(),
    };
    let asked = SweepForm(typed);
    let known = all_known(&asked.0, &FIELDS);
    let text = match known.and_then(|()| asked.plan()) {
        Ok(text) => text.unwrap_or_default(),
        Err(error) => return refused(error.into(), &asked, None),
    };
    let given = text.clone();
    let begun = service.pool.run_quoted(SHORT, move |control| plan(&given, control)).await;
    match begun.and_then(|plan| service.sweeps.begin(plan)) {
        Ok(sweep) => Redirect::to(&format!("/sweeps/{}", sweep.status().id)).into_response(),
        Err(error) => refused(error.into(), &asked, Some(&text)),
    }
}

fn unread(rejection: &FormRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::BodyTooLong(BODY_BYTES),
        _ => Error::Malformed(
            "the body is not an encoded form, expected names and values".to_owned(),
        )
        .into(),
    }
}

/// The form with what was typed, and why it was refused.
fn refused(problem: Problem, asked: &SweepForm, text: Option<&str>) -> Response {
    let words = problem.message();
    wrong(problem, "Not begun", &body(asked, text, Some(&words)))
}

fn body(asked: &SweepForm, text: Option<&str>, wrong: Option<&str>) -> Markup {
    let minutes = SWEEP_TIME.as_secs() / 60;
    html! {
        h1 { "Sweeps" }
        p.lead { "Solve a grid of games in the background and download the answers as files." }
        @if let Some(words) = wrong { p.refused role="alert" { (words) } }
        section aria-labelledby="grid" {
            h2 id="grid" { "A grid" }
            form.ask action="/sweeps" method="post" aria-labelledby="grid" { (grid(asked)) }
        }
        section aria-labelledby="plan-of-ones-own" {
            h2 id="plan-of-ones-own" { "A plan" }
            p { "A plan may name any game, several families, sets of bets, and pure equilibria. \
                Examples:" }
            ul.links {
                @for (name, what, _) in EXAMPLES {
                    li {
                        a href=(format!("/sweeps?example={name}#plan-of-ones-own")) { (name) }
                        ": "
                        (what)
                    }
                }
            }
            form action="/sweeps" method="post" aria-labelledby="plan-of-ones-own" {
                div.field {
                    label for="plan" { "Plan" }
                    span.hint id="plan-hint" { "TOML: games, ranges of n and b, and the formats of \
                        the files" }
                    textarea id="plan" name="plan" rows="10" spellcheck="false"
                        aria-describedby="plan-hint" {
                        (text.unwrap_or(EXAMPLES[0].2))
                    }
                }
                p { button type="submit" { "Begin the plan" } }
            }
        }
        p {
            "A sweep may have "
            (SWEEP_CELLS)
            " games, of decks of up to "
            (SWEEP_DECK)
            " cards, and takes "
            (minutes)
            " minutes at most; the "
            code { "bluff batch" }
            " command has no such limits and makes the same files, byte for byte. For programs: "
            code { "POST /api/v1/sweeps" }
            ", see "
            a href="/docs" { "the list of addresses" }
            "."
        }
    }
}

fn grid(asked: &SweepForm) -> Markup {
    let chosen = |format: Format| match asked.all("format").next() {
        None => matches!(format, Format::Csv | Format::Svg),
        Some(_) => asked.all("format").any(|name| name == format.name()),
    };
    html! {
        div.field {
            label for="game" { "Game" }
            select id="game" name="game" {
                @for family in Family::ranked().filter(|family| family.parameters == [&BET]) {
                    @let name = family.name;
                    option value=(name) selected[asked.get("game") == name] { (name) }
                }
            }
        }
        @for (name, label, hint, first) in TYPED {
            div.field {
                label for=(name) { (label) }
                span.hint id=(format!("{name}-hint")) { (hint) }
                @let value = if asked.get("game").is_empty() { first } else { asked.get(name) };
                input id=(name) name=(name) type="text" autocomplete="off" value=(value)
                    aria-describedby=(format!("{name}-hint"));
            }
        }
        fieldset.more {
            legend { "Files" }
            @for format in Format::ALL {
                label.choice {
                    input type="checkbox" name="format" value=(format.name())
                        checked[chosen(format)];
                    " "
                    (format.what())
                }
            }
        }
        button type="submit" { "Begin" }
        button type="submit" formmethod="get" { "Show it as a plan" }
    }
}
