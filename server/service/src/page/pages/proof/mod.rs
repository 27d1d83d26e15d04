//! The proof of a solved game: its certificate, checked again for the page, with all numbers.

mod side;

use std::time::Instant;

use axum::extract::RawQuery;
use axum::response::{IntoResponse, Redirect};
use bluff_questions::error::Error;
use bluff_report::picture::minus;
use bluff_report::{hands, noun};
use maud::{Markup, html};
use rational_bluff::certificate::{Candidate, Certificate, Certified, Solution, judge};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::solve::SolveError;
use rational_bluff::strategy::Evaluation;

use crate::api::query::Query;
use crate::api::solutions::GameSource;
use crate::problem::ReplyResult;
use crate::service::Service;

use crate::page::parts::form::line;
use crate::page::parts::frame::page;
use crate::page::parts::glossary::{shown_as, term};
use crate::page::parts::head::framed;
use crate::page::parts::number::exact;
use crate::page::parts::request::{from_equilibrium, whole};
use crate::page::parts::tabs::GameTab;
use crate::page::parts::titles;
use crate::page::parts::verdict::verdict;
use side::Side;

/// Runs of one view from one on, counted from 1.
#[derive(Clone, Copy)]
struct FurtherRuns {
    view: usize,
    from: usize,
}

/// `GET /{label}?tab=why`: the proof of the values; `view=&from=` further runs of a list; `card=`
/// leads to the card on the page of the game.
pub(crate) async fn show(service: &Service, label: String, query: RawQuery) -> ReplyResult {
    let query = Query::of(query, &["tab", "card", "view", "from"])?;
    if let Some(card) = query.text("card") {
        let card: String = form_urlencoded::byte_serialize(card.as_bytes()).collect();
        return Ok(Redirect::permanent(&format!("/{label}?card={card}#card")).into_response());
    }
    let drawn = from_equilibrium(service, GameSource::Label(label), move |solution, _| {
        let main = body(solution, further(&solution.game, &query)?)?;
        Ok((format!("Proof: {}", titles::title(&solution.game)), main))
    });
    let (title, main) = drawn.await?;
    Ok(page(&title, &main))
}

fn further(game: &Game, query: &Query) -> Result<Option<FurtherRuns>, Error> {
    let place = |number| usize::try_from(number).unwrap_or_default();
    let view = whole(query, "view", 0..=game.views().len() as u64 - 1)?.map(place);
    let from = whole(query, "from", 1..=game.n())?.map_or(1, place);
    Ok(view.map(|view| FurtherRuns { view, from }))
}

/// A link that leads to the proof of a number.
pub(crate) fn verify(label: &str, place: &str, what: &str) -> Markup {
    html! {
        a href=(GameTab::Why.address(label, place)) aria-label=(format!("verify {what}")) {
            "verify"
        }
    }
}

fn body(solution: &Solution, further: Option<FurtherRuns>) -> Result<Markup, Error> {
    let start = Instant::now();
    let Solution { game, values, profile, method, .. } = solution;
    let candidate = Candidate {
        values: Some(values.clone()),
        profile: profile.clone(),
        method: method.clone(),
    };
    let checked = judge(game, candidate).map_err(SolveError::from)?;
    let taken = start.elapsed();
    let evaluation = Evaluation::new(game, &checked.profile);
    let main = match further {
        None => {
            let sides: Vec<Side> = game
                .players()
                .iter()
                .map(|player| Side::of(&checked, &evaluation, *player))
                .collect();
            html! {
                (counted(game, &sides))
                @for side in &sides { (side.shown()) }
                (hence(&checked, solution))
            }
        }
        Some(FurtherRuns { view, from }) => {
            let side = Side::of(&checked, &evaluation, game.views()[view].player);
            side.further(view, from)?
        }
    };
    let main = html! {
        div data-part="rest" {
            p.rules {
                "The " (term("certificate")) " was checked again for this page, from the rules \
                    and the strategies alone, in " (taken.as_micros()) " microseconds. It holds."
            }
            (deals(game))
            (main)
        }
    };
    Ok(framed(GameTab::Why, solution, ("", &[]), (None, &main)))
}

