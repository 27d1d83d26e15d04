//! `bluff serve` as a process, asked over real sockets.

use std::time::{Duration, Instant};

use crate::support::service::Service;
use crate::support::{answer, has, refused, shared};

/// A service with the catalogue of these tests.
fn serve() -> Service {
    Service::within(&shared("http"), "")
}

/// The forms of solutions are compared in `forms.rs`.
#[test]
fn both_doors_give_the_same_bytes() {
    let service = serve();
    let preferred = "accept: text/csv;q=0.9, image/png\r\n";
    let reply = service.ask("GET", "/api/v1/solutions/von-neumann/n28-b4", preferred);
    assert_eq!(reply.body, answer("solve von-neumann -n 28 -b 4 --format csv"));
    for (path, line) in [
        ("n7-b2?cuts=&limit=&count=", "-n 7 -b 2 --format json"),
        ("n200-b2?count", "-n 200 -b 2 --count --format json"),
    ] {
        let reply = service.get(&format!("/api/v1/pure/von-neumann/{path}"));
        assert_eq!(reply.body, answer(&format!("pure von-neumann {line}")));
    }
}

#[test]
fn solutions_are_kept_forever() {
    let service = serve();
    let path = "/api/v1/solutions/newman/n14-b5";
    let first = service.get(path);
    let tag = first.header("etag").expect("a tag").to_owned();
    assert!(tag.starts_with('"') && tag.len() > 30);
    assert_eq!(first.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(first.header("vary"), Some("accept"));
    for known in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_owned()] {
        let again = service.ask("GET", path, &format!("if-none-match: {known}\r\n"));
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        assert_eq!(again.header("etag"), Some(tag.as_str()));
    }
    assert_eq!(service.ask("GET", path, "if-none-match: \"other\"\r\n").status, 200);
    let head = service.ask("HEAD", path, "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-length"), Some(first.body.len().to_string().as_str()));
    assert_ne!(service.get(&format!("{path}.csv")).header("etag"), Some(tag.as_str()));
}

#[test]
fn errors_have_the_words_of_the_command_line() {
    let service = serve();
    for (label, line, status) in [
        ("von-neumann/n1-b2", "solve von-neumann -n 1 -b 2", 422),
        ("von-neumann/nx-b2", "solve von-neumann -n x -b 2", 400),
        ("von-neumann/n3-b0", "solve von-neumann -n 3 -b 0", 422),
        ("von-neumann/n3-b-1", "solve von-neumann -n 3 -b -1", 422),
        ("von-neumann/n3-b1_0", "solve von-neumann -n 3 -b 1/0", 400),
        ("poker/n3-b1", "solve poker -n 3 -b 1", 404),
        ("newman/n3-b5_2", "solve newman -n 3 -b 5/2", 422),
        ("von-neumann/n100001-b2.txt", "solve von-neumann -n 100001 -b 2 --format lprint", 422),
    ] {
        let words = service.get(&format!("/api/v1/solutions/{label}")).problem(status);
        assert_eq!(words, refused(line), "{label}");
    }
    let words = service.get("/api/v1/pure/kuhn/n3-b1").problem(422);
    assert_eq!(words, refused("pure kuhn -n 3 -b 1"));
    let words = service.get("/api/v1/pure/von-neumann/n1001-b1").problem(422);
    has(&words, &["n = 1001, expected n ≤ 1000 for all"]);
}

