//! Compression of answers: the encoding that a client accepts, and threads that compress long
//! answers.

use std::sync::Arc;
use std::thread::available_parallelism;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::limits::COMPRESSED_BYTES;
use crate::values::form::LINES;

use super::body_budget::BodyPermit;
use super::{broken, collected};

/// The encoding of compressed answers.
const CODING: &str = "gzip";

/// The layer that compresses the bodies of answers while they are read.
pub(super) fn layer() -> CompressionLayer<impl Predicate> {
    // Events and lines must arrive one by one, and pictures are compressed already, except SVG.
    let worthwhile = SizeAbove::new(COMPRESSED_BYTES)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new(LINES));
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worthwhile)
}

/// The encoding that `Accept-Encoding` selects, `identity` for none; `None` if it refuses even
/// that.
pub(super) fn selected(headers: &HeaderMap) -> Option<&'static str> {
    let lines =
        headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let weigh = |part: &str| {
        let (name, quality) = part.split_once(';').unwrap_or((part, "q=1"));
        let quality = quality.trim().to_ascii_lowercase();
        let weight: f32 =
            quality.strip_prefix("q=").and_then(|weight| weight.trim().parse().ok()).unwrap_or(0.0);
        (name.trim().to_ascii_lowercase(), (weight.clamp(0.0, 1.0) * 1000.0) as u32)
    };
    let weights: Vec<(String, u32)> = lines.flat_map(|line| line.split(',')).map(weigh).collect();
    let named =
        |coding: &str| weights.iter().find(|(name, _)| name == coding).map(|(_, weight)| *weight);
    let weight = |coding| named(coding).or_else(|| named("*"));
    let identity = weight("identity");
    let compressed = weight(CODING).unwrap_or(0);
    match identity {
        identity if compressed > 0 && compressed >= identity.unwrap_or(0) => Some(CODING),
        Some(0) => None,
        _ => Some("identity"),
    }
}

/// Threads that compress long answers, so that none blocks the event loop.
pub(super) struct Compressor(Arc<Semaphore>);

impl Compressor {
    /// As many threads as half of the processors, but at least one.
    pub(super) fn new() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new((processors / 2).max(1))))
    }

    /// The answer, whose body is already compressed by one of the threads if it is long.
    pub(super) async fn finished(&self, response: Response) -> Response {
        let compressed = response.headers().contains_key(header::CONTENT_ENCODING);
        if !compressed || response.extensions().get::<BodyPermit>().is_none() {
            return response;
        }
        let (head, body) = response.into_parts();
        // The semaphore is never closed. A client that leaves while it waits costs no more work.
        let permit = Arc::clone(&self.0).acquire_owned().await;
        let event_loop = Handle::current();
        let read = spawn_blocking(move || {
            let _permit = permit;
            event_loop.block_on(collected(body))
        });
        match read.await.unwrap_or_else(|error| Err(broken(error))) {
            Ok(bytes) => Response::from_parts(head, Body::from(bytes)),
            Err(problem) => problem.into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::sync::Mutex;
    use std::task::{Context, Poll};
    use std::thread::{ThreadId, current};

    use axum::body::{Bytes, to_bytes};
    use axum::extract::Request;
    use axum::http::HeaderValue;
    use hyper::body::{Frame, SizeHint};
    use tower::{ServiceBuilder, ServiceExt, service_fn};

    use super::*;
    use crate::layers::body_budget::BodyBudget;
    use crate::limits::SHORT_BYTES;
    use bluff_batch::compute::{Client, lock};

    /// A body of zeros that notes which threads read it.
    struct ZeroBody {
        left: u64,
        readers: Arc<Mutex<Vec<ThreadId>>>,
    }

    impl hyper::body::Body for ZeroBody {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            lock(&self.readers).push(current().id());
            let piece = self.left.min(1 << 14);
            self.left -= piece;
            Poll::Ready((piece > 0).then(|| Ok(Frame::data(Bytes::from(vec![0; piece as usize])))))
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact(self.left)
        }
    }

    #[tokio::test]
    async fn the_event_loop_compresses_short_answers_and_no_long_ones() {
        let (body_budget, compressor) = (BodyBudget::new(), Compressor::new());
        for (length, here) in [(SHORT_BYTES, true), (SHORT_BYTES + 1, false), (11 << 20, false)] {
            let readers = Arc::<Mutex<Vec<ThreadId>>>::default();
            let answer = |_: Request| {
                let body = Body::new(ZeroBody { left: length, readers: Arc::clone(&readers) });
                let answer = body_budget.send(Client::OWN, Response::new(body));
                async { Ok::<_, Infallible>(answer.unwrap_or_else(IntoResponse::into_response)) }
            };
            let mut request = Request::new(Body::empty());
            request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static(CODING));
            let service = ServiceBuilder::new().layer(layer()).service(service_fn(answer));
            let response = service.oneshot(request).await.unwrap().map(Body::new);
            assert_eq!(response.headers()[header::CONTENT_ENCODING], CODING);
            let finished = compressor.finished(response).await;
            let packed = to_bytes(finished.into_body(), usize::MAX).await.unwrap();
            assert!((packed.len() as u64) < length / 8, "{} of {length} bytes", packed.len());
            let (readers, own) = (lock(&readers), current().id());
            assert!(
                readers.len() > 1 && readers.iter().all(|reader| (*reader == own) == here),
                "{length}"
            );
        }
    }

    #[test]
    fn the_encoding_with_the_greatest_weight_is_selected() {
        let select = |accept: &str| {
            selected(&HeaderMap::from_iter([(
                header::ACCEPT_ENCODING,
                accept.parse::<HeaderValue>().unwrap(),
            )]))
        };
        assert_eq!(selected(&HeaderMap::new()), Some("identity"));
        for (accept, encoding) in [
            ("", "identity"),
            ("gzip, deflate, br, zstd", "gzip"),
            ("br", "identity"),
            ("GZIP;q=0.9,x2;q=1", "gzip"),
            ("*", "gzip"),
            ("gzip;q=0, *", "identity"),
            ("identity, gzip;q=0.5", "identity"),
            ("deflate, x1;q=0.3", "identity"),
            ("gzip;q=nonsense", "identity"),
        ] {
            assert_eq!(select(accept), Some(encoding), "{accept}");
        }
        for nothing in ["identity;q=0", "*;q=0", "identity;q=0, gzip;q=0"] {
            assert_eq!(select(nothing), None, "{nothing}");
        }
    }
}
