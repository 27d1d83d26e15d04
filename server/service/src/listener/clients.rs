//! Number of open connections of each client.

use bluff_batch::compute::{Client, OneOfClient, PerClient};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::OwnedSemaphorePermit;

/// The open connections of each client, and of all together.
pub(super) struct Clients {
    maximum: usize,
    open: PerClient,
    count: Gauge,
}

/// The permit of a connection, returned when it is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    one_of_all: Option<OwnedSemaphorePermit>,
    _one_of_client: OneOfClient,
    count: Gauge,
}

impl Clients {
    /// No connections. Each client may have `maximum`; `count` is the number of all.
    pub(super) fn new(maximum: usize, count: Gauge) -> Self {
        Self { maximum, open: PerClient::default(), count }
    }

    /// The permit of one more connection of a client; none if it has the maximum and is no `proxy`.
    pub(super) fn permit(&self, client: Client, proxy: bool) -> Option<Permit> {
        let most = if proxy { usize::MAX } else { self.maximum };
        let one_of_client = self.open.begin(client, most).ok()?;
        self.count.inc();
        Some(Permit { one_of_all: None, _one_of_client: one_of_client, count: self.count.clone() })
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