#[test]
fn strange_requests_get_problem_documents() {
    let service = serve();
    let solutions = "/api/v1/solutions";
    let table = [
        ("/api/v2/games", 404),
        ("/api/v1/solutions/von-neumann", 400),
        ("/api/v1/solutions/von-neumann/n3", 400),
        ("/api/v1/solutions/von-neumann/n3-b2/more", 400),
        ("/api/v1/solutions/%ff/%fe", 400),
        ("/api/v1/solutions/%00/%00", 400),
        ("/api/v1/solutions/../../../etc/passwd", 400),
        ("/api/v1/solutions/..%2f..%2fetc%2fpasswd", 400),
        ("/api/v1/solutions/kuhn/n3-b1.xml", 406),
        ("/api/v1/solutions/newman/n1000-b301", 422),
        ("/api/v1/solutions/newman/n1000-b100000", 422),
        ("/api/v1/solutions/kuhn/n1000000-b1?method=lp", 422),
        ("/api/v1/pure/von-neumann/n7-b2?limit=0", 422),
        ("/api/v1/pure/von-neumann/n7-b2?limit=1001", 422),
        ("/api/v1/pure/von-neumann/n7-b2?sort=up", 400),
        ("/api/v1/pure/von-neumann/n7-b2?cuts=maybe", 400),
        ("/api/v1/pure/von-neumann/n2001-b2?cuts", 422),
    ];
    for (path, status) in table {
        let start = Instant::now();
        let words = service.get(path).problem(status);
        assert!(words.len() < 400 && start.elapsed() < Duration::from_secs(5), "{path}: {words}");
    }
    service.get(&format!("{solutions}/kuhn/n3-b{}", "7".repeat(10_000))).problem(400);
    service.get(&format!("{solutions}/kuhn/n3-b{}", "7".repeat(2_000))).problem(422);
    service.ask("GET", &format!("{solutions}/kuhn/n3-b1"), "accept: image/png\r\n").problem(406);
    let wrong = service.ask("DELETE", &format!("{solutions}/kuhn/n3-b1"), "");
    wrong.problem(405);
    assert_eq!(wrong.header("allow"), Some("get,head"));
    assert_eq!(service.get("/healthz").body, "ok");
}

#[test]
fn documents_profiles_and_game_files_are_taken() {
    let service = serve();
    let document = answer("solve kuhn -n 3 -b 1 --format json");
    let verified = service.post("/api/v1/verify", "", &document);
    assert_eq!(verified.status, 200);
    has(&verified.body, &["\"certified\": true", "\"-1/18\""]);
    let forged = document.replace("-1/18", "-1/17");
    let refused = service.post("/api/v1/verify", "", &forged).problem(422);
    assert_eq!(refused, "refused: the value of player I is -1/18, not -1/17 as claimed");
    service.post("/api/v1/verify", "", "{}").problem(400);
    service.post("/api/v1/verify", "", &"[".repeat(100_000)).problem(400);
    let worth = service.post("/api/v1/payoff", "", &document);
    assert_eq!(worth.status, 200, "{}", worth.body);
    has(&worth.body, &["\"nash_conv\": \"0\""]);
    for (label, status) in [("kuhn/n3-b1", 422), ("kuhn", 422)] {
        let profile = format!("{{\"label\": \"{label}\", \"strategies\": []}}");
        service.post("/api/v1/payoff", "", &profile).problem(status);
    }
    let solved = service.post("/api/v1/solutions", "", &answer("game kuhn -n 3 -b 1"));
    assert_eq!(solved.status, 200, "{}", solved.body);
    has(&solved.body, &["my-kuhn/n3"]);
    service.post("/api/v1/solutions", "", "{\"format\": 1}").problem(400);
    // Too long by its own account: nothing needs to be sent.
    let announced = "POST /api/v1/verify HTTP/1.1\r\nhost: test\r\nconnection: \
        close\r\ncontent-length: 2000000\r\n\r\n";
    service.raw(announced.as_bytes()).problem(413);
}

#[test]
fn a_taken_port_is_an_error_and_sigterm_is_a_good_end() {
    let mut service = serve();
    let words = refused(&format!("serve --listen {}", service.address));
    assert!(words.starts_with(&format!("cannot listen on {}: ", service.address)), "{words}");
    // A connection that stays open does not keep the service from ending.
    let _idle = service.connect();
    assert_eq!(service.get("/healthz").status, 200);
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
}
