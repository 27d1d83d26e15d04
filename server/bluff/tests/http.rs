//! `bluff serve` as a process, asked over real sockets.

use std::time::{Duration, Instant};

use crate::support::service::Service;
use crate::support::{has, refused, shared};

/// A service with the catalogue of these tests.
fn serve() -> Service {
    Service::within(&shared("http"), "")
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
        ("von-neumann/n500001-b2.txt", "solve von-neumann -n 500001 -b 2 --format lprint", 422),
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
    service.post(solutions, "", "{\"format\": 1}").problem(400);
    for label in ["kuhn/n3-b1", "kuhn"] {
        let profile = format!("{{\"label\": \"{label}\", \"strategies\": []}}");
        service.post("/api/v1/payoff", "", &profile).problem(422);
    }
    let wrong = service.ask("DELETE", &format!("{solutions}/kuhn/n3-b1"), "");
    wrong.problem(405);
    assert_eq!(wrong.header("allow"), Some("get,head,post"));
    assert_eq!(service.get("/healthz").body, "ok");
}

/// Questions, their fields, and the field that is refused with its value.
const REFUSED_FIELDS: &str = r#"
formula | "game": "kuhn", "b": "1", "residue": "99" | residue = 99
formula | "game": "von-neumann", "b": "1", "residue": "99" | residue = 99
formula | "game": "kuhn", "b": "1/0" | b = 1/0
formula | "game": "kuhn" | b =
grid | "game": "kuhn", "b": "1" | n =
grid | "game": "kuhn", "n": "2..9", "b": "max" | b = max
solve | "game": "kuhn", "n": "3", "b": "1e400" | b = a number of 1329 bits
solve | "game": "kuhn", "b": "2" | n =
explain | "game": "kuhn/n3-b1" | card =
explain | "game": "kuhn/n3-b1", "card": "9" | card = 9
fairness | "cards": "52" | protocol =
fairness | "protocol": "golle" | cards =
fairness | "protocol": "golle", "cards": "52", "plant": "no" | plant = no
fairness | "protocol": "golle", "cards": "3", "players": "9" | cards = 3
fairness | "protocol": "barany-furedi", "cards": "3", "players": "2" | players = 2
fairness | "protocol": "golle", "cards": "3", "variant": "1" | variant = 1
deal | "cards": "52" | protocol =
deal | "protocol": "golle", "seed": "15" | seed = 15
payoff | "game": "EFG 2 R \"\" { } t \"\" 0", "table": true | table = true
"#;

/// Each refusal is about one field, and names it; without the field there is no value.
#[test]
fn a_problem_document_names_its_field() {
    let service = serve();
    for line in REFUSED_FIELDS.lines().skip(1) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [name, fields, refused] = parts[..] else { panic!("{line}") };
        let (path, body) = (format!("/api/v1/{name}"), format!("{{{fields}}}"));
        let reply = service.post(&path, "content-type: application/json\r\n", &body);
        let problem = reply.json();
        let words = |key: &str| problem[key].as_str().unwrap_or("none").to_owned();
        let named = format!("{} = {}", words("field"), words("given"));
        assert_eq!(named.trim_end(), refused, "{}", reply.body);
    }
    for (path, field) in [("no", "table"), (&"0".repeat(64), "slot")] {
        let reply =
            service.ask("PUT", &format!("/api/v1/tables/{path}/UP"), "content-length: 0\r\n");
        assert_eq!(reply.json()["field"], field, "{}", reply.body);
    }
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
