//! Pages for people, one file each, written on the server: no third party, every view an address.
//! Scripts make pages answer at once; every page is whole without them.
//!
//! A page asks the library what the API asks, within the same limits, and refuses in the same
//! words. `frame` is what all pages share; pictures are SVG with a text beside them.

mod about;
mod assets;
mod below;
mod book;
mod card;
mod compare;
mod compute;
mod continuous;
mod deal;
mod dials;
mod docs;
mod errata;
mod exploit;
mod explorer;
mod family;
mod foreign;
mod formula;
pub(crate) mod frame;
mod games;
mod glossary;
pub(crate) mod guessed;
mod head;
mod icon;
mod kept;
mod map;
mod markdown;
mod neighbours;
mod parts;
mod picture;
mod play;
mod proof;
mod pure;
mod push_fold;
mod refutation;
mod river;
mod slider;
mod solution;
mod strategies;
mod street;
mod sweeps;
mod titles;
mod tree;
mod trial;

use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query as UrlQuery};
use axum::http::request::Parts;
use axum::middleware::{from_extractor, from_fn};
use axum::routing::{get, post};
use bluff_batch::compute::INSTANT;
use bluff_batch::error::Error;
use bluff_report::explain::card_number;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::whole_number;
use rational_bluff::game::{Game, Player};
use rational_bluff::solve::Control;
use serde_json::Value;

use crate::api::label::Label;
use crate::api::query::{NoQuery, Query, unexpected, unknown_field};
use crate::api::solutions::{GameSource, SolveOptions, solved};
use crate::problem::Problem;
use crate::service::{Service, in_time};

use self::frame::Refused;

/// Every page and its address; `document` is the OpenAPI document, which one of them shows.
pub(crate) fn routes(document: &Value) -> Router<Service> {
    let reference = Arc::new(docs::content(document));
    let with_fields = Router::new()
        .route("/", get(explorer::show))
        .route("/{game}/{deck}", get(solution::show))
        .route("/compare/{*label}", get(compare::show))
        .route("/charts/{*label}", get(push_fold::show))
        .route("/river", get(river::show))
        .route("/river.json", get(river::document))
        .route("/map/{*game}", get(map::show))
        .route("/games", get(games::show))
        .merge(solution::routes())
        .route("/pure/{*label}", get(pure::show))
        .route("/continuous/{*label}", get(continuous::show))
        .route("/formulas/{*label}", get(formula::show))
        .route("/book", get(book::cover))
        .route("/try/{*label}", get(trial::show))
        .route("/play", get(play::choose))
        .route("/play/river", get(play::river))
        .route("/play/{*label}", get(play::show))
        .route("/deals", get(deal::show))
        .route("/fairness", get(deal::fair::show))
        .route("/proof/{*label}", get(proof::show))
        .route("/sweeps", get(sweeps::form).post(sweeps::begin));
    let without_fields = Router::new()
        .merge(family::routes())
        .route("/formulas", get(formula::atlas::show))
        .route("/book/{*chapter}", get(book::show))
        .route("/glossary", get(book::glossary))
        .route("/compute", get(compute::show))
        .route("/findings", get(about::findings))
        .route("/literature", get(about::literature))
        .route("/errata", get(errata::show))
        .route("/source", get(about::source))
        .route("/completeness", get(about::completeness))
        .route("/reliability", get(about::reliability))
        .route("/sweeps/{id}", get(sweeps::show))
        .route("/sweeps/{id}/cancel", post(sweeps::cancel))
        .route("/docs", get(|| async move { frame::page("HTTP API", &reference) }));
    with_fields
        .merge(without_fields.layer(from_extractor::<NoQuery>()))
        .layer(from_fn(foreign::dropped))
        .layer(from_fn(kept::tagged))
        .merge(guessed::routes())
        .merge(assets::routes())
}

/// A drawing of the equilibrium of a game, made on the pool like the equilibrium: both within one
/// time limit.
///
/// Errors: those of the solve, of the drawing and of the pool.
async fn from_equilibrium<T: Send + 'static>(
    service: &Service,
    source: GameSource,
    draw: impl FnOnce(Arc<Certified<Solution>>, &Control) -> Result<T, Error> + Send + 'static,
) -> Result<T, Problem> {
    let pool = &service.pool;
    let drawn = async {
        let solution = solved(service, source, SolveOptions::default(), None).await?.solution;
        Ok(pool.run_quoted(INSTANT, move |control| draw(solution, control)).await?)
    };
    in_time(pool, drawn).await
}

/// The label in the address of a page; the answer to a bad one is a page too.
pub(crate) struct PageLabel(String);

impl<S: Send + Sync> FromRequestParts<S> for PageLabel {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let Label(label) = Label::from_request_parts(parts, state).await?;
        Ok(Self(label))
    }
}

/// The fields of a form whose keys repeat or depend on a game; others are a [`Query`].
type Fields = Result<UrlQuery<Vec<(String, String)>>, QueryRejection>;

/// The fields in their order.
///
/// Errors: `UnknownField` for a name that is not known, `Malformed` for a query that is not text.
fn fields(query: Fields, known: &[&str]) -> Result<Vec<(String, String)>, Error> {
    let fields = all_fields(query)?;
    all_known(&fields, known)?;
    Ok(fields)
}

/// The fields of a page whose names depend on a game: see [`all_known`].
///
/// Errors: `Malformed` for a query that is not text.
fn all_fields(query: Fields) -> Result<Vec<(String, String)>, Error> {
    let UrlQuery(fields) = query
        .map_err(|_| Error::Malformed("the query of the address is not UTF-8 text".to_owned()))?;
    Ok(fields)
}

/// Errors: `UnknownField` for a name that is not known.
fn all_known(fields: &[(String, String)], known: &[&str]) -> Result<(), Error> {
    let foreign = fields.iter().find(|(key, _)| !known.contains(&key.as_str()));
    foreign.map_or(Ok(()), |(key, _)| Err(unknown_field(key, key, known)))
}

/// The whole number in a field of an address.
///
/// Errors: `Malformed` unless it is one of these.
fn among(name: &str, text: &str, allowed: RangeInclusive<u64>) -> Result<u64, Error> {
    let expected = format!("{} to {}", allowed.start(), allowed.end());
    whole_number(name, text, allowed).map_err(|_| unexpected(name, text, &expected))
}

/// The whole number under a key; `None` if it is left out.
///
/// Errors: those of [`among`].
fn whole(query: &Query, key: &str, allowed: RangeInclusive<u64>) -> Result<Option<u64>, Error> {
    query.text(key).map(|text| among(key, text, allowed)).transpose()
}

/// The card of a query, by its number or the name of a hand; `None` if it is left out.
///
/// Errors: those of [`card_number`].
fn hand(query: &Query, game: &Game) -> Result<Option<u64>, Error> {
    Ok(query.text("card").map(|text| card_number(game, text)).transpose()?)
}

/// The player of a game that a field names.
///
/// Errors: `Malformed` for a text that names none.
fn player(game: &Game, key: &str, text: &str) -> Result<Player, Error> {
    let named = game.players().iter().find(|player| player.to_string() == text);
    let names = || game.players().iter().map(Player::to_string).collect::<Vec<_>>().join(", ");
    named.copied().ok_or_else(|| unexpected(key, text, &format!("one of: {}", names())))
}
