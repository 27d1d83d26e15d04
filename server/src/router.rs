//! Every address of the service.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower::ServiceBuilder;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::api::{
    compare, continuous, deals, fairness, games, openapi, payoff, progress, pure, quote, solutions, sweeps, verify,
};
use crate::compute::internal;
use crate::error::Error;
use crate::file::printable;
use crate::limits::BODY_BYTES;
use crate::page;
use crate::report;
use crate::service::{Answers, Service};

/// Where the OpenAPI document is.
const DOCUMENT: &str = "/api/v1/openapi.json";

/// Every address, answered by the service, with what no answer goes without.
pub fn router(service: Service) -> Router {
    let whole = ServiceBuilder::new().layer(from_fn(guarded)).layer(body_limit()).service(routes(service));
    Router::new().fallback_service(whole)
}

/// The longest body that is read.
pub(crate) fn body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(BODY_BYTES)
}

/// Every address, answered by the service: to be [`guarded`], with a [`body_limit`].
pub(crate) fn routes(service: Service) -> Router {
    let (described, document) = described().split_for_parts();
    let document = Bytes::from(report::json(&openapi::finished(&document)));
    described
        .merge(page::routes())
        .route(DOCUMENT, get(|| async { ([(header::CONTENT_TYPE, "application/json")], document) }))
        .merge(SwaggerUi::new("/docs").config(Config::new([DOCUMENT])))
        .fallback(|uri: Uri, headers: HeaderMap| async move {
            page::frame::refusal(Error::NotFound(printable(uri.path())), &headers)
        })
        .method_not_allowed_fallback(wrong_method)
        .with_state(service)
}

/// The addresses that the OpenAPI document lists.
fn described() -> OpenApiRouter<Service> {
    OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(alive))
        .routes(routes!(ready))
        .routes(routes!(games::list))
        .routes(routes!(solutions::show))
        .routes(routes!(solutions::solve_file))
        .routes(routes!(progress::show))
        .routes(routes!(quote::show))
        .routes(routes!(pure::list))
        .routes(routes!(continuous::show))
        .routes(routes!(compare::show))
        .routes(routes!(verify::verify))
        .routes(routes!(payoff::value))
        .routes(routes!(deals::protocols))
        .routes(routes!(deals::deal))
        .routes(routes!(deals::verify))
        .routes(routes!(fairness::show))
        .routes(routes!(sweeps::begin))
        .routes(routes!(sweeps::show, sweeps::cancel))
        .routes(routes!(sweeps::events))
        .routes(routes!(sweeps::file))
}

/// Whether the process answers at all.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, description = "ok", body = String)))]
async fn alive() -> &'static str {
    "ok"
}

/// Whether questions are answered, and kept. Without a catalogue they are answered all the same.
#[utoipa::path(get, path = "/readyz", tag = "operation", responses((status = 200, description = "ready, or degraded and why: answers are given and not kept", body = String)))]
async fn ready(State(answers): State<Arc<Answers>>) -> String {
    answers.trouble().map_or_else(|| "ready\n".to_owned(), |words| format!("degraded: {words}\n"))
}

/// Says what is allowed (axum adds the header), with an error unless it was asked by `OPTIONS`.
pub(crate) async fn wrong_method(method: Method) -> Response {
    match method {
        Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
        other => Error::WrongMethod(printable(other.as_str())).into_response(),
    }
}

