//! Around the answers of `bluff serve`: log, metrics, headers, limits per client, configuration.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::service::Service;
use crate::support::vitals::closed;
use crate::support::{self, cases, has};

const SOLUTION: &str = "/api/v1/solutions/von-neumann/n28-b4";

/// A service with arguments and environment, its log in JSON.
fn serve(line: &str, environment: &[(&str, &str)]) -> Service {
    let listen = if line.contains("--listen") || line.contains("--config") {
        ""
    } else {
        "--listen 127.0.0.1:0"
    };
    let mut command =
        support::bluff(&support::shared("operation"), &format!("serve --log json {line} {listen}"));
    command.envs(environment.iter().copied());
    Service::start(command)
}

/// The next line of a log in JSON.
fn logged(service: &Service) -> Value {
    support::json(&service.line())
}

/// Standard error of a service that cannot start.
fn refused(folder: &Path, line: &str) -> String {
    support::refused_in(folder, &format!("serve {line}"))
}

#[test]
fn a_request_is_one_line_without_secrets() {
    let service = serve("", &[]);
    let headers = "x-request-id: mine-1\r\ncookie: hunter2\r\n";
    let reply = service.ask("GET", &format!("{SOLUTION}?token=hunter2"), headers);
    assert_eq!((reply.status, reply.header("x-request-id")), (400, Some("mine-1")));
    let line = logged(&service);
    let expected: [(&str, Value); 5] = [
        ("method", "GET".into()),
        ("route", "/api/v1/solutions/{*label}".into()),
        ("status", 400.into()),
        ("bytes", reply.length.into()),
        ("id", "mine-1".into()),
    ];
    for (key, value) in expected {
        assert_eq!(line[key], value, "{key}");
    }
    assert!(line["milliseconds"].is_number() && !line.to_string().contains("hunter2"), "{line}");
    // Ids that could forge a line, or fill the log, are replaced; no two are the same.
    let mut ids = Vec::new();
    let long = format!("x-request-id: {}\r\n", "a".repeat(65));
    for given in ["", "x-request-id: a b\r\n", &long] {
        let reply = service.ask("GET", "/nowhere", given);
        ids.push(reply.header("x-request-id").expect("an id").to_owned());
        let line = logged(&service);
        assert_eq!((&line["route"], &line["status"]), (&"none".into(), &404.into()));
        assert_eq!(line["id"], *ids.last().expect("an id"));
    }
    assert!(ids.iter().all(|id| id.len() == 16));
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    // Who leaves is written down too.
    let long = format!("/api/v1/solutions/{}?method=lp", support::long_program(0));
    let leaver = service.send("GET", &long, "", "");
    support::until("the solve", || service.metric("bluff_running") == 1);
    drop(leaver);
    support::until("the line of who left", || logged(&service)["status"] == 499);
}

#[test]
fn metrics_count_what_was_asked() {
    let service = serve("", &[]);
    for path in [
        SOLUTION,
        SOLUTION,
        "/api/v1/solutions/kuhn/n3-b1",
        "/api/v1/solutions/kuhn/n0-b1",
        "/nowhere",
    ] {
        service.get(path);
    }
    // Connections of before are counted until the service has seen their ends.
    let mut reply = service.get("/metrics");
    support::until("one connection", || {
        reply = service.get("/metrics");
        reply.body.contains("bluff_connections 1\n")
    });
    has(&reply.head, &["content-type: application/openmetrics-text"]);
    let text = &reply.body;
    let route = "/api/v1/solutions/{*label}";
    for line in [
        &format!("bluff_requests_total{{method=\"GET\",route=\"{route}\",status=\"200\"}} 3"),
        &format!("bluff_requests_total{{method=\"GET\",route=\"{route}\",status=\"422\"}} 1"),
        "bluff_requests_total{method=\"GET\",route=\"none\",status=\"404\"} 1",
        &format!("bluff_request_seconds_count{{route=\"{route}\"}} 4"),
        "bluff_solutions_total{method=\"threshold\"} 2",
        "bluff_solutions_total{method=\"readable\"} 1",
        "bluff_queue 0",
        "bluff_running 0",
        "bluff_refused_total 0",
        "bluff_connections 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
    }
}

