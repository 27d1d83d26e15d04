//! Solved games.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use rational_bluff::certificate::Certified;
use rational_bluff::game::{GameFile, parse_label};
use rational_bluff::solve::{Control, Method, solve};

use crate::compute::Pool;
use crate::error::Error;
use crate::operation::record::SolvedBy;
use crate::report;
use crate::service::{Answers, Solving, Writing};

use super::form::{Solution, wanted};
use super::openapi::Problems;
use super::reply::{Lasting, json};
use super::{affordable, label, text};

/// `GET /api/v1/solutions/{label}`: the equilibrium of a game, in one of its forms.
#[utoipa::path(
    get,
    path = "/api/v1/solutions/{*label}",
    tag = "solutions",
    params(("label" = String, Path, description = "A game; `.json`, `.csv`, `.txt` (the paper's list), `.tex` (LaTeX), `.mpl` (Maple), `.sage` (Sage or Python) or `.gp` (PARI/GP) at its end chooses the form, otherwise the `Accept` header does", example = "von-neumann/n28-b4")),
    responses(
        (status = 200, description = "The equilibrium with its certificate: a solution document, a table, the paper's list, a LaTeX document or a file for a computer algebra system", content(
            (serde_json::Value = "application/json"), (String = "text/csv"), (String = "text/plain"),
            (String = "text/x-tex"), (String = "text/x-maple"), (String = "text/x-sage"), (String = "text/x-pari")
        ), headers(("etag" = String, description = "Strong: the answer never changes"))),
        (status = 304, description = "The client has it"),
        Problems
    )
)]
pub async fn show(
    State(pool): State<Arc<Pool>>,
    State(answers): State<Arc<Answers>>,
    State(solving): State<Arc<Solving>>,
    State(writing): State<Arc<Writing>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let address = label(path)?;
    let (label, form, negotiated) = wanted::<Solution>(&address, &headers)?;
    let label = label.to_owned();
    let written = format!("{label} {form:?}");
    // One text for all who want the same form at the same time.
    let answer = writing.join(&written, async move {
        let solution = solved(&pool, &answers, &solving, label).await?;
        let method = SolvedBy(solution.method.clone());
        Ok((pool.run(move |_| Ok(Lasting::new(form.text(&solution)?))).await?, method))
    });
    let (solution, method) = answer.await?;
    Ok((Extension(method), solution.reply(form.content_type(), negotiated, &headers)).into_response())
}

/// The equilibrium of a game: one solve for all who ask at the same time, in whatever form or for a page.
pub(crate) async fn solved(
    pool: &Arc<Pool>,
    answers: &Arc<Answers>,
    solving: &Solving,
    label: String,
) -> Result<Arc<Certified<rational_bluff::certificate::Solution>>, Error> {
    let (pool, answers, name) = (Arc::clone(pool), Arc::clone(answers), label.clone());
    let question = move |control: &Control| {
        let game = parse_label(&label)?;
        affordable(&game)?;
        Ok(Arc::new(answers.equilibrium(&game, control)?))
    };
    solving.join(&name, async move { pool.run(question).await }).await
}

/// `POST /api/v1/solutions`: the solution document of a game file.
#[utoipa::path(
    post,
    path = "/api/v1/solutions",
    tag = "solutions",
    request_body(content = serde_json::Value, description = "A game file; `bluff game kuhn -n 3 -b 1` prints one to start from"),
    responses((status = 200, description = "Its solution document", body = serde_json::Value), Problems)
)]
pub async fn solve_file(State(pool): State<Arc<Pool>>, body: Result<Bytes, BytesRejection>) -> Result<Response, Error> {
    let file = text(body)?;
    let answer = pool.run(move |control| {
        let game = GameFile::read(&file)?;
        affordable(&game)?;
        let solution = solve(&game, Method::Auto, control)?.solution;
        Ok((report::document(&solution), SolvedBy(solution.method.clone())))
    });
    let (document, method) = answer.await?;
    Ok((Extension(method), json(document)).into_response())
}
