//! Pages for people, one file each, written on the server: no third party, every view an address.
//! Scripts make pages answer at once; every page but that of tables is whole without them.
//!
//! A page asks the library what the API asks, within the same limits, and refuses in the same
//! words. `pages` has them, `parts` what they are made of; pictures are SVG with a text beside
//! them.

mod pages;
mod parts;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_extractor, from_fn};
use axum::routing::{get, post};
use serde_json::Value;

use crate::api::query::NoQuery;
use crate::service::Service;

use self::pages::{
    about, book, compare, continuous, deal, docs, family, formula, games, guessed, holdem, home,
    install, map, play, pure, question, solution, suggest, sweeps, tables, teach,
};
pub(crate) use self::parts::frame::refusal;
use self::parts::{assets, etag, foreign, frame};

/// The titles and addresses of the first pages that have these words, as a search lists them.
pub fn found(words: &str) -> impl Iterator<Item = [String; 2]> {
    suggest::found(words).into_iter().map(|page| [page.title, page.address])
}

/// Every page and its address; `document` is the OpenAPI document, which one of them shows.
pub(crate) fn routes(document: &Value) -> Router<Service> {
    let reference = Arc::new(docs::content(document));
    let with_fields = Router::new()
        .route("/", get(home::show))
        .route("/{game}/{deck}", get(solution::show))
        .route("/compare/{*label}", get(compare::show))
        .route("/holdem", get(holdem::show))
        .route("/holdem/boards", get(holdem::boards::form).post(holdem::boards::show))
        .route("/holdem/drill", get(holdem::drill::show))
        .route("/holdem/{*label}", get(holdem::push_fold::show))
        .route("/holdem.json", get(holdem::document))
        .route("/map/{*game}", get(map::show))
        .route("/games", get(games::show))
        .route("/suggest", get(suggest::show))
        .merge(family::routes())
        .merge(solution::routes())
        .merge(question::routes())
        .route("/pure/{*label}", get(pure::show))
        .route("/continuous/{*label}", get(continuous::show))
        .route("/formulas/{*label}", get(formula::show))
        .route("/book", get(book::cover))
        .route("/play", get(play::choose))
        .route("/play/river", get(play::river))
        .route("/class", get(play::class::door).post(play::class::open))
        .route("/class/{code}", get(play::class::join))
        .route("/class/{code}/hall", get(play::hall::show).post(play::hall::end))
        .route("/class/{code}/{student}", get(play::class::hand).post(play::class::decide))
        .route("/deals", get(deal::show))
        .route("/fairness", get(deal::fair::show).post(deal::fair::posted))
        .route("/sweeps", get(sweeps::form).post(sweeps::begin));
    let without_fields = Router::new()
        .route("/formulas", get(formula::atlas::show))
        .route("/book/{*chapter}", get(book::show))
        .route("/glossary", get(book::glossary))
        .route("/compute", get(install::show))
        .route("/tables", get(tables::show))
        .route("/teach", get(teach::show))
        .route("/teach/sheet", get(teach::sheet))
        .route("/findings", get(about::findings))
        .route("/literature", get(about::literature))
        .route("/errata", get(about::errata))
        .route("/sweeps/{id}", get(sweeps::show))
        .route("/sweeps/{id}/cancel", post(sweeps::cancel))
        .route("/docs", get(|| async move { frame::page("HTTP API", &reference) }));
    with_fields
        .merge(without_fields.layer(from_extractor::<NoQuery>()))
        .layer(from_fn(foreign::dropped))
        .layer(from_fn(etag::tagged))
        .merge(guessed::routes())
        .route("/class/{code}/events", get(play::hall::events))
        .route("/charts/{*label}", get(holdem::push_fold::moved))
        .route("/river", get(holdem::moved))
        .route("/river.json", get(holdem::moved_document))
        .merge(assets::routes())
}