#[test]
fn every_answer_says_what_browsers_may_do() {
    let service = serve("", &[]);
    for path in ["/healthz", SOLUTION, "/nowhere", "/metrics", "/api/v1/limits"] {
        let reply = service.get(path);
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{path}");
        }
    }
    let picture = service.get("/api/v1/compare/von-neumann/b2.svg?from=2&to=4");
    has(picture.header("content-security-policy").expect("a policy"), &["style-src"]);
    let options = service.ask("OPTIONS", SOLUTION, "");
    let found = (options.status, options.header("allow"), options.length);
    assert_eq!(found, (204, Some("get,head,post"), 0));
}

#[test]
fn pages_of_other_sites_read_answers_and_write_nothing() {
    let service = serve("", &[]);
    let sharing = |method, path: &str| {
        let reply = service.ask(method, path, "origin: https://elsewhere\r\n");
        let of = |name| reply.header(name).map(str::to_owned);
        (of("access-control-allow-origin"), of("cross-origin-resource-policy"))
    };
    let (open, closed) =
        ((Some("*".into()), Some("cross-origin".into())), (None, Some("same-origin".into())));
    for _ in ["solved", "cached"] {
        for path in [
            SOLUTION,
            "/api/v1/limits",
            "/api/v1/solutions/von-neumann/n1-b1",
            "/api/v1/nowhere",
            "/kuhn/n3-b1.json",
            "/kuhn/n3-b1.svg",
        ] {
            assert_eq!(sharing("GET", path), open, "{path}");
            assert_eq!(sharing("HEAD", path), open, "{path}");
        }
        for path in ["/", "/kuhn/n3-b1", "/metrics", "/nowhere"] {
            assert_eq!(sharing("GET", path), closed, "{path}");
        }
    }
    for method in ["POST", "DELETE", "OPTIONS"] {
        for path in ["/api/v1/solutions", "/api/v1/sweeps", SOLUTION] {
            assert_eq!(sharing(method, path), closed, "{method} {path}");
        }
    }
}

#[test]
fn long_answers_are_compressed_for_who_takes_it() {
    let service = serve("", &[]);
    let path = "/api/v1/solutions/newman/n28-b14";
    let plain = service.get(path);
    let tag = plain.header("etag").expect("a tag").to_owned();
    let packed = service.ask("GET", path, "accept-encoding: gzip\r\n");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("etag"), Some(format!("w/{tag}").as_str()));
    has(&packed.head, &["vary: accept-encoding"]);
    assert!(packed.length * 2 < plain.length);
    let known = format!("accept-encoding: gzip\r\nif-none-match: W/{tag}\r\n");
    assert_eq!(service.ask("GET", path, &known).status, 304);
    let short = service.ask("GET", "/healthz", "accept-encoding: gzip\r\n");
    assert_eq!((short.header("content-encoding"), short.body.as_str()), (None, "ok"));
}

