//! Solved games.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rational_bluff::game::{GameFile, parse_label};
use rational_bluff::solve::{Method, solve};

use crate::compute::Pool;
use crate::error::Error;
use crate::report;
use crate::service::Answers;

use super::form::{Solution, wanted};
use super::reply::{Lasting, json};
use super::{affordable, label, text};

/// `GET /api/v1/solutions/{label}`: the equilibrium of a game, in one of its forms.
pub async fn show(
    State(pool): State<Arc<Pool>>,
    State(answers): State<Arc<Answers>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let address = label(path)?;
    let (label, form, negotiated) = wanted::<Solution>(&address, &headers)?;
    let label = label.to_owned();
    let answer = pool.run(move |control| {
        let game = parse_label(&label)?;
        affordable(&game)?;
        let solution = answers.equilibrium(&game, control)?;
        let text = match form {
            Solution::Json => report::document(&solution),
            Solution::Csv => report::csv::solution(&solution),
            Solution::Lprint => report::lprint::solution(&solution)?,
        };
        Ok(Lasting::new(text))
    });
    Ok(answer.await?.reply(form.content_type(), negotiated, &headers))
}

/// `POST /api/v1/solutions`: the solution document of a game file.
pub async fn solve_file(State(pool): State<Arc<Pool>>, body: Result<Bytes, BytesRejection>) -> Result<Response, Error> {
    let file = text(body)?;
    let answer = pool.run(move |control| {
        let game = GameFile::read(&file)?;
        affordable(&game)?;
        Ok(report::document(&solve(&game, Method::Auto, control)?.solution))
    });
    Ok(json(answer.await?))
}