/// Refuses a body that says it is too long before it is sent, turns a panic of a handler into an answer, and forbids
/// browsers to guess what an answer is.
pub(crate) async fn guarded(request: Request, next: Next) -> Response {
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
        router(Service::new(pool, None).unwrap())
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

    /// With no thread in the pool, what is answered is what the threads of the network solve themselves.
    #[tokio::test]
    async fn threads_of_the_network_solve_small_threshold_forms_and_nothing_else() {
        let status =
            async |path: &str| ask(service(0, Duration::from_millis(20)), &format!("/api/v1/solutions/{path}")).await.0;
        let longest = format!("von-neumann/n{}-b{}_10007", 10_u64.pow(18), "9".repeat(24));
        for path in [&longest, "von-neumann/n28-b4", "von-neumann/n28-b4.csv?method=threshold", "newman/n28-b2"] {
            assert_eq!(status(path).await, StatusCode::OK, "{path}");
        }
        let longer = longest.replacen("-b", "-b9", 1);
        for path in [
            &longer,
            "kuhn/n3-b1",
            "newman/n28-b3",
            "one-street/n28-s1-2-3",
            "three-player/n4-b1",
            "von-neumann/n28-b4-r2",
            "von-neumann/n28-b4?method=lp",
            "von-neumann/n3-b1?face",
            "von-neumann/n28-b4.txt",
            "von-neumann/n28-b4.mpl",
        ] {
            assert_eq!(status(path).await, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        }
        assert_eq!(status("von-neumann/n1-b4").await, StatusCode::UNPROCESSABLE_ENTITY);
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
        let (status, words) =
            ask(service(1, Duration::from_millis(50)), "/api/v1/solutions/kuhn/n2000-b1?method=lp").await;
        assert_eq!(status, StatusCode::GATEWAY_TIMEOUT);
        assert!(words.contains("no answer within"), "{words}");
    }

    #[tokio::test]
    async fn a_spent_memory_limit_is_422_and_the_thread_goes_on() {
        let pool = Arc::new(Pool::new(1, 1, Duration::from_secs(60)).unwrap().within(1 << 20));
        for (label, expected) in [("n300-b1?method=lp", StatusCode::UNPROCESSABLE_ENTITY), ("n3-b1", StatusCode::OK)] {
            let (status, words) = ask(of(Arc::clone(&pool)), &format!("/api/v1/solutions/kuhn/{label}")).await;
            assert_eq!(status, expected, "{words}");
            assert_eq!(
                words.contains("more than 1 MiB of memory, expected at most that"),
                status == StatusCode::UNPROCESSABLE_ENTITY,
                "{words}"
            );
        }
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

    /// Documented or not: no route is left out, and none is described that there is not.
    #[tokio::test]
    async fn the_document_describes_the_routes_of_the_router() {
        let (status, text) = ask(service(1, Duration::from_secs(9)), DOCUMENT).await;
        assert_eq!(status, StatusCode::OK);
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        // Limits stand around the router, with the choices of who runs it.
        let paths = || document["paths"].as_object().unwrap().iter().filter(|(path, _)| *path != "/api/v1/limits");
        for (path, item) in paths() {
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
                let described = item.get(method.to_lowercase()).is_some();
                let request = Request::builder().method(method).uri(path.replace(['{', '}'], "")).body(Body::empty());
                let response = service(1, Duration::from_secs(9)).oneshot(request.unwrap()).await.unwrap();
                let allowed = response.status() != StatusCode::METHOD_NOT_ALLOWED;
                assert_eq!(described, allowed, "{method} {path}: {}", response.status());
            }
            for (_, operation) in item.as_object().unwrap() {
                for named in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
                    let parameters = operation["parameters"].as_array().unwrap();
                    assert!(
                        parameters.iter().any(|one| one["name"] == named && one["in"] == "path"),
                        "{path}: {named}"
                    );
                }
                let described =
                    |one: &serde_json::Value| one["description"].as_str().is_some_and(|text| !text.is_empty());
                assert!(operation["responses"].as_object().unwrap().values().all(described), "{path}");
            }
        }
        // What is not described is the pages, the document and the page that shows it.
        let source = include_str!("router.rs").split("mod tests").next().unwrap();
        assert_eq!((source.matches(".route(").count(), source.matches(".merge(").count()), (1, 2));
        assert_eq!(paths().count(), source.matches("routes!(").count());
        let (status, page) = ask(service(1, Duration::from_secs(9)), "/docs/").await;
        assert!(status == StatusCode::OK && page.contains("swagger-ui") && !page.contains("https://"), "{page}");
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