/// Number of answers to forty requests, each said to come from another client; all but the first
/// are in the cache.
fn answered(service: &Service) -> usize {
    let told = |last| {
        service.ask("GET", SOLUTION, &format!("x-forwarded-for: 198.51.100.{last}\r\n")).status
    };
    (0..40).map(told).filter(|status| *status == 200).count()
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back() {
    let service = serve("--rate 1", &[]);
    // Ten at once, and one for each second that passes meanwhile; forged addresses do not help.
    let through = answered(&service);
    assert!((10..30).contains(&through), "{through}");
    let reply = service.get(SOLUTION);
    assert_eq!(
        reply.problem(429),
        "more than 1 request per second from one client, expected at most 1: retry in 1 second"
    );
    assert_eq!(reply.header("retry-after"), Some("1"));
    // The operator of the service still sees that it lives. Each answer above the rate comes late,
    // so a client that floods takes little of the service.
    for (path, status) in [(SOLUTION, 429), ("/healthz", 200), ("/readyz", 200), ("/metrics", 200)]
    {
        let begun = Instant::now();
        let alike = (0..14).filter(|_| service.get(path).status == status).count();
        assert!(alike > 11, "{path}: {alike}");
        assert!(begun.elapsed() > Duration::from_millis(3 * 50), "{path}: {:?}", begun.elapsed());
    }
    assert_eq!(answered(&serve("--rate 0", &[])), 40);
    assert_eq!(answered(&serve("--rate 1 --trusted-proxy 10.0.0.1,127.0.0.1", &[])), 40);
}

/// Requests that stay open are counted for each client of a proxy; others are answered beside them.
#[test]
fn a_client_with_many_requests_open_is_told_to_wait() {
    let service = serve("--connections-per-peer 4 --trusted-proxy 127.0.0.1", &[]);
    let slot = format!("/api/v1/tables/{}/x?wait=25", "a".repeat(64));
    // A proxy may write the port of its client.
    let from = |client: &str| format!("x-forwarded-for: {client}:4711\r\n");
    // The question whether all are open is itself open, and may keep the last of them out.
    let mut waiting = Vec::new();
    support::until("all four", || {
        waiting.push(service.send("GET", &slot, &from("198.51.100.1"), ""));
        service.ask("GET", "/readyz", &from("198.51.100.1")).status == 429
    });
    assert_eq!(service.ask("GET", "/readyz", &from("198.51.100.2")).status, 200);
    drop(waiting);
    support::until("room", || service.ask("GET", "/readyz", &from("198.51.100.1")).status == 200);
}

#[test]
fn a_client_with_many_questions_under_way_is_told_to_wait() {
    let service =
        serve("--questions-per-client 1 --threads 1 --trusted-proxy 127.0.0.1 --keep 0", &[]);
    let long = "/api/v1/pure/von-neumann/n999-b2";
    let ask = |path: &str, client: &str| {
        service.ask("GET", path, &format!("x-forwarded-for: 198.51.100.{client}\r\n"))
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| ask(long, "1"));
        support::until("the first question", || service.metric("bluff_running") == 1);
        let refused = ask("/api/v1/pure/von-neumann/n998-b2", "1");
        let words = "this client has 1 question under way, expected fewer: retry in 2 seconds";
        assert_eq!(
            (refused.problem(429).as_str(), refused.header("retry-after")),
            (words, Some("2"))
        );
        assert_eq!(ask("/api/v1/solutions/von-neumann/n28-b4", "1").status, 200);
        assert_eq!(ask("/api/v1/pure/von-neumann/n9-b2", "2").status, 200);
        assert_eq!(first.join().expect("no panic").status, 200);
    });
    assert_eq!(ask("/api/v1/pure/von-neumann/n9-b3", "1").status, 200);
    assert_eq!(service.metric("bluff_refusals_total{reason=\"questions\"}"), 1);
    assert_eq!(service.json("/api/v1/limits")["questions_of_a_client"], 1);
}

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let folder = support::folder("operation-config");
    let file = folder.join("bluff.toml");
    fs::write(&file, "listen = \"127.0.0.1:0\"\nrate = 11\nqueue = 12\nconnections = \"13\"\n")
        .expect("a file");
    let config = file.to_str().expect("UTF-8");
    let environment = [("BLUFF_CONFIG", config), ("BLUFF_QUEUE", "21"), ("BLUFF_THREADS", "1")];
    let service = serve("--rate 31 --listen 127.0.0.1:0", &environment);
    let limits = service.json("/api/v1/limits");
    assert_eq!(limits["rate"]["requests_per_second"], 31);
    assert_eq!(limits["queue"], 21);
    assert_eq!(limits["connections"]["all"], 13);
    assert_eq!(limits["connections"]["per_client"], 256);
    assert_eq!(limits["questions_of_a_client"], 32);
    assert_eq!((&limits["threads"], &limits["answer_seconds"]), (&1.into(), &10.into()));
}

/// The file that is printed has every setting of `--help`, and is read to the same settings.
#[test]
fn settings_are_printed_as_the_file_that_gives_them() {
    let folder = support::folder("operation-printed");
    let printed = |line: &str| support::run(&folder, line).1;
    let line = "serve --config bluff.toml";
    let choices = "serve --rate 31 --queue 12 --trusted-proxy 10.0.0.1 --base /a/b --print-config";
    let settings = printed(choices);
    for chosen in ["rate = \"31\"\n", "queue = \"12\"\n", "base = \"/a/b\"\n"] {
        has(&settings, &[chosen]);
    }
    fs::write(folder.join("bluff.toml"), &settings).expect("a file");
    assert_eq!(printed(&format!("{line} --print-config")), settings);
    assert_eq!(printed(&format!("{line} --check")), "The settings are right.\n");
    let words = refused(&folder, "--listen 127.0.0.1:1 --metrics 127.0.0.1:1 --check");
    has(&words, &["metrics = 127.0.0.1:1, expected another address than listen"]);
    let words = refused(&folder, "--config bluff.toml --token-file none --check");
    has(&words, &["none: no such file"]);
}

