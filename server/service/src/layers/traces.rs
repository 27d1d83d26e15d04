//! Traces: the trace of a request by its `traceparent` (W3C Trace Context), and spans for a
//! collector, by OTLP over HTTP in JSON.

use std::io;
use std::time::{Duration, SystemTime};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Uri};
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{sleep, timeout};

/// The header of a trace, in a request and in its answer.
pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// Spans that wait to be sent; more are dropped.
const WAITING: usize = 4_096;
/// Spans of one message at most.
const AT_ONCE: usize = 512;
/// Time in which spans gather before they are sent.
const GATHER: Duration = Duration::from_secs(2);
/// Time limit of a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// The place of a request in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TraceContext {
    /// 32 hexadecimal digits.
    pub(super) trace: String,
    /// The span of this request, 16 hexadecimal digits.
    pub(super) span: String,
    /// The span that it is a part of.
    parent: Option<String>,
    /// True if the span is recorded.
    sampled: bool,
}

impl TraceContext {
    /// The context of a request that names its trace, with a new span.
    pub(super) fn of(request: &Request, span: &str) -> Option<Self> {
        let header = request.headers().get(&TRACEPARENT)?.to_str().ok()?;
        let mut fields = header.split('-');
        let [version, trace, parent, flags] = [(); 4].map(|()| fields.next().unwrap_or_default());
        let valid = |text: &str, length| {
            let digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            text.len() == length && text.bytes().all(digit)
        };
        let zero = |text: &str| text.bytes().all(|byte| byte == b'0');
        // Later versions may have more fields.
        let whole = version != "ff" && (version != "00" || fields.next().is_none());
        let digits = valid(version, 2) && valid(trace, 32) && valid(parent, 16) && valid(flags, 2);
        if !whole || !digits || zero(trace) || zero(parent) {
            return None;
        }
        let sampled = u8::from_str_radix(flags, 16).is_ok_and(|flags| flags & 1 == 1);
        let parent = Some(parent.to_owned());
        Some(Self { trace: trace.to_owned(), span: span.to_owned(), parent, sampled })
    }

    /// The context of a request that begins a trace.
    pub(super) fn begin(trace: String, span: &str) -> Self {
        Self { trace, span: span.to_owned(), parent: None, sampled: true }
    }

    /// The header of the answer.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        let Self { trace, span, sampled, .. } = self;
        let header = format!("00-{trace}-{span}-0{}", u8::from(*sampled));
        HeaderValue::from_str(&header).ok()
    }
}

/// A request that is over, for a collector.
#[derive(Debug)]
pub(super) struct RequestSpan {
    pub(super) context: TraceContext,
    pub(super) method: &'static str,
    pub(super) route: String,
    pub(super) status: u16,
    pub(super) started: SystemTime,
    pub(super) seconds: f64,
}

/// A collector of spans: host, port, and the path of its traces.
#[derive(Clone, Debug)]
pub struct Collector {
    authority: Authority,
    path: String,
}

impl Collector {
    /// The collector at an address.
    ///
    /// Errors: `Malformed` unless it is an address with `http://`.
    pub fn read(url: &str) -> Result<Self, Error> {
        let uri = url.parse::<Uri>().ok().filter(|uri| uri.scheme_str() == Some("http"));
        let collector = uri.and_then(|uri| {
            let path = format!("{}/v1/traces", uri.path().trim_end_matches('/'));
            Some(Self { authority: uri.authority()?.clone(), path })
        });
        collector.ok_or_else(|| {
            let given = printable(url);
            Error::Malformed(format!(
                "--otlp {given}, expected the address of a collector such as http://127.0.0.1:4318"
            ))
        })
    }
}

/// The way of spans to a collector.
#[derive(Clone, Debug)]
pub struct SpanExporter(Sender<RequestSpan>);

impl SpanExporter {
    /// Sends spans to a collector, from a task of its own.
    pub fn start(collector: Collector) -> Self {
        let (sender, receiver) = channel(WAITING);
        tokio::spawn(export(receiver, collector));
        Self(sender)
    }

    /// Hands on a span that is recorded. One that finds no room is dropped.
    pub(super) fn send(&self, span: RequestSpan) {
        if span.context.sampled {
            let _ = self.0.try_send(span);
        }
    }
}

