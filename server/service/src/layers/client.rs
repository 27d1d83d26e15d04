//! The address of a client, by which limits per client are counted.

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName};

use crate::settings::AddressRange;

/// The header to whose end each proxy adds the address of its peer.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The other end of a connection, in the extensions of its requests.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The address of the client of a request; `None` in process.
pub(super) fn client_of(request: &Request, trusted: &[AddressRange]) -> Option<IpAddr> {
    let Peer(peer) = request.extensions().get()?;
    Some(forwarded(*peer, request.headers(), trusted))
}

/// The address of the client of a peer: the peer; or, if that is a trusted proxy, the last address
/// in `X-Forwarded-For` that is not a trusted proxy.
///
/// Everything before that address may be forged. The header of other peers is not read.
fn forwarded(peer: IpAddr, headers: &HeaderMap, trusted: &[AddressRange]) -> IpAddr {
    let mut client = peer.to_canonical();
    let lines = headers.get_all(FORWARDED).iter().filter_map(|line| line.to_str().ok());
    let forwarded: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    for address in forwarded.into_iter().rev() {
        if !trusted.iter().any(|range| range.contains(client)) {
            warn_untrusted(client);
            break;
        }
        // Some proxies write the port too.
        let with_port = || address.parse::<SocketAddr>().map(|address| address.ip());
        let Ok(before) = address.parse::<IpAddr>().or_else(|_| with_port()) else { break };
        client = before.to_canonical();
    }
    client
}

/// Warns, once, of a peer that names clients and is not trusted: if it is a proxy, all its clients
/// share one rate and one quota.
fn warn_untrusted(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            %peer,
            "X-Forwarded-For of a peer that --trusted-proxy does not name: its clients count as one"
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let trusted = ["127.0.0.1", "10.0.0.0/24"].map(|text| AddressRange::read(text).unwrap());
        for (peer, told, client) in [
            ("192.0.2.1", "203.0.113.5", "192.0.2.1"),
            ("127.0.0.1", "", "127.0.0.1"),
            ("127.0.0.1", "203.0.113.5", "203.0.113.5"),
            ("::ffff:127.0.0.1", "198.51.100.7, 203.0.113.5", "203.0.113.5"),
            ("127.0.0.1", "203.0.113.5, 10.0.0.9", "203.0.113.5"),
            ("127.0.0.1", "203.0.113.5, nonsense", "127.0.0.1"),
            ("127.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"),
        ] {
            let headers = HeaderMap::from_iter([(FORWARDED, told.parse().unwrap())]);
            assert_eq!(forwarded(ip(peer), &headers, &trusted), ip(client), "{peer}: {told}");
        }
    }
}
