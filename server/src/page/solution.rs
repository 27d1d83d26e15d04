//! A solved game as a page.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use rational_bluff::certificate::{Certificate, Certified, Solution as Equilibrium};
use rational_bluff::continuous::Continuous;
use rational_bluff::exact::sweep;
use rational_bluff::game::Game;
use rational_bluff::strategy::{Evaluation, Passage};

use crate::api::form::{Form, Solution, wanted};
use crate::api::label;
use crate::api::reply::Lasting;
use crate::api::solutions::solved;
use crate::compute::Pool;
use crate::error::Error;
use crate::limits::PURE_DECK;
use crate::report::text::{convention, play};
use crate::report::{self, cards};
use crate::service::{Answers, Solving};

use super::frame::{Refused, number, page};
use super::proof::verify;
use super::{Fields, card, fields, neighbours, picture, tree};

/// The forms of a solved game's own address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Page,
    Written(Solution),
    Svg,
}

impl Form for Shown {
    const ALL: &'static [(&'static str, &'static str, Self)] = &[
        ("html", "text/html", Self::Page),
        ("json", "application/json", Self::Written(Solution::Json)),
        ("csv", "text/csv", Self::Written(Solution::Csv)),
        ("txt", "text/plain", Self::Written(Solution::Lprint)),
        ("svg", "image/svg+xml", Self::Svg),
    ];
}

/// `GET /{label}`: a solved game as a page, or in another of its forms. `?card=` explains one card.
pub(crate) async fn show(
    State(pool): State<Arc<Pool>>,
    State(answers): State<Arc<Answers>>,
    State(solving): State<Arc<Solving>>,
    path: Result<Path<(String, String)>, PathRejection>,
    query: Fields,
    headers: HeaderMap,
) -> Response {
    let address = match label(path.map(|Path((game, deck))| Path(format!("{game}/{deck}")))) {
        Ok(address) => address,
        Err(error) => return Refused::from(error).into_response(),
    };
    let (label, form, negotiated) = match wanted::<Shown>(&address, &headers) {
        Ok(wanted) => wanted,
        Err(error) => return error.into_response(),
    };
    let solution = solved(&pool, &answers, &solving, label.to_owned());
    match form {
        Shown::Page => match shown(&pool, solution, query).await {
            Ok(page) => page,
            Err(error) => Refused::from(error).into_response(),
        },
        Shown::Written(form) => {
            let text = written(&pool, solution, move |solution| form.text(solution)).await;
            text.map_or_else(Error::into_response, |text| text.reply(form.content_type(), negotiated, &headers))
        }
        Shown::Svg => {
            let drawn = |solution: &Certified<Equilibrium>| {
                let limit = neighbours::limit(&solution.game);
                Ok(picture::alone(solution, &neighbours::cuts(solution, limit.as_ref())))
            };
            let text = written(&pool, solution, drawn).await;
            text.map_or_else(Error::into_response, |text| text.reply("image/svg+xml", negotiated, &headers))
        }
    }
}

/// A solution on its way.
type Solved = Result<Arc<Certified<Equilibrium>>, Error>;

async fn shown(pool: &Pool, solution: impl Future<Output = Solved>, query: Fields) -> Result<Response, Error> {
    let mut card = None;
    for (key, value) in fields(query)? {
        if key != "card" {
            return Err(Error::Malformed(format!("{}, expected card", crate::file::printable(&key))));
        }
        card = Some(value);
    }
    let solution = solution.await?;
    let card = card.map(|text| card::read(&text, solution.game.n())).transpose()?;
    let (title, main) = pool.run(move |_| Ok(body(&solution, card))).await?;
    Ok(page(&title, &main))
}

async fn written(
    pool: &Pool,
    solution: impl Future<Output = Solved>,
    text: impl FnOnce(&Certified<Equilibrium>) -> Result<String, Error> + Send + 'static,
) -> Result<Lasting, Error> {
    let solution = solution.await?;
    pool.run(move |_| Ok(Lasting::new(text(&solution)?))).await
}

/// Title and content of the page.
fn body(solution: &Certified<Equilibrium>, card: Option<u64>) -> (String, Markup) {
    let game = &solution.game;
    let label = game.label();
    let evaluation = Evaluation::new(game, &solution.profile);
    let passage = Passage::of(game, &evaluation);
    let limit = neighbours::limit(game);
    let main = html! {
        h1 { (label) }
        p.lead { "Value to player I: " strong { (number(&solution.values[0])) } " antes per hand " (verify(&label, "#value", "the value")) }
        (beside(solution))
        @if let Some(card) = card { (card::explained(solution, &evaluation, &passage, card)) }
        (strategies(solution, limit.as_ref()))
        (explain(solution, card))
        (tree::betting(game, &passage))
        (certificate(solution))
        (downloads(game))
        (citation(solution))
    };
    (label, main)
}