#[test]
fn a_quote_says_what_an_answer_costs() {
    let service = serve("--solve-seconds 7", &[]);
    let quote = |label| service.json(&format!("/api/v1/quote/{label}"));
    let cheap = quote("von-neumann/n1000000000000000000-b2");
    assert_eq!(
        (&cheap["method"], &cheap["sequences"], &cheap["answered"], &cheap["refused"]),
        (&"threshold".into(), &"0".into(), &true.into(), &Value::Null)
    );
    let dear = quote("newman/n1000000-b300-r2");
    assert_eq!(
        (&dear["method"], &dear["answered"], &dear["seconds_at_most"]),
        (&"readable".into(), &false.into(), &7.into())
    );
    let refusal: Value = service.json("/api/v1/solutions/newman/n1000000-b300-r2");
    assert_eq!(dear["refused"], refusal["detail"]);
    assert_eq!(service.get("/api/v1/quote/poker/n3-b1").status, 404);
}

/// Lines of a file of settings, and words of the message that refuses them.
const BAD_CHOICES: &str = r#"
lisen = "127.0.0.1:0" | unknown field `lisen`, expected one of `listen`, `base`, `log`
lisen = "127.0.0.1:0" | ; did you mean listen?
rate = -1 | --rate = -1, expected a whole number from 0 to 1000000
rate = [1] | expected a whole number
listen = "nowhere" | --listen nowhere, expected an address and a port, for instance 127.0.0.1:8080
log = "loud" | --log loud, expected one of: text, json, off
base = "/a b/" | --base /a b/, expected a path of letters, digits and -._~, for instance /bluff/
base = "/bluff/../" | --base /bluff/../, expected a path
allowed-host = "poker.example.org:80" | --allowed-host poker.example.org:80, expected names without
trusted-proxy = "10.0.0.1:80" | --trusted-proxy 10.0.0.1:80, expected addresses without ports
"#;

#[test]
fn bad_choices_are_named() {
    let folder = support::folder("operation-bad");
    for (text, words) in cases(BAD_CHOICES) {
        fs::write(folder.join("bluff.toml"), text).expect("a file");
        has(&refused(&folder, "--config bluff.toml"), &[&words]);
    }
    fs::write(folder.join("bluff.toml"), "rate = 1\nrate = 2").expect("a file");
    has(&refused(&folder, "--config bluff.toml"), &["duplicate key"]);
    has(&refused(&folder, "--config none.toml"), &["none.toml: no such file"]);
    has(&refused(&folder, "--queue 0"), &["--queue = 0, expected a whole number from 1 to 100000"]);
}

/// Clients that send half a head, or nothing, are those of `faults_connections`.
#[test]
fn connections_are_not_held_open_for_nothing() {
    let service = serve("--connections-per-peer 4 --idle-seconds 2", &[]);
    let mut idle = service.crowd(4, b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n");
    let start = Instant::now();
    // The service has accepted all four when they are answered.
    for one in &mut idle {
        one.read_exact(&mut [0; 12]).expect("an answer");
    }
    // A fifth connection of one client is closed at once.
    let fifth = service.connect().read(&mut [0; 1]);
    assert!(matches!(fifth, Ok(0) | Err(_)) && start.elapsed() < Duration::from_secs(2));
    for one in &mut idle {
        let passed = closed(one, start, Duration::from_secs(10)).expect("closed");
        assert!(passed >= Duration::from_secs(2), "closed after {passed:?}");
    }
    assert_eq!(service.get("/healthz").status, 200);
}

#[test]
fn health_asks_a_service_whether_it_is_ready() {
    let folder = support::folder("health");
    let service = Service::within(&folder, "");
    let address = service.address.trim_start_matches("http://").to_owned();
    let health = |address: &str| support::run(&folder, &format!("health --listen {address}"));
    assert_eq!(health(&address), (0, String::from("ready\n"), String::new()));
    let port = address.rsplit(':').next().unwrap();
    assert_eq!(health(&format!("0.0.0.0:{port}")).0, 0);
    drop(service);
    let (code, printed, said) = health(&address);
    assert_eq!((code, printed.as_str()), (1, ""));
    has(&said, &[&address, "is not ready"]);
    assert_eq!(health("localhost").0, 2);
}

#[test]
fn a_service_that_drains_answers_and_says_that_it_is_not_ready() {
    let mut service = Service::new("draining", "--log off --drain-seconds 5");
    assert_eq!(service.get("/readyz").status, 200);
    service.signal("TERM");
    support::until("the drain", || service.get("/readyz").status == 503);
    assert_eq!(service.get("/readyz").body, "draining\n");
    assert_eq!(service.get("/api/v1/solutions/kuhn/n3-b1").status, 200);
    assert!(service.ended().success());
}
