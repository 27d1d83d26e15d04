//! Other decks beside a game: the values over n, the formula for all, the map and the chart.

use std::sync::Arc;

use axum::extract::RawQuery;
use bluff_questions::over_http::INSTANT;
use bluff_questions::{AnswerContext, Question};
use maud::html;
use rational_bluff::game::{ANTE, Game};

use crate::api::query::Query;
use crate::api::solutions::{GameSource, SolveOptions, of_solved};
use crate::page::pages::compare::{self, ComparisonQuery};
use crate::page::pages::formula;
use crate::page::pages::holdem::push_fold;
use crate::page::parts::frame::page;
use crate::page::parts::head::framed;
use crate::page::parts::tabs::GameTab;
use crate::page::parts::{neighbours, titles};
use crate::problem::ReplyResult;
use crate::service::{Service, in_time};

/// `GET /{label}?tab=decks&from=&to=&scale=`.
pub(super) async fn show(service: &Service, label: String, query: RawQuery) -> ReplyResult {
    let query = Arc::new(Query::of(query, &[&["tab"], &compare::KEYS[..]].concat())?);
    let asked = move |game: &Game| {
        let base = GameTab::Decks.address(&game.label(), "") + "&";
        neighbours::comparison(game).map(|label| ComparisonQuery::read(&label, &query, base))
    };
    let quoted = asked.clone();
    let cost = move |game: &Game| {
        quoted(game).and_then(|asked| asked.ok()?.question.cost().ok()).unwrap_or(INSTANT)
    };
    let source = GameSource::Label(label);
    let drawn =
        of_solved(service, source, SolveOptions::default(), cost, move |solution, control| {
            let game = &solution.game;
            let asked = asked(game).transpose()?;
            let stage = match &asked {
                Some(asked) => {
                    asked.question.cost()?;
                    let view = asked.question.clone().answer(AnswerContext::of(control))?;
                    Some(compare::stage(asked, &view)?)
                }
                None => None,
            };
            let main = html! {
                ul.links data-part="links" {
                    @if let Some(place) = formula::place(game) { li { (place) } }
                    @if game.family().is_some_and(|family| !family.has_own_deck()) {
                        li { a href=(format!("/map/{}", game.name())) { "Map of values" } }
                    }
                    @if game.name() == "push-fold" {
                        @let chart = push_fold::address(&game.stakes().number(&ANTE));
                        li { a href=(chart) { "Chart of all stacks" } }
                    }
                }
                @if let Some(stage) = stage { (stage) }
            };
            let (kept, numbers) = match &asked {
                Some(asked) => (asked.kept(), asked.decks().into()),
                None => (String::new(), Vec::new()),
            };
            let title = format!("Decks: {}", titles::title(game));
            Ok((title, framed(GameTab::Decks, solution, (&kept, &numbers), (None, &main))))
        });
    let (title, main) = in_time(&service.pool, drawn).await?;
    Ok(page(&title, &main))
}