/// Links to what stands beside the game.
fn beside(solution: &Equilibrium) -> Markup {
    let game = &solution.game;
    let label = game.label();
    html! {
        nav aria-label="Beside this game" { ul.links {
            @for other in neighbours::decks_beside(game) { li { a href=(format!("/{}", other.label())) { (other.n()) " cards" } } }
            @if let Some(comparison) = neighbours::comparison(game) { li { a href=(format!("/compare/{comparison}")) { "decks beside the continuous game" } } }
            @if game.name() == "von-neumann" && game.copies() == 1 && game.n() <= PURE_DECK { li { a href=(format!("/api/v1/pure/{label}")) { "pure equilibria" } } }
            li { a href=(format!("/try/{label}")) { "try a strategy of your own" } }
            li { a href=(format!("/play/{label}")) { "play against it" } }
            li { a href=(format!("/proof/{label}")) { "the proof" } }
        } }
    }
}

fn strategies(solution: &Equilibrium, limit: Option<&Continuous>) -> Markup {
    let (game, cuts) = (&solution.game, neighbours::cuts(solution, limit));
    let label = game.label();
    html! {
        section aria-labelledby="strategies" {
            h2 id="strategies" { "Strategies" }
            (picture::key())
            @if cuts.iter().any(|cuts| !cuts.is_empty()) {
                p.soft { "Dashed: the cuts of the continuous game, where hands are uniform on [0, 1]." }
            }
            @for (at, view) in game.views().iter().enumerate() {
                @let shown = solution.profile.at(at);
                h3 { "Player " (view.player) ", " (view.name) }
                figure { (picture::strategy(solution, at, &cuts[at])) }
                div.wide { table {
                    caption { "What to play; a link explains the first card of its run" }
                    thead { tr { th scope="col" { "Cards" } th scope="col" { "Play" } } }
                    tbody { @for (first, last, mut played) in sweep(&shown.iter().collect::<Vec<_>>()) {
                        @let () = played.sort_by(|(_, one), (_, other)| other.cmp(one));
                        tr {
                            th.card scope="row" { a href=(format!("/{label}?card={first}#card")) { (cards(first, last)) } }
                            td { (play(&view.actions, &played)) }
                        }
                    } }
                } }
            }
            p.soft { "This equilibrium: " (convention(solution)) "." }
        }
    }
}

/// The form that asks for one card.
fn explain(solution: &Equilibrium, card: Option<u64>) -> Markup {
    let game = &solution.game;
    html! {
        form.ask action=(format!("/{}#card", game.label())) method="get" {
            div.field {
                label for="which" { "Explain card" }
                input id="which" name="card" type="text" inputmode="numeric" required value=[card] placeholder=(format!("1 to {}", game.n()));
            }
            button type="submit" { "Explain" }
        }
    }
}

fn certificate(solution: &Equilibrium) -> Markup {
    let label = solution.game.label();
    html! {
        section aria-labelledby="certificate" {
            h2 id="certificate" { "Certificate" }
            @match &solution.certificate {
                Certificate::ZeroSum { lower, upper } => {
                    dl {
                        dt { "Lower value" } dd { (number(lower)) ": player I gets at least this with the strategy above, whatever player II does. " (verify(&label, "#reply-II", "the lower value")) }
                        dt { "Upper value" } dd { (number(upper)) ": player I gets at most this against player II's strategy, whatever player I does. " (verify(&label, "#reply-I", "the upper value")) }
                    }
                    p { "They are equal, so neither player can do better: this is an equilibrium, and that number is the value." }
                }
                Certificate::Nash { gains } => {
                    dl { @for (player, (gain, value)) in solution.game.players().iter().zip(gains.iter().zip(&solution.values)) {
                        dt { "Player " (player) } dd { "gets " (number(value)) " and gains " (gain) " by the best deviation. " (verify(&label, &format!("#reply-{player}"), &format!("what player {player} gets"))) }
                    } }
                    p { "No player gains by deviating alone: this is a Nash equilibrium." }
                }
            }
            p { "Both numbers were computed from the rules of the game by code that has not seen how the strategies were found (method: " (solution.method) "). To check it yourself, download the document and run " code { "bluff verify" } "; see " a href="/reliability" { "Reliability" } "." }
        }
    }
}

fn downloads(game: &Game) -> Markup {
    let (label, listed) = (game.label(), report::lprint::fits(game).is_ok());
    let forms = [
        ("json", "solution document, JSON"),
        ("csv", "table, CSV"),
        ("txt", "the paper's list"),
        ("svg", "picture, SVG"),
    ];
    html! {
        section aria-labelledby="downloads" {
            h2 id="downloads" { "Downloads" }
            ul.links { @for (suffix, name) in forms.into_iter().filter(|(suffix, _)| listed || *suffix != "txt") { li { a href=(format!("/{label}.{suffix}")) { (name) } } } }
        }
    }
}

fn citation(solution: &Equilibrium) -> Markup {
    let label = solution.game.label();
    let (key, label) = (label.replace('/', "-"), label.replace('_', "\\_"));
    let value = &solution.values[0];
    html! {
        section aria-labelledby="cite" {
            h2 id="cite" { "How to cite" }
            pre tabindex="0" { "@misc{rational-bluff:" (key) ",\n  title = {Equilibrium of " (label) "},\n  howpublished = {Rational Bluff, version " (env!("CARGO_PKG_VERSION")) ", address /" (label) "},\n  note = {Value " (value) " to player I, with certificate}\n}" }
        }
    }
}
