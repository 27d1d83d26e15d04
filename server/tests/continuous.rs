//! `bluff continuous` and `bluff compare`, as commands and over HTTP.
#![cfg(test)]

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use bluff_server::compute::Pool;
use bluff_server::router::router;
use serde_json::Value;
use tower::ServiceExt;

/// Exit code, standard output, standard error.
fn bluff(line: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_bluff")).args(line.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn answer(line: &str) -> String {
    let (code, out, err) = bluff(line);
    assert_eq!((code, err.as_str()), (0, ""), "bluff {line}");
    out
}

fn refused(line: &str) -> String {
    let (code, out, err) = bluff(line);
    assert_eq!((code, out.as_str()), (2, ""), "bluff {line}");
    err
}

fn ask_as(path: &str, accept: &str) -> (StatusCode, HeaderMap, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let service = router(Arc::new(Pool::new(1, 1, Duration::from_secs(60)).unwrap()));
        let request = Request::builder().uri(path).header(header::ACCEPT, accept).body(Body::empty()).unwrap();
        let response = service.oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body(), 1 << 24).await.unwrap();
        (status, headers, String::from_utf8(body.to_vec()).unwrap())
    })
}

fn ask(path: &str) -> (StatusCode, Value) {
    let (status, _, body) = ask_as(path, "*/*");
    (status, serde_json::from_str(&body).unwrap())
}

#[test]
fn three_players_in_words() {
    let expected = "\
three-player/b2: 3 players, hands uniform on [0, 1]

Value to I     0.12255707471486868673…
I bluffs below 0.13705819432836892413…
I bets from    0.82942224979539070745…
All call from  0.64130411598517887862…
";
    assert_eq!(answer("continuous three-player -b 2"), expected);
    assert!(answer("continuous three-player --players 3 --best-bet --digits 16").contains("2.0723785763952822…\n"));
    assert_eq!(
        answer("continuous von-neumann -b 2 --digits 3"),
        "von-neumann/b2: 2 players, hands uniform on [0, 1]\n\nValue to I     1/9 = 0.111…\nI bluffs below 1/9 = 0.111…\n\
         I bets from    7/9 = 0.777…\nII calls from  5/9 = 0.555…\n"
    );
}

#[test]
fn every_set_of_bets() {
    assert!(answer("continuous newman").contains("Value to I     1/7 = 0.1428"));
    let whole = answer("continuous newman -b max");
    assert!(whole.contains("(4π² − 39)/(4π² − 36) = 0.13753886357926601149…\n"), "{whole}");
    assert_eq!(whole.lines().nth(2), answer("continuous newman --grid 1").lines().nth(2));
    assert!(answer("continuous newman -b 2").contains("5/41 = "));
    assert!(answer("continuous von-neumann --best-bet").contains("Best bet       2\nValue to I     1/9 = "));
    let json: Value = serde_json::from_str(&answer("continuous one-street -s 1,5/2 --format json")).unwrap();
    assert_eq!(json["label"], "one-street/s1-5_2");
    assert_eq!(json["sizes"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_wrong_is_said_in_the_librarys_words() {
    assert_eq!(
        refused("continuous three-player -b 2 --digits 0"),
        "bluff: 0 digits, expected a whole number from 1 to 1000\n"
    );
    assert!(refused("continuous three-player -b 2 --digits 1000000").contains("from 1 to 1000"));
    assert!(refused("continuous three-player -b 2 --players 11").contains("2 to 10"));
    assert!(refused("continuous von-neumann -b 2 --players 3").contains("expected 2"));
    assert!(refused("continuous kuhn -b 2").contains("expected one of: von-neumann, newman"));
    assert!(refused("continuous von-neumann -b -1").contains("b = -1, expected b > 0"));
    assert!(refused("continuous newman --grid 0").contains("expected a step above 0"));
}

#[test]
fn the_resource_answers_as_the_command_does() {
    let (status, headers, body) = ask_as("/api/v1/continuous/three-player/b2?digits=30", "*/*");
    assert_eq!(status, StatusCode::OK);
    assert_eq!(body, answer("continuous three-player -b 2 --digits 30 --format json"));
    assert!(headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable") && headers.contains_key("etag"));
    assert_eq!(ask("/api/v1/continuous/three-player/best?players=4").1["players"], "4");
    assert_eq!(ask("/api/v1/continuous/newman/all").1["value"]["exact"], "1/7");
    for (path, status) in [
        ("three-player/b2?digits=0", 422),
        ("three-player/b2?digits=1001", 422),
        ("three-player/b2?dgits=3", 400),
        ("three-player/b2?players=1", 422),
        ("three-player/b2_2", 400),
        ("three-player/2", 400),
        ("von-neumann", 400),
        ("von-neumann/bmax", 422),
        ("newman/b301", 422),
        ("checkers/b2", 404),
    ] {
        assert_eq!(ask(&format!("/api/v1/continuous/{path}")).0.as_u16(), status, "{path}");
    }
}
