//! Traces: a request passes its `traceparent` on, and its span goes to a collector.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::time::Duration;

use serde_json::Value;

use crate::support;
use crate::support::has;
use crate::support::service::Service;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// The spans of the next message to a collector, which answers it.
fn collected(collector: &TcpListener) -> Vec<Value> {
    let (stream, _) = collector.accept().expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
    let mut reader = BufReader::new(stream);
    let (mut line, mut head) = (String::new(), String::new());
    while line != "\r\n" {
        line.clear();
        reader.read_line(&mut line).expect("a line");
        head += &line;
    }
    has(&head, &["POST /v1/traces HTTP/1.1\r\n", "Content-Type: application/json\r\n"]);
    let length = head.split("Content-Length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).expect("a length")];
    reader.read_exact(&mut body).expect("a body");
    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    reader.get_mut().write_all(answer).expect("an answer");
    let message: Value = serde_json::from_slice(&body).expect("JSON");
    let resource = &message["resourceSpans"][0];
    assert_eq!(resource["resource"]["attributes"][0]["value"]["stringValue"], "bluff");
    resource["scopeSpans"][0]["spans"].as_array().expect("spans").clone()
}

#[test]
fn a_trace_is_passed_on_and_its_span_collected() {
    let collector = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = collector.local_addr().expect("an address");
    let service = Service::new("traces", &format!("--log json --otlp http://{address}"));
    let given = format!("traceparent: 00-{TRACE}-{PARENT}-01\r\n");
    let reply = service.ask("GET", "/api/v1/solutions/kuhn/n3-b1", &given);
    let passed = reply.header("traceparent").expect("a trace").to_owned();
    assert!(passed.starts_with(&format!("00-{TRACE}-")) && passed.ends_with("-01"), "{passed}");
    let span = passed.split('-').nth(2).expect("a span");
    assert!(span != PARENT && span.len() == 16, "{passed}");
    let line: Value = serde_json::from_str(&service.line()).expect("a line of JSON");
    assert_eq!((&line["trace"], &line["span"]), (&TRACE.into(), &span.into()));
    // A trace that is not recorded is passed on alone; a request without one begins one.
    let quiet = format!("traceparent: 00-{TRACE}-{PARENT}-00\r\n");
    let reply = service.ask("GET", "/healthz", &quiet);
    assert!(reply.header("traceparent").expect("a trace").ends_with("-00"));
    let own = service.get("/nowhere").header("traceparent").expect("a trace").to_owned();
    let mut spans = Vec::new();
    while spans.len() < 2 {
        spans.extend(collected(&collector));
    }
    let [first, second] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!(
        (&first["traceId"], &first["spanId"], &first["parentSpanId"], &first["name"]),
        (&TRACE.into(), &span.into(), &PARENT.into(), &"GET /api/v1/solutions/{*label}".into())
    );
    let time = |name: &str| first[name].as_str().expect("a time").parse::<u64>().expect("a number");
    assert!(time("startTimeUnixNano") <= time("endTimeUnixNano"));
    assert_eq!(second["traceId"].as_str(), own.split('-').nth(1));
    assert_eq!(second["attributes"][2]["value"]["intValue"], "404");
}

#[test]
fn without_a_collector_only_traces_that_have_begun_are_passed_on() {
    let service = Service::new("traces-off", "--log off");
    assert_eq!(service.get("/healthz").header("traceparent"), None);
    let given = format!("traceparent: 00-{TRACE}-{PARENT}-01\r\n");
    assert!(service.ask("GET", "/healthz", &given).header("traceparent").is_some());
    assert_eq!(
        service.ask("GET", "/healthz", "traceparent: 00-1-2-3\r\n").header("traceparent"),
        None
    );
    let (code, _, said) =
        support::run(&support::folder("traces-bad"), "serve --otlp collector:4318");
    assert_eq!(code, 2);
    has(&said, &["--otlp collector:4318, expected the address of a collector"]);
}
