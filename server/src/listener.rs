//! Connections that cannot be held open for nothing.
//!
//! The accept loop is our own, for the limits that `axum::serve` does not have: [`HEADER_TIME`] for the head of a request,
//! idle connections included; [`PATIENCE`] without a byte of an answer taken; so many connections at once, and so many
//! to one client.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use prometheus_client::metrics::gauge::Gauge;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::limits::{FAREWELL, HEADER_BYTES, HEADER_TIME, PATIENCE};
use crate::operation::client::{Peer, household};
use crate::operation::settings::Settings;

/// Answers connections until `stop`, then waits for those in the middle of an answer, [`FAREWELL`] at most.
///
/// `open` counts the connections.
pub async fn serve(listener: TcpListener, service: Router, settings: &Settings, open: Gauge, stop: impl Future) {
    let places = Arc::new(Semaphore::new(settings.connections));
    let clients = Clients { most: settings.connections_per_peer, open: Arc::default(), count: open };
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(HEADER_BYTES);
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let next = async {
            // The semaphore is never closed, so a place is always given in the end.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, accept(&listener).await)
        };
        let (place, (stream, peer)) = tokio::select! {
            _ = &mut stop => break,
            next = next => next,
        };
        let proxy = settings.trusted_proxies.contains(&peer);
        let Some(seat) = clients.seat(household(peer), proxy) else { continue };
        let connection = Connection { stream, deadline: Box::pin(sleep(PATIENCE)), _place: place, _seat: seat };
        let service = service.clone();
        let asked = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            service.clone().oneshot(request)
        });
        let answered = graceful.watch(protocol.serve_connection(TokioIo::new(connection), asked));
        // A client that breaks off, or is broken off, is no concern of ours.
        tokio::spawn(async move { drop(answered.await) });
    }
    drop(listener);
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

/// The next connection. What keeps the system from giving one, such as too many open files, is waited out.
async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // Small answers are not held back; where that cannot be had they are only later.
                let _ = stream.set_nodelay(true);
                return (stream, address.ip().to_canonical());
            }
            Err(error) if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted; trying again in a second");
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// How many connections each client has open.
struct Clients {
    most: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    count: Gauge,
}

/// A connection in the counts, until it is dropped.
#[derive(Debug)]
struct Seat {
    client: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    count: Gauge,
}

impl Clients {
    /// A seat for one more connection of a client; none if it has as many as it may and is no `proxy`.
    fn seat(&self, client: IpAddr, proxy: bool) -> Option<Seat> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let seats = open.entry(client).or_default();
        if *seats >= self.most && !proxy {
            return None;
        }
        *seats += 1;
        self.count.inc();
        Some(Seat { client, open: Arc::clone(&self.open), count: self.count.clone() })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.count.dec();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seats) = open.get_mut(&self.client) {
            *seats -= 1;
            if *seats == 0 {
                open.remove(&self.client);
            }
        }
    }
}

/// A connection with a deadline that every byte written puts off.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    deadline: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
    _seat: Seat,
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
