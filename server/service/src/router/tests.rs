//! Tests of the router, called in process.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use proptest::prelude::*;
use rational_bluff::solve::Control;
use tower::ServiceExt;

mod own_games;

use super::*;
use crate::api::labelled::{LABELLED, POSTED};
use crate::service::in_time;
use bluff_batch::compute::{INSTANT, Pool};

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
    let request =
        Request::builder().uri("/api/v1/solutions/kuhn/n3-b1").body(Body::empty()).unwrap();
    // No question may wait, and no thread takes one.
    let pool = Arc::new(Pool::new(0, 0, Duration::from_millis(50)).unwrap());
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
    let (status, words) =
        ask(service(1, Duration::from_millis(50)), "/api/v1/solutions/kuhn/n2000-b1?method=lp")
            .await;
    assert_eq!(status, StatusCode::GATEWAY_TIMEOUT);
    assert!(words.contains("no answer within"), "{words}");
}

/// Each question of the page is within the limit of six times the processor time, both together
/// are not.
#[tokio::test]
async fn a_page_has_one_time_limit_for_all_its_questions() {
    let pool = Arc::new(Pool::new(1, 8, Duration::from_millis(100)).unwrap());
    let busy = || {
        let pool = Arc::clone(&pool);
        let work = |_: &Control| {
            std::thread::sleep(Duration::from_millis(450));
            Ok(())
        };
        // For each thread that takes instant questions, as those of the page are.
        let one = move |_| {
            tokio::spawn({
                let pool = Arc::clone(&pool);
                async move { pool.run_quoted(INSTANT, work).await }
            })
        };
        [0; 3].map(one)
    };
    let waiting = async |count| {
        while pool.load().waiting.get() != count {
            tokio::task::yield_now().await;
        }
    };
    let first = busy();
    while pool.load().running.get() != 3 {
        tokio::task::yield_now().await;
    }
    let asked = Arc::clone(&pool);
    let page = tokio::spawn(async move {
        let ask = || asked.run_quoted(INSTANT, |_: &Control| Ok(()));
        let both = async {
            ask().await?;
            Ok(ask().await?)
        };
        in_time(&asked, both).await
    });
    waiting(1).await;
    // It comes before what the page asks next.
    let second = busy();
    waiting(4).await;
    let late = page.await.unwrap().unwrap_err();
    assert_eq!(late.status(), StatusCode::GATEWAY_TIMEOUT, "{late}");
    assert!(late.to_string().contains("no answer within"), "{late}");
    drop((first, second));
}

