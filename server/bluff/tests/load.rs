//! The service under load, shortly: answers given again, more questions than it can answer, and
//! what it holds afterwards. `docs/OPERATION.md#load-tests` measures at length.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::support;
use crate::support::service::{Reply, Service};

const SOLUTION: &str = "/api/v1/solutions/newman/n28-b14";
/// Metric of answers from the cache.
const REPEATED: &str = "bluff_repeated_total";

fn serve(test: &str, flags: &str) -> Service {
    Service::new(test, &format!("--log off {flags}"))
}

/// The head without what is of one request alone.
fn lasting(reply: &Reply) -> Vec<&str> {
    let mut lines: Vec<&str> = reply
        .head
        .lines()
        .filter(|line| !line.starts_with("date") && !line.starts_with("x-request-id"))
        .collect();
    lines.sort_unstable();
    lines
}

#[test]
fn an_answer_given_again_is_the_same_answer() {
    let service = serve("repeated", "");
    let kinds = ["", "accept-encoding: gzip\r\n", "accept: text/csv\r\n", "accept: text/plain\r\n"];
    for (asked, headers) in kinds.into_iter().enumerate() {
        let (first, second) =
            (service.ask("GET", SOLUTION, headers), service.ask("GET", SOLUTION, headers));
        assert_eq!(
            (first.status, service.metric(REPEATED)),
            (200, asked as u64 * 2 + 1),
            "{headers}"
        );
        assert!(first.body == second.body && first.length == second.length, "{headers}");
        assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
        assert_eq!(lasting(&first), lasting(&second));
        let tag = second.header("etag").expect("a tag").replace("w/", "W/");
        let known = service.ask("GET", SOLUTION, &format!("{headers}if-none-match: {tag}\r\n"));
        assert_eq!((known.status, known.length, known.header("content-type")), (304, 0, None));
        assert_eq!(known.header("etag"), second.header("etag"));
    }
    assert_eq!(service.ask("GET", SOLUTION, "if-none-match: *\r\n").status, 304);
    // Another question, a refusal, and a page are none of these answers.
    let count = service.metric(REPEATED);
    assert_eq!(service.get(&format!("{SOLUTION}.xml")).status, 406);
    let page = service.get("/newman/n28-b14");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(service.ask("HEAD", SOLUTION, "").length, 0);
    assert_eq!(service.ask("DELETE", SOLUTION, "").status, 405);
    assert_eq!(service.metric(REPEATED), count);
}

#[test]
fn what_clients_say_in_other_words_is_not_another_answer() {
    let service = serve("repeated-words", "");
    let path = "/api/v1/solutions/kuhn/n3-b1";
    let ask = |path: &str, headers: &str| {
        let reply = service.ask("GET", path, headers);
        assert_eq!(reply.status, 200, "{headers}");
        ["content-type", "content-encoding"].map(|name| reply.header(name).map(str::to_owned))
    };
    let json = ask(path, "accept-encoding: gzip\r\n");
    let csv = ask(path, "accept: text/csv\r\naccept-encoding: gzip\r\n");
    assert!(json != csv && json[1].as_deref() == Some("gzip"));
    for number in 0..5 {
        assert_eq!(ask(path, &format!("accept-encoding: gzip, x{number}\r\n")), json);
        let accept = format!("accept: application/json;q=0.5, text/csv;q=0.4, x/y{number}\r\n");
        let encoding = format!("accept-encoding: br, gzip;q=0.{number}1\r\n");
        assert_eq!(ask(path, &format!("{accept}{encoding}")), json);
        let any = format!("accept: x/y{number}, text/*\r\naccept-encoding: *\r\n");
        assert_eq!(ask(path, &any), csv);
    }
    assert_eq!(service.metric(REPEATED), 15);
    // An address that names its form leaves nothing to the client.
    for number in 0..5 {
        assert_eq!(ask(&format!("{path}.csv"), &format!("accept: x/y{number}\r\n"))[1], None);
    }
    assert_eq!(service.metric(REPEATED), 19);
    assert_eq!(service.ask("GET", path, "accept: image/png\r\n").status, 406);
    // What is not asked for as JSON is refused, whether the answer is in memory or not.
    let fairness = "/api/v1/fairness/checking";
    assert_eq!(ask(fairness, "")[0].as_deref(), Some("application/json"));
    assert_eq!(service.ask("GET", fairness, "accept: text/html\r\n").status, 406);
}

/// Four clients take the longest answers at once, and another asks for next to nothing meanwhile.
/// How long it has waited at worst.
fn worst_wait(service: &Service, encoding: &str) -> Duration {
    let headers = format!("accept-encoding: {encoding}\r\n");
    let long = |client: u8| {
        let headers = format!("{headers}x-forwarded-for: 192.0.2.{client}\r\n");
        service.ask("GET", "/api/v1/pure/von-neumann/n999-b2", &headers)
    };
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..4).map(|client| scope.spawn(move || long(client))).collect();
        let mut worst = Duration::ZERO;
        while clients.iter().any(|client| !client.is_finished()) {
            let start = Instant::now();
            assert_eq!(service.get("/healthz").status, 200);
            worst = worst.max(start.elapsed());
            std::thread::sleep(Duration::from_millis(4));
        }
        for client in clients {
            let reply = client.join().expect("no panic");
            let encoded = (encoding != "identity").then_some(encoding);
            assert_eq!((reply.status, reply.header("content-encoding")), (200, encoded));
            assert!(encoded.is_some() || reply.length > 4 << 20, "{} bytes", reply.length);
        }
        worst
    })
}