async fn export(mut spans: Receiver<RequestSpan>, collector: Collector) {
    let mut failed = false;
    let mut gathered = Vec::with_capacity(AT_ONCE);
    while spans.recv_many(&mut gathered, AT_ONCE).await > 0 {
        sleep(GATHER).await;
        while let Ok(span) = spans.try_recv() {
            gathered.push(span);
        }
        for some in gathered.chunks(AT_ONCE) {
            let error = match timeout(PATIENCE, post(&collector, &message(some))).await {
                Ok(Ok(200..=299)) => None,
                Ok(Ok(status)) => Some(format!("status {status}")),
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some("no answer".to_owned()),
            };
            if let Some(error) = error.as_ref().filter(|_| !failed) {
                tracing::warn!(%error, collector = %collector.authority, "spans are lost");
            }
            failed = error.is_some();
        }
        gathered.clear();
    }
}

/// Posts a message; returns the status of the answer.
async fn post(Collector { authority, path }: &Collector, message: &Value) -> io::Result<u16> {
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let mut stream = TcpStream::connect((host, authority.port_u16().unwrap_or(80))).await?;
    let message = message.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        message.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(message.as_bytes()).await?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).await?;
    let status = str::from_utf8(&status[9..]).ok().and_then(|status| status.parse().ok());
    status.ok_or_else(|| io::Error::other("no HTTP"))
}

/// An export request in the JSON of the protocol.
fn message(spans: &[RequestSpan]) -> Value {
    let text = |key: &str, value: &str| json!({ "key": key, "value": { "stringValue": value } });
    let span = |span: &RequestSpan| {
        let RequestSpan { context, method, route, status, started, seconds } = span;
        let start = started.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let end = start + Duration::from_secs_f64(*seconds);
        json!({
            "traceId": context.trace,
            "spanId": context.span,
            "parentSpanId": context.parent.as_deref().unwrap_or_default(),
            "name": format!("{method} {route}"),
            // A server.
            "kind": 2,
            "startTimeUnixNano": start.as_nanos().to_string(),
            "endTimeUnixNano": end.as_nanos().to_string(),
            "attributes": [
                text("http.request.method", method),
                text("http.route", route),
                {
                    "key": "http.response.status_code",
                    "value": { "intValue": status.to_string() }
                }
            ],
            // An error, or unset.
            "status": { "code": if *status >= 500 { 2 } else { 0 } },
        })
    };
    json!({ "resourceSpans": [{
        "resource": { "attributes": [
            text("service.name", "bluff"),
            text("service.version", env!("CARGO_PKG_VERSION")),
        ] },
        "scopeSpans": [{
            "scope": { "name": "bluff" },
            "spans": spans.iter().map(span).collect::<Vec<_>>(),
        }],
    }] })
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn only_a_whole_traceparent_is_taken() {
        let (trace, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        let of = |header: &str| {
            let request = Request::builder().header(TRACEPARENT, header).body(Body::empty());
            TraceContext::of(&request.unwrap(), "0123456789abcdef")
        };
        let context = of(&format!("00-{trace}-{parent}-01")).unwrap();
        assert_eq!(context.parent.as_deref(), Some(parent));
        let header = context.header().unwrap();
        assert_eq!(header, format!("00-{trace}-0123456789abcdef-01").as_str());
        assert!(!of(&format!("00-{trace}-{parent}-00")).unwrap().sampled);
        assert!(of(&format!("01-{trace}-{parent}-01-more")).is_some());
        let (zeros, upper) = ("0".repeat(32), trace.to_uppercase());
        for wrong in [
            String::new(),
            format!("00-{trace}-{parent}"),
            format!("00-{trace}-{parent}-01-more"),
            format!("ff-{trace}-{parent}-01"),
            format!("00-{zeros}-{parent}-01"),
            format!("00-{upper}-{parent}-01"),
        ] {
            assert_eq!(of(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_collector_has_an_address_without_encryption() {
        let of =
            |url| Collector::read(url).map(|found| format!("{}{}", found.authority, found.path));
        assert_eq!(of("http://127.0.0.1:4318").unwrap(), "127.0.0.1:4318/v1/traces");
        assert_eq!(of("http://collector/otlp/").unwrap(), "collector/otlp/v1/traces");
        for wrong in ["collector:4318", "https://collector:4318", "", "/v1/traces"] {
            assert!(of(wrong).unwrap_err().to_string().starts_with("--otlp"), "{wrong}");
        }
    }
}
