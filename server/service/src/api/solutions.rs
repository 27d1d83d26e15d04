//! Solved games.

use std::fmt;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bluff_batch::error::Error;
use bluff_batch::questions::parse_starts;
use bluff_report as report;
use bluff_report::forms::{FORMS, Form};
use rational_bluff::game::{Game, GameFile};
use rational_bluff::solve::{Control, Method, Starts, face, solve_all_from, solve_from};
use utoipa::IntoParams;

use crate::problem::Problem;
use crate::service::{Service, SolvedGame};
use crate::values::SolvedBy;

use super::body::JsonText;
use super::form::{Json, Negotiated, wanted};
use super::label::{Label, game_of};
use super::openapi::{MethodName, Problems};
use super::query::Query;
use super::reply::{Lasting, fingerprint};
use super::{affordable_by, affordable_in_full};

/// The name of a game: its label, or the text of a game file.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Label(String),
    File(String),
}

impl Source {
    /// The game.
    ///
    /// Errors: those of [`game_of`] or of the file.
    fn game(&self, control: &Control) -> Result<Game, Error> {
        match self {
            Self::Label(label) => game_of(label, control),
            Self::File(text) => Ok(GameFile::read(text)?),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label(label) => write!(formatter, "label {label}"),
            Self::File(text) => write!(formatter, "file {}", fingerprint(text)),
        }
    }
}

/// The query of a solution, with the options of `bluff solve`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolutionQuery {
    what: SolutionScope,
    by: By,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SolutionScope {
    /// One equilibrium.
    #[default]
    One,
    /// Every equilibrium found, of three or more players.
    All,
    /// How far the optimal strategies of two players reach.
    Face,
}

/// The query, described.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "a description of what is read by hand")]
struct AskedParams {
    /// How an equilibrium is looked for: what fits the game best by default. The certificate does
    /// not depend on it.
    method: Option<MethodName>,
    /// How many starts a search takes, 64 by default.
    #[param(minimum = 1, maximum = 1_048_576)]
    starts: Option<u64>,
    /// The seed of the starts of a search; default 0.
    #[param(minimum = 0, maximum = 18_446_744_073_709_551_615_usize)]
    seed: Option<u64>,
    /// Every equilibrium found, for three or more players, as a list of documents.
    all: Option<bool>,
    /// The least and the greatest probability of each action over all optimal strategies of two
    /// players.
    face: Option<bool>,
}

/// How it is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct By {
    method: Method,
    starts: Option<Starts>,
}

impl From<Method> for By {
    fn from(method: Method) -> Self {
        Self { method, starts: None }
    }
}

impl By {
    /// The name of the solve of a game, under which it is shared and can be watched.
    pub(crate) fn of(self, source: &Source) -> String {
        format!("{self} {source}")
    }
}

impl SolutionQuery {
    /// Reads `method`, `starts`, `seed`, and the flags `all` and `face`.
    fn read(query: &str) -> Result<Self, Error> {
        let query = Query::read(query, &["method", "starts", "seed", "all", "face"])?;
        let method = query.method()?;
        let starts = parse_starts(query.text("starts"), query.text("seed"))?;
        let what = match (query.flag("all")?, query.flag("face")?) {
            (false, false) => SolutionScope::One,
            (true, false) => SolutionScope::All,
            (false, true) if starts.is_none() => SolutionScope::Face,
            _ => {
                return Err(Error::Malformed(
                    "face beside all, starts or seed, expected it without them".to_owned(),
                ));
            }
        };
        Ok(Self { what, by: By { method, starts } })
    }

    /// The label in an address and the form that is wanted; lists and faces have one form.
    fn wanted<'a>(
        &self,
        address: &'a str,
        headers: &HeaderMap,
    ) -> Result<(&'a str, &'static Form, Option<Negotiated>), Problem> {
        if self.what == SolutionScope::One {
            return wanted(address, headers);
        }
        let (label, Json, negotiated) = wanted(address, headers)?;
        Ok((label, &FORMS[0], negotiated))
    }
}

impl fmt::Display for By {
    /// The part of a name that tells questions of one game apart: two words, and no third.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.starts {
            None => write!(formatter, "{} -", self.method),
            Some(Starts { count, seed }) => write!(formatter, "{} {count},{seed}", self.method),
        }
    }
}

