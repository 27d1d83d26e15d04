//! The log entry of a request: one line of the log and the counts of [`Metrics`], when the request
//! is over.

use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::Response;
use bluff_batch::compute::OneOfClient;
use hyper::body::{Frame, SizeHint};

use crate::problem::RefusalReason;
use crate::values::SolvedBy;

use super::body_budget::BodyPermit;
use super::metrics::Metrics;
use super::tokens::TokenName;
use super::traces::{TRACEPARENT, TraceContext};

/// The id of a request, in the request and in its answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of a request id from a client, in characters.
const ID_BYTES: usize = 64;
/// The status in the log of a request whose client left before the answer. No client ever sees it.
const CLIENT_LEFT: u16 = 499;

/// The route of a request, which the router sets.
#[derive(Clone, Default)]
pub(super) struct MatchedRoute(Arc<OnceLock<Arc<str>>>);

impl MatchedRoute {
    pub(super) fn set(&self, route: impl Into<Arc<str>>) {
        let _ = self.0.set(route.into());
    }

    /// Its name; `none` if the router found no route.
    pub(super) fn name(&self) -> Arc<str> {
        self.0.get().map_or_else(|| "none".into(), Arc::clone)
    }
}

/// A log entry, written when it is dropped: the last byte of the answer is sent, or the client has
/// left.
pub(super) struct LogEntry {
    started: Instant,
    id: HeaderValue,
    method: &'static str,
    route: MatchedRoute,
    token: Option<TokenName>,
    trace: Option<TraceContext>,
    status: u16,
    bytes: u64,
    metrics: Arc<Metrics>,
    /// The request among those of its client.
    pub(super) open: Option<OneOfClient>,
}

impl Drop for LogEntry {
    fn drop(&mut self) {
        let seconds = self.started.elapsed().as_secs_f64();
        let (route, trace) = (self.route.name(), self.trace.as_ref());
        self.metrics.request_ended(self.method, &route, self.status, seconds);
        tracing::info!(
            method = self.method,
            route = &*route,
            status = self.status,
            milliseconds = (seconds * 1e6).round() / 1e3,
            bytes = self.bytes,
            id = self.id.to_str().unwrap_or_default(),
            trace = trace.map(|trace| trace.trace.as_str()),
            span = trace.map(|trace| trace.span.as_str()),
            parent = trace.map(|trace| trace.parent.as_str()),
            token = self.token.as_ref().map(|token| &*token.0),
            "request"
        );
    }
}

impl LogEntry {
    /// The entry of a request that begins, with the id that it has or a new one, and its place in
    /// the trace that it names.
    pub(super) fn begin(request: &Request, route: MatchedRoute, metrics: Arc<Metrics>) -> Self {
        let given = request.headers().get(&REQUEST_ID).filter(|id| is_valid(id)).cloned();
        let id = given.unwrap_or_else(|| {
            HeaderValue::from_str(&new_id()).unwrap_or(HeaderValue::from_static("none"))
        });
        let method = method_name(request.method());
        let named = request.headers().contains_key(&TRACEPARENT);
        let trace = named.then(|| TraceContext::of(request, new_id())).flatten();
        let started = Instant::now();
        let (token, status, bytes, open) = (None, CLIENT_LEFT, 0, None);
        Self { started, id, method, route, token, trace, status, bytes, metrics, open }
    }

    /// The answer, whose body holds the entry until its last byte.
    pub(super) fn attach(mut self, mut response: Response) -> Response {
        self.status = response.status().as_u16();
        if let Some(SolvedBy(method)) = response.extensions_mut().remove() {
            self.metrics.solved(method);
        }
        if let Some(reason) = response.extensions_mut().remove::<RefusalReason>() {
            self.metrics.refused(reason);
        }
        self.token = response.extensions_mut().remove();
        response.headers_mut().insert(REQUEST_ID, self.id.clone());
        if let Some(header) = self.trace.as_ref().and_then(TraceContext::header) {
            response.headers_mut().insert(TRACEPARENT, header);
        }
        let permit = response.extensions_mut().remove();
        response.map(|body| Body::new(LoggedBody { body, entry: self, _permit: permit }))
    }
}

/// True for an id from a client that may stand in the log as it is.
fn is_valid(id: &HeaderValue) -> bool {
    let id = id.as_bytes();
    (1..=ID_BYTES).contains(&id.len())
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// An id that no other request of this process has, and hardly one of another process.
fn new_id() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}", SEED.hash_one(number))
}

/// The name of a method; `other` for methods that clients invent, so that the number of metrics is
/// bounded.
fn method_name(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// A body that counts its bytes for the log.
struct LoggedBody {
    body: Body,
    entry: LogEntry,
    _permit: Option<BodyPermit>,
}

impl hyper::body::Body for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(bytes) = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()) {
            self.entry.bytes += bytes.len() as u64;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
