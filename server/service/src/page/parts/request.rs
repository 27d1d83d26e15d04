//! The label and the fields of a request for a page, and the equilibrium behind it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawQuery, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use bluff_questions::error::Error;
use bluff_questions::over_http::INSTANT;
use bluff_report::explain::card_number;
use maud::Markup;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::whole_number;
use rational_bluff::game::{Game, Player};
use rational_bluff::solve::Control;

use crate::api::body::TypedText;
use crate::api::label::Label;
use crate::api::query::{Query, unexpected, unknown_field};
use crate::api::solutions::{GameSource, SolveOptions, of_solved, solved};
use crate::problem::Problem;
use crate::service::{Service, in_time};

use super::frame::{PageResult, Refused, page};

/// The equilibrium of a game, within the time limit.
///
/// Errors: those of the solve and of the pool.
pub(crate) async fn equilibrium(
    service: &Service,
    source: GameSource,
) -> Result<Arc<Certified<Solution>>, Problem> {
    let found = solved(service, source, SolveOptions::default(), |_, _| ());
    in_time(&service.pool, found).await
}

/// A drawing of the equilibrium of a game, made by the thread that solves: both within one time
/// limit.
///
/// Errors: those of the solve, of the drawing and of the pool.
pub(crate) async fn from_equilibrium<T: Send + 'static>(
    service: &Service,
    source: GameSource,
    draw: impl Fn(&Certified<Solution>, &Control) -> Result<T, Error> + Send + Sync + 'static,
) -> Result<T, Problem> {
    let drawn = of_solved(service, source, SolveOptions::default(), |_| INSTANT, draw);
    in_time(&service.pool, drawn).await
}

/// A page that is drawn once for all who ask for the same `key` at the same time.
///
/// Errors: those of the drawing.
pub(crate) async fn drawn_once<E: Into<Problem> + Send + 'static>(
    service: &Service,
    (title, key): (&str, &str),
    main: impl Future<Output = Result<Markup, E>> + Send + 'static,
) -> PageResult {
    let drawn = async { Ok::<_, E>(Arc::new(main.await?)) };
    let main = service.drawing.join(key, drawn).await?;
    Ok(page(title, &main))
}

/// A request for the page of a label; the answer to a bad label is a page too.
pub(crate) struct LabelPage {
    pub(crate) service: Service,
    pub(crate) label: String,
    pub(crate) query: RawQuery,
    pub(crate) headers: HeaderMap,
}

impl FromRequestParts<Service> for LabelPage {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, service: &Service) -> Result<Self, Refused> {
        let Label(label) = Label::from_request_parts(parts, service).await?;
        let query = RawQuery(parts.uri.query().map(str::to_owned));
        Ok(Self { service: service.clone(), label, query, headers: parts.headers.clone() })
    }
}

/// The fields of a form whose keys repeat or depend on a game, in their order; others are a
/// [`Query`].
#[derive(Clone, Debug)]
pub(crate) struct Fields(pub(crate) Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Fields {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        Ok(Self::read(&RawQuery(parts.uri.query().map(str::to_owned))))
    }
}

impl Fields {
    /// The fields of a form in the body of a request.
    ///
    /// Errors: those of [`TypedText`].
    pub(crate) async fn posted(request: Request) -> Result<Self, Problem> {
        let text =
            TypedText::read(request, &(), &["application/x-www-form-urlencoded"]).await?.text;
        Ok(Self::read(&RawQuery(Some(text))))
    }

    /// The fields of a query, decoded.
    pub(crate) fn read(RawQuery(query): &RawQuery) -> Self {
        let query = query.as_deref().unwrap_or_default();
        Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// Errors: `UnknownField` for a name that is not known.
    pub(crate) fn all_known(&self, known: &[&str]) -> Result<(), Error> {
        let foreign = self.0.iter().find(|(key, _)| !known.contains(&key.as_str()));
        foreign.map_or(Ok(()), |(key, _)| Err(unknown_field(key, "", known)))
    }

    /// The values of a key, without blanks around them.
    pub(crate) fn texts(&self, key: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(given, _)| given == key).map(|(_, text)| text.trim())
    }

    /// The first value of a key; `None` if it is left out.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.texts(key).next()
    }

    /// A whole number from 1 to `most`.
    ///
    /// Errors: those of [`among`].
    pub(crate) fn number(&self, key: &str, most: u64) -> Result<Option<u64>, Error> {
        self.text(key).map(|text| among(key, text, 1..=most)).transpose()
    }
}

/// The whole number in a field of an address.
///
/// Errors: `Refused` unless it is one of these.
pub(crate) fn among(name: &str, text: &str, allowed: RangeInclusive<u64>) -> Result<u64, Error> {
    whole_number(name, text, allowed).map_err(|refused| Error::Refused(refused.value))
}

/// The whole number under a key; `None` if it is left out.
///
/// Errors: those of [`among`].
pub(crate) fn whole(
    query: &Query,
    key: &str,
    allowed: RangeInclusive<u64>,
) -> Result<Option<u64>, Error> {
    query.text(key).map(|text| among(key, text, allowed)).transpose()
}

/// The card of a query; `None` if it is left out.
///
/// Errors: those of [`linked_card`].
pub(crate) fn hand(query: &Query, game: &Game) -> Result<Option<u64>, Error> {
    query.text("card").map(|text| linked_card(game, text)).transpose()
}

/// A card, or a hand by its name or by the number that the links of grids have.
///
/// Errors: those of [`card_number`].
pub(crate) fn linked_card(game: &Game, text: &str) -> Result<u64, Error> {
    let linked = |refused| whole_number("card", text, 1..=game.n()).map_err(|_| refused);
    Ok(card_number(game, text).or_else(linked)?)
}

/// The player of a game that a field names.
///
/// Errors: `Refused` for a text that names none.
pub(crate) fn player(game: &Game, key: &str, text: &str) -> Result<Player, Error> {
    let named = game.players().iter().find(|player| player.to_string() == text);
    let names = || game.players().iter().map(Player::to_string).collect::<Vec<_>>().join(", ");
    named.copied().ok_or_else(|| unexpected(key, text, &format!("one of: {}", names())))
}
