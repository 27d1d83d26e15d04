//! The first page: choose a game, and go to its own address.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::error::Error;
use bluff_report::forms::FORMS;
use maud::{Markup, html};
use rational_bluff::game::{ARGUMENTS, FAMILIES, Family, Game, GameArguments, Parameter, Spelling};
use rational_bluff::solve::Control;

use crate::api::label::resolved;
use crate::problem::Problem;
use crate::service::Service;

use super::frame::{Refused, page, with_status};
use super::{Fields, fields};

/// Labels of examples, and what each shows.
const EXAMPLES: [(&str, &str); 9] = [
    ("von-neumann/n3-b1", "three cards, a bluff one time in three"),
    ("von-neumann/n28-b4", "one bet of 4, 28 cards"),
    ("von-neumann/n86-b2", "one bet of 2, 86 cards"),
    ("newman/n14-b5", "all whole bets that matter with 14 cards"),
    ("one-street/n86-s1-3", "two bet sizes"),
    ("three-player/n4-b1", "three players, 4 cards"),
    ("three-player/n65-b2", "three players, 65 cards: a value that was printed otherwise"),
    ("kuhn/n3-b1", "Kuhn's poker"),
    ("von-neumann/n1000000000000000000-b2", "10¹⁸ cards"),
];

/// The fields of the form, as they were typed.
struct Asked(Vec<(String, String)>);

impl Asked {
    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
    }

    /// The game asked for; newman with b = max takes a solve.
    ///
    /// Errors: those of [`GameArguments::new`] and [`resolved`].
    fn game(&self, control: &Control) -> Result<Game, Error> {
        let given = self.0.iter().filter(|(key, value)| key != "game" && !value.trim().is_empty());
        let given = given.map(|(key, value)| (key.as_str(), value.trim().to_owned()));
        let arguments = GameArguments::new(self.get("game"), given, Spelling::Fields)?;
        resolved(&arguments, control)
    }
}

/// `GET /`: the form; with `game=` and its fields the way to that game.
pub(crate) async fn show(
    State(service): State<Service>,
    query: Fields,
) -> Result<Response, Refused> {
    let asked = Arc::new(Asked(fields(query)?));
    if asked.0.is_empty() {
        return Ok(page("Explorer", &body(&asked, None)));
    }
    let question = Arc::clone(&asked);
    Ok(match service.pool.run(move |control| question.game(control)).await {
        Ok(game) => Redirect::to(&format!("/{}", game.label())).into_response(),
        Err(error) => {
            let problem = Problem::from(error);
            with_status(problem.status(), "Not a game", &body(&asked, Some(&problem.message())))
        }
    })
}

fn body(asked: &Asked, wrong: Option<&str>) -> Markup {
    let (first, more) = ARGUMENTS.split_at(2);
    let opened = more.iter().any(|parameter| !asked.get(parameter.key).is_empty());
    let titles = more.iter().map(|parameter| parameter.title).collect::<Vec<_>>().join(", ");
    html! {
        h1 { "Exact poker" }
        p.lead { "Choose a finite poker game. The answer is an equilibrium in fractions, with a \
            certificate that anyone can check." }
        @if let Some(words) = wrong { p.refused role="alert" { (words) } }
        form.ask action="/" method="get" aria-label="Choose a game" {
            div.field {
                label for="game" { "Game" }
                select id="game" name="game" {
                    @for Family { name, .. } in FAMILIES {
                        option value=(name) selected[asked.get("game") == *name] { (name) }
                    }
                }
            }
            @for field in first { (input(asked, field)) }
            button type="submit" { "Solve" }
            details.more open[opened] {
                summary { (titles) ": for the games that have them" }
                div { @for field in more { (input(asked, field)) } }
            }
        }
        section aria-labelledby="games" {
            h2 id="games" { "Games" }
            div.wide { table {
                caption { "Each takes cards n as well, and copies of each card" }
                thead {
                    tr {
                        th scope="col" { "Game" }
                        th scope="col" { "It takes" }
                        th scope="col" { "See" }
                    }
                }
                tbody {
                    @for family in FAMILIES {
                        @let Family { name, summary, example, .. } = family;
                        tr {
                            th scope="row" { (name) div.hint { (summary) } }
                            td { (takes(family)) }
                            td {
                                a href=(format!("/{example}")) { (example) }
                                div {
                                    a href=(format!("/map/{name}")) {
                                        "values"
                                        span.unseen { " of " (name) }
                                        " as a map"
                                    }
                                }
                            }
                        }
                    }
                }
            } }
        }
        section aria-labelledby="examples" {
            h2 id="examples" { "Examples" }
            ul {
                @for (label, what) in EXAMPLES {
                    li { a href=(format!("/{label}")) { (label) } ": " (what) }
                }
            }
        }
        section aria-labelledby="more" {
            h2 id="more" { "More" }
            ul {
                li {
                    a href="/compare/von-neumann/b2" { "Values over n beside the continuous game" }
                    ", for instance of "
                    a href="/compare/newman/bmax?from=3&to=60" { "newman with all whole bets" }
                    " or "
                    a href="/compare/three-player/b2" { "three players" }
                }
                li { a href="/try/von-neumann/n9-b2" { "Try a strategy of your own" } " and see \
                    what it loses, and how it is exploited" }
                li { a href="/play/kuhn/n3-b1" { "Play a hand" } " against the equilibrium, and \
                    see what each decision loses" }
                li {
                    "For programs: "
                    a href="/api/v1/games" { "/api/v1/games" }
                    ", "
                    a href="/api/v1/solutions/kuhn/n3-b1" { "/api/v1/solutions/kuhn/n3-b1" }
                    "; every solved game's address also takes "
                    @for form in &FORMS { "." (form.suffix) ", " }
                    "and .svg"
                }
            }
        }
    }
}

/// The parameters of a family besides the cards, in words.
fn takes(family: &Family) -> String {
    let titles: Vec<String> =
        family.parameters.iter().map(|parameter| parameter.title.to_lowercase()).collect();
    let more = if family.whole_bets { ", or max: all that matter" } else { "" };
    let deck = family.deck.map_or_else(String::new, |n| format!("; always {n} cards"));
    format!("{}{more}{deck}", titles.join(" and "))
}

fn input(asked: &Asked, parameter: &Parameter) -> Markup {
    let (name, given) = (parameter.key, asked.get(parameter.key));
    let first = match name {
        "n" if asked.0.is_empty() => "28",
        "b" if asked.0.is_empty() => "4",
        _ => given,
    };
    html! {
        div.field {
            label for=(name) { (parameter.title) }
            span.hint id=(format!("{name}-hint")) { (parameter.range) }
            input id=(name) name=(name) type="text" autocomplete="off" value=(first)
                aria-describedby=(format!("{name}-hint"));
        }
    }
}
