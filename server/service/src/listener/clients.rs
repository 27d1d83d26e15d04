//! Number of open connections of each client.

use bluff_batch::compute::{Client, OneOfClient, PerClient};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::OwnedSemaphorePermit;

/// The open connections of each client, and of all together.
pub(super) struct Clients {
    maximum: usize,
    of_network: usize,
    open: PerClient,
    networks: PerClient,
    count: Gauge,
}

/// The permit of a connection, returned when it is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    one_of_all: Option<OwnedSemaphorePermit>,
    _one_of_client: OneOfClient,
    _one_of_network: OneOfClient,
    count: Gauge,
}

impl Clients {
    /// No connections of `all` that may be open. Each client may have `maximum`, and each network a
    /// quarter of all or `maximum`, if that is more; `count` is the number of all.
    pub(super) fn new(maximum: usize, all: usize, count: Gauge) -> Self {
        let of_network = maximum.max(all / 4);
        let (open, networks) = (PerClient::default(), PerClient::default());
        Self { maximum, of_network, open, networks, count }
    }

    /// The permit of one more connection of a client; none if it has the maximum and is no `proxy`.
    pub(super) fn permit(&self, client: Client, proxy: bool) -> Option<Permit> {
        let most = |most| if proxy { usize::MAX } else { most };
        let one_of_client = self.open.begin(client, most(self.maximum)).ok()?;
        let network = client.whole_network();
        let one_of_network = self.networks.begin(network, most(self.of_network)).ok()?;
        self.count.inc();
        Some(Permit {
            one_of_all: None,
            _one_of_client: one_of_client,
            _one_of_network: one_of_network,
            count: self.count.clone(),
        })
    }
}

impl Permit {
    /// Holds one of the permits of all connections too.
    pub(super) fn hold(&mut self, one_of_all: OwnedSemaphorePermit) {
        self.one_of_all = Some(one_of_all);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.count.dec();
    }
}
