//! Every address of the service.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, Method, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::api::{games, payoff, pure, solutions, verify};
use crate::compute::{Pool, internal};
use crate::error::Error;
use crate::file::printable;
use crate::limits::BODY_BYTES;

/// The service; questions are answered by `pool`.
pub fn router(pool: Arc<Pool>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/solutions/{*label}", get(solutions::show))
        .route("/api/v1/solutions", post(solutions::solve_file))
        .route("/api/v1/pure/{*label}", get(pure::list))
        .route("/api/v1/verify", post(verify::verify))
        .route("/api/v1/payoff", post(payoff::value))
        .fallback(|uri: Uri| async move { Error::NotFound(printable(uri.path())) })
        .method_not_allowed_fallback(|method: Method| async move { Error::WrongMethod(printable(method.as_str())) })
        .layer(from_fn(guarded))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .with_state(pool)
}

/// Turns a panic of a handler into an answer, and forbids browsers to guess what an answer is.
async fn guarded(request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    let caught =
        std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context))) {
            Ok(poll) => poll,
            Err(panic) => Poll::Ready(internal(panic.as_ref()).into_response()),
        });
    let mut response = caught.await;
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
