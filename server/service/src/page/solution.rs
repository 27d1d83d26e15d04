//! A solved game as a page.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_report as report;
use bluff_report::citation::bibtex;
use bluff_report::forms::{FORMS, Form};
use bluff_report::picture::strip;
use maud::{Markup, html};
use rational_bluff::certificate::{Certificate, Certified, Solution as Equilibrium};
use rational_bluff::game::Game;
use rational_bluff::strategy::{Evaluation, Passage};
use rational_bluff::sweep::pure_game;

use crate::api::form::{Negotiable, wanted};
use crate::api::label::Label;
use crate::api::solutions::{GameSource, SolutionQuery, answered};
use crate::limits::PURE_DECK;
use crate::problem::Problem;
use crate::service::Service;
use crate::values::ImmutableText;

use super::frame::{Refused, negotiated, number, page};
use super::proof::verify;
use super::strategies::{self, VIEWS, Window};
use super::{Fields, among, card, fields, from_equilibrium, neighbours, picture, tree};

/// The forms of a solved game's own address.
#[derive(Clone, Copy, Debug)]
enum Shown {
    Page,
    Written(&'static Form),
    Svg,
}

impl Negotiable for Shown {
    fn all() -> impl Iterator<Item = (&'static str, &'static str, Self)> {
        let forms = FORMS.iter().map(|form| (form.suffix, form.media, Self::Written(form)));
        [("html", "text/html", Self::Page)].into_iter().chain(forms).chain([(
            "svg",
            "image/svg+xml",
            Self::Svg,
        )])
    }
}

/// `GET /{label}`: a solved game as a page, or in another of its forms. `?card=` explains one card.
pub(crate) async fn show(
    State(service): State<Service>,
    label: Result<Label, Problem>,
    query: Fields,
    headers: HeaderMap,
) -> Response {
    let address = match label {
        Ok(Label(address)) => address,
        Err(error) => return Refused::from(error).into_response(),
    };
    let (label, form, by_header) = match wanted::<Shown>(&address, &headers) {
        Ok(wanted) => wanted,
        Err(error) => return negotiated(error.into_response()),
    };
    let label = label.to_owned();
    let answer = match form {
        Shown::Page => match shown(&service, label, query).await {
            Ok(page) => page,
            Err(error) => Refused::from(error).into_response(),
        },
        Shown::Written(form) => {
            let text =
                answered(&service, GameSource::Label(label), SolutionQuery::default(), form).await;
            text.map_or_else(Problem::into_response, |(text, _)| {
                text.reply(form.media, by_header, &headers)
            })
        }
        Shown::Svg => {
            let text = drawn(&service, label, query).await;
            text.map_or_else(Problem::into_response, |text| {
                text.reply("image/svg+xml", by_header, &headers)
            })
        }
    };
    if by_header.is_some() { negotiated(answer) } else { answer }
}

/// The page, or the part of it that the query asks for.
async fn shown(service: &Service, label: String, query: Fields) -> Result<Response, Problem> {
    let asked = fields(query)?;
    only(&asked, &["card", "view", "from", "tree"])?;
    let drawn = from_equilibrium(service, label, move |solution, _| {
        Ok(body(&solution, SolutionPart::read(&asked, &solution.game)?))
    });
    let (title, main) = drawn.await?;
    Ok(page(&title, &main))
}

/// The picture of all views, or of one.
async fn drawn(service: &Service, label: String, query: Fields) -> Result<ImmutableText, Problem> {
    let asked = fields(query)?;
    only(&asked, &["view"])?;
    let drawn = from_equilibrium(service, label, move |solution, _| {
        let views = solution.game.views().len();
        let shown = match SolutionPart::read(&asked, &solution.game)?.window.view {
            Some(view) => view..view + 1,
            None => 0..views,
        };
        let limit = neighbours::limit(&solution.game);
        Ok(ImmutableText::new(picture::alone(
            &solution,
            &strip::cuts(&solution.game, limit.as_ref()),
            shown,
        )))
    });
    drawn.await
}

/// Errors: `Malformed` for a field that is none of these.
fn only(asked: &[(String, String)], known: &[&str]) -> Result<(), Error> {
    match asked.iter().find(|(key, _)| !known.contains(&key.as_str())) {
        Some((key, _)) => {
            Err(Error::Malformed(format!("{}, expected {}", printable(key), known.join(", "))))
        }
        None => Ok(()),
    }
}

/// Parts of a solved game that an address selects; all of it by default.
#[derive(Clone, Copy, Debug)]
struct SolutionPart {
    card: Option<u64>,
    window: Window,
    tree: Option<usize>,
}

impl SolutionPart {
    /// Errors: `Malformed` for numbers that are not of this game.
    fn read(asked: &[(String, String)], game: &Game) -> Result<Self, Error> {
        let get = |name: &'static str, most: u64| {
            let given = asked.iter().find(|(key, _)| key == name);
            given.map(|(_, text)| among(name, text, 1..=most)).transpose()
        };
        let place = |number: u64| usize::try_from(number - 1).unwrap_or_default();
        let first_actions = game.views().first().map_or(1, |view| view.actions.len());
        let window = Window {
            view: get("view", game.views().len() as u64)?.map(place),
            from: get("from", game.n())?,
        };
        if window.from.is_some() && window.view.is_none() {
            return Err(Error::Malformed("from without view, expected both".to_owned()));
        }
        Ok(Self {
            card: get("card", game.n())?,
            window,
            tree: get("tree", first_actions as u64)?.map(place),
        })
    }
}

