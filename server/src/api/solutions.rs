//! Solved games.

use std::fmt;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use rational_bluff::certificate::{self, Certified};
use rational_bluff::game::{Game, GameFile, parse_label};
use rational_bluff::solve::{Control, Method, Starts, face, solve_all_from, solve_from};
use utoipa::IntoParams;

use crate::asked::parse_starts;
use crate::compute::Pool;
use crate::error::Error;
use crate::light::light;
use crate::operation::kept::Short;
use crate::operation::record::SolvedBy;
use crate::report;
use crate::service::{Answers, Found, Kind, Service};

use super::body::JsonText;
use super::form::{Json, Solution, wanted};
use super::label::Label;
use super::openapi::Problems;
use super::query::Query;
use super::reply::{Lasting, fingerprint};
use super::{affordable_by, affordable_in_full};

/// What is asked of a game, as `bluff solve` asks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Asked {
    what: What,
    by: By,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum What {
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
    /// How an equilibrium is looked for: what fits the game best, unless said. The certificate does not depend on it.
    #[param(value_type = String, pattern = "^(auto|threshold|lp|runs|normal-form|search)?$", example = "lp")]
    method: Option<String>,
    /// How many starts a search takes, 1 to 1048576; 64 unless said.
    #[param(pattern = "^0*([1-9][0-9]{0,6})?$")]
    starts: Option<String>,
    /// What the starts of a search are drawn from, a whole number up to 2^64 − 1; 0 unless said.
    #[param(pattern = "^[0-9]{0,19}$")]
    seed: Option<String>,
    /// Every equilibrium found, for three or more players, as a list of documents.
    #[param(pattern = "^(true|false|1|0)?$")]
    all: Option<String>,
    /// The least and the greatest probability of each action over all optimal strategies of two players.
    #[param(pattern = "^(true|false|1|0)?$")]
    face: Option<String>,
}

/// How it is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct By {
    method: Method,
    starts: Option<Starts>,
}

impl From<Method> for By {
    fn from(method: Method) -> Self {
        Self { method, starts: None }
    }
}

impl By {
    /// The name of the solve of a label, under which it is shared and can be watched.
    fn of(self, label: &str) -> String {
        format!("{self} {label}")
    }
}

impl Asked {
    /// Reads `method`, `starts`, `seed`, and the flags `all` and `face`.
    fn read(query: &str) -> Result<Self, Error> {
        let query = Query::read(query, &["method", "starts", "seed", "all", "face"])?;
        let method = query.method()?;
        let starts = parse_starts(query.text("starts"), query.text("seed"))?;
        let what = match (query.flag("all")?, query.flag("face")?) {
            (false, false) => What::One,
            (true, false) => What::All,
            (false, true) if starts.is_none() => What::Face,
            _ => return Err(Error::Malformed("face beside all, starts or seed, expected it without them".to_owned())),
        };
        Ok(Self { what, by: By { method, starts } })
    }

    /// Whether the answer is computed at once, by the threads of the network.
    fn is_short(&self, label: &str, form: Solution) -> bool {
        let short = matches!(form, Solution::Json | Solution::Csv);
        short && self.what == What::One && self.by.starts.is_none() && light(label, self.by.method)
    }

