//! Solution documents, checked again.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::response::Response;
use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use serde::Serialize;

use crate::compute::Pool;
use crate::error::Error;
use crate::report;

use super::cost::checkable;
use super::reply::json;
use super::text;

/// What stands in a document that was certified.
#[derive(Debug, Serialize)]
struct Verified {
    label: String,
    certified: bool,
    values: Vec<Rational>,
}

/// `POST /api/v1/verify`: checks a solution document with the checker alone.
pub async fn verify(State(pool): State<Arc<Pool>>, body: Result<Bytes, BytesRejection>) -> Result<Response, Error> {
    let document = text(body)?;
    let answer = pool.run(move |_| {
        checkable(&document)?;
        let solution = Document::verify(&document)?;
        let values = solution.values.clone();
        Ok(report::json(&Verified { label: solution.game.label(), certified: true, values }))
    });
    Ok(json(answer.await?))
}
