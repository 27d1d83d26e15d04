//! Connections with limits, so that idle and slow clients cannot hold them.
//!
//! The accept loop is our own, for the limits that `axum::serve` does not have: a time for the head
//! of a request ([`crate::limits::HEADER_TIME`]), for a pause between requests, and for a client
//! that takes no byte of an answer ([`Settings::patience`]); so many connections at once, and so
//! many to one client.

mod clients;
mod connection;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::layers::client::{Peer, household};
use crate::limits::HEADER_BYTES;
use crate::settings::Settings;

use clients::Clients;
use connection::{AnswerBody, Connection};

/// Backlog of connections that the system holds until they are accepted; more retry after seconds,
/// or fail. The default of 128 is too few when a class opens a page together.
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

/// Answers connections until `stop`, then waits for open answers, [`Settings::farewell`] at most.
///
/// `open` counts the connections.
pub async fn serve(
    listener: TcpListener,
    service: Router,
    settings: &Settings,
    open: Gauge,
    stop: impl Future,
) {
    let places = Arc::new(Semaphore::new(settings.connections));
    let clients = Clients::new(settings.connections_per_peer, open);
    let mut protocol = http1::Builder::new();
    // Connections have deadlines of their own.
    protocol.header_read_timeout(None);
    protocol.max_header_size(HEADER_BYTES).max_buf_size(HEADER_BYTES);
    let handler = Arc::new(Handler { protocol, service });
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
        let Some(permit) = clients.permit(household(peer), proxy, place) else { continue };
        let connection = Connection::new(stream, settings.patience(), settings.idle, permit);
        tokio::spawn(Arc::clone(&handler).handle(connection, peer, end.clone()));
    }
    drop(listener);
    ending.send_replace(());
    // Each connection gives its place back when it is over.
    let _ = timeout(settings.farewell(), places.acquire_many(settings.connections as u32)).await;
}

/// The next connection. What keeps the system from giving one, such as too many open files, is
/// waited out.
async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // Small answers are not held back; where that cannot be had they are only later.
                let _ = stream.set_nodelay(true);
                return (stream, address.ip().to_canonical());
            }
            Err(error)
                if matches!(
                    error.kind(),
                    ConnectionAborted | ConnectionRefused | ConnectionReset
                ) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept connections; retrying in a second");
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// What handles every connection.
struct Handler {
    protocol: http1::Builder,
    service: Router,
}

impl Handler {
    /// Answers the requests of a connection until it is over; told to `end`, those that have begun.
    async fn handle(
        self: Arc<Self>,
        connection: Connection,
        peer: IpAddr,
        mut end: watch::Receiver<()>,
    ) {
        let requests = connection.requests();
        let answer = service_fn(|mut request: hyper::Request<Incoming>| {
            let requests = Arc::clone(&requests);
            requests.begin();
            request.extensions_mut().insert(Peer(peer));
            let answer = self.service.clone().oneshot(request);
            async move { Ok::<_, Infallible>(answer.await?.map(|body| AnswerBody::new(body, requests))) }
        });
        let mut handled = pin!(self.protocol.serve_connection(TokioIo::new(connection), answer));
        // A client that breaks off, or is broken off, is no concern of ours.
        tokio::select! {
            _ = &mut handled => return,
            _ = end.changed() => handled.as_mut().graceful_shutdown(),
        }
        let _ = handled.await;
    }
}