    /// The label in an address and the form that is wanted; lists and faces have one form.
    fn wanted<'a>(&self, address: &'a str, headers: &HeaderMap) -> Result<(&'a str, Solution, bool), Error> {
        if self.what == What::One {
            return wanted(address, headers);
        }
        let (label, Json, negotiated) = wanted(address, headers)?;
        Ok((label, Solution::Json, negotiated))
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
        ("label" = String, Path, description = "A game; `.json`, `.csv`, `.txt` (the paper's list), `.tex` (LaTeX), `.mpl` (Maple), `.sage` (Sage or Python) or `.gp` (PARI/GP) at its end chooses the form, otherwise the `Accept` header does", example = "von-neumann/n28-b4", pattern = r"^[a-z-]+/n[1-9][0-9]{0,18}-[bs][a-z0-9_-]+(\.(json|csv|txt|tex|mpl|sage|gp))?$", max_length = 8192),
        AskedParams
    ),
    responses(
        (status = 200, description = "The equilibrium with its certificate: a solution document, a table, the paper's list, a LaTeX document or a file for a computer algebra system", content(
            (ref("#/components/schemas/Answer") = "application/json"), (String = "text/csv"), (String = "text/plain"),
            (String = "text/x-tex"), (String = "text/x-maple"), (String = "text/x-sage"), (String = "text/x-pari")
        ), headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn show(State(service): State<Service>, Label(address): Label, request: Request) -> Result<Response, Error> {
    let (Parts { uri, headers, .. }, _) = request.into_parts();
    let asked = Asked::read(uri.query().unwrap_or_default())?;
    let (label, form, negotiated) = asked.wanted(&address, &headers)?;
    let short = asked.is_short(label, form).then_some(Extension(Short));
    let (solution, method) = answered(&service, label.to_owned(), asked, form).await?;
    Ok((method.map(Extension), short, solution.reply(form.content_type(), negotiated, &headers)).into_response())
}

/// The equilibrium of a game in one of its forms: one text for all who ask for it at the same time, here or of a page.
pub(crate) async fn text(service: &Service, label: String, form: Solution) -> Result<Lasting, Error> {
    Ok(answered(service, label, Asked::default(), form).await?.0)
}

async fn answered(
    service: &Service,
    label: String,
    asked: Asked,
    form: Solution,
) -> Result<(Lasting, Option<SolvedBy>), Error> {
    if asked.is_short(&label, form) {
        service.computed().get_or_create(&Kind { kind: "solutions" }).inc();
        let (pool, answers) = (Arc::clone(service.pool()), Arc::clone(service.answers()));
        // Only the text leaves the thread that made it.
        let written = move |control: &Control| {
            let solution = equilibrium(&answers, &label, asked.by, control)?;
            Ok((Lasting::new(form.text(&solution)?), Some(SolvedBy(solution.method.clone()))))
        };
        return service.gathering().answer(move || pool.here(written)).await;
    }
    // The label comes last: what stands before it has no blanks but ours.
    let name = format!("{:?} {form:?} {} {label}", asked.what, asked.by);
    let own = service.clone();
    let answer = service.shared("solutions", &name, async move {
        if asked.what == What::One {
            let found = solved_by(&own, label, asked.by, Some(form)).await?;
            return written(own.pool(), found, form).await;
        }
        described(own.pool(), asked, move || Ok(parse_label(&label)?)).await
    });
    answer.await
}

/// The equilibrium of a game: one solve for all who ask at the same time, in whatever form or for a page.
pub(crate) async fn solved(service: &Service, label: String) -> Result<Arc<Certified<certificate::Solution>>, Error> {
    solved_with(service, label, Method::Auto).await
}

/// [`solved`] by this method, under the name that [`solve_name`] gives.
pub(super) async fn solved_with(
    service: &Service,
    label: String,
    method: Method,
) -> Result<Arc<Certified<certificate::Solution>>, Error> {
    Ok(solved_by(service, label, By::from(method), None).await?.solution)
}

/// The name of the solve of a label by a method, under which it can be watched.
pub(super) fn solve_name(label: &str, method: Method) -> String {
    By::from(method).of(label)
}

async fn solved_by(service: &Service, label: String, by: By, form: Option<Solution>) -> Result<Found, Error> {
    let (pool, answers, name) = (Arc::clone(service.pool()), Arc::clone(service.answers()), by.of(&label));
    let watched = name.clone();
    let question = move |control: &Control| Ok(Found::new(equilibrium(&answers, &label, by, control)?, form));
    service.solving().join(&name, async move { pool.run_as(&watched, question).await }).await
}

/// The equilibrium of a game.
fn equilibrium(
    answers: &Answers,
    label: &str,
    by: By,
    control: &Control,
) -> Result<Certified<certificate::Solution>, Error> {
    let game = parse_label(label)?;
    affordable_by(&game, by.method)?;
    answers.found_by(&game, by.method, by.starts, control)
}

/// A solution in a form, and the method that found it.
async fn written(pool: &Pool, found: Found, form: Solution) -> Result<(Lasting, Option<SolvedBy>), Error> {
    let Found { solution, text } = found;
    let method = Some(SolvedBy(solution.method.clone()));
    match text {
        Some((known, text)) if known == form => Ok((text, method)),
        _ => Ok((pool.run(move |_| Ok(Lasting::new(form.text(&solution)?))).await?, method)),
    }
}

/// All equilibria found, or the optimal face.
async fn described(
    pool: &Pool,
    asked: Asked,
    game: impl FnOnce() -> Result<Game, Error> + Send + 'static,
) -> Result<(Lasting, Option<SolvedBy>), Error> {
    let By { method, starts } = asked.by;
    let question = move |control: &Control| {
        let game = game()?;
        if asked.what == What::Face {
            affordable_in_full(&game)?;
            return Ok((Lasting::new(report::face::json(&game, &face(&game, control)?)), None));
        }
        affordable_by(&game, method)?;
        let solutions = solve_all_from(&game, method, starts, control)?.solutions;
        let method = solutions.first().map(|solution| SolvedBy(solution.method.clone()));
        Ok((Lasting::new(report::documents(&solutions)), method))
    };
    pool.run(question).await
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
        (status = 200, description = "Its equilibrium with the certificate: a solution document, a table, the paper's list, a LaTeX document or a file for a computer algebra system", content(
            (ref("#/components/schemas/Answer") = "application/json"), (String = "text/csv"), (String = "text/plain"),
            (String = "text/x-tex"), (String = "text/x-maple"), (String = "text/x-sage"), (String = "text/x-pari")
        )),
        Problems
    )
)]
pub async fn solve_file(
    State(service): State<Service>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    JsonText(file): JsonText,
) -> Result<Response, Error> {
    let asked = Asked::read(&query.unwrap_or_default())?;
    let (_, form, _) = asked.wanted("", &headers)?;
    let name = format!("file {:?} {form:?} {} {}", asked.what, asked.by, fingerprint(&file));
    let own = service.clone();
    let answer = service.shared("solutions", &name, async move {
        let pool = Arc::clone(own.pool());
        if asked.what != What::One {
            return described(&pool, asked, move || Ok(GameFile::read(&file)?)).await;
        }
        let read = move |_: &Control| {
            let game = GameFile::read(&file)?;
            affordable_by(&game, asked.by.method)?;
            // The same game in other words is one solve.
            let canonical = fingerprint(report::json(&GameFile::of(&game)));
            Ok((game, canonical))
        };
        let (game, canonical) = pool.run(read).await?;
        let (By { method, starts }, name) = (asked.by, format!("file {} {canonical}", asked.by));
        let solve =
            move |control: &Control| Ok(Found::new(solve_from(&game, method, starts, control)?.solution, Some(form)));
        let threads = Arc::clone(&pool);
        let found = own.solving().join(&name, async move { threads.run(solve).await }).await?;
        written(&pool, found, form).await
    });
    let (solution, method) = answer.await?;
    Ok((method.map(Extension), solution.fleeting(form.content_type())).into_response())
}
