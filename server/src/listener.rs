//! Connections that cannot be held open for nothing.
//!
//! The server library sets no limit to how long a client may take over its request, nor to how many come at once. Here
//! a connection ends when it takes no byte of an answer for [`PATIENCE`], and only so many are accepted at once.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

use crate::limits::PATIENCE;

/// Accepts a bounded number of connections.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Listener {
    /// At most `connections` at once; the operating system keeps further ones waiting.
    pub fn new(listener: TcpListener, connections: usize) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(connections)) }
    }
}

impl axum::serve::Listener for Listener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed, so a place is always given in the end.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let (stream, address) = axum::serve::Listener::accept(&mut self.listener).await;
        (Connection { stream, deadline: Box::pin(sleep(PATIENCE)), _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection with a deadline that every byte written puts off.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    deadline: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Connection {
    /// Nothing moved: wait for the deadline as well.
    fn overdue<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        ready!(self.deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
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
            read => read,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Pending => self.overdue(context),
            written => {
                self.deadline.as_mut().reset(Instant::now() + PATIENCE);
                written
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