/// The numbers that the checker compared, and how to read them.
fn counted(game: &Game, sides: &[Side<'_>]) -> Markup {
    let label = game.label();
    let example = game.hand_name(1);
    let title = format!("Deals of one {}", noun(game));
    let views: usize = sides.iter().map(Side::views).sum();
    let work = sides.iter().map(Side::work);
    let (runs, sums) =
        work.fold((0, 0), |(runs, sums), (more, compared)| (runs + more, sums + compared));
    html! {
        section aria-labelledby="method" {
            h2 id="method" { "How it is proved" }
            p {
                "The checker computed a " (term("best response")) " for each of "
                (sides.len()) " players, at " (views) " " (shown_as("view", "views")) " with "
                (runs) " " (shown_as("run", "runs")) " of " (noun(game)) "s, and compared " (sums)
                " sums. For a small deck you can do it by hand."
            }
            p { "Each table lists the payoff of every action with each card, against the \
                strategies in the column “Played” of the other tables. A payoff is a sum over the \
                deals of the others' cards. Each deal counts with the probability that the others \
                let play come there. Later choices of the same player are the best ones." }
            @if game.deck().is_ranks() {
                p { "A row for several cards shows the sum with its first and with its last card. \
                    “Best” is the largest sum, added over the cards of the row." }
            }
            form.ask action=(format!("/{label}#card")) method="get" {
                (line(("card", &title), format!("such as {example}"), ""))
                button type="submit" { "Show" }
            }
        }
    }
}

/// Number of deals, and what a sum over them means.
fn deals(game: &Game) -> Markup {
    let (n, copies, players) = (game.n(), game.copies(), game.players().len());
    let all = hands(game, 1, n);
    let cards = Rational::from(n) * Rational::from(copies);
    let factors: Vec<String> =
        (0..players).map(|dealt| (&cards - &Rational::from(dealt)).to_string()).collect();
    html! {
        section aria-labelledby="deals" {
            h2 id="deals" { "The deals" }
            @if !game.deck().is_ranks() {
                p {
                    "Each of the " (players) " players is dealt one of " (n) " hands. A deal \
                        counts with the number of ways in which the cards give it"
                    @if game.has_ranges() { ", times the weights of its hands in the ranges" }
                    ". Over all deals that is " (game.deals()) "."
                }
            } @else if game.has_ranges() {
                p { "The deck has cards " (all) ". Each player has a " (term("range")) ", so a \
                    deal counts with the product of the weights of its cards. The weights of all \
                    deals sum to " (game.deals()) "." }
            } @else {
                p {
                    "The deck has cards "
                    (all)
                    @if copies > 1 { ", " (copies) " of each" }
                    ", and each of the "
                    (players)
                    " players is dealt one: "
                    (factors.join(" × "))
                    " = "
                    (game.deals())
                    " deals, all equally likely."
                }
            }
            p { "A sum over all deals, divided by " (game.deals()) ", is in "
                (game.unit().per_hand()) "." }
        }
    }
}

/// Conclusion from the best responses.
fn hence(checked: &Certified<Solution>, solution: &Solution) -> Markup {
    html! {
        section aria-labelledby="value" {
            h2 id="value" { "The value" }
            @match &checked.certificate {
                Certificate::ZeroSum { lower, upper } => {
                    p {
                        "This strategy guarantees player I at least "
                        strong { (exact(lower)) }
                        ". Player II's strategy lets player I have at most "
                        strong { (exact(upper)) }
                        ". The two are equal, so neither player can do better. The value of the \
                            game is "
                        (exact(&checked.values[0]))
                        " to player I and "
                        (exact(&checked.values[1]))
                        " to player II."
                    }
                }
                Certificate::Nash { gains, .. } => {
                    p {
                        "By the best response of each player the gains are "
                        (gains.iter().map(minus).collect::<Vec<_>>().join(", "))
                        ". "
                        (verdict(solution))
                    }
                }
            }
        }
    }
}