/// `GET /api/v1/solutions/{label}`: the equilibrium of a game, in one of its forms.
#[utoipa::path(
    get,
    path = "/api/v1/solutions/{*label}",
    operation_id = "solution",
    tag = "solutions",
    params(
        ("label" = String, Path, description = "A game", example = "von-neumann/n28-b4", pattern = r"^[a-z-]+/n[1-9][0-9]{0,18}-[bs][a-z0-9_-]+$", max_length = 8192),
        AskedParams
    ),
    responses(
        (status = 200, description = "The equilibrium with its certificate", content((ref("#/components/schemas/Answer") = "application/json")), headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn show(
    State(service): State<Service>,
    Label(address): Label,
    request: Request,
) -> Result<Response, Problem> {
    let (Parts { uri, headers, .. }, _) = request.into_parts();
    let asked = SolutionQuery::read(uri.query().unwrap_or_default())?;
    let (label, form, negotiated) = asked.wanted(&address, &headers)?;
    let (solution, method) =
        answered(&service, Source::Label(label.to_owned()), asked, form).await?;
    Ok((method.map(Extension), solution.reply(form.media, negotiated, &headers)).into_response())
}

/// The answer to a query, written down: one text for all who ask for it at the same time, here
/// or of a page.
///
/// Errors: those of the game, of the solve and of the pool, as [`Problem::Shared`].
pub(crate) async fn answered(
    service: &Service,
    source: Source,
    asked: SolutionQuery,
    form: &'static Form,
) -> Result<(Lasting, Option<SolvedBy>), Problem> {
    // The source comes last: what stands before it has no blanks but ours.
    let name = format!("{:?} {} {} {source}", asked.what, form.name, asked.by);
    let own = service.clone();
    let answer = async move {
        let pool = own.pool();
        if asked.what != SolutionScope::One {
            return Ok(pool.run(move |control| described(&source, asked, control)).await?);
        }
        let SolvedGame { solution, text } = solved(&own, source, asked.by, Some(form)).await?;
        let method = Some(SolvedBy(solution.method.clone()));
        match text {
            Some((known, text)) if known.name == form.name => Ok((text, method)),
            _ => Ok((pool.run(move |_| Ok(Lasting::new((form.write)(&solution)?))).await?, method)),
        }
    };
    service.shared("solutions", &name, answer).await
}

/// The equilibrium of a game: one solve for all who ask at the same time, in whatever form or for a
/// page. It is written down in a form on the same thread, if there is one.
///
/// Errors: those of the game, of the solve and of the pool, as [`Problem::Shared`].
pub(crate) async fn solved(
    service: &Service,
    source: Source,
    by: By,
    form: Option<&'static Form>,
) -> Result<SolvedGame, Problem> {
    let (pool, answers, name) =
        (Arc::clone(service.pool()), Arc::clone(service.answers()), by.of(&source));
    let watched = name.clone();
    let question = move |control: &Control| {
        let (game, By { method, starts }) = (source.game(control)?, by);
        affordable_by(&game, method)?;
        let solution = match source {
            Source::Label(_) => answers.found_by(&game, method, starts, control)?,
            Source::File(_) => solve_from(&game, method, starts, control)?.solution,
        };
        Ok(SolvedGame::new(solution, form))
    };
    service.solving().join(&name, async move { pool.run_as(&watched, question).await }).await
}

/// All equilibria found, or the optimal face.
fn described(
    source: &Source,
    asked: SolutionQuery,
    control: &Control,
) -> Result<(Lasting, Option<SolvedBy>), Error> {
    let (game, By { method, starts }) = (source.game(control)?, asked.by);
    if asked.what == SolutionScope::Face {
        affordable_in_full(&game)?;
        return Ok((Lasting::new(report::face::json(&game, &face(&game, control)?)), None));
    }
    affordable_by(&game, method)?;
    let solutions = solve_all_from(&game, method, starts, control)?.solutions;
    let method = solutions.first().map(|solution| SolvedBy(solution.method.clone()));
    Ok((Lasting::new(report::documents(&solutions)), method))
}

/// `POST /api/v1/solutions`: the solution document of a game file.
#[utoipa::path(
    post,
    path = "/api/v1/solutions",
    operation_id = "solve",
    tag = "solutions",
    params(AskedParams),
    request_body(content = ref("#/components/schemas/GameFile"), content_type = "application/json", description = "A game file; `bluff game kuhn -n 3 -b 1` prints one to start from"),
    responses(
        (status = 200, description = "Its equilibrium with the certificate", content((ref("#/components/schemas/Answer") = "application/json"))),
        Problems
    )
)]
pub async fn solve_file(
    State(service): State<Service>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    JsonText(file): JsonText,
) -> Result<Response, Problem> {
    let asked = SolutionQuery::read(&query.unwrap_or_default())?;
    let (_, form, _) = asked.wanted("", &headers)?;
    let (solution, method) = answered(&service, Source::File(file), asked, form).await?;
    Ok((method.map(Extension), solution.fleeting(form.media)).into_response())
}
