//! Connections with limits, so that idle and slow clients cannot hold them.
//!
//! The accept loop is our own, for limits that `axum::serve` does not have. There are timeouts for
//! the head of a request ([`crate::limits::HEADER_TIME`]), between requests, and for a client that
//! takes no byte of an answer ([`Settings::patience`]). There are maximum numbers of connections,
//! of all clients and of one. When all are open, the connection idle longest makes room.

mod clients;
mod connection;
mod idle;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use bluff_batch::compute::Client;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::layers::client::Peer;
use crate::layers::metrics::ConnectionCounts;
use crate::limits::HEADER_BYTES;
use crate::settings::Settings;

use clients::Clients;
use connection::{AnswerBody, Connection};
use idle::IdleConnections;

/// Maximum number of connections that wait to be accepted; more retry after seconds, or fail. The
/// default of 128 is too few when a class opens a page together.
const BACKLOG: u32 = 4_096;

/// Listens on an address.
///
/// Errors: those of the operating system.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // On Windows this would let other programs listen there too.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves connections until `stop`, then waits for open answers, at most [`Settings::farewell`].
pub async fn serve(
    listener: TcpListener,
    service: Router,
    settings: &Settings,
    counts: ConnectionCounts,
    stop: impl Future,
) {
    let permits = Arc::new(Semaphore::new(settings.connections));
    let clients =
        Clients::new(settings.connections_per_peer, settings.connections, counts.open.clone());
    let all_idle = Arc::new(IdleConnections::default());
    let mut protocol = http1::Builder::new();
    // Connections have deadlines of their own.
    protocol.header_read_timeout(None);
    protocol.max_header_size(HEADER_BYTES).max_buf_size(HEADER_BYTES);
    let handler = Arc::new(Handler { protocol, service });
    let (ending, end) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let (stream, peer) = accept(&listener).await;
            let proxy = settings.trusted_proxies.iter().any(|range| range.contains(peer));
            let Some(mut permit) = clients.permit(Client::at(peer), proxy) else {
                counts.refused.inc();
                return None;
            };
            permit.hold(
                all_idle
                    .make_room(&permits, || {
                        counts.made_room.inc();
                    })
                    .await?,
            );
            Some((stream, peer, permit))
        };
        let next = tokio::select! {
            _ = &mut stop => break,
            next = next => next,
        };
        let Some((stream, peer, permit)) = next else { continue };
        let connection = Connection::new(stream, settings, Arc::clone(&all_idle), permit);
        tokio::spawn(Arc::clone(&handler).handle(connection, peer, end.clone()));
    }
    drop(listener);
    ending.send_replace(());
    // Each connection returns its permit when it is over.
    let _ = timeout(settings.farewell(), permits.acquire_many(settings.connections as u32)).await;
}

/// The next connection. After an error of the system, such as too many open files, it retries.
async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // Without it small answers are only later.
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

/// The handler of connections.
struct Handler {
    protocol: http1::Builder,
    service: Router,
}

impl Handler {
    /// Answers the requests of a connection until it is over; after `end`, those that have begun.
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
            async move {
                let answer = answer.await?;
                Ok::<_, Infallible>(answer.map(|body| AnswerBody::new(body, requests)))
            }
        });
        let mut handled = pin!(self.protocol.serve_connection(TokioIo::new(connection), answer));
        // The end of a connection by the client or by a timeout is no error of the service.
        tokio::select! {
            _ = &mut handled => return,
            _ = end.changed() => handled.as_mut().graceful_shutdown(),
        }
        let _ = handled.await;
    }
}
