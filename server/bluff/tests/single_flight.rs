//! A thousand clients that ask the same at the same time, over real sockets.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use bluff_batch::compute::{INSTANT, Pool};
use bluff_questions::error::Error;
use bluff_service::listener::listen;
use bluff_service::router::router;
use bluff_service::service::Service;
use rational_bluff::game::{GameFile, parse_label};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};

use crate::support::service::request;
use crate::support::{has, long_program};

/// A service in this process with one thread for long questions; it says how often it began to.
async fn serve() -> (Service, Arc<Pool>, String) {
    let pool = Arc::new(Pool::new(1, 2, Duration::from_secs(60)).expect("threads"));
    let service = Service::new(Arc::clone(&pool), None);
    let listener = listen(([127, 0, 0, 1], 0).into()).expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let app = router(service.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });
    (service, pool, address)
}

async fn ask(address: &str, path: &str) -> String {
    send(address, "GET", path, "").await
}

/// Sends a request on a connection of its own; the whole answer.
async fn send(address: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request(method, path, "", body).as_bytes()).await.expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

/// Keeps every thread busy until they are released: that of long questions, and those of the lanes
/// before it.
struct Busy(Vec<(mpsc::Sender<()>, Held)>);

/// The answer of a question that holds a thread.
type Held = JoinHandle<Result<bool, Error>>;

impl Busy {
    async fn new(pool: &Arc<Pool>) -> Self {
        let mut threads = Vec::new();
        for running in 1..=3 {
            let (release, released) = mpsc::channel();
            let own = Arc::clone(pool);
            let question = move |_: &_| Ok(released.recv().is_ok());
            let work = async move { own.run_quoted(INSTANT, question).await };
            threads.push((release, tokio::spawn(work)));
            until(|| pool.load().running.get() == running).await;
        }
        Self(threads)
    }

    async fn end(self) {
        for (release, thread) in self.0 {
            release.send(()).expect("a busy thread");
            assert!(thread.await.expect("no panic").expect("an answer"));
        }
    }
}

async fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Asserts that all answers have the same body.
fn alike(answers: &[String]) {
    let body = |answer: &str| answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    assert!(answers.iter().all(|answer| body(answer) == body(&answers[0])), "{}", answers[0]);
}

#[tokio::test]
async fn a_thousand_identical_questions_are_one_solve_and_one_text() {
    let (service, pool, address) = serve().await;
    let busy = Busy::new(&pool).await;
    let mut clients = JoinSet::new();
    for _ in 0..1_000 {
        let address = address.clone();
        clients.spawn(async move { ask(&address, "/api/v1/solutions/kuhn/n150-b1").await });
    }
    until(|| service.writing.joined() == 1_000).await;
    busy.end().await;
    let answers = clients.join_all().await;
    assert_eq!((service.solving.started(), service.writing.started()), (1, 1));
    assert!(answers[0].starts_with("HTTP/1.1 200"), "{}", answers[0]);
    has(&answers[0], &["\"zero-sum\""]);
    alike(&answers);
}

#[tokio::test]
async fn other_forms_share_the_solve_and_who_leaves_stops_nobody() {
    let (service, pool, address) = serve().await;
    let busy = Busy::new(&pool).await;
    let asked = |form: &'static str| {
        let address = address.clone();
        tokio::spawn(async move {
            ask(&address, &format!("/api/v1/solutions/kuhn/n150-b1{form}")).await
        })
    };
    let first = asked("");
    until(|| service.solving.started() > 0).await;
    let (second, third) = (asked(""), asked(".csv"));
    until(|| service.writing.joined() >= 3 && service.solving.joined() >= 2).await;
    first.abort();
    busy.end().await;
    for answer in [second, third] {
        let answer = answer.await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    assert_eq!(service.solving.started(), 1);
}

