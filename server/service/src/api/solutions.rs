//! Solved games.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use bluff_batch::compute::{INSTANT, Pool, lock};
use bluff_questions::error::Error;
use bluff_questions::foreign::refuse_action_graph;
use bluff_questions::text::is_tree;
use bluff_questions::{Solver, nearest, not_allowed, parse_starts};
use bluff_report as report;
use bluff_report::forms::{FORMS, Form};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, face, solve_all_from};
use utoipa::IntoParams;

use crate::problem::{Problem, ReplyResult};
use crate::service::Service;
use crate::values::solution_form::elsewhere;
use crate::values::{ImmutableText, SharedText, SolvedBy};

use super::body::TypedText;
use super::fields::pairs;
use super::form::{JSON, Json, Negotiated, wanted};
use super::query::{LabelRequest, Query};
use super::question::{CSV, GAME_TEXTS, scheduled, solved_with};
pub(crate) use super::source::{GameSource, SolveOptions};
use super::{affordable_by, affordable_in_full};

/// The query of a solution, with the options of `bluff solve`.
#[derive(Debug, Default)]
pub(crate) struct SolutionQuery {
    scope: SolutionScope,
    options: SolveOptions,
}

#[derive(Debug, Default)]
enum SolutionScope {
    /// One equilibrium.
    #[default]
    One,
    /// Every equilibrium found, of three or more players.
    All,
    /// The optimal face: all optimal strategies of two players.
    Face,
    /// The values of the actions with one card, by its number or name.
    Card(String),
}

/// The description of the query.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes what `SolutionQuery::read` reads")]
struct SolutionParams {
    /// The method; default `auto`, which fits the game best. The certificate does not depend on it.
    method: Option<String>,
    /// Number of starts of a search; default 64.
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
    /// Probabilities that are rules, as of `bluff solve --lock`; a `POST` has them as its body.
    lock: Option<String>,
    /// A card: the value of each action with it, and the sum behind each value. Its number, 1 for
    /// the lowest, or of real cards the name of a hand, such as `K` or `AhKd`.
    card: Option<String>,
}

impl SolutionQuery {
    /// Reads `method`, `starts`, `seed`, `card`, and the flags `all` and `face`.
    fn read(query: &str) -> Result<Self, Error> {
        let query = Query::read(query, &["method", "starts", "seed", "all", "face", "card"])?;
        let method = query.method()?;
        let starts = parse_starts(query.text("starts"), query.text("seed"))?;
        let scope = match (query.flag("all")?, query.flag("face")?, query.text("card")) {
            (false, false, None) => SolutionScope::One,
            (false, false, Some(card)) => SolutionScope::Card(card.to_owned()),
            (true, false, None) => SolutionScope::All,
            (false, true, None) if starts.is_none() => SolutionScope::Face,
            (_, _, Some(_)) => {
                return Err(not_allowed("card beside all or face", "it without them"));
            }
            _ => {
                return Err(not_allowed("face beside all, starts or seed", "it without them"));
            }
        };
        Ok(Self { scope, options: SolveOptions { method, starts } })
    }

    /// The label in an address and the form that a request selects; all but one equilibrium have
    /// one
    /// form.
    fn wanted<'a>(
        &self,
        address: &'a str,
        headers: &HeaderMap,
    ) -> Result<(&'a str, &'static Form, Option<Negotiated>), Problem> {
        if matches!(self.scope, SolutionScope::One) {
            return wanted(address, headers);
        }
        let (label, Json, negotiated) = wanted(address, headers)?;
        Ok((label, &FORMS[0], negotiated))
    }
}

/// Returns the equilibrium of a game, with its certificate.
///
/// The answer never changes, unless a time limit ends a search. `face`, `all` and `card` ask for
/// more than one equilibrium, or for less: for what the strategies mean with one card. A suffix of
/// another form of the game leads to the address that has it: `.efg`, `.nfg`, `.lp` and `.mps` to
/// the game without a solution, `.svg`, `.tree.svg` and `.tikz` to pictures.
#[utoipa::path(get, path = "/api/v1/solutions/{*label}", operation_id = "solve_label",
    tag = "solutions", params(SolutionParams),
    responses((status = 200, description = "The equilibrium with its certificate",
        content((ref("#/components/schemas/Answer") = "application/json")))))]
