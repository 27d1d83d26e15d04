//! Row F12: a panic during an answer is one 500 with a number, and harms no other answer.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use bluff_batch::compute::{Pool, SHORT};
use bluff_questions::error::Error;
use bluff_service::router::router;
use bluff_service::service::Service;
use bluff_service::single_flight::SingleFlight;
use tower::ServiceExt;

async fn ask(service: &Service, path: &str) -> (u16, String) {
    let request = Request::builder().uri(path).body(Body::empty()).expect("a request");
    let response = router(service.clone()).oneshot(request).await.expect("an answer");
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), 1 << 24).await.expect("a body");
    (status, String::from_utf8(body.to_vec()).expect("UTF-8"))
}

/// Solver and writer are questions of the pool, shared by all who ask the same at the same time.
#[tokio::test]
async fn a_panic_is_told_to_those_who_asked_and_to_nobody_else() {
    let pool = Arc::new(Pool::new(2, 8, Duration::from_secs(60)).expect("threads"));
    let service = Service::new(Arc::clone(&pool), None);
    let single_flight = Arc::new(SingleFlight::<u32>::default());
    for round in 0..20 {
        let (release, released) = std::sync::mpsc::channel::<()>();
        let question = {
            let pool = Arc::clone(&pool);
            async move {
                let panics = move |_: &_| -> Result<u32, Error> {
                    let _ = released.recv();
                    panic!("on purpose")
                };
                pool.run_quoted(SHORT, panics).await
            }
        };
        let asked: Vec<_> = [Some(question), None, None]
            .into_iter()
            .map(|question| {
                let single_flight = Arc::clone(&single_flight);
                tokio::spawn(async move {
                    match question {
                        Some(question) => single_flight.join("a", question).await,
                        None => single_flight.join("a", async { Ok::<_, Error>(1) }).await,
                    }
                })
            })
            .collect();
        while single_flight.joined() < 3 * (round + 1) + round {
            tokio::task::yield_now().await;
        }
        // Others are answered meanwhile.
        assert_eq!(ask(&service, "/api/v1/solutions/kuhn/n3-b1").await.0, 200);
        release.send(()).expect("the question waits");
        let mut told = Vec::new();
        for one in asked {
            let error = one.await.expect("the panic stays where it is").expect_err("a fault");
            assert_eq!(error.status(), 500);
            told.push(error.to_string());
        }
        assert!(told[0].starts_with("internal error "), "{}", told[0]);
        assert!(!told[0].contains("purpose"), "{}", told[0]);
        assert!(told.iter().all(|words| *words == told[0]), "one fault has one number: {told:?}");
        // The same question anew, and others: no lock is poisoned, no thread is lost.
        let anew = single_flight.join("a", async { Ok::<_, Error>(2) }).await;
        assert_eq!(anew.expect("an answer"), 2);
        assert_eq!(ask(&service, "/api/v1/solutions/von-neumann/n28-b4.csv").await.0, 200);
        assert_eq!((pool.load().running.get(), pool.load().waiting.get()), (0, 0));
    }
}