/// Title and content of the page.
fn body(solution: &Certified<Equilibrium>, part: SolutionPart) -> (String, Markup) {
    let game = &solution.game;
    let label = game.label();
    let evaluation = Evaluation::new(game, &solution.profile);
    let passage = Passage::of(game, &evaluation);
    let limit = neighbours::limit(game);
    let cuts = strip::cuts(game, limit.as_ref());
    let SolutionPart { card, window, tree } = part;
    // Of a game with many views a card is explained on a page of its own, and so are the other
    // parts that are asked for.
    let alone =
        window.view.is_some() || tree.is_some() || card.is_some() && game.views().len() > VIEWS;
    let main = html! {
        h1 { (label) }
        p.lead {
            "Value to player I: "
            strong { (number(&solution.values[0])) }
            " antes per hand "
            (verify(&label, "#value", "the value"))
        }
        @if let Some(card) = card {
            (card::explained(solution, &evaluation, &passage, card, window))
        }
        @if alone {
            @if card.is_none() && window.view.is_some() {
                (strategies::section(solution, &cuts, window))
            }
            @if let Some(from) = tree { (tree::betting(game, &passage, from)) }
            (explain(solution, card))
            p { a href=(format!("/{label}")) { "The whole page of this game" } ", with certificate \
                and downloads" }
        } @else {
            (beside(solution))
            (strategies::section(solution, &cuts, window))
            (explain(solution, card))
            (tree::betting(game, &passage, 0))
            (certificate(solution))
            (downloads(game))
            (citation(solution))
        }
    };
    (label, main)
}

/// Links to what stands beside the game.
fn beside(solution: &Equilibrium) -> Markup {
    let game = &solution.game;
    let label = game.label();
    html! {
        nav aria-label="Beside this game" { ul.links {
            @for other in neighbours::decks_beside(game) {
                li { a href=(format!("/{}", other.label())) { (other.n()) " cards" } }
            }
            @if let Some(comparison) = neighbours::comparison(game) {
                li {
                    a href=(format!("/compare/{comparison}")) { "decks beside the continuous game" }
                }
            }
            @if game.family().is_some() {
                li { a href=(format!("/map/{}", game.name())) { "values as a map" } }
            }
            @if pure_game(game).is_ok() && game.n() <= PURE_DECK {
                li { a href=(format!("/api/v1/pure/{label}")) { "pure equilibria" } }
            }
            li { a href=(format!("/try/{label}")) { "try a strategy of your own" } }
            li { a href=(format!("/play/{label}")) { "play against it" } }
            li { a href=(format!("/proof/{label}")) { "the proof" } }
        } }
    }
}

/// The form that asks for one card.
fn explain(solution: &Equilibrium, card: Option<u64>) -> Markup {
    let game = &solution.game;
    html! {
        form.ask action=(format!("/{}#card", game.label())) method="get" {
            div.field {
                label for="which" { "Explain card" }
                input id="which" name="card" type="text" inputmode="numeric" required value=[card]
                    placeholder=(format!("1 to {}", game.n()));
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
                        dt { "Lower value" }
                        dd {
                            (number(lower))
                            ": player I gets at least this with the strategy above, whatever \
                                player II does. "
                            (verify(&label, "#reply-II", "the lower value"))
                        }
                        dt { "Upper value" }
                        dd {
                            (number(upper))
                            ": player I gets at most this against player II's strategy, whatever \
                                player I does. "
                            (verify(&label, "#reply-I", "the upper value"))
                        }
                    }
                    p { "They are equal, so neither player can do better: this is an equilibrium, \
                        and that number is the value." }
                }
                Certificate::Nash { gains } => {
                    @let (players, values) = (solution.game.players(), &solution.values);
                    @let numbers = gains.iter().zip(values);
                    dl { @for (player, (gain, value)) in players.iter().zip(numbers) {
                        dt { "Player " (player) }
                        dd {
                            "gets "
                            (number(value))
                            " and gains "
                            (gain)
                            " by the best deviation. "
                            (verify(
                                &label,
                                &format!("#reply-{player}"),
                                &format!("what player {player} gets"),
                            ))
                        }
                    } }
                    p { "No player gains by deviating alone: this is a Nash equilibrium." }
                }
            }
            p {
                "Both numbers were computed from the rules of the game by code that has not seen \
                    how the strategies were found (method: "
                (solution.method)
                "). To check it yourself, download the document and run "
                code { "bluff verify" }
                "; see "
                a href="/reliability" { "Reliability" }
                "."
            }
        }
    }
}

fn downloads(game: &Game) -> Markup {
    let (label, listed) = (game.label(), report::lprint::fits(game).is_ok());
    let forms = FORMS.iter().map(|form| (form.suffix, form.about)).chain([("svg", "Picture, SVG")]);
    html! {
        section aria-labelledby="downloads" {
            h2 id="downloads" { "Downloads" }
            ul.links {
                @for (suffix, name) in forms.filter(|(suffix, _)| listed || *suffix != "txt") {
                    li { a href=(format!("/{label}.{suffix}")) { (name) } }
                }
            }
        }
    }
}

fn citation(solution: &Equilibrium) -> Markup {
    html! {
        section aria-labelledby="cite" {
            h2 id="cite" { "How to cite" }
            pre tabindex="0" { (bibtex(solution)) }
        }
    }
}
