//! Connections that cannot be held open for nothing.
//!
//! The accept loop is our own, for the limits that `axum::serve` does not have: a time for the head of a request
//! ([`HEADER_TIME`]), for a pause between requests, and for a client that takes no byte of an answer
//! ([`Settings::patience`]); so many connections at once, and so many to one client. A connection that waits for a
//! request holds no buffers, so ten thousand of them are some tens of megabytes.

mod clients;
mod connection;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::limits::{HEADER_BYTES, HEADER_TIME};
use crate::operation::client::{Peer, household};
use crate::operation::settings::Settings;

use clients::Clients;
use connection::{Answer, Connection};

/// A connection on which nothing happened for so long, or twice that, gives its buffers back.
const PAUSE: Duration = Duration::from_secs(1);

/// So many clients may wait with the system until they are accepted; those beyond try again after seconds, or get an error. The usual 128
/// are fewer than come at once where a class opens a page together.
const BACKLOG: u32 = 4_096;

/// Listens on an address.
///
/// Errors: those of the operating system.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Elsewhere it would let others listen there too.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Answers connections until `stop`, then waits for those in the middle of an answer, [`Settings::farewell`] at most.
///
/// `open` counts the connections.
pub async fn serve(listener: TcpListener, service: Router, settings: &Settings, open: Gauge, stop: impl Future) {
    let places = Arc::new(Semaphore::new(settings.connections));
    let clients = Clients::new(settings.connections_per_peer, open);
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    protocol.max_header_size(HEADER_BYTES).max_buf_size(HEADER_BYTES);
    let attendant = Arc::new(Attendant { protocol, service, idle: settings.idle });
    let (ending, end) = watch::channel(());
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
        let connection = Connection::new(stream, settings.patience(), place, seat);
        tokio::spawn(Arc::clone(&attendant).attend(connection, peer, end.clone()));
    }
    drop(listener);
    ending.send_replace(());
    // Each connection gives its place back when it is over.
    let _ = timeout(settings.farewell(), places.acquire_many(settings.connections as u32)).await;
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

/// What every connection is attended with.
struct Attendant {
    protocol: http1::Builder,
    service: Router,
    idle: Duration,
}

impl Attendant {
    /// Answers what is asked on a connection, until it is over or told to `end`.
    async fn attend(self: Arc<Self>, mut connection: Connection, peer: IpAddr, mut end: watch::Receiver<()>) {
        let mut wait = HEADER_TIME;
        loop {
            let spoken = tokio::select! {
                _ = end.changed() => return,
                spoken = timeout(wait, connection.spoken()) => spoken,
            };
            // A client that breaks off, or is broken off, is no concern of ours.
            let Ok(Ok(true)) = spoken else { return };
            let Some(paused) = self.answer(connection, peer, &mut end).await else { return };
            (connection, wait) = (paused, self.idle);
        }
    }

    /// Answers until there is a pause; the connection, unless it is over.
    async fn answer(&self, connection: Connection, peer: IpAddr, end: &mut watch::Receiver<()>) -> Option<Connection> {
        let traffic = connection.traffic();
        let asked = service_fn(|mut request: hyper::Request<Incoming>| {
            let traffic = Arc::clone(&traffic);
            traffic.asked(!request.body().is_end_stream());
            request.extensions_mut().insert(Peer(peer));
            let answer = self.service.clone().oneshot(request);
            async move { Ok::<_, Infallible>(answer.await?.map(|body| Answer::new(body, traffic))) }
        });
        let mut answered = Box::pin(self.protocol.serve_connection(TokioIo::new(connection), asked));
        let (begun, mut before) = (traffic.quiet(), None);
        loop {
            let now = tokio::select! {
                biased;
                _ = &mut answered => return None,
                _ = end.changed() => {
                    answered.as_mut().graceful_shutdown();
                    let _ = answered.await;
                    return None;
                }
                () = sleep(PAUSE) => traffic.quiet(),
            };
            // Half a question that began a round is not the end of it.
            if now.is_some() && now == before && now != begun {
                let parts = Pin::into_inner(answered).into_parts();
                return Some(parts.io.into_inner().unread(parts.read_buf));
            }
            before = now;
        }
    }
}