#[tokio::test]
async fn when_all_have_left_the_solve_ends_and_the_thread_is_free() {
    let (service, pool, address) = serve().await;
    let path = format!("/api/v1/solutions/{}?method=lp", long_program(0));
    let clients: Vec<_> = (0..20)
        .map(|_| {
            let (address, path) = (address.clone(), path.clone());
            tokio::spawn(async move { ask(&address, &path).await })
        })
        .collect();
    until(|| service.solving.started() > 0).await;
    until(|| pool.load().running.get() == 1 && service.writing.joined() == 20).await;
    clients.iter().for_each(tokio::task::JoinHandle::abort);
    // The one thread takes it only when it has let go of the large game.
    let small =
        tokio::time::timeout(Duration::from_secs(5), ask(&address, "/api/v1/solutions/kuhn/n3-b1"));
    assert!(small.await.expect("within five seconds").starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn errors_are_shared_too() {
    let (service, _, address) = serve().await;
    let answer = ask(&address, "/api/v1/solutions/kuhn/n1-b1").await;
    assert!(answer.starts_with("HTTP/1.1 422") && answer.contains("n = 1"), "{answer}");
    assert_eq!(service.solving.started(), 1);
}

#[tokio::test]
async fn every_kind_of_question_is_computed_once_for_all_who_ask_it() {
    let (service, pool, address) = serve().await;
    let kuhn = parse_label("kuhn/n3-b1").expect("a game");
    let file = serde_json::to_string_pretty(&GameFile::of(&kuhn)).expect("JSON");
    let document = ask(&address, "/api/v1/solutions/kuhn/n3-b1").await;
    let document = document.split_once("\r\n\r\n").expect("a body").1.to_owned();
    for (kind, path, body) in [
        ("solutions", "/api/v1/solutions/kuhn/n5-b1?method=lp", ""),
        ("solutions", "/api/v1/solutions/in-turn/n3-b1?all&starts=8&seed=1", ""),
        ("solutions", "/api/v1/solutions/von-neumann/n5-b1?face", ""),
        ("solutions", "/api/v1/solutions?method=lp", &file),
        ("pure", "/api/v1/pure/von-neumann/n7-b2", ""),
        ("continuous", "/api/v1/continuous/three-player/b2?digits=30", ""),
        ("compare", "/api/v1/compare/von-neumann/b2.csv?from=2&to=9", ""),
        ("verify", "/api/v1/verify", &document),
        ("payoff", "/api/v1/payoff", &document),
        // Errors are shared as answers are.
        ("solutions", "/api/v1/solutions/kuhn/n5-b1?method=threshold", ""),
        ("payoff", "/api/v1/payoff", "{}"),
    ] {
        let computed = || service.computed.get_or_create(&[("kind", kind)]).get();
        let (before, asked) = (computed(), service.writing.joined());
        let busy = Busy::new(&pool).await;
        let mut clients = JoinSet::new();
        for _ in 0..50 {
            let (address, path, body) = (address.clone(), path.to_owned(), body.to_owned());
            let method = if body.is_empty() { "GET" } else { "POST" };
            clients.spawn(async move { send(&address, method, &path, &body).await });
        }
        until(|| service.writing.joined() == asked + 50).await;
        busy.end().await;
        let answers = clients.join_all().await;
        assert_eq!(computed(), before + 1, "{path}");
        alike(&answers);
    }
}

#[tokio::test]
async fn another_method_is_another_solve_and_no_label_joins_one() {
    let (service, _, address) = serve().await;
    let file = GameFile::of(&parse_label("kuhn/n4-b1").expect("a game"));
    let (one, other) = (serde_json::to_string(&file), serde_json::to_string_pretty(&file));
    let (one, other) = (one.expect("JSON"), other.expect("JSON"));
    let posted = |path: &'static str, body: &str| {
        let (address, body) = (address.clone(), body.to_owned());
        tokio::spawn(async move { send(&address, "POST", path, &body).await })
    };
    let asked = [posted("/api/v1/solutions", &one), posted("/api/v1/solutions?method=lp", &other)];
    for answer in asked {
        assert!(answer.await.expect("an answer").starts_with("HTTP/1.1 200"));
    }
    assert_eq!(service.solving.started(), 2);
    // Labels that look like the names of other questions are labels all the same.
    for path in ["lp%20-%20kuhn/n3-b1", "file%20auto%20-%20kuhn/n3-b1", "auto%20-%20kuhn/n3-b1"] {
        let answer = ask(&address, &format!("/api/v1/solutions/{path}")).await;
        let refused =
            ["400", "404"].map(|status| answer.starts_with(&format!("HTTP/1.1 {status}")));
        assert!(refused.contains(&true), "{answer}");
    }
}

#[tokio::test]
async fn a_river_and_leduc_are_solved_once_for_all_their_hands() {
    let (service, _, address) = serve().await;
    let river = "/holdem?board=Ks9d6h3c2s&I=KQs,JTs,99&II=AKs,QJs,66&pot=10&stacks=40&bets=pot";
    for (path, solves) in [(river, 1), ("/leduc?method=lp", 2)] {
        for hand in ["", "&card=1", "&card=2", "&view=2&card=2"] {
            let answer = ask(&address, &format!("{path}{hand}")).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            assert_eq!(service.solving.started(), solves, "{path}{hand}");
        }
    }
    assert!(service.solved.weight() < 100_000);
}
