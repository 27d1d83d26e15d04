//! Tokens of `bluff serve`: a request that does more than read needs one, where there are any.

use std::fs;
use std::path::PathBuf;

use crate::support::service::{Reply, Service};
use crate::support::{self, has};

const TOKEN: &str = "correct-horse-battery";
const PLAN: &str = "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\n";
const SWEEPS: &str = "/api/v1/sweeps";
const LABELS: &str = "\"kuhn/n3-b1\"\n";

/// A service with a file of these lines, and the file.
fn serve(test: &str, lines: &str) -> (Service, PathBuf) {
    let folder = support::folder(test);
    fs::write(folder.join("tokens"), lines).expect("a file");
    (Service::within(&folder, "--token-file tokens"), folder.join("tokens"))
}

fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}\r\n")
}

/// The message and the challenge of a refusal.
fn refusal(reply: &Reply) -> (String, String) {
    (reply.problem(401), reply.header("www-authenticate").expect("a challenge").to_owned())
}

#[test]
fn a_request_that_does_more_than_read_needs_a_token() {
    let lines = format!("ci {TOKEN}\nold once-upon-a-time-token 2020-01-01\n");
    let (service, _) = serve("tokens", &lines);
    let realm = "bearer realm=\"rational-bluff\"";
    for (headers, words, challenge) in [
        (String::new(), "no token, expected the header", realm.to_owned()),
        (
            bearer("wrong-horse-battery"),
            "an unknown token, expected a token of this service",
            format!("{realm}, error=\"invalid_token\", error_description=\"unknown\""),
        ),
        (
            bearer("once-upon-a-time-token"),
            "an expired token, expected one that is still valid",
            format!("{realm}, error=\"invalid_token\", error_description=\"expired\""),
        ),
    ] {
        for path in [SWEEPS, "/api/v1/solutions:batch", "/api/v1/verify"] {
            let (message, challenged) = refusal(&service.post(path, &headers, PLAN));
            has(&message, &[words]);
            assert_eq!(challenged, challenge, "{path}");
        }
        let delete = service.ask("DELETE", &format!("{SWEEPS}/1"), &headers);
        has(&refusal(&delete).0, &[words]);
    }
    let begun = service.post(SWEEPS, &bearer(TOKEN), PLAN);
    assert_eq!(begun.status, 202);
    let place = begun.header("location").expect("a place").to_owned();
    assert_eq!(service.post("/api/v1/solutions:batch", &bearer(TOKEN), LABELS).status, 200);
    assert_eq!(service.get(&place).status, 200);
    assert_eq!(service.get("/api/v1/solutions/kuhn/n3-b1").status, 200);
    assert_eq!(service.ask("DELETE", &place, &bearer(TOKEN)).status, 200);
    let limits = service.json("/api/v1/limits");
    assert_eq!(limits["token_needed"]["post_and_delete"], true);
    assert_eq!((&limits["sweeps"]["on"], &limits["drain_seconds"]), (&true.into(), &0.into()));
    assert_eq!(limits["work_of_a_client"]["seconds_at_once"], 120);
    // The log has the name of a token, and no token.
    support::until("the lines of the log", || service.said().matches("token=\"ci\"").count() == 3);
    for secret in [TOKEN, "wrong-horse", "once-upon"] {
        assert!(!service.said().contains(secret), "{secret} in {}", service.said());
    }
}

#[test]
fn a_browser_is_asked_for_a_password_and_may_use_a_token() {
    let (service, _) = serve("tokens-page", &format!("ci {TOKEN}\n"));
    let form = "game=kuhn&n=3&b=1";
    let html = "accept: text/html\r\ncontent-type: application/x-www-form-urlencoded\r\n";
    let refused = service.post("/sweeps", html, form);
    assert_eq!(refused.status, 401);
    has(&refused.head, &["www-authenticate: basic realm=\"rational-bluff\"", "text/html"]);
    // `me:correct-horse-battery`.
    let password = "authorization: Basic bWU6Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5\r\n";
    let begun = service.post("/sweeps", &format!("{html}{password}"), form);
    assert_eq!(begun.status, 303);
    let place = begun.header("location").expect("a page").to_owned();
    assert_eq!(service.get(&place).status, 200);
    let cancel = format!("{place}/cancel");
    assert_eq!(service.post(&cancel, html, "").status, 401);
    assert_eq!(service.post(&cancel, password, "").status, 303);
    // Of two headers neither counts.
    let two = format!("{}{}", bearer(TOKEN), bearer(TOKEN));
    has(&service.post(SWEEPS, &two, PLAN).problem(400), &["headers Authorization, expected one"]);
    // Programs have no passwords; scripts of pages have that of the browser.
    assert_eq!(service.post(SWEEPS, password, PLAN).status, 401);
    let script = "sec-fetch-site: same-origin\r\n";
    let asked = service.post(SWEEPS, script, PLAN);
    has(&asked.head, &["401", "www-authenticate: basic realm=\"rational-bluff\""]);
    assert_eq!(service.post(SWEEPS, &format!("{script}{password}"), PLAN).status, 202);
}

#[test]
fn a_changed_file_is_read_again_and_a_broken_one_changes_nothing() {
    let (service, file) = serve("tokens-changed", &format!("ci {TOKEN}\n"));
    let status =
        |token: &str| service.post("/api/v1/solutions:batch", &bearer(token), LABELS).status;
    assert_eq!(status(TOKEN), 200);
    // The hash of `another-horse-battery`.
    let hash = "3ce77c34c03f124ce8514919c9ef8020f173f5214746b5101704614423a79679";
    fs::write(&file, format!("ci sha256:{hash}\n")).expect("a file");
    support::until("the change", || status("another-horse-battery") == 200);
    assert_eq!(status(TOKEN), 401);
    fs::write(&file, "ci\n").expect("a file");
    service.signal("HUP");
    support::until("a line of the log", || service.said().contains("stay as they were"));
    has(&service.said(), &["line 1: 1 word, expected a name, a token"]);
    assert_eq!(status("another-horse-battery"), 200);
}

#[test]
fn without_tokens_a_service_beyond_its_machine_has_no_sweeps() {
    let folder = support::folder("tokens-open");
    let open = Service::start(support::bluff(&folder, "serve --listen 0.0.0.0:0 --log off"));
    let quote = open.post(&format!("{SWEEPS}?quote"), "", PLAN);
    assert_eq!(quote.status, 200);
    let words = open.post(SWEEPS, "", PLAN).problem(403);
    has(&words, &["sweeps are off", "--token-file"]);
    assert_eq!(open.post("/sweeps", "accept: text/html\r\n", "game=kuhn&n=3&b=1").status, 403);
    assert_eq!(open.post("/api/v1/solutions:batch", "", LABELS).status, 200);
    assert_eq!(open.json("/api/v1/limits")["sweeps"]["on"], false);
}

#[test]
fn a_wrong_file_of_tokens_is_named() {
    let folder = support::folder("tokens-wrong");
    fs::write(folder.join("tokens"), "ci short\n").expect("a file");
    let said = support::refused_in(&folder, "serve --token-file tokens");
    has(&said, &["tokens, line 1: a token of 5 characters, expected at least 16"]);
    for empty in ["", "# ci correct-horse-battery\n"] {
        fs::write(folder.join("tokens"), empty).expect("a file");
        let said = support::refused_in(&folder, "serve --token-file tokens");
        has(&said, &["tokens, no token, expected a line with a name and a token"]);
    }
    has(&support::refused_in(&folder, "serve --token-file none"), &["none: no such file"]);
}
