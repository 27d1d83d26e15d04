//! A connection with one deadline, for whatever it waits for.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::task::AtomicWaker;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::limits::HEADER_TIME;
use crate::settings::Settings;

use super::clients::Permit;
use super::idle::IdleConnections;

/// Size of the pieces of an answer, in bytes.
const PIECE: usize = 1 << 16;

/// The event that a connection waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// The rest of a head, for [`HEADER_TIME`] from its first byte; the first head from the
    /// beginning of the connection.
    Head,
    /// The rest of a body, or the client to take the next byte of an answer.
    Answer,
    /// The next request.
    Request,
}

/// A connection that ends when it has waited for too long.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    /// Stall timeout: the time without a byte of an answer taken.
    patience: Duration,
    /// Time until an answer begins.
    answered_within: Duration,
    /// Idle timeout between requests.
    idle: Duration,
    awaited: Awaited,
    deadline: Pin<Box<Sleep>>,
    /// True if the system did not take all bytes of the last write.
    unsent: bool,
    requests: Arc<Requests>,
    /// Number of requests that had begun when the connection last waited.
    begun: u64,
    all_idle: Arc<IdleConnections>,
    /// The place among them, while it waits for the first byte of a request.
    idle_place: Option<u64>,
    _permit: Permit,
}

/// The requests of a connection.
#[derive(Debug, Default)]
pub(super) struct Requests {
    begun: AtomicU64,
    answered: AtomicU64,
    /// Wakes the connection when an answer is over, because it then waits for the next request.
    connection: AtomicWaker,
    /// True once the connection has to make room for another.
    closed: AtomicBool,
}

impl Requests {
    /// Counts a request whose head is complete.
    pub(super) fn begin(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the connection, which waits for a request.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.connection.wake();
    }
}

impl Connection {
    /// A connection that waits for its first request.
    pub(super) fn new(
        stream: TcpStream,
        settings: &Settings,
        all_idle: Arc<IdleConnections>,
        permit: Permit,
    ) -> Self {
        let requests = Arc::default();
        let idle_place = Some(all_idle.enter(&requests));
        Self {
            stream,
            patience: settings.patience(),
            answered_within: settings.answered_within(),
            idle: settings.idle,
            awaited: Awaited::Head,
            deadline: Box::pin(sleep(HEADER_TIME)),
            unsent: false,
            requests,
            begun: 0,
            all_idle,
            idle_place,
            _permit: permit,
        }
    }

    pub(super) fn requests(&self) -> Arc<Requests> {
        Arc::clone(&self.requests)
    }

    fn wait_for(&mut self, next: Awaited) {
        let time = match next {
            Awaited::Head => HEADER_TIME,
            Awaited::Answer if self.unsent => self.patience,
            Awaited::Answer => self.answered_within,
            Awaited::Request => self.idle,
        };
        if next == Awaited::Request && self.idle_place.is_none() {
            self.idle_place = Some(self.all_idle.enter(&self.requests));
        }
        self.awaited = next;
        self.deadline.as_mut().reset(Instant::now() + time);
    }

    /// Takes it out of the idle connections; `false` if it had to make room for another.
    fn leave_idle(&mut self) -> bool {
        self.idle_place.take().is_none_or(|place| self.all_idle.leave(place))
    }

    /// Waits for the deadline, because no bytes moved.
    fn overdue<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        let begun = self.requests.begun.load(Ordering::Relaxed);
        let busy = self.unsent || begun != self.requests.answered.load(Ordering::Relaxed);
        match self.awaited {
            Awaited::Answer if !busy => self.wait_for(Awaited::Request),
            Awaited::Head | Awaited::Request if busy => self.wait_for(Awaited::Answer),
            Awaited::Head if begun != self.begun => self.wait_for(Awaited::Request),
            _ => {}
        }
        self.begun = begun;
        self.requests.connection.register(context.waker());
        if self.requests.closed.load(Ordering::Relaxed) || busy && !self.leave_idle() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        ready!(self.deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Notes the bytes that the system took, out of those given.
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
        self.wait_for(Awaited::Answer);
        took
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.leave_idle();
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
                if !self.leave_idle() {
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
                if self.awaited == Awaited::Request {
                    self.wait_for(Awaited::Head);
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

/// The body of an answer. It is dropped when the answer is over: the system has taken all but its
/// last pieces.
pub(super) struct AnswerBody {
    body: Body,
    /// The rest of a frame of which pieces were returned.
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