#[tokio::test]
async fn a_spent_memory_limit_is_422_and_the_thread_goes_on() {
    let pool = Arc::new(Pool::new(1, 1, Duration::from_secs(60)).unwrap().within(1 << 20));
    for (label, expected) in
        [("n300-b1?method=lp", StatusCode::UNPROCESSABLE_ENTITY), ("n3-b1", StatusCode::OK)]
    {
        let (status, words) =
            ask(of(Arc::clone(&pool)), &format!("/api/v1/solutions/kuhn/{label}")).await;
        assert_eq!(status, expected, "{words}");
        assert_eq!(
            words.contains("more than 1 MiB of memory, the limit over HTTP"),
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
        .layer(catch_panics());
    let (status, words) = ask(panics, "/").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(words.contains("internal error ") && !words.contains("purpose"), "{words}");
}

/// The document describes every route and no other.
#[tokio::test]
async fn the_document_describes_the_routes_of_the_router() {
    let (status, text) = ask(service(1, Duration::from_secs(9)), DOCUMENT).await;
    assert_eq!(status, StatusCode::OK);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    // The route of the limits is added by `layers`, which knows the settings.
    let paths = || {
        document["paths"].as_object().unwrap().iter().filter(|(path, _)| *path != "/api/v1/limits")
    };
    for (path, item) in paths() {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let described = item.get(method.to_lowercase()).is_some();
            let request = Request::builder()
                .method(method)
                .uri(path.replace(['{', '}'], ""))
                .body(Body::empty());
            let response =
                service(1, Duration::from_secs(9)).oneshot(request.unwrap()).await.unwrap();
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
            // A range of decks has no default, nor have the fields that a question needs.
            for one in operation["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|one| one["in"] == "query")
            {
                let question = path.strip_prefix("/api/v1/").and_then(bluff_questions::named);
                let fields = question.map(|question| (question.fields)()).unwrap_or_default();
                let is_needed = |field: &bluff_questions::QuestionField| {
                    field.is_needed() && one["name"] == field.key
                };
                let needed = path == "/api/v1/compare/{label}" || fields.iter().any(is_needed);
                assert_eq!(one["required"] == true, needed, "{path}: {one}");
            }
            let described = |one: &serde_json::Value| {
                one["description"].as_str().is_some_and(|text| !text.is_empty())
            };
            assert!(operation["responses"].as_object().unwrap().values().all(described), "{path}");
        }
    }
    // The pages, the document and the roots are not described.
    let source = include_str!("../router.rs");
    assert_eq!((source.matches(".route(").count(), source.matches(".merge(").count()), (2, 2));
    let questions = bluff_questions::QUESTIONS.len() + LABELLED.len() + POSTED.len();
    assert_eq!(paths().count(), source.matches("routes!(").count() + questions);
}

/// Every operation, parameter, answer and schema of the document is on the page, and its
/// anchors lead somewhere.
#[tokio::test]
async fn the_page_of_the_document_shows_all_of_it() {
    let service = service(1, Duration::from_secs(9));
    let (status, page) = ask(service.clone(), "/docs").await;
    assert_eq!(status, StatusCode::OK);
    let document: serde_json::Value =
        serde_json::from_str(&ask(service.clone(), DOCUMENT).await.1).unwrap();
    let methods = |(path, item): (&String, &serde_json::Value)| {
        let operations = item.as_object().unwrap().clone();
        operations
            .into_iter()
            .map(|(method, one)| (method.to_uppercase(), path.clone(), one))
            .collect::<Vec<_>>()
    };
    let operations: Vec<_> =
        document["paths"].as_object().unwrap().iter().flat_map(methods).collect();
    assert_eq!(page.matches("<h3 id=\"operation-").count(), operations.len());
    for (method, path, operation) in operations {
        let heading =
            format!("<h3 id=\"operation-{}\">", operation["operationId"].as_str().unwrap());
        let (_, shown) = page.split_once(&heading).unwrap();
        let shown = shown.split("<h3").next().unwrap();
        assert!(
            shown.starts_with(&format!("<code>{method} {path}</code>")),
            "{method} {path}: {shown}"
        );
        for one in operation["parameters"].as_array().into_iter().flatten() {
            let (name, required) = (one["name"].as_str().unwrap(), one["required"] == true);
            let place = format!(
                "{}, {}",
                one["in"].as_str().unwrap(),
                ["optional", "required"][usize::from(required)]
            );
            let row = format!("<code>{name}</code></th><td>{place}</td>");
            assert!(shown.contains(&row), "{method} {path}: {row} in {shown}");
        }
        for (status, answer) in operation["responses"].as_object().unwrap() {
            assert!(shown.contains(status.as_str()), "{method} {path}: {status}");
            let kinds = answer["content"].as_object().into_iter().flatten().map(|(kind, _)| kind);
            for kind in kinds.filter(|kind| *kind != "application/problem+json") {
                assert!(shown.contains(&format!("<code>{kind}</code>")), "{method} {path}: {kind}");
            }
        }
    }
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("id=\"schema-{name}\"")), "{name}");
    }
    for anchor in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(page.contains(&format!(" id=\"{anchor}\"")), "{anchor}");
    }
    let request = Request::builder().uri("/docs/").body(Body::empty()).unwrap();
    let moved = service.oneshot(request).await.unwrap();
    assert_eq!(
        (moved.status(), &moved.headers()[header::LOCATION]),
        (StatusCode::PERMANENT_REDIRECT, &"/docs".parse().unwrap())
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_label_is_a_server_error(label in prop_oneof![
        "\\PC{0,40}",
        "[a-z-]{1,12}/n[0-9]{0,20}-[bs][0-9_./-]{0,20}",
        "(von-neumann|newman|one-street|kuhn|three-player|callers|borel|one-raise|hand-flip\
            |in-turn|basic-endgame)/(b|s|step|between|bmax|best|all)[0-9_]{0,3}\
            (-(p|raise|flip|w)?[0-9_]{0,3})?(\\.[a-z]{0,4})?",
        "(von-neumann|newman|one-street|kuhn|three-player|callers|borel|one-raise|hand-flip\
            |basic-endgame)/n[0-9]{1,2}-(b[0-9]{1,2}(_[0-9])?\
            (-(p|raise|flip|w|r)[0-9]{1,2}(_[0-9])?)?|s[1-9](-[0-9]){0,3})(\\.[a-z]{0,4})?",
    ], resource in prop_oneof!["solutions", "pure", "continuous", "compare"]) {
        let escaped: String = label.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'/' | b'.' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02x}"),
        }).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.unwrap();
        let path = format!("/api/v1/{resource}/{escaped}");
        let (status, body) = runtime.block_on(ask(service(1, Duration::from_secs(60)), &path));
        prop_assert!(!status.is_server_error(), "{path}: {status} {body}");
    }
}
