//! Number of open connections of each client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use bluff_batch::compute::{Client, lock};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::OwnedSemaphorePermit;

/// The open connections of each client, and of all together.
pub(super) struct Clients {
    maximum: usize,
    open: Arc<Mutex<HashMap<Client, usize>>>,
    count: Gauge,
}

/// The permit of a connection, returned when it is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    one_of_all: Option<OwnedSemaphorePermit>,
    client: Client,
    open: Arc<Mutex<HashMap<Client, usize>>>,
    count: Gauge,
}

impl Clients {
    /// No connections. Each client may have `maximum`; `count` is the number of all.
    pub(super) fn new(maximum: usize, count: Gauge) -> Self {
        Self { maximum, open: Arc::default(), count }
    }

    /// The permit of one more connection of a client; none if it has the maximum and is no `proxy`.
    pub(super) fn permit(&self, client: Client, proxy: bool) -> Option<Permit> {
        let mut open = lock(&self.open);
        let connections = open.entry(client).or_default();
        if *connections >= self.maximum && !proxy {
            return None;
        }
        *connections += 1;
        self.count.inc();
        let (open, count) = (Arc::clone(&self.open), self.count.clone());
        Some(Permit { one_of_all: None, client, open, count })
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
        let mut open = lock(&self.open);
        if let Some(connections) = open.get_mut(&self.client) {
            *connections -= 1;
            if *connections == 0 {
                open.remove(&self.client);
            }
        }
    }
}
