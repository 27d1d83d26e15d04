//! Row F6, and requests as no browser sends them: what is refused, in which words, and that the
//! service goes on.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::support::service::{Reply, Service};
use crate::support::{cases, has, shared};

fn serve() -> Service {
    Service::within(&shared("faults-http"), "--rate 0")
}

/// Bytes that come back until the connection is closed; nothing at all is an answer too.
fn sent(service: &Service, bytes: &[u8]) -> String {
    let mut stream = service.connect();
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

/// RFC 9112, section 3.2: a request of HTTP/1.1 names one host.
#[test]
fn a_request_without_a_host_or_with_two_is_refused() {
    let service = serve();
    for (version, hosts, expected) in [
        ("1.1", 0, "400"),
        ("1.1", 1, "200"),
        ("1.1", 2, "400"),
        ("1.0", 0, "200"),
        ("1.0", 2, "400"),
    ] {
        let hosts = "host: test\r\n".repeat(hosts);
        for path in ["/healthz", "/api/v1/solutions/kuhn/n3-b1", "/api/v1/solutions/kuhn/n3-b1"] {
            let head = format!("GET {path} HTTP/{version}\r\n{hosts}connection: close\r\n\r\n");
            let answer = sent(&service, head.as_bytes());
            assert_eq!(status(&answer), expected, "{head}");
            assert_eq!(
                expected == "400",
                answer.contains("Host headers, expected one"),
                "{answer}"
            );
        }
    }
}

/// A site may let its own name lead to this address; pages of the site are then of our origin.
#[test]
fn hosts_that_are_none_or_not_allowed_are_refused_with_the_headers_of_all_answers() {
    let choosy = Service::within(&shared("faults-http"), "--allowed-host poker.test,other.test");
    let hosts: [(Service, &[(&str, &str)]); 2] = [
        (
            serve(),
            &[
                ("localhost:8080", "200"),
                ("[::1]:80", "200"),
                ("", "200"),
                ("a b", "400"),
                ("a, b", "400"),
                ("a/b", "400"),
            ],
        ),
        (
            choosy,
            &[
                ("poker.test", "200"),
                ("POKER.test:8080", "200"),
                ("other.test", "200"),
                ("localhost", "200"),
                ("127.0.0.1:8080", "200"),
                ("[::1]:80", "200"),
                ("poker.test.evil", "400"),
                ("evil", "400"),
            ],
        ),
    ];
    for (service, hosts) in hosts {
        for (host, expected) in hosts {
            let head =
                format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
            let answer = sent(&service, head.as_bytes());
            assert_eq!(status(&answer), *expected, "{host}: {answer}");
            assert!(answer.contains("x-content-type-options: nosniff"), "{host}: {answer}");
        }
    }
}

/// Row F6: what is too large is refused before anything is computed, and the answer names the
/// limit.
#[test]
fn huge_questions_are_refused_at_once_and_name_the_limit() {
    let service = serve();
    let zeros = |count| format!("1{}", "0".repeat(count));
    let sizes =
        |count: usize| (1..=count).map(|size| size.to_string()).collect::<Vec<_>>().join("-");
    let solutions = [
        (format!("von-neumann/n{}-b2", zeros(19)), "expected"),
        (format!("von-neumann/n9-b{}", zeros(1_000)), "expected"),
        (format!("von-neumann/n9-b1_{}", zeros(1_000)), "expected"),
        (format!("newman/n1000000-b{}", zeros(9)), "expected"),
        (format!("one-street/n9-s{}", sizes(301)), "at most 300"),
        (format!("one-street/n9-s{}", sizes(10_000)), "at most 8192"),
        ("newman/n1000000000-b300-r2".to_owned(), "at most 20000"),
        ("callers/n9-b2-p1000000".to_owned(), "expected"),
        (format!("kuhn/n9-b1-r{}", zeros(20)), "expected"),
    ];
    let asked = solutions.map(|(label, words)| (format!("/api/v1/solutions/{label}"), words));
    let others = [
        ("/api/v1/pure/von-neumann/n1000000000-b2", "n ≤ 1000"),
        ("/api/v1/compare/von-neumann/b2?from=2&to=1000000000", "at most 1000"),
        ("/api/v1/compare/newman/bmax?from=2&to=1000", "at most 5000"),
        ("/api/v1/compare/kuhn/b1?from=2&to=900", "at most 20000²"),
        ("/api/v1/continuous/three-player/b2?digits=1000000000", "expected"),
        ("/api/v1/continuous/newman/b1000000000", "at most 300"),
    ];
    let before = service.vital("RssAnon");
    let mut times = Vec::new();
    let others = others.map(|(path, words)| (path.to_owned(), words));
    for (path, words) in asked.into_iter().chain(others) {
        let start = Instant::now();
        let reply = service.get(&path);
        times.push(start.elapsed());
        let asked: String = path.chars().take(60).collect();
        assert!(matches!(reply.status, 400 | 422), "{asked}: {} {}", reply.status, reply.body);
        let said = reply.problem(reply.status);
        assert!(said.contains(words) && said.len() < 400, "{asked}: {said}");
    }
    for plan in [
        "[[cells]]\ngame = \"von-neumann\"\nn = \"2..1000000\"\nb = \"1..1000000\"\n",
        "[[cells]]\ngame = \"kuhn\"\nn = \"2..1000000000000000000\"\nb = 1\n",
    ] {
        let start = Instant::now();
        let said = service.post("/api/v1/sweeps", "", plan).problem(422);
        times.push(start.elapsed());
        has(&said, &["over HTTP"]);
    }
    times.sort();
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    let taken = service.vital("RssAnon").saturating_sub(before);
    eprintln!("F6: refused after {median:?} in the middle, {most:?} at most; {taken} kB");
    // Most of it is what the allocator takes once for every kind of block.
    assert!(median < Duration::from_secs(1) && taken < 32_768, "{median:?}, {taken} kB");
}

/// Strange heads, in which `\` ends a line, and the status of the answer: one of these, or none if
/// the connection is closed. `LONG` is a text of 200,000 letters, `MANY` are 2,000 headers, `CLOSE`
/// closes the connection.
const STRANGE: &str = r"
GET /healthz HTTP/1.0 | 200
GET http://elsewhere/healthz HTTP/1.1\host: test\CLOSE | 200
GET /healthz HTTP/2.0\host: test | 400 505 none
GET /healthz HTTP/1.1\host : test | 400
GET /healthz | 400
nonsense | 400
GET /LONG HTTP/1.1\host: test | 414 431 400
GET / HTTP/1.1\host: test\CLOSE\x: LONG | 431 400
GET / HTTP/1.1\host: test\MANY | 431 400
CONNECT elsewhere:80 HTTP/1.1\host: elsewhere\CLOSE | 404 405
OPTIONS * HTTP/1.1\host: test\CLOSE | 204 404 405
BREW / HTTP/1.1\host: test\CLOSE | 405
";

/// Strange bodies of `POST /api/v1/verify`, head and body, and the status of the answer.
const STRANGE_BODIES: &str = r"
content-length: 2\content-length: 3\\{} | 400
content-length: -1\\{} | 400
content-length: 2\transfer-encoding: chunked\CLOSE\\0\\ | 400
transfer-encoding: gzip\\ | 400 501
transfer-encoding: chunked\CLOSE\\ffffffffffffffffff\ | 400 none
transfer-encoding: chunked\CLOSE\\2;x=y\{}\0\trailer: 1\\ | 400
";

/// Every one of them ends in a refusal or in a closed connection, none in an answer of 500.
#[test]
fn strange_http_is_refused_or_closed() {
    let service = serve();
    let many = vec!["x: y"; 2_000].join("\r\n");
    let heads = cases(STRANGE).into_iter().map(|(head, status)| (format!("{head}\\\\"), status));
    let bodies = cases(STRANGE_BODIES).into_iter().map(|(rest, status)| {
        (format!("POST /api/v1/verify HTTP/1.1\\host: test\\{rest}"), status)
    });
    let binary = ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\\\\".to_owned(), "400".to_owned());
    for (shown, expected) in heads.chain(bodies).chain([binary]) {
        let request = shown.replace('\\', "\r\n").replace("CLOSE", "connection: close");
        let request = request.replace("LONG", &"a".repeat(200_000)).replace("MANY", &many);
        let answer = sent(&service, request.as_bytes());
        let found = expected.split(' ').any(|one| one == status(&answer));
        assert!(found, "{shown}: {}", answer.chars().take(300).collect::<String>());
    }
    assert_eq!(service.get("/healthz").body, "ok");
}

#[test]
fn questions_in_one_breath_are_answered_in_order() {
    let service = serve();
    let one =
        |n: usize| format!("GET /api/v1/solutions/von-neumann/n{n}-b2 HTTP/1.1\r\nhost: test\r\n");
    let all: String = (2..40).map(|n| one(n) + "\r\n").collect();
    let answers = sent(&service, (all + &one(40) + "connection: close\r\n\r\n").as_bytes());
    let labels: Vec<&str> = answers
        .match_indices("\"label\": \"")
        .filter_map(|(at, found)| answers[at + found.len()..].split('"').next())
        .collect();
    assert_eq!(labels, (2..=40).map(|n| format!("von-neumann/n{n}-b2")).collect::<Vec<_>>());
    // A second question that comes in two parts, the first of them with the question before.
    let mut stream = service.connect();
    let third = one(3);
    let (head, rest) = third.split_at(30);
    stream.write_all(format!("{}\r\n{head}", one(2)).as_bytes()).expect("bytes");
    answered(&mut stream, 2);
    stream.write_all(format!("{rest}connection: close\r\n\r\n").as_bytes()).expect("bytes");
    let mut second = String::new();
    stream.read_to_string(&mut second).expect("an answer");
    has(&second, &["von-neumann/n3-b2"]);
}

/// Reads the whole answer to a question for a deck of `n` cards.
fn answered(stream: &mut TcpStream, n: usize) {
    let mut answer = String::new();
    while !answer.contains(&format!("von-neumann/n{n}-b2")) || !answer.ends_with("}\n") {
        let mut some = [0; 4096];
        let read = stream.read(&mut some).expect("an answer");
        assert!(read > 0, "closed after {answer}");
        answer.push_str(&String::from_utf8_lossy(&some[..read]));
    }
}

/// The idle timeout begins anew with each answer: the pauses together are longer.
#[test]
fn connections_that_paused_are_answered_again() {
    let service = Service::new("faults-http-pause", "--rate 0 --idle-seconds 1");
    let mut stream = service.connect();
    for n in 2..6 {
        let request =
            format!("GET /api/v1/solutions/von-neumann/n{n}-b2 HTTP/1.1\r\nhost: test\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        answered(&mut stream, n);
        std::thread::sleep(Duration::from_millis(400));
    }
}

/// A client that has closed its own side before the answer is taken for gone: the work ends, and
/// nothing else does.
#[test]
fn half_closed_connections_end_their_work() {
    let service = serve();
    for _ in 0..20 {
        let mut stream = service.send("GET", "/api/v1/solutions/kuhn/n2000-b1?method=lp", "", "");
        stream.shutdown(Shutdown::Write).expect("half a connection");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || Reply::read(&answer).status != 500);
    }
    service.until_idle();
    assert_eq!(service.get("/api/v1/solutions/kuhn/n3-b1").status, 200);
}

#[test]
fn text_that_is_none_and_paths_that_climb_are_refused() {
    let service = serve();
    for path in [
        "/%ff",
        "/%",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/..\\..\\etc\\passwd",
        "/%2e%2e%5c%2e%2e%5cwindows",
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/main.rs",
        "//etc/passwd",
        "/docs/../../etc/passwd",
        "/docs/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/sweeps/../../etc/passwd",
        "/api/v1/sweeps/%2e%2e/files/passwd",
        "/api/v1/solutions/%ff",
        "/api/v1/solutions/kuhn%00/n3-b1",
        "/api/v1/compare/von-neumann/b2?from=%ff&to=3",
        "/api/v1/continuous/von-neumann/b2?digits=%00",
        "/api/v1/pure/von-neumann/n7-b2?limit=%",
    ] {
        let reply = service.get(path);
        assert!((400..500).contains(&reply.status), "{path}: {} {}", reply.status, reply.body);
        assert!(!reply.body.contains("root:"), "{path}");
    }
    for route in ["verify", "payoff", "solutions", "sweeps"] {
        let head = format!(
            "POST /api/v1/{route} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: \
             4\r\n\r\n"
        );
        let reply = service.raw(&[head.as_bytes(), b"{\"\xff\xfe"].concat());
        assert!(reply.problem(400).contains("expected UTF-8 text"), "{route}: {}", reply.body);
        for deep in [
            "[".repeat(500_000),
            "{\"a\":".repeat(150_000),
            "[[cells]]\nn = ".to_owned() + &"[".repeat(500_000),
        ] {
            let reply = service.post(&format!("/api/v1/{route}"), "", &deep);
            assert!(matches!(reply.status, 400 | 422), "{route}: {}", reply.status);
            assert!(reply.problem(reply.status).len() < 1_000, "{route}: {}", reply.body.len());
        }
    }
    assert_eq!(service.get("/healthz").body, "ok");
}
