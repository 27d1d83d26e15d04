//! A connection that cannot be held up, and that knows when nothing is under way on it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep};

use super::clients::Seat;

/// How much of an answer is handed on at once.
const PIECE: usize = 1 << 16;

/// A connection with a deadline that every byte written puts off.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    patience: Duration,
    deadline: Pin<Box<Sleep>>,
    /// What was read too far, and is read again first.
    ahead: Bytes,
    traffic: Arc<Traffic>,
    _place: Option<OwnedSemaphorePermit>,
    _seat: Seat,
}

/// What has happened on a connection.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    asked: AtomicU64,
    answered: AtomicU64,
    /// Whether the system did not take all that was written.
    unsent: AtomicBool,
    /// Whether a question had a body: then only the protocol knows where the next one begins.
    body: AtomicBool,
}

impl Traffic {
    /// A question came.
    pub(super) fn asked(&self, body: bool) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.body.fetch_or(body, Ordering::Relaxed);
    }

    /// How many questions were asked, if all of them are answered to the last byte.
    pub(super) fn quiet(&self) -> Option<u64> {
        let asked = self.asked.load(Ordering::Relaxed);
        let over = asked == self.answered.load(Ordering::Relaxed);
        let open = self.unsent.load(Ordering::Relaxed) || self.body.load(Ordering::Relaxed);
        (over && !open).then_some(asked)
    }
}

impl Connection {
    /// A connection that is broken off when it takes no byte for as long as `patience`.
    pub(super) fn new(stream: TcpStream, patience: Duration, place: Option<OwnedSemaphorePermit>, seat: Seat) -> Self {
        let deadline = Box::pin(sleep(patience));
        let (ahead, traffic) = (Bytes::new(), Arc::default());
        Self { stream, patience, deadline, ahead, traffic, _place: place, _seat: seat }
    }

    /// What has happened on it.
    pub(super) fn traffic(&self) -> Arc<Traffic> {
        Arc::clone(&self.traffic)
    }

    /// Takes back what was read too far.
    pub(super) fn unread(mut self, ahead: Bytes) -> Self {
        // No bytes may still hold a buffer.
        self.ahead = if ahead.is_empty() { Bytes::new() } else { ahead };
        self
    }

    /// Waits until there is something to read, with no more memory than the socket takes; false at the end of the stream.
    pub(super) async fn spoken(&mut self) -> io::Result<bool> {
        // `readable` alone may say so where there is nothing.
        let spoken = !self.ahead.is_empty() || self.stream.peek(&mut [0]).await? > 0;
        self.put_off();
        Ok(spoken)
    }

    fn put_off(&mut self) {
        self.deadline.as_mut().reset(Instant::now() + self.patience);
    }

    /// Nothing moved: wait for the deadline as well.
    fn overdue<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
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
        let all = matches!(took, Poll::Ready(Ok(taken)) if taken == given);
        self.traffic.unsent.store(!all, Ordering::Relaxed);
        if took.is_pending() {
            return self.overdue(context);
        }
        self.put_off();
        took
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.ahead.is_empty() {
            let now = self.ahead.len().min(buffer.remaining());
            buffer.put_slice(&self.ahead.split_to(now));
            return Poll::Ready(Ok(()));
        }
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Pending => self.overdue(context),
            read => read,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
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

/// The body of an answer, which is over when it is dropped: not before the system has taken all but its last pieces.
pub(super) struct Answer {
    body: Body,
    /// What is not yet handed on of a part that came at once.
    rest: Bytes,
    traffic: Arc<Traffic>,
}

impl Answer {
    /// This body, on a connection with this traffic.
    pub(super) fn new(body: Body, traffic: Arc<Traffic>) -> Self {
        Self { body, rest: Bytes::new(), traffic }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.traffic.answered.fetch_add(1, Ordering::Relaxed);
    }
}

impl hyper::body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)).map(|frame| frame.map(Frame::into_data)) {
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