pub async fn show(
    State(service): State<Service>,
    LabelRequest { address, query, headers }: LabelRequest,
) -> ReplyResult {
    if pairs(&[], &query).iter().any(|(key, text)| key == "lock" && !text.is_empty()) {
        return solved_with(&service, &address, (Vec::new(), &query), &headers).await;
    }
    let without_query = query.is_empty();
    let query = SolutionQuery::read(&query)?;
    let (label, form, negotiated) = match query.wanted(&address, &headers) {
        Err(_) if without_query && let Some(found) = elsewhere(&address) => {
            return Ok(found.into_response());
        }
        wanted => wanted?,
    };
    let source = GameSource::Label(label.to_owned());
    let (text, method) = answered(&service, source, query, form).await?;
    Ok((method.map(Extension), text.reply(form.name.media, negotiated, &headers)).into_response())
}

/// Returns the equilibrium of a game with a lock: probabilities that are rules.
#[utoipa::path(post, path = "/api/v1/solutions/{*label}", operation_id = "solve_locked",
    tag = "solutions",
    request_body(content = ref("#/components/schemas/Lock"), content_type = "application/json",
        description = "The lock; or CSV with the columns `view,card,action,probability`"),
    responses((status = 200, description = "The equilibrium with its certificate",
        content((ref("#/components/schemas/Answer") = "application/json")))))]
pub async fn solve_locked(
    State(service): State<Service>,
    LabelRequest { address, query, headers }: LabelRequest,
    request: Request,
) -> ReplyResult {
    let TypedText { text, .. } = TypedText::read(request, &(), &[JSON, CSV]).await?;
    let given = vec![("lock".to_owned(), text)];
    solved_with(&service, &address, (given, &query), &headers).await
}

/// Returns the equilibrium of a game of your own.
#[utoipa::path(post, path = "/api/v1/solutions", operation_id = "solve_game_file",
    tag = "solutions", params(SolutionParams),
    request_body(content = ref("#/components/schemas/GameFile"), content_type = "application/json",
        description = "A game file; `bluff game kuhn -n 3 -b 1` prints one to start from. Or a \
            file for Gambit, `.efg` or `.nfg`, which takes the fields of `/api/v1/solve`"),
    responses((status = 200, description = "The equilibrium with its certificate",
        content((ref("#/components/schemas/Answer") = "application/json")))))]
pub async fn solve_file(
    State(service): State<Service>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    request: Request,
) -> ReplyResult {
    let TypedText { text: file, .. } = TypedText::read(request, &(), &GAME_TEXTS).await?;
    let query = query.unwrap_or_default();
    if is_tree(&file) {
        let given = vec![("game".to_owned(), file)];
        return solved_with(&service, "", (given, &query), &headers).await;
    }
    refuse_action_graph(&file)?;
    let query = SolutionQuery::read(&query)?;
    let (_, form, _) = query.wanted("", &headers)?;
    let (text, method) = answered(&service, GameSource::File(file), query, form).await?;
    Ok((method.map(Extension), text.uncached(form.name.media)).into_response())
}

/// The text that answers a query, shared by identical requests of the API and of pages.
///
/// Errors: those of the game, of the solve and of the pool, as [`Problem::Shared`].
pub(crate) async fn answered(
    service: &Service,
    source: GameSource,
    query: SolutionQuery,
    form: &'static Form,
) -> Result<SharedText, Problem> {
    let SolutionQuery { scope, options } = query;
    // The source comes last: no part before it has a blank but ours, or one between quotes.
    let name = format!("{scope:?} {} {options} {source}", form.name.name);
    let own = service.clone();
    let answer = async move {
        let pool = &own.pool;
        match scope {
            SolutionScope::One => written(&own, source, options, form.write).await,
            SolutionScope::Card(card) => {
                let explain = move |solution: &Certified<_>| explained(solution, &card);
                written(&own, source, options, explain).await
            }
            SolutionScope::All => {
                let all = move |game: &Game, control: &Control| every(game, options, control);
                Ok(run_by_quote(pool, None, source, options, all).await?)
            }
            SolutionScope::Face => {
                let options = SolveOptions::from(Method::Lp);
                Ok(run_by_quote(pool, None, source, options, optimal_face).await?)
            }
        }
    };
    service.shared("solutions", &name, answer).await
}

/// A text of an equilibrium, and how that was found.
async fn written<E: Into<Error>>(
    service: &Service,
    source: GameSource,
    options: SolveOptions,
    write: impl Fn(&Certified<Solution>) -> Result<String, E> + Send + Sync + 'static,
) -> Result<SharedText, Problem> {
    let write = move |solution: &Certified<Solution>, control: &Control| {
        let text = ImmutableText::new(write(solution).map_err(Into::into)?);
        let text = text.unless(may_improve(solution, control));
        Ok((text, Some(SolvedBy(solution.method.clone()))))
    };
    of_solved(service, source, options, |_| INSTANT, write).await
}