#[test]
fn long_answers_that_are_compressed_hold_nobody_up() {
    let service = serve(
        "compressed",
        "--rate 0 --threads 1 --solve-seconds 120 --keep 0 --trusted-proxy 127.0.0.1",
    );
    let twice = |encoding| worst_wait(&service, encoding).min(worst_wait(&service, encoding));
    let (plain, packed) = (twice("identity"), twice("gzip"));
    // Whatever else the machine does happens to both.
    assert!(
        packed < 3 * plain + Duration::from_millis(400),
        "{packed:?}, and without compression {plain:?}"
    );
}

/// Asks for so many paths over some connections that stay open; how often each status came.
fn load(
    service: &Service,
    connections: usize,
    requests: u64,
    path: impl Fn(u64) -> String + Sync,
) -> BTreeMap<u16, u64> {
    let next = AtomicU64::new(0);
    let one = || {
        let mut stream = BufReader::new(service.connect());
        let mut statuses = BTreeMap::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= requests {
                return statuses;
            }
            *statuses.entry(exchange(&mut stream, &path(number))).or_insert(0) += 1;
        }
    };
    let mut sum = BTreeMap::new();
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..connections).map(|_| scope.spawn(one)).collect();
        for statuses in all {
            for (status, count) in statuses.join().expect("no panic") {
                *sum.entry(status).or_insert(0) += count;
            }
        }
    });
    sum
}

/// Asks and reads the whole answer; refusals of a full service say when to come back.
fn exchange(stream: &mut BufReader<TcpStream>, path: &str) -> u16 {
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).expect("a request");
    let (mut head, mut line) = (String::new(), String::new());
    while line != "\r\n" {
        line.clear();
        assert!(
            stream.read_line(&mut line).expect("an answer") > 0,
            "the connection broke: {head}"
        );
        head.push_str(&line);
    }
    let field = |name: &str| {
        head.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok())
    };
    let mut body = vec![0; field("content-length:").expect("a length") as usize];
    stream.read_exact(&mut body).expect("a body");
    let status = head[9..12].parse().expect("a status");
    assert!(status != 503 || field("retry-after:").is_some(), "{head}");
    status
}

#[test]
fn more_questions_than_can_be_answered_are_refused_and_the_rest_is_answered() {
    let service = serve("overload", "--rate 0 --threads 1 --queue 4");
    // At any time one is worked on and four wait: five of forty get an answer at the least.
    let statuses = load(&service, 40, 1_000, |number| {
        format!("/api/v1/solutions/kuhn/n90-b{}_10007", number + 1)
    });
    let (answered, refused) = (statuses.get(&200).copied(), statuses.get(&503).copied());
    assert!(answered >= Some(5) && refused >= Some(35), "{statuses:?}");
    assert_eq!(statuses.values().sum::<u64>(), 1_000, "{statuses:?}");
    assert_eq!(statuses.len(), 2, "{statuses:?}");
    // Nothing is left of it: the next question is answered.
    let next = |number| format!("/api/v1/solutions/kuhn/n31-b{}", number + 1);
    assert_eq!(load(&service, 1, 20, next), [(200, 20)].into());
}

/// Kilobytes of memory, descriptors and threads of a service.
fn held(service: &Service) -> (u64, usize, u64) {
    (service.vital("VmRSS"), service.descriptors().len(), service.vital("Threads"))
}

/// Row L7, shortly: what is kept in memory has its bound, and after many requests nothing else is
/// held.
#[test]
#[cfg(target_os = "linux")]
fn memory_descriptors_and_threads_are_after_many_requests_what_they_were() {
    let service = serve("soak", "--rate 0 --keep 1");
    let mixture = |number: u64| match number % 4 {
        0 => format!("/api/v1/solutions/von-neumann/n{}-b2", 1_000_000_000_000_000_000 - number),
        1 => "/von-neumann/n28-b4".to_owned(),
        2 => format!("/nowhere/at/all/{number}"),
        _ => "/api/v1/solutions/kuhn/n5-b1".to_owned(),
    };
    let settled = || {
        support::until("no connection but ours", || service.metric("bluff_connections") == 1);
        held(&service)
    };
    // A thousand distinct answers are more than the megabyte that may be kept.
    load(&service, 16, 6_000, mixture);
    let before = settled();
    let statuses = load(&service, 16, 12_000, |number| mixture(number + 6_000));
    assert_eq!(statuses, [(200, 9_000), (404, 3_000)].into());
    let after = settled();
    assert!(after.0 < before.0 + before.0 / 5 + 2_048, "{before:?} then {after:?}");
    // The connection that asked last may be on its way out.
    support::until("descriptors and threads as before", || {
        let now = held(&service);
        now.1 <= before.1 && now.2 <= before.2
    });
}
