//! Every address of the service.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::api::{compare, continuous, games, payoff, pure, solutions, verify};
use crate::compute::internal;
use crate::error::Error;
use crate::file::printable;
use crate::limits::BODY_BYTES;
use crate::service::{Answers, Service};

/// What a visitor reads first.
const WELCOME: &str = "\
Rational Bluff: exact equilibria of finite poker games, each with a certificate.

  /api/v1/solutions/von-neumann/n28-b4       a solution document
  /api/v1/solutions/kuhn/n3-b1.csv           the same as a table
  /api/v1/solutions/newman/n14-b5.txt        the same as the paper's list
  /api/v1/pure/von-neumann/n9-b2             pure equilibria
  /api/v1/continuous/three-player/b2         the game that large decks approach
  /api/v1/continuous/one-raise/b2-raise6     closed forms of the literature, hand by hand
  /api/v1/compare/von-neumann/b2.svg?from=2&to=60   finite decks beside it, as a picture
  /api/v1/games                              all games and what they take
";

/// Every address, answered by the service.
pub fn router(service: Service) -> Router {
    Router::new()
        .route("/", get(|| async { WELCOME }))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/solutions/{*label}", get(solutions::show))
        .route("/api/v1/solutions", post(solutions::solve_file))
        .route("/api/v1/pure/{*label}", get(pure::list))
        .route("/api/v1/continuous/{*label}", get(continuous::show))
        .route("/api/v1/compare/{*label}", get(compare::show))
        .route("/api/v1/verify", post(verify::verify))
        .route("/api/v1/payoff", post(payoff::value))
        .fallback(|uri: Uri| async move { Error::NotFound(printable(uri.path())) })
        .method_not_allowed_fallback(|method: Method| async move { Error::WrongMethod(printable(method.as_str())) })
        .layer(from_fn(guarded))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .with_state(service)
}

/// Whether questions are answered, and kept. Without a catalogue they are answered all the same.
async fn ready(State(answers): State<Arc<Answers>>) -> String {
    answers.trouble().map_or_else(|| "ready\n".to_owned(), |words| format!("degraded: {words}\n"))
}

/// Refuses a body that says it is too long before it is sent, turns a panic of a handler into an answer, and forbids
/// browsers to guess what an answer is.
async fn guarded(request: Request, next: Next) -> Response {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: u64| length > BODY_BYTES as u64) {
        return Error::BodyTooLong(BODY_BYTES).into_response();
    }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::{Body, to_bytes};
    use axum::http::StatusCode;
    use proptest::prelude::*;
    use tower::ServiceExt;

    use super::*;
    use crate::compute::Pool;

    async fn ask(service: Router, path: &str) -> (StatusCode, String) {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let response = service.oneshot(request).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 24).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    fn of(pool: Arc<Pool>) -> Router {
        router(Service::new(pool, None))
    }

    fn service(threads: usize, time: Duration) -> Router {
        of(Arc::new(Pool::new(threads, 1, time).unwrap()))
    }

    #[tokio::test]
    async fn a_full_pool_says_when_to_come_back() {
        let request = Request::builder().uri("/api/v1/solutions/kuhn/n3-b1").body(Body::empty()).unwrap();
        // No thread ever takes the question that fills the queue.
        let pool = Arc::new(Pool::new(0, 1, Duration::from_millis(50)).unwrap());
        let waiting = ask(of(Arc::clone(&pool)), "/api/v1/solutions/kuhn/n3-b1").await;
        assert_eq!(waiting.0, StatusCode::SERVICE_UNAVAILABLE);
        let response = of(pool).oneshot(request).await.unwrap();
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }

    #[tokio::test]
    async fn a_body_that_does_not_say_how_long_it_is_is_cut_off() {
        let long = Body::from(vec![b' '; BODY_BYTES + 1]);
        let request = Request::builder().method("POST").uri("/api/v1/verify").body(long).unwrap();
        let response = service(1, Duration::from_secs(9)).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn a_spent_time_limit_is_504() {
        let (status, words) = ask(service(1, Duration::from_millis(50)), "/api/v1/solutions/kuhn/n2000-b1").await;
        assert_eq!(status, StatusCode::GATEWAY_TIMEOUT);
        assert!(words.contains("no answer within"), "{words}");
    }

    #[tokio::test]
    async fn a_handler_that_panics_is_500_with_a_number() {
        let panics = Router::new()
            .route(
                "/",
                get(|| async {
                    if true {
                        panic!("on purpose")
                    }
                }),
            )
            .layer(from_fn(guarded));
        let (status, words) = ask(panics, "/").await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(words.contains("internal error ") && !words.contains("purpose"), "{words}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn no_label_is_a_fault_of_ours(label in prop_oneof![
            "\\PC{0,40}",
            "[a-z-]{1,12}/n[0-9]{0,20}-[bs][0-9_./-]{0,20}",
            "(von-neumann|newman|one-street|kuhn|three-player|callers|borel|one-raise|hand-flip|in-turn|basic-endgame)/(b|s|step|between|bmax|best|all)[0-9_]{0,3}(-(p|raise|flip|w)?[0-9_]{0,3})?(\\.[a-z]{0,4})?",
            "(von-neumann|newman|one-street|kuhn|three-player|callers|borel|one-raise|hand-flip|basic-endgame)/n[0-9]{1,2}-(b[0-9]{1,2}(_[0-9])?(-(p|raise|flip|w|r)[0-9]{1,2}(_[0-9])?)?|s[1-9](-[0-9]){0,3})(\\.[a-z]{0,4})?",
        ], resource in prop_oneof!["solutions", "pure", "continuous", "compare"]) {
            let escaped: String = label.bytes().map(|byte| match byte {
                b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'/' | b'.' => char::from(byte).to_string(),
                other => format!("%{other:02x}"),
            }).collect();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let path = format!("/api/v1/{resource}/{escaped}");
            let (status, body) = runtime.block_on(ask(service(1, Duration::from_secs(60)), &path));
            prop_assert!(!status.is_server_error(), "{path}: {status} {body}");
        }
    }
}