/// True of strategies at which a search ended early, or which are nearest to an equilibrium: a
/// request that shares them does not know which of both.
pub(crate) fn may_improve(solution: &Solution, control: &Control) -> bool {
    control.should_end() || !solution.is_equilibrium()
}

/// A drawing or a text of an equilibrium, at this cost. The thread that solves draws it at once if
/// it is instant, so that it waits in no second queue. Otherwise, and where another request solved,
/// it is one question to the pool.
///
/// Errors: those of [`solved`] and of the drawing.
pub(crate) async fn of_solved<T: Send + 'static>(
    service: &Service,
    source: GameSource,
    options: SolveOptions,
    cost: impl Fn(&Game) -> Duration + Send + Sync + 'static,
    draw: impl Fn(&Certified<Solution>, &Control) -> Result<T, Error> + Send + Sync + 'static,
) -> Result<T, Problem> {
    let (draw, drawn) = (Arc::new((cost, draw)), Arc::new(Mutex::new(None)));
    let (of_solver, place) = (Arc::clone(&draw), Arc::clone(&drawn));
    let at_once = move |solution: &Certified<Solution>, control: &Control| {
        let (cost, draw) = &*of_solver;
        if cost(&solution.game) <= INSTANT {
            *lock(&place) = Some(draw(solution, control));
        }
    };
    let solution = solved(service, source, options, at_once).await?;
    if let Some(drawn) = lock(&drawn).take() {
        return Ok(drawn?);
    }
    let cost = (draw.0)(&solution.game);
    Ok(service.pool.run_quoted(cost, move |control| (draw.1)(&solution, control)).await?)
}

/// The equilibrium of a game: one solve for identical requests, in whatever form or for a page. The
/// thread that solves also does what comes `next`, unless it solves for another request. Game files
/// and real cards stay in memory.
///
/// Errors: those of the game, of the solve and of the pool, as [`Problem::Shared`].
pub(crate) async fn solved(
    service: &Service,
    source: GameSource,
    options: SolveOptions,
    next: impl FnOnce(&Certified<Solution>, &Control) + Send + 'static,
) -> Result<Arc<Certified<Solution>>, Problem> {
    let name = options.name(&source);
    if let Some(solution) = service.solved.get(&name) {
        return Ok(solution);
    }
    let (own, key) = (service.clone(), name.clone());
    let (pool, watched) = (Arc::clone(&service.pool), name.clone());
    let SolveOptions { method, starts } = options;
    let labelled = source.is_label();
    let question = move |game: &Game, control: &Control| {
        affordable_by(game, method)?;
        let solution = own.solve(game, method, starts, control);
        let solution = Arc::new(solution.or_else(|vain| nearest(game, vain, control))?);
        if !control.should_end() && (!labelled || !game.deck().is_ranks()) {
            own.solved.insert(key, Arc::clone(&solution));
        }
        next(&solution, control);
        Ok(solution)
    };
    let answer =
        async move { run_by_quote(&pool, Some(&watched), source, options, question).await };
    service.solving.join(&name, answer).await
}

/// Answers a question about a game, whose cost is that of a solve, as [`scheduled`].
///
/// Errors: those of the game, of the question and of the pool.
async fn run_by_quote<T: Send + 'static>(
    pool: &Pool,
    name: Option<&str>,
    source: GameSource,
    options: SolveOptions,
    question: impl FnOnce(&Game, &Control) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let (reading_cost, own) = (source.reading_cost(), source.clone());
    let answer = move |game: Option<Game>, control: &Control| match game {
        Some(game) => question(&game, control),
        None => question(&source.game(control)?, control),
    };
    scheduled(pool, reading_cost, name, move || own.quoted(options), answer).await
}

/// The explanation of a card.
///
/// Errors: `Refused` for a card that is not in the deck.
fn explained(solution: &Solution, card: &str) -> Result<String, Error> {
    let explained = report::explain::explained(solution, card, None).map_err(Error::from)?;
    Ok(report::explain::json(solution, explained))
}

fn optimal_face(game: &Game, control: &Control) -> Result<SharedText, Error> {
    affordable_in_full(game)?;
    Ok((ImmutableText::new(report::face::json(game, &face(game, control)?)), None))
}

/// All equilibria found.
fn every(game: &Game, options: SolveOptions, control: &Control) -> Result<SharedText, Error> {
    let SolveOptions { method, starts } = options;
    affordable_by(game, method)?;
    let solutions = solve_all_from(game, method, starts, control)?.solutions;
    let method = solutions.first().map(|solution| SolvedBy(solution.method.clone()));
    let text = ImmutableText::new(report::documents(&solutions));
    Ok((text.unless(control.should_end()), method))
}
