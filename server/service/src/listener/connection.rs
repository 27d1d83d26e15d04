//! A connection that cannot be held up: it has one deadline, for whatever it waits for.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::task::AtomicWaker;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::limits::HEADER_TIME;

use super::clients::Permit;

/// How much of an answer is handed on at once.
const PIECE: usize = 1 << 16;

/// What a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// The rest of a head, [`HEADER_TIME`] from its first byte; at first from the beginning of the
    /// connection.
    Head,
    /// The rest of a body, or the client to take the next byte of an answer.
    Answer,
    /// The next request.
    Request,
}

/// A connection that breaks off when it has waited for too long.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    /// How long it may go without taking a byte of an answer.
    patience: Duration,
    /// How long it may pause between requests.
    idle: Duration,
    waiting: Waiting,
    deadline: Pin<Box<Sleep>>,
    /// Whether the system did not take all that was written.
    unsent: bool,
    requests: Arc<Requests>,
    /// Requests that had begun when it last waited.
    begun: u64,
    _permit: Permit,
}

/// The requests of a connection.
#[derive(Debug, Default)]
pub(super) struct Requests {
    begun: AtomicU64,
    answered: AtomicU64,
    /// Wakes the connection when an answer is over: then it waits for something else.
    connection: AtomicWaker,
}

impl Requests {
    /// The head of a request is there.
    pub(super) fn begin(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }
}

impl Connection {
    /// A connection that waits for its first request.
    pub(super) fn new(
        stream: TcpStream,
        patience: Duration,
        idle: Duration,
        permit: Permit,
    ) -> Self {
        let (waiting, deadline) = (Waiting::Head, Box::pin(sleep(HEADER_TIME)));
        let requests = Arc::default();
        Self {
            stream,
            patience,
            idle,
            waiting,
            deadline,
            unsent: false,
            requests,
            begun: 0,
            _permit: permit,
        }
    }

    /// Its requests.
    pub(super) fn requests(&self) -> Arc<Requests> {
        Arc::clone(&self.requests)
    }

    fn wait_for(&mut self, next: Waiting) {
        let time = match next {
            Waiting::Head => HEADER_TIME,
            Waiting::Answer => self.patience,
            Waiting::Request => self.idle,
        };
        self.waiting = next;
        self.deadline.as_mut().reset(Instant::now() + time);
    }

    /// Nothing moved: wait for the deadline as well.
    fn overdue<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        let begun = self.requests.begun.load(Ordering::Relaxed);
        let busy = self.unsent || begun != self.requests.answered.load(Ordering::Relaxed);
        match self.waiting {
            Waiting::Answer if !busy => self.wait_for(Waiting::Request),
            Waiting::Head | Waiting::Request if busy => self.wait_for(Waiting::Answer),
            Waiting::Head if begun != self.begun => self.wait_for(Waiting::Request),
            _ => {}
        }
        self.begun = begun;
        self.requests.connection.register(context.waker());
        ready!(self.deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Notes how many of the bytes given the system took.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        given: usize,
        took: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.unsent = !matches!(took, Poll::Ready(Ok(taken)) if taken == given);
        if took.is_pending() {
            return self.overdue(context);
        }
        self.wait_for(Waiting::Answer);
        took
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Pending => self.overdue(context),
            read => {
                if self.waiting == Waiting::Request {
                    self.wait_for(Waiting::Head);
                }
                read
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let took = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, bytes.len(), took)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let took = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.wrote(context, parts.iter().map(|part| part.len()).sum(), took)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The body of an answer, which is over when it is dropped: not before the system has taken all but
/// its last pieces.
pub(super) struct AnswerBody {
    body: Body,
    /// What is not yet handed on of a part that came at once.
    rest: Bytes,
    requests: Arc<Requests>,
}

impl AnswerBody {
    /// The body that answers one of these requests.
    pub(super) fn new(body: Body, requests: Arc<Requests>) -> Self {
        Self { body, rest: Bytes::new(), requests }
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.requests.answered.fetch_add(1, Ordering::Relaxed);
        self.requests.connection.wake();
    }
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context))
                .map(|frame| frame.map(Frame::into_data))
            {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        // The upper bound first: the lower one must not exceed it.
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}
